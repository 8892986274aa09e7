import { type BulkStep, type BulkSums } from '#shared/engine/decide/bulk-operation.ts';
import type { Change, State } from '#shared/engine/decide/handler.ts';
import { fromMajor, toMajor } from '#shared/contracts/kit/money.ts';
import { sumsOf } from '../payments/balance.ts';
import type { OrdersTables } from '../records/tables.ts';

/**
 * Adds the changes of one order to the sums of bulk work. `total` and `paid` are in major units. `stock` is the number of units
 * that go back into the stock, minus the units that are reserved.
 */
export function addOrderSums(
  sums: BulkSums,
  { changes }: Pick<BulkStep<OrdersTables>, 'changes'>,
  before: State<OrdersTables>,
  decimals: number,
): BulkSums {
  const worth = changes.reduce((total, change) => total + worthOf(change, before), 0);
  const paid = changes.reduce(
    (sum, change) => sum + paidBy(change, before),
    fromMajor(sums.paid ?? 0, decimals),
  );
  const moves = changes.flatMap((change) => stockMove(change, before));
  return {
    total: toMajor(fromMajor(sums.total, decimals) + worth, decimals),
    ...(paid !== 0 && { paid: toMajor(paid, decimals) }),
    stock: moves.reduce((stock, move) => stock + move.stock, sums.stock),
    products: moves.reduce(addMove, sums.products),
  };
}

/** An order's total in minor units. For a deleted order, the total before its deletion. */
function worthOf(change: Change<OrdersTables>, before: State<OrdersTables>): number {
  if (change.table !== 'orders') return 0;
  return 'put' in change ? change.put.total : (before.orders.get(change.remove)?.total ?? 0);
}

/** The amount by which a change raises the order's `paid`, in minor units. */
function paidBy(change: Change<OrdersTables>, before: State<OrdersTables>): number {
  if (change.table !== 'orders' || !('put' in change)) return 0;
  const { put: order } = change;
  const former = before.orders.get(order._id);
  return former ? sumsOf(order).paid - sumsOf(former).paid : 0;
}

type Moved = BulkSums['products'][number];

function stockMove(change: Change<OrdersTables>, before: State<OrdersTables>): Moved[] {
  if (change.table !== 'inventory' || !('put' in change)) return [];
  const { _id: id, stock } = change.put;
  const by = (stock ?? 0) - (before.inventory.get(id)?.stock ?? 0);
  return by === 0 ? [] : [{ product_id: id, stock: by }];
}

function addMove(products: readonly Moved[], move: Moved): readonly Moved[] {
  const index = products.findIndex(({ product_id: id }) => id === move.product_id);
  const known = products[index];
  if (!known) return [...products, move];
  return products.with(index, { ...known, stock: known.stock + move.stock });
}

/** The stock records as they would be after bulk work with these sums. */
export function stockAfter(
  { products }: Pick<BulkSums, 'products'>,
  { inventory }: Pick<State<OrdersTables>, 'inventory'>,
): Change<OrdersTables>[] {
  const moved = new Map(products.map(({ product_id: id, stock }) => [id, stock]));
  return [...inventory.values()].flatMap((record): Change<OrdersTables>[] => {
    const by = moved.get(record._id);
    if (by === undefined || record.stock === null) return [];
    return [{ table: 'inventory', put: { ...record, stock: Math.max(0, record.stock + by) } }];
  });
}
