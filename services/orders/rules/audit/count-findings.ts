import { finding, type Finding } from '#shared/decide/audit-finding.ts';

/** Compares the stored totals of order lists (keys like `pending:1`) with a count of the orders. */
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
