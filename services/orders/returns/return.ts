import type {
  clientReturnSchema,
  returnEventSchema,
  returnSchema,
} from '#shared/contracts/endpoints/returns.ts';
import {
  openReturnStates,
  returnStatesAfter,
  type ReturnState,
} from '#shared/contracts/endpoints/return-states.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { EventDraft } from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import { undoReason } from '#shared/engine/decide/ledger-row.ts';
import { author, changed, recordEvent } from '#shared/engine/decide/versioned-record.ts';
import { authorById } from '../customers/shopper.ts';
import { ownReasons, returnedWithOrder, withoutReason } from '../records/own-reasons.ts';
import type { HistoryEntry, OrderReturn, ReturnLine } from '../records/tables.ts';

type By = Pick<Command, 'caller'>;

export function returnResource(
  { _id: id, order_id, status, lines, refund, history, created_at, updated_at }: OrderReturn,
  { area, decimals }: { area: 'admin' | 'client'; decimals: number },
): Shown<typeof clientReturnSchema> | Shown<typeof returnSchema> {
  const isAdmin = area === 'admin';
  // If staff created the return, only staff see the reasons of its lines.
  const seesReasons = isAdmin || history[0]?.by.startsWith('client:') === true;
  return {
    id,
    order_id,
    status,
    lines: lines.map(({ item_id, amount, received, restock, uncounted, reason }) => ({
      item_id,
      amount,
      received,
      ...(isAdmin && { restock, uncounted }),
      reason: seesReasons ? reason : null,
    })),
    refund: refund === null ? null : toMajor(refund, decimals),
    history: history.map(({ at, by, from, to, reason }) => ({
      at,
      ...(isAdmin && { by }),
      from,
      to,
      ...(isAdmin && { reason }),
    })),
    created_at,
    updated_at,
  };
}

/**
 * The event has none of the return's texts, because people write about themselves in them. The event names the shopper by id,
 * because the subject of a token may be a name.
 */
export function returnEvent(
  happened: 'created' | 'updated',
  record: OrderReturn,
  decimals: number,
): EventDraft {
  const of = { kind: 'orders.return', path: 'returns', shape: 1 } as const;
  const { _id: id, order_id, user_id, status, lines, refund, history, created_at, updated_at } = record;
  const isByShopper = history.at(-1)?.by.startsWith('client:') === true;
  const data: Shown<typeof returnEventSchema> & { by?: object } = {
    id,
    order_id,
    user_id,
    status,
    lines: lines.map(({ item_id, amount, received, restock, uncounted }) => ({
      item_id,
      amount,
      received,
      restock,
      uncounted,
    })),
    refund: refund === null ? null : toMajor(refund, decimals),
    created_at,
    updated_at,
    ...(isByShopper && { by: { area: 'client', subject: String(user_id) } }),
  };
  return recordEvent(of, happened, record, data);
}

export function isOpen({ status }: Pick<OrderReturn, 'status'>): boolean {
  return openReturnStates.includes(status);
}

/** Throws 409 if one of the returns is damaged. */
export function returnsOf(returns: ReadonlyMap<number, OrderReturn>, orderId: number): OrderReturn[] {
  return allRecords(returns, ({ order_id: of }) => of === orderId);
}

/** The number of a line's units in its returns: announced units of open returns, and received units. */
export function unitsInReturns(returns: readonly OrderReturn[], itemId: number): number {
  const units = returns.flatMap((record) =>
    record.lines
      .filter(({ item_id: id }) => id === itemId)
      .map(({ amount, received }) => received ?? (isOpen(record) ? amount : 0)),
  );
  return units.reduce((sum, each) => sum + each, 0);
}

export function stepErrors({ status: from }: Pick<OrderReturn, 'status'>, to: ReturnState): FieldError[] {
  const allowed = returnStatesAfter(from);
  if (allowed.includes(to)) return [];
  return [{ field: 'status', rule: 'illegal_transition', params: { from, to, allowed: allowed.join(', ') } }];
}

/** Every status change of a return uses this function, so that status and history change together. */
export function movedReturn(
  record: OrderReturn,
  { to, reason, by, now }: { to: ReturnState; reason: string | null; by: By; now: string },
  values: Partial<OrderReturn> = {},
): OrderReturn {
  const step = { at: now, by: author(by), from: record.status, to, reason };
  return changed<OrderReturn>(record, { ...values, status: to, history: [...record.history, step] }, now);
}

export function closedWithOrder(
  returns: readonly OrderReturn[],
  { by, now }: { by: By; now: string },
): OrderReturn[] {
  const step = { to: 'closed', reason: returnedWithOrder, by, now } as const;
  return returns.filter(isOpen).map((record) => movedReturn(record, step));
}

/** Reopens the returns that were closed at the time `at`, because a status change made their order `returned`. */
export function reopenedWithOrder(
  returns: readonly OrderReturn[],
  { at, by, now }: { at: string; by: By; now: string },
): OrderReturn[] {
  return returns.flatMap((record) => {
    const last = record.history.at(-1);
    if (last?.reason !== returnedWithOrder || last.at !== at || last.from === null) return [];
    return [movedReturn(record, { to: last.from, reason: undoReason, by, now })];
  });
}

type Texts = Pick<OrderReturn, 'lines' | 'history'>;

/** Removes the texts of the return's customer. `since`: as for `erasedHistory`. */
export function withoutReturnTexts<R extends Texts>(
  record: R,
  userId: number,
  since: string | null = null,
): R {
  const { lines, history } = record;
  return {
    ...record,
    lines: since === null ? lines.map((line): ReturnLine => ({ ...line, reason: null })) : lines,
    history: erasedHistory(history, userId, since),
  };
}

/**
 * The history of an order or a return without the texts of its customer. The customer's id replaces the subject of their token.
 * `since`: when the order passed to this customer from another one, whose steps stay. Null: it always belonged to this customer.
 */
export function erasedHistory<Step extends Pick<HistoryEntry, 'at' | 'by' | 'reason'>>(
  history: readonly Step[],
  userId: number,
  since: string | null,
): Step[] {
  return history.map((step) =>
    since !== null && step.at < since ? step : { ...withoutReason(step), by: authorById(step.by, userId) },
  );
}

export function erasedReturn(
  record: OrderReturn,
  { userId, since }: { userId: number; since: string | null },
  now: string,
): OrderReturn {
  return changed<OrderReturn>(record, withoutReturnTexts(record, userId, since), now);
}

/** Whether the return still has texts, which may be about a person. */
export function hasReturnTexts({ lines, history }: Texts): boolean {
  return [...lines, ...history].some(({ reason }) => Boolean(reason) && !ownReasons.includes(reason));
}
