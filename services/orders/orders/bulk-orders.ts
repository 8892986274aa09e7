import {
  notFound,
  type BulkWork,
  summedProducts,
  type BulkStep,
  type BulkSums,
} from '#shared/engine/decide/bulk-operation.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { orderRemoval } from './delete-order.ts';
import { illegalMove, moveOrder, returnsAfterMove } from './order-status.ts';
import { orderChanges } from './order.ts';
import { restoreOrder } from './restore-order.ts';
import { returnsOf, withReturns } from '../returns/return.ts';
import { stockMoves } from '../stock/stock.ts';
import type { Order, OrdersNeeds, OrdersTables } from '../records/tables.ts';
import type { Change, State } from '#shared/engine/decide/handler.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';

type OrdersWork = BulkWork<OrdersTables, OrdersNeeds>;

function ofOrders(decimals: number): Omit<OrdersWork, 'step'> {
  return {
    table: 'orders',
    needs: (ids) => ({ orders: ids, paymentsOf: ids, returnsOf: ids }),
    addSums: (sums, step, before) => addOrderSums(sums, step, before, decimals),
    restore: (state, row, operation, { now }) => restoreOrder(state, row, operation, { now, decimals }),
  };
}

function bulkMove(decimals: number): OrdersWork {
  return {
    ...ofOrders(decimals),
    step: (state, id, operation, { now }) => {
      const order = state.orders.get(id);
      if (!order) return notFound;
      const { status: to, reject_reason: reason = null } = operation.asked as {
        status: OrderState;
        reject_reason?: string | null;
      };
      if (order.status === to) return { fate: 'unchanged', changes: [], events: [] };
      const params = illegalMove(order, to, operation);
      if (params) {
        return { fate: 'refused', error: { code: 'illegal_transition', params }, changes: [], events: [] };
      }
      const moves = stockMoves(state.inventory, now);
      const move = { to, reason, by: operation, now };
      const next = changed<Order>(order, moveOrder(order, move, moves), now);
      const closed = returnsAfterMove(order, move, returnsOf(state.returns.values(), id));
      return withReturns(
        { fate: 'changed', ...orderChanges(order, next, moves, decimals) },
        closed,
        decimals,
      );
    },
  };
}

function bulkDelete(decimals: number): OrdersWork {
  return {
    ...ofOrders(decimals),
    step: (state, id, { _id: operationId, caller }, { now }) => {
      const order = state.orders.get(id);
      const deleter = { id: operationId, caller };
      return order
        ? { fate: 'changed', ...orderRemoval(state, order, { deleter, now, decimals }) }
        : notFound;
    },
  };
}

export function orderBulk(decimals: number): Record<'orders.bulk-update' | 'orders.bulk-delete', OrdersWork> {
  return { 'orders.bulk-update': bulkMove(decimals), 'orders.bulk-delete': bulkDelete(decimals) };
}

/** `total` is in major units. `stock` is the units that the step returns, minus those that it reserves. */
export function addOrderSums(
  sums: BulkSums,
  { changes }: Pick<BulkStep<OrdersTables>, 'changes'>,
  before: State<OrdersTables>,
  decimals: number,
): BulkSums {
  const worth = changes.reduce((total, change) => total + worthOf(change, before), 0);
  const moves = changes.flatMap((change) => stockMove(change, before));
  return {
    total: toMajor(Math.round(sums.total * 10 ** decimals) + worth, decimals),
    stock: moves.reduce((stock, move) => stock + move.stock, sums.stock),
    products: moves.reduce(addMove, sums.products),
  };
}

/** An order's total in minor units. For a deleted order, the total before its deletion. */
function worthOf(change: Change<OrdersTables>, before: State<OrdersTables>): number {
  if (change.table !== 'orders') return 0;
  return 'put' in change ? change.put.total : (before.orders.get(change.remove)?.total ?? 0);
}

type Moved = BulkSums['products'][number];

function stockMove(change: Change<OrdersTables>, before: State<OrdersTables>): Moved[] {
  if (change.table !== 'inventory' || !('put' in change)) return [];
  const { _id: id, stock } = change.put;
  const by = (stock ?? 0) - (before.inventory.get(id)?.stock ?? 0);
  return by === 0 ? [] : [{ product_id: id, stock: by }];
}

function addMove(products: readonly Moved[], move: Moved): readonly Moved[] {
  const isKnown = products.some(({ product_id: id }) => id === move.product_id);
  if (!isKnown) return products.length < summedProducts ? [...products, move] : products;
  return products.map((known) =>
    known.product_id === move.product_id ? { ...known, stock: known.stock + move.stock } : known,
  );
}
