import { checksFirst, errorsOr, type State } from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import { changed, existing, withoutUndefined } from '#shared/engine/decide/versioned-record.ts';
import {
  needsReason,
  stateWhenCleared,
  stateWhenReturned,
  type OrderState,
} from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import { asGenerated, looksGenerated, numberKey, orderNumber } from '../records/order-number.ts';
import { returnsOf } from '../returns/return.ts';
import { stockMoves } from '../stock/stock.ts';
import { withoutReason } from '../records/own-reasons.ts';
import type { Order, OrdersHandler, OrdersTables } from '../records/tables.ts';
import { erasedValues } from './erased-order.ts';
import { figuresAfter, type FigureRules } from './figures.ts';
import { moveOrder, returnsAfterMove, transitionErrors } from './order-status.ts';
import { addressOnOrder, orderAnswer, orderChanges, referredBy, userOnOrder } from './order.ts';

type Update = OrdersCommands['orders.update'];
type UpdateBody = Update['body'];

function targetOf({ status }: Pick<UpdateBody, 'status'>): OrderState | undefined {
  return status === null ? stateWhenCleared : status;
}

function statusErrors(
  order: Order,
  { body, caller }: Pick<Update, 'caller'> & { body: Partial<UpdateBody> },
): FieldError[] {
  const to = targetOf(body);
  if (to === undefined) return [];
  const errors = transitionErrors(order, to, { caller });
  if (to === order.status || !needsReason(to) || body.reject_reason) return errors;
  const missing: FieldError =
    body.status === null
      ? { field: 'reject_reason', rule: 'required_when_empty', params: { other: 'status' } }
      : { field: 'reject_reason', rule: 'required' };
  return [...errors, missing];
}

/**
 * An order number must be unique in every spelling, and must not be the number that the store generates for another order. Throws
 * 409 if a damaged order has this number.
 */
function numberErrors(state: State<OrdersTables>, order: Order, number: string | undefined): FieldError[] {
  if (number === undefined || number === order.order_number) return [];
  const key = numberKey(number);
  const hasNumber = (other: { order_number: unknown }) => numberKey(String(other.order_number)) === key;
  const holders = allRecords(state.orders, hasNumber);
  const isTaken = holders.some(({ _id }) => _id !== order._id);
  const generated = asGenerated(number);
  const isReserved = looksGenerated(generated) && generated !== orderNumber(order._id);
  return isTaken || isReserved ? [{ field: 'order_number', rule: 'unique' }] : [];
}

export function updateOrder(rules: FigureRules): OrdersHandler<'orders.update'> {
  const { decimals } = rules;
  return checksFirst({
    needs: ({ params, body }) => ({
      orders: [params.order],
      users: body.user_id === undefined ? [] : [body.user_id],
      addresses: body.address_id === undefined ? [] : [body.address_id],
      returnsOf: body.status === stateWhenReturned ? [params.order] : [],
      orderNumbers: body.order_number === undefined ? [] : [body.order_number],
    }),
    check: (state, command) => {
      const before = existing(state.orders, command.params.order, command);
      const { user, address, errors } = referredBy(state, command.body, before);
      return errorsOr(
        [
          ...numberErrors(state, before, command.body.order_number),
          ...errors,
          ...statusErrors(before, command),
        ],
        { before, user, address, inventory: state.inventory, returns: returnsOf(state.returns, before._id) },
      );
    },
    decide: ({ before, user, address, inventory, returns }, command, { now }) => {
      const { status: _status, figures: _figures, reject_reason: reason, ...values } = command.body;
      const moves = stockMoves(inventory, now);
      const to = targetOf(command.body) ?? before.status;
      const move = { to, reason: reason ?? null, by: command, now };
      const isPassed = user !== undefined && user._id !== before.user_id;
      const isReaddressed = address !== undefined && (isPassed || address._id !== before.address_id);
      const keepsReason = needsReason(to) && !reason;
      // The next customer must not read the texts about the former customer.
      const cleared = isPassed && { ...erasedValues, history: before.history.map(withoutReason) };
      const change = {
        ...cleared,
        ...withoutUndefined(values),
        ...(reason !== undefined && !keepsReason && { reject_reason: reason }),
        ...figuresAfter(before, command.body, rules),
        ...(isPassed && { user: userOnOrder(user) }),
        ...(isReaddressed && { address: addressOnOrder(address) }),
        ...moveOrder({ ...before, ...cleared }, move, moves),
      };
      const order = changed<Order>(before, change, now);
      return {
        answer: { status: 200, ...orderAnswer(order, command, decimals) },
        ...orderChanges(before, order, moves, decimals, returnsAfterMove(before, move, returns)),
      };
    },
  });
}
