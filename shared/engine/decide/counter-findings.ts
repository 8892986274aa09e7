import { finding, type Finding } from './audit-finding.ts';

/**
 * If an id is this far beyond the sequence and every other id, no command can have issued it. Even a restored backup skips fewer
 * ids. Raising the sequence to such an id would waste its range.
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

/** `given`: the largest id that the sequence must have issued. `stray`: an id that it cannot have issued. Null: there is none. */
export function givenOut(
  counter: unknown,
  [largest = 0, next = 0]: readonly number[],
): { given: number; stray: number | null } {
  const isCounted = typeof counter === 'number' && counter > 0;
  // Compares with the sequence's own value if it has one. Two stray ids near each other are then both detected.
  const isFar = (id: number) => id - (isCounted ? counter : next) > farBeyond;
  if (!isFar(largest)) return { given: largest, stray: null };
  return { given: isCounted && isFar(next) ? counter : next, stray: largest };
}
