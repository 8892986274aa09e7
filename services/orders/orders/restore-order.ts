import {
  notFound,
  refusedStep,
  unchanged,
  type BulkOperation,
  type BulkStep,
} from '#shared/engine/decide/bulk-operation.ts';
import type { State, Tools } from '#shared/engine/decide/handler.ts';
import {
  idOfRow,
  undeleted,
  undoReason,
  valuesBefore,
  type LedgerRow,
} from '#shared/engine/decide/ledger-row.ts';
import { author, changed, type DatedRecord } from '#shared/engine/decide/versioned-record.ts';
import type { DetailCode } from '#shared/contracts/details.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { changedSums, sumsOf } from '../payments/balance.ts';
import { voidedPayment, withoutTexts } from '../payments/payment.ts';
import { numberKey } from '../records/order-number.ts';
import { heldBefore, itemsAsBefore, retakeDeleted, stockMoves, type HeldUnits } from '../stock/stock.ts';
import type { HistoryEntry, Order, OrderReturn, OrdersTables, Payment } from '../records/tables.ts';
import { reopenedWithOrder, returnsOf, withoutReturnTexts } from '../returns/return.ts';
import { orderRemoval } from './delete-order.ts';
import { showsPerson, withoutPerson } from './erased-order.ts';
import { returnsAfterMove } from './order-status.ts';
import { puts, withEvents } from './order.ts';
import { paymentToVoid, recordedPayment, type AskedUpdate } from './record-payment.ts';

type Step = BulkStep<OrdersTables>;

interface Restoring extends Tools {
  state: State<OrdersTables>;
  operation: BulkOperation;
  decimals: number;
  /** The data that the undone step stored for its undo. */
  former?: unknown;
}

/**
 * Undoes bulk work on one order: sets its former status, restores it after a deletion, or deletes it after a restore. The order
 * reserves its stock again. A payment that the work recorded is voided. If the work voided a payment, its money is recorded
 * again. Fails with `out_of_stock` if units are missing, and with `conflict` if another order has the order's number by now.
 */
export function restoreOrder(row: LedgerRow, restoring: Restoring): Step {
  const { state, operation, now, decimals } = restoring;
  if (row.last) return undelete(row, restoring);
  const order = state.orders.get(idOfRow(row));
  if (!order) return notFound;
  if (row.changes) return moveBack(order, row, restoring);
  const deleter = { id: operation._id, caller: operation.caller };
  return { fate: 'changed', ...orderRemoval(state, order, { deleter, now, decimals }) };
}

function moveBack(order: Order, row: LedgerRow, restoring: Restoring): Step {
  const { state, operation, now, decimals } = restoring;
  const former = restoring.former as HeldUnits | null | undefined;
  const { paid } = sumsOf(order);
  const { paid: wasPaid = paid } = valuesBefore<{ paid: number | null }>(row, ['paid']);
  const by = (wasPaid ?? 0) - paid;
  const toVoid = by < 0 ? paymentToVoid(state, order, row) : null;
  const before = valuesBefore<Order>(row, ['status', 'reject_reason']);
  const { status: from } = order;
  const { status: to = from } = before;
  const moves = stockMoves(state.inventory, now);
  const own = returnsOf(state.returns, order._id);
  const reopened = from === to ? [] : reopenedWithOrder(own, { at: row.at, by: operation, now });
  const closed = returnsAfterMove(order, { to, by: operation, now }, own);
  const change = {
    ...before,
    ...(reopened.length > 0 && { open_returns: reopened.length }),
    ...(closed.length > 0 && { open_returns: 0 }),
    ...changedSums(order, { paid: by }),
    ...(to !== from && {
      history: [...order.history, entry(operation, { from, to, now })],
      items: itemsAsBefore(order.items, { from, to, moved: row.stock ?? [], former }, moves),
    }),
  };
  const next = changed<Order>(order, change, now);
  if (next === order) return unchanged;
  const changes = [...puts('orders', [next]), ...puts('returns', [...reopened, ...closed])];
  if (toVoid) changes.push(...puts('payments', [voidedPayment(toVoid, now)]));
  if (by > 0) {
    const { payment } = operation.asked as AskedUpdate;
    if (!payment) throw new Problem('conflict');
    const { method } = payment;
    changes.push(...puts('payments', [recordedPayment(order, { amount: by, method }, restoring)]));
  }
  return {
    fate: 'changed',
    ...heldBefore(order.items, to),
    ...withEvents(changes, { was: order, stock: moves.finish(), decimals }),
  };
}

function undelete(row: LedgerRow, restoring: Restoring): Step {
  const { state, operation, now, decimals } = restoring;
  const last = row.last as Order;
  const { order_number: number } = last;
  const key = numberKey(number);
  const isTaken = state.orders.values().some((other) => numberKey(other.order_number) === key);
  if (isTaken) {
    return refusedStep('conflict', { sentence: 'order_number_taken' satisfies DetailCode, number });
  }
  const moves = stockMoves(state.inventory, now);
  const { status } = last;
  retakeDeleted(last.items, status, moves);
  const isToErase = state.erasures.has(last.user_id) && showsPerson(last);
  const known = isToErase ? withoutPerson(last) : last;
  const order = {
    ...undeleted(known, now),
    history: [...known.history, entry(operation, { from: status, to: status, now })],
  };
  const changes = [
    ...puts('orders', [order]),
    ...puts(
      'payments',
      undeletedWith<Payment>('payments', row, restoring, (payment) => withoutTexts(payment)),
    ),
    ...puts('returns', undeletedWith<OrderReturn>('returns', row, restoring, withoutReturnTexts)),
  ];
  return { fate: 'changed', ...withEvents(changes, { stock: moves.finish(), decimals }) };
}

/** The payments or returns that were deleted with the order. If its customer was erased, `cleaned` removes their texts. */
function undeletedWith<R extends DatedRecord>(
  kind: 'payments' | 'returns',
  row: LedgerRow,
  { state, now }: Restoring,
  cleaned: (record: R, userId: number) => R,
): R[] {
  const { user_id: user } = row.last as Order;
  const ids = (row.with ?? []).filter((id) => id.startsWith(`${kind}/`));
  const last = ids.flatMap((id) => (state.ledgerRows.get(id)?.last as R | undefined) ?? []);
  return last.map((record) => undeleted(state.erasures.has(user) ? cleaned(record, user) : record, now));
}

function entry(
  operation: BulkOperation,
  { from, to, now }: { from: OrderState; to: OrderState; now: string },
): HistoryEntry {
  return { at: now, by: author(operation), from, to, reason: undoReason };
}
