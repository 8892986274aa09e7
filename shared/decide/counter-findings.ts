import { finding } from './audit-finding.ts';
import type { Finding } from './audit-finding.ts';

/**
 * An id that is so far beyond the sequence and beyond every other id was given out by no command: a restore jumps less far. The sequence
 * would never come back from there, and long before it could reach the id.
 */
const farBeyond = 1_000_000_000;

/** Sequences are at or beyond every id that was given out. One of a wrong kind stands at nothing. `highest`: the largest ids first. */
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

/** The largest id that the sequence must have given out, and an id that it can't have. */
export function givenOut(
  counter: unknown,
  [largest = 0, next = 0]: readonly number[],
): { given: number; stray: number | null } {
  const isCounted = typeof counter === 'number' && counter > 0;
  // Two strays beside each other do not speak for each other where the sequence itself says how far it is.
  const isFar = (id: number) => id - (isCounted ? counter : next) > farBeyond;
  if (!isFar(largest)) return { given: largest, stray: null };
  return { given: isCounted && isFar(next) ? counter : next, stray: largest };
}
