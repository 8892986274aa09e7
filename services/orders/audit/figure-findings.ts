import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { changesIn, cellId, type Cells } from '../statistics/cells.ts';

/** A day's figures, keyed by cell, figure, status and payment method: `products/2026-11-27/12 line_total.pending:1`. */
type DayFigures = ReadonlyMap<string, bigint>;

export function figuresOf(cells: Cells): Map<string, bigint> {
  return new Map(
    [...cells.values()].flatMap((cell) =>
      changesIn(cell).map(
        ([name, kind, figure]) => [`${cellId(cell.of, cell.day, cell.key)} ${name}.${kind}`, figure] as const,
      ),
    ),
  );
}

/**
 * Compares the figures of the day's orders (`there`) with the stored statistics (`counted`). Reports only the day's first wrong
 * figure.
 */
export function statisticsFindings(day: string, there: DayFigures, counted: DayFigures): Finding[] {
  const names = new Set([...there.keys(), ...counted.keys()]);
  const wrong = [...names].filter((name) => (there.get(name) ?? 0n) !== (counted.get(name) ?? 0n));
  const [first] = wrong;
  if (first === undefined) return [];
  const detail = `${first} is stored as ${counted.get(first) ?? 0n}, but the orders come to ${there.get(first) ?? 0n}; ${wrong.length} figures differ`;
  const repair = { kind: 'order-statistics', id: 'all' };
  return [finding('order-statistics-differ', `order_statistics/${day}`, detail, repair)];
}

/** Compares the stored numbers of orders (`kept`) with a count of the orders (`counted`). Keys are like `pending:1`. */
export function countFindings(
  counted: ReadonlyMap<string, number>,
  kept: ReadonlyMap<string, number>,
): Finding[] {
  const wrong = [...new Set([...counted.keys(), ...kept.keys()])].filter(
    (kind) => (counted.get(kind) ?? 0) !== (kept.get(kind) ?? 0),
  );
  return wrong.map((kind) => {
    const detail = `stored as ${kept.get(kind) ?? 0}, but there are ${counted.get(kind) ?? 0} orders`;
    return finding('order-count-differs', `counters/${kind}`, detail, { kind: 'order-counts', id: 'all' });
  });
}
