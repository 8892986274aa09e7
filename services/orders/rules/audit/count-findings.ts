import { finding } from '#shared/decide/audit-finding.ts';
import type { Finding } from '#shared/decide/audit-finding.ts';

/** The totals of lists, counted as orders are written (`pending:1`), are what there is. */
export function countFindings(
  counted: ReadonlyMap<string, number>,
  kept: ReadonlyMap<string, number>,
): Finding[] {
  const wrong = [...new Set([...counted.keys(), ...kept.keys()])].filter(
    (kind) => (counted.get(kind) ?? 0) !== (kept.get(kind) ?? 0),
  );
  return wrong.map((kind) => {
    const detail = `kept as ${kept.get(kind) ?? 0}, there are ${counted.get(kind) ?? 0}`;
    return finding('order-count-differs', `counters/${kind}`, detail, { kind: 'order-counts', id: 'all' });
  });
}
