import type { FieldError } from '../errors.ts';
import { oneSelection, selectionErrors } from '../kit/selection.ts';
import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import {
  blankable,
  describe,
  having,
  isBlank,
  list,
  nullable,
  object,
  required,
  sometimes,
  type JsonSchema,
} from '../kit/fields.ts';
import { flag, integer, reference, text, word } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter, moneyFilter, wordsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import { bulkDeletion, bulkFields, selectionWords } from './bulk-writes.ts';
import { bulkOperationSchema } from './operations.ts';
import { figureNames, maxFigure, orderColumn, paymentMethod, type figuresKinds } from './order-fields.ts';
import { linePrices, maxAmount, maxItems } from './order-lines.ts';
import {
  clientOrderSchema,
  orderEventSchema,
  orderSchema,
  rehearsedAdminOrderSchema,
  rehearsedOrderSchema,
} from './order-schema.ts';
import { paymentStatuses } from './payment-states.ts';
import { needsReason, orderStates, stockHoldingStates, type OrderState } from './order-states.ts';
import { maxNote, stockMoveSchema, timelineEntrySchema, timelineOf } from './timeline.ts';

// The sequence of fields in the OpenAPI documents must not change: each function lists the first fields, the others follow.

export function newOrderItem() {
  return object({
    product_id: required(reference('products')),
    amount: required(integer({ min: 1, max: maxAmount })),
    ...linePrices,
  });
}

export function bulkPayment() {
  return describe(
    object({ method: required(paymentMethod()) }),
    'Records what is due as paid, by this method.',
  );
}

function newOrderBody() {
  const { user_id, address_id, payment_method, status, reject_reason, ...others } = orderColumn('create');
  const items = sometimes(list(newOrderItem(), { max: maxItems }));
  const dry_run = nullable(flag());
  return object({ user_id, address_id, payment_method, ...others, status, reject_reason, items, dry_run });
}

function orderChangeBody() {
  const fields = orderColumn('update');
  const { order_number, notes, user_id, address_id, status, reject_reason, payment_method, total } = fields;
  const first = { order_number, notes, user_id, address_id, status, reject_reason, payment_method, total };
  return object({ ...first, ...fields });
}

function checkoutBody() {
  const { payment_method, ...others } = orderColumn('checkout');
  return object({ payment_method, ...others, dry_run: nullable(flag()) });
}

function searchedFilters() {
  const { user_id, address_id, order_number, status, payment_method, ...others } = orderColumn('filter');
  const dates = { created_at: dateFilter(), updated_at: dateFilter() };
  return { user_id, address_id, order_number, status, payment_method, ...dates, ...others };
}

const searched = searchedFilters();
export type SearchedOrderField = keyof typeof searched;
export const searchedOrderFields = Object.keys(searched) as SearchedOrderField[];

export const orderFilters = {
  ...searched,
  total: moneyFilter({ max: maxFigure }),
  payment_status: wordsFilter(paymentStatuses),
  product_id: describe(idsFilter(), 'Orders with a line of this product; several ids separated by commas.'),
  id: idsFilter(),
  customer: describe(
    text({ max: 200 }),
    'Partial match over name, e-mail and phone of the customer as they are now, and over name, street, city and phone on ' +
      'the order. Three or more digits match anywhere in a phone’s digits; nine or more by their last eight.',
  ),
};
export type OrderFilterName = keyof typeof orderFilters;
export const orderFilterNames = Object.keys(orderFilters) as OrderFilterName[];

export const orderList = listOf({
  filters: orderFilters,
  // For a long range of `updated_at`, no index is fast. The service then reads orders by id, up to the last order that was
  // created before the end of the range.
  costs: { total: 'ranges', updated_at: 'scan', payment_status: 'scan' },
  searchable: searchedOrderFields,
  sortable: ['id', ...searchedOrderFields, 'total'],
});

/** `a, b or c` */
function either(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

/** `reject_reason` is required if `status` is empty, or is a state that needs one. */
function reasonOnCreate(
  body: { status?: OrderState | null; reject_reason?: string | null },
  sent: Record<string, unknown>,
): FieldError[] {
  if (!isBlank(sent['reject_reason'])) return [];
  if (isBlank(sent['status'])) {
    return [{ field: 'reject_reason', rule: 'required_when_empty', params: { other: 'status' } }];
  }
  return body.status && needsReason(body.status) ? [{ field: 'reject_reason', rule: 'required' }] : [];
}

interface SentFigures {
  figures?: (typeof figuresKinds)[number];
}

/** Errors for amounts in a request whose `figures` is `lines`, because these amounts are computed from the lines. */
function sentBesideLines({ figures }: SentFigures, sent: Record<string, unknown>): FieldError[] {
  if (figures !== 'lines') return [];
  const besides = figureNames.filter((name) => !isBlank(sent[name]));
  const params = { other: 'figures', value: 'lines' };
  return besides.map((field) => ({ field, rule: 'prohibited_when', params }));
}

function figuresOnCreate(body: SentFigures, sent: Record<string, unknown>): FieldError[] {
  const isMissing = body.figures !== 'lines' && isBlank(sent['total']);
  return isMissing ? [{ field: 'total', rule: 'required' }] : sentBesideLines(body, sent);
}

/** In freshly seeded data this order is pending. */
const waitingOrder = { order: 4 };

const statesWithReason = orderStates.filter(needsReason);

/** JSON Schema of a body that needs a `reject_reason` if its `status` matches this schema. */
function reasonWhere(status: JsonSchema): JsonSchema {
  return {
    if: { properties: { status }, required: ['status'] },
    then: { properties: { reject_reason: { type: 'string', minLength: 1 } }, required: ['reject_reason'] },
  };
}

const asksForLines: JsonSchema = { properties: { figures: { const: 'lines' } }, required: ['figures'] };
const withoutFigures: JsonSchema = { allOf: figureNames.map((name) => ({ not: having(name) })) };
const noneBesideLines: JsonSchema = { if: asksForLines, then: withoutFigures };

export const orderReads = {
  'orders.list': read('/api/admin/orders', {
    summary: 'List orders',
    description:
      '`filters[status]`: 1 (live orders), 0 (rejected, cancelled or returned) or names of states. Each order has its items and its history.',
    list: orderList,
    answers: orderSchema,
  }),
  'orders.read': read('/api/admin/orders/:order', {
    summary: 'Read an order',
    description: 'With its items, its history and its possible next states.',
    answers: orderSchema,
  }),
  'orders.timeline': timelineOf('/api/admin/orders/:order/timeline', 'an order'),
  'own-orders.list': read('/api/client/orders', {
    summary: 'List your orders',
    description: 'Only the orders of the token’s user; `filters[user_id]` cannot add others.',
    list: orderList,
    answers: clientOrderSchema,
  }),
  'own-orders.read': read('/api/client/orders/:order', {
    summary: 'Read one of your orders',
    description: '404 for an order of another shopper.',
    answers: clientOrderSchema,
  }),
};

export const orderWrites = {
  'orders.create': post('/api/admin/orders', {
    summary: 'Create an order',
    description: [
      'Any state is accepted, so that you can import former orders. Figures are stored as sent and never',
      'recalculated; absent ones are the sums over the items, or 0. The service assigns `order_number`.',
      'With `figures` `lines` the service computes all figures from the items, now and after every change of them. Leave out `total`',
      'then.',
      '',
      '- `status` empty or absent: an error on `status` and, without a reason, on `reject_reason` too.',
      '- `status` `rejected` needs a `reject_reason`.',
      `- Items of an order that is ${either(stockHoldingStates)} take stock.`,
      '- With `dry_run`: 200 with the order as it would be, or the error. Nothing is changed, and the key is not used.',
    ].join('\n'),
    body: newOrderBody(),
    check: (body, sent) => [...reasonOnCreate(body, sent), ...figuresOnCreate(body, sent)],
    // Version 2 added `figures`.
    version: 2,
    crossFieldSchema: {
      allOf: [reasonWhere({ enum: statesWithReason }), { ...noneBesideLines, else: having('total') }],
    },
    status: 201,
    answers: orderSchema,
    refuses: ['out_of_stock'],
    example: {
      user_id: 1,
      address_id: 1,
      payment_method: 1,
      status: 'pending',
      total: 25,
      items: [{ product_id: 1, amount: 2 }],
    },
    rehearsed: rehearsedAdminOrderSchema,
  }),
  'orders.update': put('/api/admin/orders/:order', {
    summary: 'Change an order',
    description: [
      'Send the fields that change. Change items under `/api/admin/profile/order-items`.',
      '',
      '- `status` may become one of the order’s `next_statuses`; the same state again changes nothing.',
      '- `status` empty rejects the order. That, like `rejected`, needs a `reject_reason`.',
      '- Rejecting, cancelling or returning releases the held stock.',
      '- Another `user_id` clears `notes` and `reject_reason`, which are about the former customer, unless the request sets them.',
      '  It also clears the reasons in `history`.',
      '- `figures` `lines` computes all figures from the items, now and after every change of them. A figure that differs from the',
      '  stored one sets `figures` to `given`.',
    ].join('\n'),
    body: orderChangeBody(),
    check: sentBesideLines,
    // Version 2 added `figures`.
    version: 2,
    crossFieldSchema: { allOf: [reasonWhere({ enum: [...statesWithReason, null] }), noneBesideLines] },
    answers: orderSchema,
    refuses: ['illegal_transition'],
    example: { notes: 'Ring twice', estimated_arrive_time: '2026-02-01T10:00:00Z' },
    exampleIds: waitingOrder,
  }),
  'orders.delete': remove('/api/admin/orders/:order', {
    summary: 'Delete an order',
    description:
      'Before delivery its held stock becomes available again. Its payments and returns are deleted with it. 409 while `paid` is not 0 (refund or void the payments first) or a return is open.',
    // Since version 2, the command also deletes the order’s payments.
    version: 2,
    exampleIds: { order: 5 },
  }),
  'orders.bulk-update': put('/api/admin/orders/bulk-update', {
    summary: 'Move many orders to a state, or mark them as paid',
    description: [
      '`status`, `payment` or both. Each order changes by its own state; orders that cannot are listed as rejected. `rejected` needs',
      'a `reject_reason`.',
      '',
      selectionWords,
      '',
      '`payment` records what is due as paid, order by order: a captured payment of the provider `manual`. With `status`, one step moves',
      'the order and records what is due after the move. An order with nothing due gets no payment. An undo voids the payment. Work',
      'with payments is an operation of the type `orders.bulk-payment`.',
    ].join('\n'),
    body: object({
      ...bulkFields(orderList),
      status: blankable(word(orderStates)),
      reject_reason: nullable(text({ max: 500 })),
      payment: blankable(bulkPayment()),
    }),
    check: (body, sent) => [
      ...selectionErrors(orderList, sent),
      ...(isBlank(sent['status']) && isBlank(sent['payment'])
        ? [{ field: 'status', rule: 'required' } as const]
        : []),
      ...(body.status && needsReason(body.status) && isBlank(sent['reject_reason'])
        ? [{ field: 'reject_reason', rule: 'required' } as const]
        : []),
    ],
    crossFieldSchema: {
      ...oneSelection(orderList),
      allOf: [reasonWhere({ enum: statesWithReason }), { if: having('payment'), else: having('status') }],
    },
    // Version 2 added `filters`, `search` and `all`, which select records without their ids. Version 3 added `payment`.
    version: 3,
    answers: bulkOperationSchema,
    example: { ids: [1, 2, 3], status: 'confirmed' },
    bulk: true,
    changes: ['status', 'reject_reason', 'paid'],
  }),
  // Since version 3 of this command, a paid order (`paid` is not 0) is not deleted.
  'orders.bulk-delete': bulkDeletion('orders', orderList, 3),
  'orders.checkout': post('/api/client/orders/checkout', {
    summary: 'Order the products in the cart',
    description: [
      'Creates a pending order from the caller’s cart, takes the stock and empties the cart, all together or not at all.',
      'The server computes every figure. `address_id` must be one of the caller’s own. Send an `Idempotency-Key`, so that',
      'a retry after a lost response gets the order that was placed.',
      'With `dry_run`: 200 with the order as it would be, or the error. Nothing is changed, and the key is not used.',
    ].join(' '),
    body: checkoutBody(),
    status: 201,
    answers: clientOrderSchema,
    refuses: ['empty_cart', 'out_of_stock'],
    example: { payment_method: 1, address_id: 1, notes: 'Leave it at the door' },
    checkoutLimit: true,
    rehearsed: rehearsedOrderSchema,
  }),
  'orders.cancel': post('/api/client/orders/:order/cancel', {
    summary: 'Cancel one of your orders while it is pending',
    description: 'Its stock becomes available again. A confirmed order is an `illegal_transition`.',
    answers: clientOrderSchema,
    refuses: ['illegal_transition'],
    exampleIds: waitingOrder,
  }),
  'order-notes.create': post('/api/admin/orders/:order/notes', {
    summary: 'Write a note on an order',
    description:
      'For staff: the note is in the order’s timeline, and shoppers never see it. The order’s version and ETag do not change.',
    body: object({ text: required(text({ max: maxNote })) }),
    status: 201,
    answers: timelineEntrySchema,
    example: { text: 'Asked to be called before the delivery' },
    exampleIds: waitingOrder,
  }),
};

const stockMoves = s.arrayOf(stockMoveSchema, 'The changed stock of counted products, if any.');

export const orderContract = {
  sections: {
    'Admin orders': 'The orders of all customers, from pending to delivered.',
    'Client orders': 'The shopper’s own orders, and the checkout.',
  },
  events: eventsOf(
    'orders',
    'orders',
    orderEventSchema,
    {
      'orders.order.placed.v2': 'A shopper placed an order.',
      'orders.order.created.v2': 'An admin created an order.',
      'orders.order.updated.v2': 'An order or its items changed, but not its status.',
      'orders.order.status-changed.v2': 'An order moved to another status.',
      'orders.order.noted.v2':
        'Staff wrote a note on an order. The order’s version does not change. The text is in its timeline.',
      'orders.order.deleted.v2': 'An order was deleted.',
    },
    { stock: stockMoves },
  ),
  reads: orderReads,
  writes: orderWrites,
} satisfies ResourceContract;
