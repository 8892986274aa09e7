import {
  notFound,
  type BulkError,
  type BulkWork,
  summedProducts,
  type BulkStep,
  type BulkSums,
} from '#shared/engine/decide/bulk-operation.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import { changedSums, dueOn, sumsOf } from '../payments/balance.ts';
import { withRecorded, type AskedUpdate } from './bulk-payment.ts';
import { orderRemoval } from './delete-order.ts';
import { illegalMove, moveOrder, returnsAfterMove } from './order-status.ts';
import { orderChanges } from './order.ts';
import { roomFor } from './record-payment.ts';
import { restoreOrder } from './restore-order.ts';
import { returnsOf, withReturns } from '../returns/return.ts';
import { stockMoves } from '../stock/stock.ts';
import type { Order, OrdersNeeds, OrdersTables } from '../records/tables.ts';
import type { Change, State } from '#shared/engine/decide/handler.ts';
import { fromMajor, toMajor } from '#shared/contracts/kit/money.ts';

type OrdersWork = BulkWork<OrdersTables, OrdersNeeds>;

function ofOrders(decimals: number): Omit<OrdersWork, 'step'> {
  return {
    table: 'orders',
    needs: (ids) => ({ orders: ids, paymentsOf: ids, returnsOf: ids }),
    addSums: (sums, step, before) => addOrderSums(sums, step, before, decimals),
    restore: (state, row, operation, tools) => restoreOrder(state, row, operation, { ...tools, decimals }),
  };
}

/** Moves each order to a state. A request that also has a payment runs as `bulk-payment` instead. */
function bulkMove(decimals: number): OrdersWork {
  return {
    ...ofOrders(decimals),
    startsAs: ({ payment }) => (payment === undefined ? null : 'orders.bulk-payment'),
    step: updateStep(decimals),
  };
}

/** Records what is due on each order as paid, and moves the order if the request has a status. */
function bulkPayment(decimals: number): OrdersWork {
  const work = ofOrders(decimals);
  return {
    ...work,
    needs: (ids) => ({ ...work.needs(ids), sequences: ['payments'] }),
    step: updateStep(decimals),
  };
}

function updateStep(decimals: number): OrdersWork['step'] {
  return (state, id, operation, tools) => {
    const order = state.orders.get(id);
    if (!order) return notFound;
    const {
      status: to = order.status,
      reject_reason: reason = null,
      payment,
    } = operation.asked as AskedUpdate;
    const params = illegalMove(order, to, operation);
    if (params) return refused({ code: 'illegal_transition', params });
    const { now } = tools;
    const moves = stockMoves(state.inventory, now);
    const move = { to, reason, by: operation, now };
    const moved = moveOrder(order, move, moves);
    // A move that ends the order leaves nothing due.
    const amount = payment ? Math.max(0, dueOn({ ...order, ...moved })) : 0;
    const most = roomFor(order, decimals);
    if (amount > most) {
      const max = String(toMajor(most, decimals));
      return refused({ code: 'validation_failed', params: { field: 'payment', rule: 'max', max } });
    }
    const next = changed<Order>(order, { ...moved, ...changedSums(order, { paid: amount }) }, now);
    if (next === order) return { fate: 'unchanged', changes: [], events: [] };
    const closed = returnsAfterMove(order, move, returnsOf(state.returns, id));
    const step = withReturns(
      { fate: 'changed' as const, ...orderChanges(order, next, moves, decimals) },
      closed,
      decimals,
    );
    if (!payment || amount === 0) return step;
    return withRecorded(step, order, { amount, method: payment.method }, { operation, ...tools, decimals });
  };
}

function refused(error: Omit<BulkError, 'id'>): BulkStep<OrdersTables> {
  return { fate: 'refused', error, changes: [], events: [] };
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

export function orderBulk(
  decimals: number,
): Record<'orders.bulk-update' | 'orders.bulk-payment' | 'orders.bulk-delete', OrdersWork> {
  return {
    'orders.bulk-update': bulkMove(decimals),
    'orders.bulk-payment': bulkPayment(decimals),
    'orders.bulk-delete': bulkDelete(decimals),
  };
}

/** `total` and `paid` are in major units. `stock` is the units that the step returns, minus those that it reserves. */
export function addOrderSums(
  sums: BulkSums,
  { changes }: Pick<BulkStep<OrdersTables>, 'changes'>,
  before: State<OrdersTables>,
  decimals: number,
): BulkSums {
  const worth = changes.reduce((total, change) => total + worthOf(change, before), 0);
  const paid = changes.reduce((sum, change) => sum + paidBy(change, before), fromMajor(sums.paid ?? 0, decimals));
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
  const isKnown = products.some(({ product_id: id }) => id === move.product_id);
  if (!isKnown) return products.length < summedProducts ? [...products, move] : products;
  return products.map((known) =>
    known.product_id === move.product_id ? { ...known, stock: known.stock + move.stock } : known,
  );
}
