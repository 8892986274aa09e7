import { finding } from './audit-finding.ts';
import type { Finding } from './audit-finding.ts';

/** Sequences are at or beyond every id that was given out. One of a wrong kind stands at nothing. */
export function counterFindings(
  counters: ReadonlyMap<string, unknown>,
  largest: ReadonlyMap<string, number>,
): Finding[] {
  return [...largest].flatMap(([sequence, id]) => {
    const counter = counters.get(sequence) ?? 0;
    if (typeof counter === 'number' && counter >= id) return [];
    const detail = `stands at ${JSON.stringify(counter)}, but id ${id} is in use`;
    return [finding('counter-behind', `counters/${sequence}`, detail, { kind: 'counter', id: sequence })];
  });
}
