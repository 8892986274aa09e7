import type { paymentEventSchema, paymentSchema } from '#shared/contracts/endpoints/payments.ts';
import { paymentStatesAfter, type PaymentState } from '#shared/contracts/endpoints/payment-states.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { EventDraft } from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import { changed, recordEvent } from '#shared/engine/decide/versioned-record.ts';
import type { Order, Payment, PaymentSums } from '../records/tables.ts';
import { changedSums } from './balance.ts';

/** The fields of a payment in its search text, in this order. */
export const searchedPaymentFields = ['order_id', 'reference'] as const satisfies (keyof Payment)[];

export function paymentResource(payment: Payment, decimals: number): Shown<typeof paymentSchema> {
  const { reference, note, refunds, created_at, updated_at } = payment;
  return {
    ...shownFigures(payment, decimals),
    reference,
    note,
    refunds: refunds.map(({ id, amount, lines, return_id, reason, at, by }) => ({
      id,
      amount: toMajor(amount, decimals),
      lines,
      return_id,
      reason,
      at,
      by,
    })),
    created_at,
    updated_at,
  };
}

function shownFigures(payment: Omit<Payment, keyof Texts>, decimals: number) {
  const { _id: id, order_id, provider, method, state } = payment;
  return {
    id,
    order_id,
    provider,
    method,
    amount: toMajor(payment.amount, decimals),
    authorised: toMajor(payment.authorised, decimals),
    captured: toMajor(payment.captured, decimals),
    refunded: toMajor(payment.refunded, decimals),
    state,
  };
}

/** The event has none of the payment's texts, because staff may write about people in them. */
export function paymentEvent(
  happened: 'created' | 'updated',
  payment: Payment,
  decimals: number,
): EventDraft {
  const of = { kind: 'orders.payment', path: 'payments', shape: 1 } as const;
  const { created_at, updated_at } = payment;
  const data: Shown<typeof paymentEventSchema> = {
    ...shownFigures(payment, decimals),
    refunds: payment.refunds.map(({ id, amount, lines, return_id, at }) => ({
      id,
      amount: toMajor(amount, decimals),
      lines,
      return_id,
      at,
    })),
    created_at,
    updated_at,
  };
  return recordEvent(of, happened, payment, data);
}

export function stateErrors({ state: from }: Pick<Payment, 'state'>, to: PaymentState): FieldError[] {
  const allowed = paymentStatesAfter(from);
  if (allowed.includes(to)) return [];
  return [{ field: 'state', rule: 'illegal_transition', params: { from, to, allowed: allowed.join(', ') } }];
}

export function voidedPayment(payment: Payment, now: string): Payment {
  return changed<Payment>(payment, { state: 'voided', captured: 0 }, now);
}

/** The amounts that a payment adds to the sums of its order. */
export function sumsFrom({ state, authorised, captured, refunded }: Payment): Omit<PaymentSums, 'credited'> {
  return { authorised: state === 'authorised' ? authorised : 0, paid: captured - refunded, refunded };
}

/** `before` is null for a new payment. */
export interface PaymentChange {
  before: Payment | null;
  after: Payment;
}

/** `credited`: the amount by which the command lowers what the customer owes. */
export function sumsAfter(
  order: Order,
  payments: readonly PaymentChange[],
  credited = 0,
): Partial<PaymentSums> {
  const by = { authorised: 0, paid: 0, refunded: 0, credited };
  for (const { before, after } of payments) {
    const [had, has] = [before && sumsFrom(before), sumsFrom(after)];
    by.authorised += has.authorised - (had?.authorised ?? 0);
    by.paid += has.paid - (had?.paid ?? 0);
    by.refunded += has.refunded - (had?.refunded ?? 0);
  }
  return changedSums(order, by);
}

/** Throws 409 if one of the payments is damaged. */
export function paymentsOf(payments: ReadonlyMap<number, Payment>, orderId: number): Payment[] {
  return allRecords(payments, ({ order_id: of }) => of === orderId);
}

/** The error for an amount above `most`, the largest allowed amount in minor units. */
export function tooMuch(most: number, decimals: number): FieldError {
  return { field: 'amount', rule: 'max', params: { max: toMajor(most, decimals) } };
}

export function refundable({ captured, refunded }: Pick<Payment, 'captured' | 'refunded'>): number {
  return captured - refunded;
}

export function erasedPayment(payment: Payment, since: string | null, now: string): Payment {
  return changed<Payment>(payment, withoutTexts(payment, since), now);
}

interface Texts {
  reference: string | null;
  note: string | null;
  refunds: readonly { at: string; reason: string | null }[];
}

/** Whether a field of a payment, as a dotted name, has a text that may be about a person. */
export function isPaymentText(field: string): boolean {
  return ['reference', 'note'].includes(field) || /^refunds\.\d+\.reason$/.test(field);
}

/**
 * Removes the texts of the payment's customer. `since`: when the order passed to another customer, if only the later texts are to
 * be removed. Null: all texts. The authors of refunds stay, because only staff act on payments.
 */
export function withoutTexts<P extends Texts>(payment: P, since: string | null = null): P {
  const refunds = payment.refunds.map((refund) =>
    since !== null && refund.at < since ? refund : { ...refund, reason: null },
  );
  return { ...payment, ...(since === null && { reference: null, note: null }), refunds };
}

/** Whether the payment still has texts, which may be about a person. */
export function hasTexts({ reference, note, refunds }: Texts): boolean {
  return [reference, note, ...refunds.map(({ reason }) => reason)].some(Boolean);
}
