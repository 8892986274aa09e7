import { finding, type Finding } from './audit-finding.ts';

/**
 * No command issues an id this far beyond the sequence and every other id: even a restore jumps less far.
 * Moving the sequence there would waste its range.
 */
const farBeyond = 1_000_000_000;

/** Every sequence must be at or beyond each id in use. A sequence of a wrong type counts as 0. `highest`: largest ids first. */
export function counterFindings(
  counters: ReadonlyMap<string, unknown>,
  highest: ReadonlyMap<string, readonly number[]>,
): Finding[] {
  return [...highest].flatMap(([sequence, ids]) => {
    const counter = counters.get(sequence) ?? 0;
    const subject = `counters/${sequence}`;
    const { given, stray } = givenOut(counter, ids);
    const strays =
      stray === null
        ? []
        : [
            finding(
              'counter-behind',
              `${sequence}/${stray}`,
              'its id is far beyond every other: no command gave it out',
            ),
          ];
    if (typeof counter === 'number' && counter >= given) return strays;
    const detail = `stands at ${JSON.stringify(counter)}, but id ${given} is in use`;
    return [...strays, finding('counter-behind', subject, detail, { kind: 'counter', id: sequence })];
  });
}

/** The largest id that the sequence must have issued, and an id that it cannot have issued. */
export function givenOut(
  counter: unknown,
  [largest = 0, next = 0]: readonly number[],
): { given: number; stray: number | null } {
  const isCounted = typeof counter === 'number' && counter > 0;
  // Two adjacent strays do not confirm each other when the sequence itself says how far it is.
  const isFar = (id: number) => id - (isCounted ? counter : next) > farBeyond;
  if (!isFar(largest)) return { given: largest, stray: null };
  return { given: isCounted && isFar(next) ? counter : next, stray: largest };
}
