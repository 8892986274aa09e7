import { states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { countedKind } from '../records/counted-kind.ts';
import { changesIn, cellId, type Cells } from '../statistics/cells.ts';

/** Units of one product on all order lines. */
export interface HeldUnits {
  /** Units in orders that are not delivered yet. */
  held: number;
  /** Units in delivered orders. The lines still have them in `held`, because customers can return them. */
  delivered: number;
}

/** The fields of an order that the totals need. The fields have the type `unknown`, because stored data may be damaged. */
export type CountedOrder = Record<'_id' | 'status' | 'payment_method' | 'items', unknown>;

interface OrderTotals {
  /** How many orders exist, keyed by status and payment method: `pending:1`. */
  counts: Map<string, number>;
  lines: Map<number, HeldUnits>;
  /** The number of orders whose lines cannot be read. */
  damaged: number;
}

export function newTotals(): OrderTotals {
  return { counts: new Map(), lines: new Map(), damaged: 0 };
}

export function addOrder(totals: OrderTotals, { status, payment_method, items }: CountedOrder): void {
  const kind = countedKind({ status: status as OrderState, payment_method: payment_method as number });
  totals.counts.set(kind, (totals.counts.get(kind) ?? 0) + 1);
  if (!Array.isArray(items) || !Object.hasOwn(states, String(status)) || !items.every(isLine)) {
    totals.damaged += 1;
    return;
  }
  const { stock } = states[status as OrderState];
  if (stock === 'returned') return;
  for (const { product_id: id, held } of items) {
    if (held <= 0) continue;
    const units = totals.lines.get(id) ?? { held: 0, delivered: 0 };
    totals.lines.set(id, { ...units, [stock]: units[stock] + held });
  }
}

type Line = Record<'product_id' | 'held', number>;

function isLine(line: unknown): line is Line {
  const { product_id: id, held } = (line ?? {}) as Partial<Line>;
  return Number.isSafeInteger(id) && Number.isSafeInteger(held);
}

/** The keys whose numbers in the two maps differ. A missing number counts as 0. */
function differing<N extends number | bigint>(there: ReadonlyMap<string, N>, stored: ReadonlyMap<string, N>) {
  const names = new Set([...there.keys(), ...stored.keys()]);
  return [...names].filter((name) => BigInt(there.get(name) ?? 0) !== BigInt(stored.get(name) ?? 0));
}

/** Compares the stored counts of orders with those of the existing orders (`there`). Keys are like `pending:1`. */
export function countFindings(
  there: ReadonlyMap<string, number>,
  stored: ReadonlyMap<string, number>,
): Finding[] {
  return differing(there, stored).map((kind) => {
    const detail = `stored as ${stored.get(kind) ?? 0}, but there are ${there.get(kind) ?? 0} orders`;
    return finding('order-count-differs', `counters/${kind}`, detail, { kind: 'order-counts', id: 'all' });
  });
}

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
 * Compares the stored statistics of a day with the figures of its orders (`there`). Reports only the day's first wrong figure.
 */
export function statisticsFindings(day: string, there: DayFigures, stored: DayFigures): Finding[] {
  const wrong = differing(there, stored);
  const [first] = wrong;
  if (first === undefined) return [];
  const detail = `${first} is stored as ${stored.get(first) ?? 0n}, but the orders come to ${there.get(first) ?? 0n}; ${wrong.length} figures differ`;
  const repair = { kind: 'order-statistics', id: 'all' };
  return [finding('order-statistics-differ', `order_statistics/${day}`, detail, repair)];
}
