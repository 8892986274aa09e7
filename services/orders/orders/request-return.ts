import {
  errorsOr,
  checksFirst,
  type Answer,
  type Decision,
  type Drafts,
  type State,
  type Tools,
} from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { author, existing, firstVersion, matchVersion } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { stateWhenReturned, statesWithReturns } from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import { shopperId } from '../customers/shopper.ts';
import type { Order, OrderReturn, OrdersHandler, OrdersTables, ReturnLine } from '../records/tables.ts';
import { movedReturn, returnsOf, unitsInReturns } from '../returns/return.ts';
import { wrongState } from './order-status.ts';
import { ownOrder } from './order.ts';
import { lineErrors, returnAnswer, returnChanges, type ReturnRules } from './return-changes.ts';

function periodErrors(
  { history }: Pick<Order, 'history'>,
  at: string,
  { days, localDay }: ReturnRules,
): FieldError[] {
  if (days === 0) return [{ field: 'status', rule: 'no_returns' }];
  // If an undo reverts the status `returned`, the goods were delivered before, so the return period does not start again.
  const delivered = history.findLast(
    ({ from, to }) => to === 'delivered' && from !== to && from !== stateWhenReturned,
  );
  if (!delivered) return [];
  const until = Temporal.PlainDate.from(localDay(delivered.at)).add({ days }).toString();
  return localDay(at) > until ? [{ field: 'status', rule: 'return_period', params: { until } }] : [];
}

function newReturnErrors(
  order: Order,
  { returns }: Pick<State<OrdersTables>, 'returns'>,
  { body, caller: { area } }: Pick<Command, 'caller'> & { body: { lines?: Drafts<ReturnLine> } },
): FieldError[] {
  const illegal = wrongState(order, statesWithReturns(area));
  if (illegal.length > 0) return illegal;
  const own = returnsOf(returns, order._id);
  return lineErrors(body.lines ?? [], 'amount', (id) => {
    const item = order.items.find((one) => one.id === id);
    return item && Math.max(0, item.amount - unitsInReturns(own, id));
  });
}

function decideReturn(
  order: Order,
  command: OrdersCommands['returns.create' | 'own-returns.create'],
  { now, nextId }: Tools,
  decimals: number,
): Decision<OrdersTables> {
  const to = command.caller.area === 'admin' ? 'approved' : 'requested';
  const record: OrderReturn = {
    _id: nextId('returns'),
    ...firstVersion(command, now),
    order_id: order._id,
    user_id: order.user_id,
    status: to,
    lines: command.body.lines.map(({ item_id, amount, reason = null }) => ({
      item_id,
      amount,
      received: null,
      restock: null,
      uncounted: 0,
      reason,
    })),
    refund: null,
    history: [{ at: now, by: author(command), from: null, to, reason: null }],
  };
  return {
    answer: returnAnswer(201, record, command, decimals),
    ...returnChanges(record, { was: null, order }, { now, decimals }),
  };
}

function madeReturn(decimals: number): (record: OrderReturn, command: Command) => Answer {
  return (record, command) => returnAnswer(201, record, command, decimals);
}

/** A shopper asks to return goods of their delivered order. */
export function requestReturn(rules: ReturnRules): OrdersHandler<'own-returns.create'> {
  const { decimals } = rules;
  return makesOnce(madeReturn(decimals), {
    needs: (command) => ({
      users: [shopperId(command)],
      orders: [command.params.order],
      returnsOf: [command.params.order],
      sequences: ['returns'],
    }),
    check: (state, command) => {
      const order = ownOrder(state, command);
      matchVersion(command, order);
      const errors = newReturnErrors(order, state, command);
      const late = statesWithReturns('client').includes(order.status)
        ? periodErrors(order, command.at, rules)
        : [];
      return errorsOr(late.length > 0 ? late : errors, order);
    },
    decide: (order, command, tools) => decideReturn(order, command, tools, decimals),
  });
}

/** Staff create a return, which needs no approval. */
export function announceReturn({ decimals }: ReturnRules): OrdersHandler<'returns.create'> {
  return makesOnce(madeReturn(decimals), {
    needs: ({ params }) => ({ orders: [params.order], returnsOf: [params.order], sequences: ['returns'] }),
    check: (state, command) => {
      const order = existing(state.orders, command.params.order, command);
      return errorsOr(newReturnErrors(order, state, command), order);
    },
    decide: (order, command, tools) => decideReturn(order, command, tools, decimals),
  });
}

export function withdrawReturn({ decimals }: ReturnRules): OrdersHandler<'own-returns.withdraw'> {
  return checksFirst({
    needs: (command) => ({
      users: [shopperId(command)],
      orders: [command.params.order],
      returns: [command.params.return],
    }),
    check: (state, command) => {
      const order = ownOrder(state, command);
      const record = state.returns.get(command.params.return);
      if (record?.order_id !== order._id || record.user_id !== order.user_id) throw new Problem('not_found');
      matchVersion(command, record);
      const { status: from } = record;
      const params = { from, to: 'withdrawn', allowed: '' };
      const illegal: FieldError = { field: 'status', rule: 'illegal_transition', params };
      return errorsOr(from === 'requested' ? [] : [illegal], { order, record });
    },
    decide: ({ order, record }, command, { now }) => {
      const after = movedReturn(record, { to: 'withdrawn', reason: null, by: command, now });
      return {
        answer: returnAnswer(200, after, command, decimals),
        ...returnChanges(after, { was: record, order }, { now, decimals }),
      };
    },
  });
}
