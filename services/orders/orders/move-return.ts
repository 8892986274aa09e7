import {
  checksFirst,
  errorsOr,
  type Decision,
  type State,
  type Tools,
} from '#shared/engine/decide/handler.ts';
import { changed, existing } from '#shared/engine/decide/versioned-record.ts';
import { stateWhenReturned, statesWithReturns } from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import { creditableOn, dueOn, sumsOf } from '../payments/balance.ts';
import { paymentsOf, sumsAfter } from '../payments/payment.ts';
import { refundedFromNewest } from '../payments/refund.ts';
import type {
  Order,
  OrderReturn,
  OrdersHandler,
  OrdersTables,
  Payment,
  ReturnLine,
} from '../records/tables.ts';
import { movedReturn, stepErrors } from '../returns/return.ts';
import { receiveUnits, stockMoves, type StockMoves } from '../stock/stock.ts';
import { lineFigures, shareOfUnits } from './line-shares.ts';
import { orderOf, puts, withEvents } from './order.ts';
import { moveOrder, wrongState } from './order-status.ts';
import { lineErrors, returnAnswer, returnChanges, type ReturnRules } from './return-changes.ts';

type Update = OrdersCommands['returns.update'];
type Asked = NonNullable<Update['body']['lines']>[number];

interface Found extends Pick<State<OrdersTables>, 'inventory'> {
  record: OrderReturn;
  order: Order;
  payments: readonly Payment[];
}

/**
 * Receives the units of a return. The order's lines no longer hold these units: they go back to the stock, or count as lost if
 * `restock` is false. `worth` is the money for the received units, in minor units. Units that were refunded before add nothing to
 * it.
 */
function receive({ record, order }: Found, asked: readonly Asked[], moves: StockMoves, now: string) {
  const figures = lineFigures(order);
  const items = new Map(order.items.map((item) => [item.id, item]));
  let worth = 0;
  const lines = record.lines.map((line): ReturnLine => {
    const item = items.get(line.item_id);
    const { received = line.amount, restock = true } =
      asked.find(({ item_id: id }) => id === line.item_id) ?? {};
    if (!item) return { ...line, received: 0, restock: null };
    const { refunded = 0, returned = 0 } = item;
    const to = Math.max(refunded, returned + received);
    worth += shareOfUnits(figures.get(item.id) ?? 0, item, { from: refunded, to });
    const counted = receiveUnits(item, received, { status: order.status, restock }, moves);
    items.set(item.id, {
      ...item,
      held: item.held - counted,
      returned: returned + received,
      refunded: to,
      updated_at: now,
    });
    return { ...line, received, restock, uncounted: received - counted };
  });
  return { items: order.items.map((item) => items.get(item.id) ?? item), lines, worth };
}

function receivedReturn(
  found: Found,
  command: Update,
  { now }: Tools,
  decimals: number,
): Decision<OrdersTables> {
  const { record, order, payments, inventory } = found;
  const { lines: asked = [], reason = null, refund: given = null } = command.body;
  const moves = stockMoves(inventory, now);
  const { items, lines, worth } = receive(found, asked, moves, now);
  const refund = given ?? Math.min(worth, creditableOn(order));
  const credited = { ...order, credited: sumsOf(order).credited + refund };
  const back = Math.min(refund, -dueOn(credited));
  const refunds = refundedFromNewest(payments, { amount: back, return_id: record._id, reason }, command, now);
  const after = movedReturn(record, { to: 'received', reason, by: command, now }, { lines, refund });
  const isWhole = items.every(({ amount, returned = 0 }) => returned >= amount);
  const move = { to: stateWhenReturned, reason: null, by: command, now };
  const put = changed<Order>(
    order,
    {
      ...sumsAfter(order, refunds, refund),
      items,
      ...(isWhole && moveOrder({ ...order, items }, move, moves)),
      // Until staff close this return, the order counts it as open.
      ...(order.open_returns !== undefined && { open_returns: order.open_returns }),
    },
    now,
  );
  const payers = refunds.map((refunded) => refunded.after);
  const changes = [...puts('returns', [after]), ...puts('orders', [put]), ...puts('payments', payers)];
  return {
    answer: returnAnswer(200, after, command, decimals),
    ...(reason !== null && { reason }),
    ...withEvents(changes, { was: order, stock: moves.finish(), decimals }),
  };
}

/** Moves a return to its next step. When the goods are received, also changes the stock and refunds money. */
export function moveReturn({ decimals }: ReturnRules): OrdersHandler<'returns.update'> {
  return checksFirst({
    needs: ({ params }) => ({ returns: [params.return] }),
    check: (state, command) => {
      const record = existing(state.returns, command.params.return, command);
      const { status: to, lines, refund } = command.body;
      const order = orderOf(state.orders, record);
      const isSame = (to ?? record.status) === record.status && !lines && typeof refund !== 'number';
      const found = { record, order, payments: [], inventory: state.inventory };
      if (isSame) return found;
      const illegal = to === undefined ? [] : stepErrors(record, to);
      // Staff may have undone a status change of the order. Its goods are then still in the shop, so they cannot come back.
      if (to === 'received') illegal.push(...wrongState(order, statesWithReturns('admin')));
      if (illegal.length > 0) return illegal.slice(0, 1);
      const announced = (id: number) => record.lines.find((line) => line.item_id === id)?.amount;
      const errors = lineErrors(lines ?? [], 'received', announced);
      const most = creditableOn(order);
      if (typeof refund === 'number' && refund > most)
        errors.push({ field: 'refund', rule: 'max', params: { max: toMajor(most, decimals) } });
      const payments = paymentsOf(state.payments, order._id);
      return errorsOr<Found>(errors, { record, order, payments, inventory: state.inventory });
    },
    decide: (found, command, tools) => {
      const { record, order } = found;
      const { status: to = record.status, reason = null } = command.body;
      if (to === record.status)
        return { answer: returnAnswer(200, record, command, decimals), changes: [], events: [] };
      if (to === 'received') return receivedReturn(found, command, tools, decimals);
      const after = movedReturn(record, { to, reason, by: command, now: tools.now });
      return {
        answer: returnAnswer(200, after, command, decimals),
        ...(reason !== null && { reason }),
        ...returnChanges(after, { was: record, order }, { now: tools.now, decimals }),
      };
    },
  });
}
