import { notFound, refusedStep, unchanged, type BulkWork } from '#shared/engine/decide/bulk-operation.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import { changedSums, dueOn } from '../payments/balance.ts';
import { returnsOf } from '../returns/return.ts';
import { heldBefore, stockMoves } from '../stock/stock.ts';
import type { Order, OrdersNeeds, OrdersTables } from '../records/tables.ts';
import { addOrderSums, stockAfter } from './bulk-sums.ts';
import { orderRemoval } from './delete-order.ts';
import { illegalMove, moveOrder, returnsAfterMove } from './order-status.ts';
import { puts, withEvents } from './order.ts';
import { recordedPayment, roomFor, type AskedUpdate } from './record-payment.ts';
import { restoreOrder } from './restore-order.ts';

type OrdersWork = BulkWork<OrdersTables, OrdersNeeds>;

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
    if (params) return refusedStep('illegal_transition', params);
    const { now } = tools;
    const moves = stockMoves(state.inventory, now);
    const move = { to, reason, by: operation, now };
    const moved = moveOrder(order, move, moves);
    // An order in a final state has nothing due, so no payment is recorded for the order.
    const amount = payment ? Math.max(0, dueOn({ ...order, ...moved })) : 0;
    const most = roomFor(order, decimals);
    if (amount > most) {
      const max = String(toMajor(most, decimals));
      return refusedStep('validation_failed', { field: 'payment', rule: 'max', max });
    }
    const next = changed<Order>(order, { ...moved, ...changedSums(order, { paid: amount }) }, now);
    if (next === order) return unchanged;
    const changes = puts('orders', [next]);
    changes.push(...puts('returns', returnsAfterMove(order, move, returnsOf(state.returns, id))));
    if (payment && amount > 0) {
      const asked = { amount, method: payment.method };
      changes.push(...puts('payments', [recordedPayment(order, asked, { operation, ...tools })]));
    }
    return {
      fate: 'changed',
      ...heldBefore(order.items, to),
      ...withEvents(changes, { was: order, stock: moves.finish(), decimals }),
    };
  };
}

export function orderBulk(
  decimals: number,
): Record<'orders.bulk-update' | 'orders.bulk-payment' | 'orders.bulk-delete', OrdersWork> {
  const needs = (ids: number[]) => ({ orders: ids, returnsOf: ids });
  const needsPayments = (ids: number[]) => ({ ...needs(ids), paymentsOf: ids });
  const work: Omit<OrdersWork, 'step'> = {
    table: 'orders',
    needs,
    addSums: (sums, step, before) => addOrderSums(sums, step, before, decimals),
    changesSoFar: stockAfter,
    restore: (state, row, operation, tools, former) =>
      restoreOrder(row, { state, operation, ...tools, decimals, former }),
  };
  return {
    'orders.bulk-update': {
      ...work,
      startsAs: ({ payment }) => (payment === undefined ? null : 'orders.bulk-payment'),
      step: updateStep(decimals),
    },
    // Records a payment of each order's due amount. Also changes the order's status if the request has a status.
    'orders.bulk-payment': {
      ...work,
      needs: (ids) => ({ ...needsPayments(ids), sequences: ['payments'] }),
      step: updateStep(decimals),
    },
    'orders.bulk-delete': {
      ...work,
      needs: needsPayments,
      step: (state, id, { _id: operationId, caller }, { now }) => {
        const order = state.orders.get(id);
        if (!order) return notFound;
        const deleter = { id: operationId, caller };
        return { fate: 'changed', ...orderRemoval(state, order, { deleter, now, decimals }) };
      },
    },
  };
}
