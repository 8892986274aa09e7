import { clockFaults } from './clock-faults.ts';
import type { Fault } from './fault.ts';
import { killPointFaults, processFaults, serverFaults, zombieFault } from './process-faults.ts';
import type { Random } from './seeded-random.ts';
import { channelFaults, dataFaults, linkFaults } from './server-faults.ts';

export function allFaults(): Fault[] {
  return [
    ...killPointFaults(),
    ...processFaults(),
    zombieFault(),
    ...serverFaults(),
    ...linkFaults(),
    ...channelFaults(),
    ...clockFaults(),
    ...dataFaults(),
  ];
}

/** Every fault in an order of chance, then every one again, without end. */
export function* endlessFaults(random: Random): Generator<Fault, never> {
  for (;;) yield* random.shuffled(allFaults());
}

/** One of each kind, and every kill point, in an order of chance: what fits into a test run. */
export function fewFaults(random: Random): Fault[] {
  const kinds = new Map<string, Fault[]>();
  for (const fault of allFaults()) kinds.set(fault.kind, [...(kinds.get(fault.kind) ?? []), fault]);
  const chosen = [...kinds].flatMap(([kind, faults]) => {
    if (kind === 'kill point') return faults;
    const [first] = random.shuffled(faults);
    return first ? [first] : [];
  });
  return random.shuffled([...chosen, ...essential()]);
}

/** The servers' deaths and the writers', whatever else is drawn. */
function essential(): Fault[] {
  return [...processFaults(), ...serverFaults()].filter(
    ({ kind, target }) => kind === 'kill -9' && ['rabbitmq', 'mongodb', 'orders-worker'].includes(target),
  );
}

/** Just the points at which the mutations of the suite show. */
export function killPointsOnly(random: Random): Fault[] {
  return random.shuffled(killPointFaults().filter(({ target }) => target.startsWith('worker.')));
}
