import { fallenStates, nextStates, stockTakingStates } from '#shared/contracts/endpoints/order-states.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { FieldError } from '#shared/errors.ts';
import type { HistoryEntry, Order, OrderItem } from './tables.ts';
import type { StockMoves } from './stock.ts';

export function takesStock(state: OrderState): boolean {
  return stockTakingStates.includes(state);
}

/** What is wrong with moving an order to this state; the same state again is no move. */
export function transitionError(order: Pick<Order, 'status'>, to: OrderState): FieldError | null {
  if (order.status === to || nextStates[order.status].includes(to)) return null;
  const allowed = nextStates[order.status].join(', ');
  return { field: 'status', rule: 'illegal_transition', params: { from: order.status, to, allowed } };
}

interface Move {
  to: OrderState;
  reason: string | null;
  by: string;
  now: string;
}

/** The order's values after a legal move; its stock goes back when it falls, and out when it is delivered. */
export function moveTo(
  order: Order,
  { to, reason, by, now }: Move,
  moves: StockMoves,
): Pick<Order, 'status' | 'history' | 'items'> {
  if (order.status === to) return { status: to, history: order.history, items: order.items };
  const entry: HistoryEntry = { at: now, by, from: order.status, to, reason };
  const history = [...order.history, entry];
  if (to === 'delivered') {
    for (const item of order.items) moves.deliver(item.product_id, item.held);
  }
  const items = fallenStates.includes(to)
    ? order.items.map((item) => releaseItem(item, order, moves))
    : order.items;
  return { status: to, history, items };
}

/** The line with nothing held: what it held is given back, once. */
export function releaseItem(item: OrderItem, order: Pick<Order, 'status'>, moves: StockMoves): OrderItem {
  if (item.held === 0) return item;
  moves.giveBack(item.product_id, item.held, order.status === 'delivered');
  return { ...item, held: 0 };
}
