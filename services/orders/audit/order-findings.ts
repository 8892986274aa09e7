import { damaged, finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { knownRecord } from '#shared/engine/decide/known-record.ts';
import { topLevel, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { figureNames } from '#shared/contracts/endpoints/order-fields.ts';
import { faults } from '../records/damaged-records.ts';
import { wrongFigures } from '../orders/figures.ts';
import { asGenerated, keptNumberKey, numberKey, orderIdOf } from '../records/order-number.ts';
import type { HistoryEntry, Order } from '../records/tables.ts';

/** Findings about one order alone. The caller passes the result to `withoutChangedFigures`, which needs the ledger. */
export function orderFindings(order: Order): Finding[] {
  // A history of another type may still contain the entries, so the order counts as damaged and an operator must decide.
  const history: unknown = order.history;
  const isHistoryGone =
    history === undefined || history === null || (Array.isArray(history) && history.length === 0);
  const fault = faults.orders(isHistoryGone ? { ...order, history: [] } : order);
  if (fault !== null) return [damaged(`orders/${order._id}`, fault)];
  return [...historyFindings(order, isHistoryGone), ...figureFindings(order)];
}

function historyFindings(order: Order, isHistoryGone: boolean): Finding[] {
  const subject = `orders/${order._id}`;
  if (isHistoryGone) return [finding('history-missing', subject, `its status is ${order.status}`)];
  const last = order.history.at(-1) as Partial<HistoryEntry> | null | undefined;
  if (typeof last !== 'object' || last === null)
    return [damaged(subject, 'history has an entry that is not an object')];
  if (last.to === order.status) return [];
  const detail = `its status is ${order.status}, but its history ends with ${String(last.to)}`;
  return [finding('history-differs', subject, detail)];
}

/** Checks orders whose figures follow their lines, and checkouts of releases before 1.0.0, which have no field `figures`. */
function figureFindings(order: Order): Finding[] {
  if (order.figures === 'given' || (!order.figures && typeof order.cart_version !== 'number')) return [];
  const wrong = wrongFigures(order).map(
    ({ name, wanted }) => `${name} is ${order[name]} instead of ${wanted}`,
  );
  if (wrong.length === 0) return [];
  const detail = `${wrong.join(', ')} (in minor units)`;
  return [finding('order-figures-differ', `orders/${order._id}`, detail)];
}

/** Removes findings about figures that a command may have changed. `rows`: ledger rows by subject, newest first. */
export function withoutChangedFigures(
  findings: readonly Finding[],
  orders: readonly Pick<Order, '_id' | 'version' | 'figures'>[],
  rows: ReadonlyMap<string, readonly LedgerRow[]>,
): Finding[] {
  const bySubject = new Map(orders.map((order) => [`orders/${order._id}`, order]));
  return findings.filter(({ rule, subject }) => {
    const order = bySubject.get(subject);
    // If an order's figures follow its lines, figures and lines agree after every command, so the finding stays.
    if (rule !== 'order-figures-differ' || order?.figures === 'lines') return true;
    return isAsMade(order?.version ?? 0, rows.get(subject) ?? []);
  });
}

/** Whether the ledger has a row for every version, and no row changes a figure or a line. */
function isAsMade(version: number, rows: readonly LedgerRow[]): boolean {
  const counted = new Set<string>([...figureNames, 'items']);
  const known = knownRecord(version, rows);
  const changed = known.rows.flatMap(({ changes = [] }) => changes.map(({ field }) => field));
  return known.gap === null && !topLevel(changed).some((name) => counted.has(name));
}

/** Finds order numbers that differ only in letter case or script of digits, which only earlier releases accepted. */
export function numberFindings(
  orders: readonly (Pick<Order, '_id' | 'order_number'> & { number_key?: unknown })[],
  others: readonly (Pick<Order, '_id' | 'order_number'> & { number_key?: unknown })[],
): Finding[] {
  const byKey = Map.groupBy([...others, ...orders], ({ order_number: number }) => numberKey(number));
  return orders.flatMap((order) => {
    const { _id, order_number: number } = order;
    const isKept = order.number_key === numberKey(number) && orderIdOf(asGenerated(number)) === null;
    if (isKept || keptNumberKey(order) === null) return [];
    const twin = byKey
      .get(numberKey(number))
      ?.find((other) => other._id !== _id && other.order_number !== number);
    if (!twin) return [];
    const detail = `${number} differs from ${twin.order_number} of orders/${twin._id} only in case or in the script of digits`;
    return [finding('order-number-twice', `orders/${_id}`, detail)];
  });
}

/** The keys by which to load the other orders that `numberFindings` compares. */
export function numbersToCompare(
  orders: readonly (Pick<Order, '_id' | 'order_number'> & { number_key?: unknown })[],
) {
  const set = orders
    .filter((order) => keptNumberKey(order) !== null)
    .map(({ order_number: number }) => number);
  return { keys: set.map(numberKey), generated: set.map(asGenerated) };
}
