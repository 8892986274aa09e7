import { checksFirst, errorsOr } from '#shared/engine/decide/handler.ts';
import { changed, matchVersion } from '#shared/engine/decide/versioned-record.ts';
import { stateWhenCancelled } from '#shared/contracts/endpoints/order-states.ts';
import { shopperId } from '../customers/shopper.ts';
import { stockMoves } from '../stock/stock.ts';
import type { Order, OrdersHandler } from '../records/tables.ts';
import { moveOrder, transitionErrors } from './order-status.ts';
import { orderAnswer, orderChanges, ownOrder } from './order.ts';

export function cancelOrder(decimals: number): OrdersHandler<'orders.cancel'> {
  return checksFirst({
    needs: (command) => ({ users: [shopperId(command)], orders: [command.params.order] }),
    check: (state, command) => {
      const before = ownOrder(state, command);
      matchVersion(command, before);
      const errors = transitionErrors(before, stateWhenCancelled, command);
      return errorsOr(errors, { before, inventory: state.inventory });
    },
    decide: ({ before, inventory }, command, { now }) => {
      const moves = stockMoves(inventory, now);
      const move = { to: stateWhenCancelled, reason: null, by: command, now };
      const order = changed<Order>(before, moveOrder(before, move, moves), now);
      return {
        answer: { status: 200, ...orderAnswer(order, command, decimals) },
        ...orderChanges(before, order, moves, decimals),
      };
    },
  });
}
