import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { orderColumn, paymentMethods } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrderFilterName } from '#shared/contracts/endpoints/orders.ts';
import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import type { ListAccess } from '#shared/lists/source.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { MongoFilter } from '#shared/mongo/operator.ts';
import { orderIndexes } from './orders-models.ts';

export type OrderListQuery = OrdersRequests['orders.list']['query'];

/** The filters that a field of the order must equal: all but those of its state and of days. */
type EqualFilterName = Exclude<OrderFilterName, 'status' | 'created_at' | 'updated_at'>;
export const equalOrderFilters = Object.fromEntries(
  Object.keys(orderColumn('filter'))
    .filter((name) => name !== 'status')
    .map((name) => [name, (value: unknown): MongoFilter => ({ [name]: value })]),
) as Record<EqualFilterName, (value: unknown) => MongoFilter>;

const isAsked = (value: unknown): boolean => (value ?? null) !== null;

/**
 * The index for the admin's list of orders, by name: MongoDB would rather walk the newest orders, however few match. At a
 * million orders a state takes 9 ms and a day 16 ms (docs/performance.md). An index on status and payment method yields
 * newest first only where both are named, so the one that is not asked for is named in full.
 */
export function orderListAccess({ filters, sort }: OrderListQuery): ListAccess {
  const { status, payment_method: payment, created_at: created, updated_at: updated, ...indexed } = filters;
  if (Object.values(indexed).some(isAsked)) return {};
  if (isAsked(created)) return { hint: orderIndexes.created_at, keysFirst: true };
  if (isAsked(updated)) return { hint: orderIndexes.updated_at, keysFirst: true };
  const first = sort[0]?.field ?? 'id';
  if (!['id', 'status', 'payment_method'].includes(first)) return {};
  if (![status, payment].some(isAsked) && first === 'id') return {};
  return {
    filter: {
      ...(!isAsked(status) && { status: operator({ $in: orderStates }) }),
      ...(!isAsked(payment) && { payment_method: operator({ $in: paymentMethods }) }),
    },
    hint: orderIndexes.status,
  };
}

/** What is counted as orders are written: all of them, or those of some states, of a payment method, or of both. */
export function countedOrders({
  search,
  filters,
}: OrderListQuery): { states: readonly OrderState[] | null; paymentMethod: number | null } | null {
  const { status, payment_method: payment, ...others } = filters;
  if (search !== null || Object.values(others).some(isAsked)) return null;
  return { states: status ?? null, paymentMethod: payment ?? null };
}
