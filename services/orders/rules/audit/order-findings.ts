import { damaged, finding } from '#shared/decide/audit-finding.ts';
import type { Finding } from '#shared/decide/audit-finding.ts';
import { orderFault } from '../damaged-records.ts';
import type { HistoryEntry, Order } from '../tables.ts';

/** What an order says of itself. A damaged one is judged by nothing else. */
export function orderFindings(order: Order): Finding[] {
  const subject = `orders/${order._id}`;
  const repair = { kind: 'history', id: order._id };
  const isHistoryGone = !Array.isArray(order.history) || order.history.length === 0;
  const fault = orderFault(isHistoryGone ? { ...order, history: [] } : order);
  if (fault !== null) return [damaged(subject, fault)];
  if (isHistoryGone)
    return [finding('history-missing', subject, `it is ${order.status}, by no entry`, repair)];
  const last = order.history.at(-1) as Partial<HistoryEntry> | null | undefined;
  if (typeof last !== 'object' || last === null)
    return [damaged(subject, 'history has entries that are none')];
  if (last.to === order.status) return [];
  const detail = `its history ends with ${String(last.to)}, its status is ${order.status}`;
  return [finding('history-differs', subject, detail, repair)];
}

/** The history with the entry that leads to the status; null when it does already. */
export function mendedHistory(
  order: Pick<Order, 'history' | 'status'>,
  by: string,
  at: string,
): HistoryEntry[] | null {
  const history = Array.isArray(order.history) ? order.history : [];
  const from = history.at(-1)?.to ?? null;
  if (from === order.status) return null;
  return [...history, { at, by, from, to: order.status, reason: null }];
}
