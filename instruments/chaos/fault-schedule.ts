import { blockedBrokerFaults, hungBrokerFault } from './broker-faults.ts';
import { backlogFault, undoneBulkFault, wideBulkFault } from './bulk-faults.ts';
import { clockFaults } from './clock-faults.ts';
import { frozenDatabaseFault, roleFault } from './database-faults.ts';
import { bulkExpiryFault } from './expiry-faults.ts';
import type { Fault } from './fault.ts';
import { fullDiskFault, fullRedisFault } from './full-faults.ts';
import { killPointFaults, processFaults, serverFaults, zombieFault } from './process-faults.ts';
import { commandQueueFault, eventQueueFault } from './queue-faults.ts';
import type { Random } from '#tests/support/seeded-random.ts';
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
    commandQueueFault(),
    eventQueueFault(),
    ...blockedBrokerFaults(),
    hungBrokerFault(),
    fullRedisFault(),
    roleFault(),
    frozenDatabaseFault(),
    fullDiskFault(),
    backlogFault(),
    wideBulkFault(),
    undoneBulkFault(),
    bulkExpiryFault(),
  ];
}

/** All faults in random sequence, repeatedly. Long faults are in every other round only. */
export function* endlessFaults(random: Random): Generator<Fault, never> {
  for (let round = 0; ; round += 1) {
    const isWithLong = round % 2 === 0;
    yield* random.shuffled(allFaults().filter(({ isLong }) => isWithLong || isLong !== true));
  }
}

/** The forced faults, then every kill point and one short fault of each kind, in random sequence. */
export function fewFaults(random: Random): Fault[] {
  const kinds = Map.groupBy(
    allFaults().filter(({ isLong }) => isLong !== true),
    ({ kind }) => kind,
  );
  const chosen = [...kinds].flatMap(([kind, faults]) => {
    if (kind === 'kill point') return faults;
    const [first] = random.shuffled(faults);
    return first ? [first] : [];
  });
  const rest = [...chosen, ...essential()].filter((fault) => !isForced(fault));
  return [...random.shuffled(killPointFaults().filter(isForced)), ...random.shuffled(rest)];
}

/**
 * Kill points after which the broker redelivers a finished command. Without them, a run would not test
 * redelivery.
 */
const forced: readonly string[] = ['worker.before-reply', 'worker.before-ack'];
const isForced = ({ target }: Fault) => forced.includes(target);

/** Faults that every run includes, whatever the random choice is. */
function essential(): Fault[] {
  return [...processFaults(), ...serverFaults()].filter(
    ({ kind, target }) => kind === 'kill -9' && ['rabbitmq', 'mongodb', 'orders-worker'].includes(target),
  );
}

/** Only kill points in workers. They reveal most of the defects that run-mutations.ts plants in the store. */
export function killPointsOnly(random: Random): Fault[] {
  return random.shuffled(killPointFaults().filter(({ target }) => target.startsWith('worker.')));
}

/** Only faults of the given kinds. A kind that is listed twice runs twice. */
export function faultsOfKinds(kinds: readonly string[]): Fault[] {
  return kinds.flatMap((kind) => allFaults().filter((fault) => fault.kind === kind));
}
