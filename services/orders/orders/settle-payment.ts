import { checksFirst, errorsOr, type Decision, type State } from '#shared/engine/decide/handler.ts';
import { author, changed, existing } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import { creditedBy } from '../payments/balance.ts';
import {
  decideAttempt,
  paymentResource,
  paymentsOf,
  refundable,
  stateErrors,
  tooMuch,
} from '../payments/payment.ts';
import type { Order, OrdersHandler, OrdersTables, Payment, Refund } from '../records/tables.ts';
import { lineFigures, shareOfUnits } from './line-shares.ts';
import { orderOf, paymentChanges } from './record-payment.ts';

interface Settled {
  before: Payment;
  order: Order;
}

/** Throws 404 for a missing payment, and 412 for an outdated `If-Match`. */
function settled(
  state: State<OrdersTables>,
  command: Pick<Command, 'ifMatch'> & { params: { payment: number } },
): Settled {
  const before = existing(state.payments, command.params.payment, command);
  return { before, order: orderOf(state.orders, before) };
}

function settle(
  { before, order }: Settled,
  values: Partial<Payment>,
  { now, decimals }: { now: string; decimals: number },
  credited = 0,
): Decision<OrdersTables> {
  const payment = changed<Payment>(before, values, now);
  return {
    answer: { status: 200, version: payment.version, data: paymentResource(payment, decimals) },
    ...paymentChanges(payment, { was: before, before: order, credited }, { now, decimals }),
  };
}

/** The expected money arrived. What is left of the authorisation lapses. */
export function capturePayment(decimals: number): OrdersHandler<'payments.capture'> {
  return checksFirst({
    needs: ({ params }) => ({ payments: [params.payment] }),
    check: (state, command) => {
      const found = settled(state, command);
      const { before } = found;
      const illegal = stateErrors(before, 'captured');
      if (illegal.length > 0) return illegal;
      const isTooMuch = (command.body.amount ?? 0) > before.authorised;
      return errorsOr(isTooMuch ? [tooMuch(before.authorised, decimals)] : [], found);
    },
    decide: (found, { body }, { now }) => {
      const { authorised } = found.before;
      const { state, captured } = decideAttempt({ amount: body.amount ?? authorised, capture: true });
      return settle(found, { state, captured }, { now, decimals });
    },
  });
}

/** The payment will not come, or it was recorded by mistake. */
export function voidPayment(decimals: number): OrdersHandler<'payments.void'> {
  return checksFirst({
    needs: ({ params }) => ({ payments: [params.payment] }),
    check: (state, command) => {
      const found = settled(state, command);
      return errorsOr(stateErrors(found.before, 'voided'), found);
    },
    decide: (found, _command, { now }) => settle(found, { state: 'voided', captured: 0 }, { now, decimals }),
  });
}

type RefundBody = Partial<OrdersCommands['payments.refund']['body']>;
type RefundLines = NonNullable<Refund['lines']>;
/** Without the entries and the fields that broke a rule. */
type DraftLines = readonly (Partial<RefundLines[number]> | null | undefined)[];

/** The units of each line that earlier refunds of the order's payments took. */
function refundedUnits(payments: Iterable<Payment>, orderId: number): Map<number, number> {
  const units = new Map<number, number>();
  const refunds = paymentsOf(payments, orderId).flatMap((payment) => payment.refunds);
  for (const { item_id, amount } of refunds.flatMap(({ lines }) => lines ?? []))
    units.set(item_id, (units.get(item_id) ?? 0) + amount);
  return units;
}

/** The sum of a refund's lines, or errors for unknown lines and for more units than are left. */
function amountOfLines(
  lines: DraftLines,
  order: Order,
  refunded: Map<number, number>,
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
    const from = refunded.get(id) ?? 0;
    const left = Math.max(0, item.amount - from);
    if (amount > left) {
      errors.push({ field: `lines.${index}.amount`, rule: 'max', params: { max: left } });
      continue;
    }
    sum += shareOfUnits(figures.get(id) ?? 0, item, { from, to: from + amount });
    refunded.set(id, from + amount);
  }
  return { amount: sum, errors };
}

function exceeding(sum: number, most: number, decimals: number): FieldError {
  const params = { sum: toMajor(sum, decimals), max: toMajor(most, decimals) };
  return { field: 'lines', rule: 'lines_exceed', params };
}

/** The amount of a refund. It is 0 if the body is incomplete. */
function refundAmount(
  state: State<OrdersTables>,
  { before, order }: Settled,
  { amount, lines }: RefundBody,
  decimals: number,
): { amount: number; errors: FieldError[] } {
  const most = refundable(before);
  if (!lines) {
    const isTooMuch = amount !== undefined && amount > most;
    return { amount: amount ?? 0, errors: isTooMuch ? [tooMuch(most, decimals)] : [] };
  }
  const ofLines = amountOfLines(lines, order, refundedUnits(state.payments.values(), order._id));
  if (ofLines.errors.length > 0) return ofLines;
  if (ofLines.amount > most) return { ...ofLines, errors: [exceeding(ofLines.amount, most, decimals)] };
  const isComplete = (lines as DraftLines).every(
    (line) => line?.item_id !== undefined && line.amount !== undefined,
  );
  const isNothing = isComplete && ofLines.amount === 0;
  return { ...ofLines, errors: isNothing ? [{ field: 'lines', rule: 'lines_cost_nothing' }] : [] };
}

export function refundPayment(decimals: number): OrdersHandler<'payments.refund'> {
  return checksFirst({
    needs: ({ params }) => ({ payments: [params.payment] }),
    check: (state, command) => {
      const found = settled(state, command);
      const illegal = stateErrors(found.before, 'refunded');
      if (illegal.length > 0) return illegal;
      const { amount, errors } = refundAmount(state, found, command.body, decimals);
      return errorsOr(errors, { ...found, amount });
    },
    decide: ({ before, order, amount }, command, { now }) => {
      const { lines = null, reason = null } = command.body;
      const id = before.refunds.length + 1;
      const refund: Refund = { id, amount, lines, reason, at: now, by: author(command) };
      const refunded = before.refunded + amount;
      const values = {
        refunded,
        refunds: [...before.refunds, refund],
        state: refunded === before.captured ? ('refunded' as const) : ('part_refunded' as const),
      };
      return settle({ before, order }, values, { now, decimals }, creditedBy(order, amount));
    },
  });
}
