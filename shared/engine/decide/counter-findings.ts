import { finding, type Finding } from './audit-finding.ts';

/**
 * No command can have issued an id that is this far beyond the sequence and every other id: even a restored
 * backup skips fewer ids. Raising the sequence to such an id would waste the sequence's range.
 */
const farBeyond = 1_000_000_000;

/**
 * Finds sequences that are below an id in use. A counter of a wrong type counts as 0. `highest`: for each
 * sequence, its largest ids in descending order.
 */
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
    const detail = `its value is ${JSON.stringify(counter)}, but id ${given} is in use`;
    return [...strays, finding('counter-behind', subject, detail, { kind: 'counter', id: sequence })];
  });
}

/** `given`: the largest id that the sequence must have issued. `stray`: an id that it cannot have issued, or null. */
export function givenOut(
  counter: unknown,
  [largest = 0, next = 0]: readonly number[],
): { given: number; stray: number | null } {
  const isCounted = typeof counter === 'number' && counter > 0;
  // Compare with the sequence's own value if it has one, so that two outliers near each other are both detected.
  const isFar = (id: number) => id - (isCounted ? counter : next) > farBeyond;
  if (!isFar(largest)) return { given: largest, stray: null };
  return { given: isCounted && isFar(next) ? counter : next, stray: largest };
}
