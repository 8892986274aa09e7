import { finding, type Finding } from './audit-finding.ts';

/**
 * An id this far beyond the sequence and every other id is an error, because even a restore skips fewer ids.
 * Raising the sequence to it would waste the sequence's range.
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
  // Two adjacent outliers must not confirm each other, so compare with the sequence's own value if it has one.
  const isFar = (id: number) => id - (isCounted ? counter : next) > farBeyond;
  if (!isFar(largest)) return { given: largest, stray: null };
  return { given: isCounted && isFar(next) ? counter : next, stray: largest };
}
