import { damaged, finding, findingOfAll, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { commandOfMaker } from '#shared/engine/decide/make-once.ts';
import { faults } from '../records/damaged-records.ts';
import { wrongFigures } from '../orders/figures.ts';
import { asGenerated, keptNumberKey, numberKey, orderIdOf } from '../records/order-number.ts';
import type { HistoryEntry, Order } from '../records/tables.ts';

/** Audits an order without reading other data. */
export function orderFindings(order: Order): Finding[] {
  const subject = `orders/${order._id}`;
  // A history that is not a list may still contain the entries. The order is then treated as damaged, and an operator must
  // decide.
  const history: unknown = order.history;
  const isHistoryGone =
    history === undefined || history === null || (Array.isArray(history) && history.length === 0);
  const fault = faults.orders(isHistoryGone ? { ...order, history: [] } : order);
  if (fault !== null) return [damaged(subject, fault)];
  const figures = order.figures === 'lines' ? wrongFigures(order) : [];
  return [
    ...(isHistoryGone
      ? [finding('history-missing', subject, `its status is ${order.status}`)]
      : historyFindings(order, subject)),
    ...findingOfAll(
      'order-figures-differ',
      subject,
      figures.map(({ name, wanted }) => `${name} is ${order[name]} instead of ${wanted}`),
      ' (in minor units)',
    ),
  ];
}

function historyFindings({ status, history }: Order, subject: string): Finding[] {
  const last = history.at(-1) as Partial<HistoryEntry> | null | undefined;
  if (typeof last !== 'object' || last === null)
    return [damaged(subject, 'history has an entry that is not an object')];
  if (last.to === status) return [];
  const detail = `its status is ${status}, but its history ends with ${String(last.to)}`;
  return [finding('history-differs', subject, detail)];
}

type Numbered = Pick<Order, '_id' | 'order_number'> & { number_key?: unknown };

/** Finds order numbers that differ only in letter case or script of digits, which only earlier releases accepted. */
export function numberFindings(orders: readonly Numbered[], others: readonly Numbered[]): Finding[] {
  const byKey = Map.groupBy([...others, ...orders], ({ order_number: number }) => numberKey(number));
  return orders.flatMap((order) => {
    const { _id, order_number: number } = order;
    const isKept = order.number_key === numberKey(number) && orderIdOf(asGenerated(number)) === null;
    if (isKept || keptNumberKey(order) === null) return [];
    const alike = byKey.get(numberKey(number));
    const twin = alike?.find((other) => other._id !== _id && other.order_number !== number);
    if (!twin) return [];
    const detail = `${number} differs from ${twin.order_number} of orders/${twin._id} only in case or in the script of digits`;
    return [finding('order-number-twice', `orders/${_id}`, detail)];
  });
}

/** Order numbers in two forms, by which a query finds the other orders that `numberFindings` compares with these orders. */
export function numbersToCompare(orders: readonly Numbered[]) {
  const set = orders.filter((order) => keptNumberKey(order) !== null).map((order) => order.order_number);
  return { keys: set.map(numberKey), generated: set.map(asGenerated) };
}

export interface AuditedText {
  _id: number;
  text: string;
}

/** Finds orders whose text in `order_texts` is missing or outdated. Orders with ids above `indexedUpTo` may have none yet. */
export function textFindings(
  orders: readonly { _id: number; search: string }[],
  texts: readonly AuditedText[],
  indexedUpTo: number,
): Finding[] {
  const textOf = new Map(texts.map(({ _id, text }) => [_id, text]));
  return orders
    .filter(({ _id, search }) => (textOf.get(_id) ?? (_id > indexedUpTo ? search : null)) !== search)
    .map(({ _id }) => {
      const detail = textOf.has(_id)
        ? 'search finds the order by an old text'
        : 'search does not find the order';
      return finding('order-text-differs', `order_texts/${_id}`, detail, { kind: 'order-text', id: _id });
    });
}

/** A command that created an order. `orderId` comes from the command's response. */
export interface MadeOrder {
  commandId: string;
  orderId: number;
  /** The time of the command's outcome. */
  at: string;
}

/** Returns 12 for `/api/client/orders/12`. */
export function orderOfLocation(location: unknown): number | null {
  const id = typeof location === 'string' ? /\/orders\/(\d+)$/.exec(location)?.[1] : undefined;
  return id === undefined ? null : Number(id);
}

interface Maker {
  created_by_command?: string;
}

/** Finds orders whose id two commands returned, or that a command other than `created_by_command` returned. */
export function madeTwice(
  made: readonly MadeOrder[],
  orders: ReadonlyMap<number, Maker>,
  isFirst: (orderId: number) => boolean,
): Finding[] {
  return made.flatMap(({ orderId, commandId }) => {
    const own = orders.get(orderId)?.created_by_command;
    const maker = own === undefined ? commandId : commandOfMaker(own);
    if (isFirst(orderId) && maker === commandId) return [];
    const detail = `both ${commandId} and ${maker === commandId ? 'another command' : maker} created it`;
    return [finding('order-made-twice', `orders/${orderId}`, detail)];
  });
}

/** Reports orders that commands created and that are missing now, although no deletion is recorded. */
export function lostOrders(missing: readonly MadeOrder[]): Finding[] {
  return missing.map(({ orderId, commandId, at }) => {
    const detail = `${commandId} created it at ${at}; it is missing, and no command deleted it`;
    return finding('order-lost', `orders/${orderId}`, detail);
  });
}

type Recent = Maker & { _id: number; created_at: string };

/** Finds recent orders without a stored command outcome, although outcomes from that time are still stored. */
export function ordersWithoutCommand(
  orders: readonly Recent[],
  { keptSince, isKept }: { keptSince: string; isKept: (order: Recent) => boolean },
): Finding[] {
  const unknown = orders.filter((order) => order.created_at > keptSince && !isKept(order));
  return unknown.map(({ _id, created_at: at }) => {
    const detail = `it was created at ${at}, and no command of that time created it`;
    return finding('order-without-command', `orders/${_id}`, detail);
  });
}
