import type { ClientSession } from 'mongoose';
import { operator } from '#shared/mongo/operator.ts';
import { openStates } from '../rules/erasure/erase-user.ts';
import type { Order } from '../rules/tables.ts';
import type { OrdersModels } from './orders-models.ts';

/** The error response to an erasure lists up to this number of open orders. */
const most = 100;

/** The first of these users' open orders. */
export async function openOrdersOf(
  { orders }: Pick<OrdersModels, 'orders'>,
  users: readonly number[],
  session: ClientSession | null,
): Promise<Map<number, Order>> {
  if (users.length === 0) return new Map();
  const open = await orders
    .find(
      { user_id: operator({ $in: users }), status: operator({ $in: openStates }) },
      { search: 0 },
      { session },
    )
    .sort({ _id: 1 })
    .limit(most)
    .lean<Order[]>();
  return new Map(open.map((order) => [order._id, order]));
}
