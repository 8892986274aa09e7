import {
  checksFirst,
  errorsOr,
  type Answer,
  type Decision,
  type Drafts,
  type State,
} from '#shared/engine/decide/handler.ts';
import { isRedelivery } from '#shared/engine/decide/make-once.ts';
import { changed, existing } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import { creditedBy } from '../payments/balance.ts';
import { paymentResource, refundable, stateErrors, tooMuch, voidedPayment } from '../payments/payment.ts';
import type { Order, OrderItem, OrdersHandler, OrdersTables, Payment, Refund } from '../records/tables.ts';
import { refundedPayment } from '../payments/refund.ts';
import { lineFigures, shareOfUnits } from './line-shares.ts';
import { orderOf } from './order.ts';
import { paymentChanges } from './record-payment.ts';

interface Settled {
  before: Payment;
  order: Order;
}

/** Throws 404 if the payment is missing, and 412 for an outdated `If-Match`. */
function paymentWithOrder(
  state: State<OrdersTables>,
  command: Pick<Command, 'ifMatch'> & { params: { payment: number } },
): Settled {
  const before = existing(state.payments, command.params.payment, command);
  return { before, order: orderOf(state.orders, before) };
}

function settle(
  { before, order }: Settled,
  after: Payment,
  { now, decimals }: { now: string; decimals: number },
  effect: { credited?: number; items?: OrderItem[] } = {},
): Decision<OrdersTables> {
  return {
    answer: answer(after, decimals),
    ...paymentChanges({ before, after }, { order, ...effect }, { now, decimals }),
  };
}

function answer(payment: Payment, decimals: number): Answer {
  return { status: 200, version: payment.version, data: paymentResource(payment, decimals) };
}

/** Captures an authorised payment: the expected money arrived. The authorised amount that was not captured expires. */
export function capturePayment(decimals: number): OrdersHandler<'payments.capture'> {
  return checksFirst({
    needs: ({ params }) => ({ payments: [params.payment] }),
    check: (state, command) => {
      const found = paymentWithOrder(state, command);
      const { before } = found;
      const illegal = stateErrors(before, 'captured');
      if (illegal.length > 0) return illegal;
      const isTooMuch = (command.body.amount ?? 0) > before.authorised;
      return errorsOr(isTooMuch ? [tooMuch(before.authorised, decimals)] : [], found);
    },
    decide: (found, { body }, { now }) => {
      const captured = body.amount ?? found.before.authorised;
      const after = changed<Payment>(found.before, { state: 'captured', captured }, now);
      return settle(found, after, { now, decimals });
    },
  });
}

/** Voids a payment: the expected money will not arrive, or the payment was recorded by mistake. */
export function voidPayment(decimals: number): OrdersHandler<'payments.void'> {
  return checksFirst({
    needs: ({ params }) => ({ payments: [params.payment] }),
    check: (state, command) => {
      const found = paymentWithOrder(state, command);
      return errorsOr(stateErrors(found.before, 'voided'), found);
    },
    decide: (found, _command, { now }) => settle(found, voidedPayment(found.before, now), { now, decimals }),
  });
}

type RefundLines = NonNullable<Refund['lines']>;

function amountOfLines(
  lines: Drafts<RefundLines[number]>,
  order: Order,
): { amount: number; errors: FieldError[] } {
  const figures = lineFigures(order);
  const items = new Map(order.items.map((item) => [item.id, item]));
  const errors: FieldError[] = [];
  let sum = 0;
  for (const [index, line] of lines.entries()) {
    const { item_id: id, amount } = line ?? {};
    if (id === undefined) continue;
    const item = items.get(id);
    if (!item) {
      errors.push({ field: `lines.${index}.item_id`, rule: 'exists' });
      continue;
    }
    if (amount === undefined) continue;
    const { refunded: from = 0 } = item;
    const left = Math.max(0, item.amount - from);
    if (amount > left) {
      errors.push({ field: `lines.${index}.amount`, rule: 'max', params: { max: left } });
      continue;
    }
    sum += shareOfUnits(figures.get(id) ?? 0, item, { from, to: from + amount });
    items.set(id, { ...item, refunded: from + amount });
  }
  return { amount: sum, errors };
}

/** Computes the amount of a refund. The body may be incomplete. Missing values then add nothing to the amount. */
function refundAmount(
  { before, order }: Settled,
  { amount, lines }: Partial<OrdersCommands['payments.refund']['body']>,
  decimals: number,
): { amount: number; errors: FieldError[] } {
  const most = refundable(before);
  if (!lines) {
    const isTooMuch = amount !== undefined && amount > most;
    return { amount: amount ?? 0, errors: isTooMuch ? [tooMuch(most, decimals)] : [] };
  }
  const ofLines = amountOfLines(lines, order);
  if (ofLines.errors.length > 0) return ofLines;
  if (ofLines.amount > most) {
    const params = { sum: toMajor(ofLines.amount, decimals), max: toMajor(most, decimals) };
    return { ...ofLines, errors: [{ field: 'lines', rule: 'lines_exceed', params }] };
  }
  const isComplete = (lines as Drafts<RefundLines[number]>).every(
    (line) => line?.item_id !== undefined && line.amount !== undefined,
  );
  const isNothing = isComplete && ofLines.amount === 0;
  return { ...ofLines, errors: isNothing ? [{ field: 'lines', rule: 'lines_cost_nothing' }] : [] };
}

function withRefundedUnits(items: OrderItem[], lines: RefundLines): OrderItem[] {
  const units = Map.groupBy(lines, ({ item_id: id }) => id);
  return items.map((item) => {
    const more = (units.get(item.id) ?? []).reduce((sum, { amount }) => sum + amount, 0);
    return more === 0 ? item : { ...item, refunded: (item.refunded ?? 0) + more };
  });
}

export function refundPayment(decimals: number): OrdersHandler<'payments.refund'> {
  return checksFirst({
    needs: ({ params }) => ({ payments: [params.payment] }),
    check: (state, command) => {
      const isDone = state.payments
        .get(command.params.payment)
        ?.refunds.some((refund) => refund.command === command.id && isRedelivery(command, refund.at));
      if (isDone) return { ...paymentWithOrder(state, { ...command, ifMatch: null }), amount: null };
      const found = paymentWithOrder(state, command);
      const illegal = stateErrors(found.before, 'refunded');
      if (illegal.length > 0) return illegal;
      const { amount, errors } = refundAmount(found, command.body, decimals);
      return errorsOr<Settled & { amount: number | null }>(errors, { ...found, amount });
    },
    decide: ({ before, order, amount }, command, { now }) => {
      // The command already made this refund, and was redelivered after its inbox record expired.
      if (amount === null) return { answer: answer(before, decimals), changes: [], events: [] };
      const { lines = null, reason = null } = command.body;
      const after = refundedPayment(before, { amount, lines, return_id: null, reason }, command, now);
      const items = lines && withRefundedUnits(order.items, lines);
      const effect = { credited: creditedBy(order, amount), ...(items && { items }) };
      return settle({ before, order }, after, { now, decimals }, effect);
    },
  });
}
