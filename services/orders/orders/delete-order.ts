import type { State } from '#shared/engine/decide/handler.ts';
import { removal, type Deleter } from '#shared/engine/decide/deletion.ts';
import { existing } from '#shared/engine/decide/versioned-record.ts';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import { sumsOf } from '../payments/balance.ts';
import { paymentsOf } from '../payments/payment.ts';
import { returnsOf } from '../returns/return.ts';
import { stockMoves, releaseDeleted } from '../stock/stock.ts';
import type { Order, OrdersHandler, OrdersTables, Written } from '../records/tables.ts';
import { orderEvent } from './order-resource.ts';

export function orderRemoval(
  state: State<OrdersTables>,
  order: Order,
  { deleter, now, decimals }: { deleter: Deleter; now: string; decimals: number },
): Written {
  refuseIfPaid(order, decimals);
  refuseWithOpenReturn(order);
  const moves = stockMoves(state.inventory, now);
  releaseDeleted(order.items, order.status, moves);
  const stock = moves.finish();
  return {
    changes: [
      ...removal('orders', order, deleter, now),
      ...paymentsOf(state.payments, order._id).flatMap((payment) =>
        removal('payments', payment, deleter, now),
      ),
      ...returnsOf(state.returns, order._id).flatMap((record) => removal('returns', record, deleter, now)),
      ...stock.changes,
    ],
    events: [orderEvent('deleted', order, decimals), ...stock.events],
  };
}

/** An order cannot be deleted while the shop has money for it, because the record of the money would be deleted too. */
function refuseIfPaid(order: Order, decimals: number): void {
  const { paid } = sumsOf(order);
  if (paid === 0) return;
  const { order_number: number } = order;
  throw new Problem('conflict', detail('paid_order', { number, paid: toMajor(paid, decimals) }));
}

function refuseWithOpenReturn({ order_number: number, open_returns: open = 0 }: Order): void {
  if (open > 0) throw new Problem('conflict', detail('open_return', { number }));
}

export function deleteOrder(decimals: number): OrdersHandler<'orders.delete'> {
  return {
    needs: ({ params }) => ({
      orders: [params.order],
      paymentsOf: [params.order],
      returnsOf: [params.order],
    }),
    decide: (state, command, { now }) => {
      const order = existing(state.orders, command.params.order, command);
      return { answer: { status: 204 }, ...orderRemoval(state, order, { deleter: command, now, decimals }) };
    },
  };
}
