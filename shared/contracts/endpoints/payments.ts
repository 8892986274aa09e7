import type { FieldError } from '../errors.ts';
import { post, read, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import { having, list, nullable, object, required, sometimes } from '../kit/fields.ts';
import { flag, integer, money, text } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter, wordsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import {
  maxFigure,
  paymentMethod,
  paymentMethodFilter,
  paymentMethodNames,
  paymentMethodSchema,
} from './order-fields.ts';
import { amountSchema, maxAmount, maxItems } from './order-lines.ts';
import { paymentProviders, paymentStates } from './payment-states.ts';
import { timelineOf } from './timeline.ts';

const openProvider: s.SchemaOf<string> = {
  type: 'string',
  description:
    'Who decides about the payment. `manual`: the shop’s staff record it. Later releases may add values.',
};
const openState: s.SchemaOf<string> = {
  type: 'string',
  description: `${paymentStates.map((state) => `\`${state}\``).join(', ')}. Later releases may add values.`,
};

const refundLineSchema = s.named('RefundLine', { item_id: s.id, amount: amountSchema });
const refundFigures = {
  id: s.described(s.id, 'Unique within the payment.'),
  amount: s.money,
  lines: s.orNull(
    s.arrayOf(refundLineSchema),
    'The units of each line that were refunded. null: an amount was refunded.',
  ),
  return_id: s.orNull(s.id, 'The return whose goods came back. null: none.'),
};
const refundSchema = s.named('Refund', {
  ...refundFigures,
  reason: s.orNull(s.text),
  at: s.moment,
  by: s.text,
});
const refundEventSchema = s.objectOf({ ...refundFigures, at: s.moment });

const figures = {
  id: s.id,
  order_id: s.id,
  provider: openProvider,
  method: paymentMethodSchema,
  amount: s.moneyAs('The amount when the payment was recorded.'),
  authorised: s.moneyAs('The most that can be captured.'),
  captured: s.moneyAs('The money that arrived. Refunds do not lower it; a void sets it to 0.'),
  refunded: s.moneyAs('The sum of the refunds.'),
  state: openState,
};
export const paymentSchema = s.named('Payment', {
  ...figures,
  reference: s.orNull(s.text),
  note: s.orNull(s.text),
  refunds: s.arrayOf(refundSchema),
  ...s.times,
});
/** A payment in events, without its texts, because staff may write about people in them. */
export const paymentEventSchema = s.objectOf({
  ...figures,
  refunds: s.arrayOf(refundEventSchema),
  ...s.times,
});

const paymentList = listOf({
  filters: {
    order_id: idsFilter(),
    provider: wordsFilter(paymentProviders),
    method: paymentMethodFilter(),
    state: wordsFilter(paymentStates),
    created_at: dateFilter(),
    id: idsFilter(),
  },
  costs: { provider: 'scan', method: 'scan', state: 'scan' },
  searchable: ['order_id', 'reference'],
});

const positive = () => money({ max: maxFigure, isPositive: true });
const reason = () => nullable(text({ max: 500 }), 'Only staff see it.');

export function newRefundLine() {
  return object({
    item_id: required(integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    amount: required(integer({ min: 1, max: maxAmount })),
  });
}

function amountOrLines(
  { amount, lines }: { amount?: number; lines?: readonly unknown[] },
  sent: Record<string, unknown>,
): FieldError[] {
  if (sent['amount'] === undefined && sent['lines'] === undefined)
    return [{ field: 'amount', rule: 'required' }];
  if (lines?.length === 0) return [{ field: 'lines', rule: 'min_items', params: { min: 1 } }];
  if (amount === undefined || lines === undefined) return [];
  const params = { other: 'amount', value: JSON.stringify(sent['amount']) };
  return [{ field: 'lines', rule: 'prohibited_when', params }];
}

const ifMatchOfPayment = '`If-Match` takes the payment’s ETag.';

export const paymentReads = {
  'payments.list': read('/api/admin/payments', {
    summary: 'List payments',
    description: 'Newest first. `search` searches references.',
    list: paymentList,
    answers: paymentSchema,
  }),
  'payments.read': read('/api/admin/payments/:payment', {
    summary: 'Read a payment',
    description: 'With its refunds.',
    answers: paymentSchema,
  }),
  'payments.timeline': timelineOf('/api/admin/payments/:payment/timeline', 'a payment'),
  'payments.of-order': read('/api/admin/orders/:order/payments', {
    summary: 'List the payments of an order',
    description: 'The same as `GET /api/admin/payments` for one order.',
    list: paymentList,
    answers: paymentSchema,
  }),
};

export const paymentContract = {
  sections: { 'Admin payments': 'Money that staff recorded for orders, and refunds.' },
  events: eventsOf('orders', 'payments', paymentEventSchema, {
    'orders.payment.created.v1': 'A payment of an order was recorded.',
    'orders.payment.updated.v1': 'A payment was captured, voided or refunded.',
  }),
  reads: paymentReads,
  writes: {
    'payments.create': post('/api/admin/orders/:order/payments', {
      summary: 'Record a payment of an order',
      description: [
        'Records money that staff took: cash, a transfer, a card terminal. By default `amount` is what is due, and `method` is the',
        'order’s. `capture: false` records an expected payment, which is `authorised` and does not count as paid yet. An order of any',
        'state takes payments, and they may exceed what is due. The order’s version rises. `If-Match` takes the order’s ETag.',
      ].join(' '),
      body: object({
        amount: sometimes(positive(), 'Default: the `due` of the order.'),
        method: sometimes(paymentMethod(), `${paymentMethodNames}. Default: the order’s.`),
        reference: nullable(text({ max: 255 }), 'The number of a receipt or transfer.'),
        note: nullable(text({ max: 500 })),
        capture: sometimes(flag(), 'false: the money is expected. Default: true.'),
      }),
      status: 201,
      answers: paymentSchema,
      example: { amount: 5, method: 1, reference: 'Receipt 118' },
      exampleIds: { order: 3 },
    }),
    'payments.capture': post('/api/admin/payments/:payment/capture', {
      summary: 'Capture an authorised payment',
      description: `The expected money arrived. Default: all of it; what is left of the authorisation lapses. ${ifMatchOfPayment}`,
      body: object({ amount: sometimes(positive(), 'At most the authorised amount, which is the default.') }),
      answers: paymentSchema,
      refuses: ['illegal_transition'],
      exampleIds: { payment: 2 },
    }),
    'payments.void': post('/api/admin/payments/:payment/void', {
      summary: 'Void a payment',
      description: `An authorised payment that will not come, or a captured one that was recorded by mistake. A payment with refunds cannot be voided. ${ifMatchOfPayment}`,
      answers: paymentSchema,
      refuses: ['illegal_transition'],
      exampleIds: { payment: 3 },
    }),
    'payments.refund': post('/api/admin/payments/:payment/refund', {
      summary: 'Refund a captured payment',
      description: [
        'Send an `amount`, or `lines` with the units of each line. Lines come to their share of the price, the discounts and the tax;',
        'in an order with `figures` `given`, to their share of `total`. A refund first settles a negative `due` of the order. What',
        `exceeds that adds to \`credited\`, so that a refund never makes the customer owe anything. ${ifMatchOfPayment}`,
      ].join(' '),
      body: object({
        amount: sometimes(positive(), 'At most the captured amount that is not refunded yet.'),
        lines: sometimes(list(newRefundLine(), { max: maxItems })),
        reason: reason(),
      }),
      check: amountOrLines,
      crossFieldSchema: {
        if: having('amount'),
        then: { not: having('lines') },
        else: { required: ['lines'], properties: { lines: { minItems: 1 } } },
      },
      answers: paymentSchema,
      refuses: ['illegal_transition'],
      example: { amount: 2, reason: 'Arrived broken' },
    }),
  },
} satisfies ResourceContract;
