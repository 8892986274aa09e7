import { notFound } from '#shared/decide/bulk-operation.ts';
import type { BulkStep, BulkWork } from '#shared/decide/bulk-operation.ts';
import { author, changed } from '#shared/decide/versioned-record.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { nextStates } from '#shared/contracts/endpoints/order-states.ts';
import { orderEvent } from './order-events.ts';
import { moveTo, releaseItem, transitionError } from './order-status.ts';
import type { Order, OrdersNeeds, OrdersTables } from './tables.ts';
import { stockMoves } from './stock.ts';

type OrdersWork = BulkWork<OrdersTables, OrdersNeeds>;

function refused(order: Order, to: OrderState): BulkStep<OrdersTables> {
  const params = { from: order.status, to, allowed: nextStates[order.status].join(', ') };
  return { fate: 'refused', error: { code: 'illegal_transition', params }, changes: [], events: [] };
}

/** Moves each order through the state machine; stock goes back as for each alone. */
function bulkMove(decimals: number): OrdersWork {
  return {
    needs: (ids) => ({ orders: ids }),
    step: (state, id, { asked, caller }, { now }) => {
      const order = state.orders.get(id);
      if (!order) return notFound;
      const { status: to, reject_reason: reason } = asked as {
        status: OrderState;
        reject_reason?: string | null;
      };
      if (order.status === to) return { fate: 'unchanged', changes: [], events: [] };
      if (transitionError(order, to)) return refused(order, to);
      const moves = stockMoves(state.inventory, now);
      const moved = moveTo(order, { to, reason: reason ?? null, by: author({ caller }), now }, moves);
      const values = { ...moved, ...(reason && { reject_reason: reason }) };
      const next = changed<Order>(order, values, { caller }, now);
      return {
        fate: 'changed',
        changes: [{ table: 'orders', put: next }, ...moves.finish()],
        events: [orderEvent('status-changed', next, decimals)],
      };
    },
  };
}

/** Deletes each order; what was not delivered gives its stock back. */
function bulkDelete(decimals: number): OrdersWork {
  return {
    needs: (ids) => ({ orders: ids }),
    step: (state, id, _operation, { now }) => {
      const order = state.orders.get(id);
      if (!order) return notFound;
      const moves = stockMoves(state.inventory, now);
      if (order.status !== 'delivered') for (const item of order.items) releaseItem(item, order, moves);
      return {
        fate: 'changed',
        changes: [{ table: 'orders', remove: id }, ...moves.finish()],
        events: [orderEvent('deleted', order, decimals)],
      };
    },
  };
}

export function orderBulk(decimals: number): Record<'orders.bulk-update' | 'orders.bulk-delete', OrdersWork> {
  return { 'orders.bulk-update': bulkMove(decimals), 'orders.bulk-delete': bulkDelete(decimals) };
}
