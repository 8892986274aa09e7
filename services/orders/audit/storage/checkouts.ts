import { idOfRow, rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { passing } from '../../customers/rows-of-customer.ts';
import type { Order } from '../../records/tables.ts';
import { contradictsCart } from '../people-findings.ts';

/** Leaves out orders that passed from another customer, because `cart_version` is the version of that customer's cart. */
export async function withoutPassed<O extends Pick<Order, '_id'>>(
  orders: readonly O[],
  snapshot: Snapshot,
): Promise<O[]> {
  if (orders.length === 0) return [];
  const ofOrders = { $or: orders.map(({ _id }) => ({ _id: rowsOfRecord(`orders/${_id}`) })) };
  const rows = await readSome<LedgerRow>(snapshot, 'ledger', { ...ofOrders, ...passing }, { _id: 1 });
  const passed = new Set(rows.map(idOfRow));
  return orders.filter(({ _id }) => !passed.has(_id));
}

/** The checkouts that contradict their customers' carts. `versions`: of these carts, by user id. */
export function contradictingCheckouts<O extends Pick<Order, '_id' | 'user_id' | 'cart_version'>>(
  orders: readonly O[],
  versions: ReadonlyMap<number, number>,
  snapshot: Snapshot,
): Promise<O[]> {
  return withoutPassed(
    orders.filter((order) => contradictsCart(order, versions)),
    snapshot,
  );
}
