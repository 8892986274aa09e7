import type { ClientSession } from 'mongoose';
import { liveStates, stockHoldingStates } from '#shared/contracts/endpoints/order-states.ts';
import { byId } from '#shared/platform/mongo/load-records.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import type { Order } from '../../records/tables.ts';
import { hasItem } from '../order-lines.ts';
import type { ItemRow, OrdersModels } from '../../records/storage/orders-models.ts';

/** The error response to an erasure lists up to this number of open orders. */
const mostOpenOrders = 100;

export async function ordersOfItems(
  models: Pick<OrdersModels, 'items' | 'orders'>,
  items: number[],
  session: ClientSession | null = null,
): Promise<Map<number, Order>> {
  for (let look = 1; ; look += 1) {
    const rows = await byId<ItemRow>(models.items, items, session);
    const named = [...new Set(rows.values().map((row) => row.order_id))];
    const orders = await byId<Order>(models.orders, named, session);
    // A damaged order counts as holding the item, because reading the order again would not help.
    const holds = (row: ItemRow) => {
      const lines: unknown = orders.get(row.order_id)?.items;
      return lines !== undefined && (!Array.isArray(lines) || hasItem(lines, row._id));
    };
    // If an item moved between the two queries, the loaded order no longer has it. The next attempt reads the id of the item's
    // new order.
    if (look === 3 || rows.values().every(holds)) return orders;
  }
}

const isLive = { $in: ['$status', liveStates] };
const owed = { $cond: [isLive, { $subtract: ['$total', { $ifNull: ['$credited', 0] }] }, 0] };
/** The condition of `isToRefund` as a query: the shop owes the customer money, and payments of the order can refund it. */
const owesCustomer = {
  paid: operator({ $gt: 0 }),
  $expr: operator({ $lt: [{ $subtract: [owed, '$paid'] }, 0] }),
};

/**
 * Returns at most `mostOpenOrders` open orders of each user, lowest ids first. An order is open while it holds stock, has an open
 * return, or has money that the shop owes the customer.
 */
export async function openOrdersOf(
  { orders }: Pick<OrdersModels, 'orders'>,
  users: readonly number[],
  session: ClientSession | null,
): Promise<Map<number, Order>> {
  const open = new Map<number, Order>();
  for (const user_id of users) {
    const isOpen = [
      { status: operator({ $in: stockHoldingStates }) },
      { open_returns: operator({ $gt: 0 }) },
      owesCustomer,
    ];
    const found = await orders
      .find({ user_id, $or: isOpen }, { search: 0 }, { session })
      .sort({ _id: 1 })
      .limit(mostOpenOrders)
      .lean<Order[]>();
    for (const order of found) open.set(order._id, order);
  }
  return open;
}
