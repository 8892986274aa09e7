import type { Decision, State } from '#shared/engine/decide/handler.ts';
import { existing, removal, type Deleter } from '#shared/engine/decide/versioned-record.ts';
import { orderEvent } from './order-resource.ts';
import { stockMoves, releaseDeleted } from '../stock/stock.ts';
import type { Order, OrdersHandler, OrdersTables } from '../records/tables.ts';

export function orderRemoval(
  state: State<OrdersTables>,
  order: Order,
  { deleter, now, decimals }: { deleter: Deleter; now: string; decimals: number },
): Pick<Decision<OrdersTables>, 'changes' | 'events'> {
  const moves = stockMoves(state.inventory, now);
  releaseDeleted(order.items, order.status, moves);
  const stock = moves.finish();
  return {
    changes: [...removal<OrdersTables>('orders', order, deleter, now), ...stock.changes],
    events: [orderEvent('deleted', order, decimals), ...stock.events],
  };
}

export function deleteOrder(decimals: number): OrdersHandler<'orders.delete'> {
  return {
    needs: ({ params }) => ({ orders: [params.order] }),
    decide: (state, command, { now }) => {
      const order = existing(state.orders, command.params.order, command);
      return { answer: { status: 204 }, ...orderRemoval(state, order, { deleter: command, now, decimals }) };
    },
  };
}
