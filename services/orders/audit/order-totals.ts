import { states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { countedKind } from '../records/counted-kind.ts';
import type { HeldUnits } from './stock-findings.ts';

/** The fields of an order that the totals need. The fields have the type `unknown`, because stored data may be damaged. */
export interface CountedOrder {
  _id: unknown;
  status: unknown;
  payment_method: unknown;
  items: unknown;
}

interface OrderTotals {
  /** Numbers of orders, keyed by status and payment method: `pending:1`. */
  counts: Map<string, number>;
  lines: Map<number, HeldUnits>;
  /** The number of orders whose lines cannot be read. */
  damaged: number;
}

export function newTotals(): OrderTotals {
  return { counts: new Map(), lines: new Map(), damaged: 0 };
}

/** A delivered line still has the units that it held, although these units have left the stock. */
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

interface Line {
  product_id: number;
  held: number;
}

function isLine(line: unknown): line is Line {
  const { product_id: id, held } = (line ?? {}) as Partial<Record<keyof Line, unknown>>;
  return Number.isSafeInteger(id) && Number.isSafeInteger(held);
}
