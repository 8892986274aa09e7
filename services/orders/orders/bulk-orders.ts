import { notFound, type BulkWork } from '#shared/engine/decide/bulk-operation.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { addOrderSums } from './bulk-sums.ts';
import { orderRemoval } from './delete-order.ts';
import { illegalMove, moveOrder } from './order-status.ts';
import { orderChanges } from './order.ts';
import { restoreOrder } from './restore-order.ts';
import { stockMoves } from '../stock/stock.ts';
import type { Order, OrdersNeeds, OrdersTables } from '../records/tables.ts';

type OrdersWork = BulkWork<OrdersTables, OrdersNeeds>;

function ofOrders(decimals: number): Omit<OrdersWork, 'step'> {
  return {
    table: 'orders',
    needs: (ids) => ({ orders: ids }),
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
      const change = moveOrder(order, { to, reason, by: operation, now }, moves);
      const next = changed<Order>(order, change, now);
      return { fate: 'changed', ...orderChanges(order, next, moves, decimals) };
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
