import { nextStates, stateWhenReturned, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { author } from '#shared/engine/decide/versioned-record.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import type { HistoryEntry, Order, OrderReturn } from '../records/tables.ts';
import { closedWithOrder } from '../returns/return.ts';
import { type StockMoves, itemsAfterMove } from '../stock/stock.ts';

type By = Pick<Command, 'caller'>;

/** The error if the caller may not set this status, otherwise null. Setting the current status again is allowed. */
export function illegalMove(
  { status: from }: Pick<Order, 'status'>,
  to: OrderState,
  { caller }: By,
): { from: OrderState; to: OrderState; allowed: string } | null {
  const allowed = nextStates(from, caller.area);
  return from === to || allowed.includes(to) ? null : { from, to, allowed: allowed.join(', ') };
}

export function transitionErrors(order: Pick<Order, 'status'>, to: OrderState, by: By): FieldError[] {
  const params = illegalMove(order, to, by);
  return params ? [{ field: 'status', rule: 'illegal_transition', params }] : [];
}

export function wrongState(
  { status: state }: Pick<Order, 'status'>,
  allowed: readonly OrderState[],
): FieldError[] {
  if (allowed.includes(state)) return [];
  return [{ field: 'status', rule: 'wrong_state', params: { state, allowed: allowed.join(', ') } }];
}

/** Every status change uses this function, so that history, reason and stock change together. See also `returnsAfterMove`. */
export function moveOrder(
  order: Order,
  { to, reason, by, now }: { to: OrderState; reason: string | null; by: By; now: string },
  moves: StockMoves,
): Partial<Order> {
  const { status: from } = order;
  if (from === to) return {};
  const entry: HistoryEntry = { at: now, by: author(by), from, to, reason };
  return {
    status: to,
    history: [...order.history, entry],
    items: itemsAfterMove(order.items, { from, to }, moves),
    ...(reason !== null && { reject_reason: reason }),
    ...(to === stateWhenReturned && order.open_returns && { open_returns: 0 }),
  };
}

/** If an order becomes `returned`, its open returns are closed. */
export function returnsAfterMove(
  order: Pick<Order, 'status'>,
  { to, by, now }: { to: OrderState; by: By; now: string },
  returns: readonly OrderReturn[],
): OrderReturn[] {
  return to === stateWhenReturned && order.status !== to ? closedWithOrder(returns, { by, now }) : [];
}
