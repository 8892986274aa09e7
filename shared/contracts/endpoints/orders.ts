import type { FieldError } from '../../errors.ts';
import { bulkDeletion, bulkFields } from './bulk-writes.ts';
import { read, write } from '../schema-kit/define.ts';
import {
  choice,
  day,
  describe,
  field,
  integer,
  list,
  money,
  moment,
  nullable,
  object,
  reference,
  required,
  sometimes,
  text,
  word,
} from '../schema-kit/fields.ts';
import type { Field } from '../schema-kit/fields.ts';
import { listOf } from '../schema-kit/list-query.ts';
import { fallenStates, liveStates, orderStates } from './order-states.ts';
import type { OrderState } from './order-states.ts';
import { maxPrice } from './products.ts';
import { clientOrderSchema, operationSchema, orderSchema } from './resource-schemas.ts';

/** Largest figure of an order, in major units: every such amount with its decimals is exact as a JSON number. */
export const maxFigure = 999_999_999_999.99;
export const maxItems = 1000;
export const maxAmount = 100_000;

const id = () => integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
/** Cash on delivery, card, wallet, bank transfer. */
export const paymentMethods = [1, 2, 3, 4] as const;
const paymentMethod = () => choice(paymentMethods, '1 cash on delivery, 2 card, 3 wallet, 4 bank transfer');
const notes = () => text({ max: 1000 });
const rejectReason = () => text({ max: 500 });
const figure = () => money({ max: maxFigure });

/** `1` live, `0` fallen, or names of states separated by commas. */
function statusFilter(): Field<readonly OrderState[]> {
  const groups = new Map<string, readonly OrderState[]>([
    ['1', liveStates],
    ['true', liveStates],
    ['0', fallenStates],
    ['false', fallenStates],
  ]);
  const name = `(${orderStates.join('|')})`;
  return field({
    schema: {
      type: 'string',
      pattern: `^(0|1|true|false|${name}(, *${name})*)$`,
      description: `1: ${liveStates.join(', ')}. 0: ${fallenStates.join(', ')}. Or names of states, separated by commas.`,
    },
    read: (value) => {
      const words = String(value).toLowerCase();
      const group = groups.get(words);
      if (group) return { value: group };
      const names = words.split(',').map((name) => name.trim());
      const states = orderStates.filter((state) => names.includes(state));
      return states.length === new Set(names).size ? { value: states } : { rule: 'in' };
    },
  });
}

const orderList = listOf({
  filters: {
    user_id: id(),
    address_id: id(),
    order_number: text({ max: 64 }),
    status: statusFilter(),
    payment_method: paymentMethod(),
    created_at: day(),
    updated_at: day(),
  },
  searchable: [
    'user_id',
    'address_id',
    'order_number',
    'status',
    'payment_method',
    'created_at',
    'updated_at',
  ],
});

/** Prices per unit; absent ones are the product's. */
export const linePrices = {
  main_price: sometimes(money({ max: maxPrice })),
  manufacturing_price: sometimes(money({ max: maxPrice })),
  discount_amount: describe(sometimes(figure()), 'For the whole line.'),
};

const figures = {
  discount_amount: sometimes(figure()),
  tax_amount: sometimes(figure()),
  main_price: sometimes(figure()),
  manufacturing_price: sometimes(figure()),
};

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** "reject_reason is required when status is empty", and when it is `rejected`. */
function reasonOnCreate(
  body: { status?: OrderState | null; reject_reason?: string | null },
  sent: Record<string, unknown>,
): FieldError[] {
  if (!isBlank(sent['reject_reason'])) return [];
  if (isBlank(sent['status'])) {
    return [{ field: 'reject_reason', rule: 'required_when_empty', params: { other: 'status' } }];
  }
  return body.status === 'rejected' ? [{ field: 'reject_reason', rule: 'required' }] : [];
}

export const orderReads = {
  'orders.list': read({
    path: '/api/admin/orders',
    summary: 'List orders',
    scope: 'admin:read',
    list: orderList,
    answers: orderSchema,
  }),
  'orders.read': read({
    path: '/api/admin/orders/:order',
    summary: 'Read an order',
    scope: 'admin:read',
    answers: orderSchema,
  }),
  'own-orders.list': read({
    path: '/api/client/orders',
    summary: 'List your orders',
    scope: 'client',
    list: orderList,
    answers: clientOrderSchema,
  }),
  'own-orders.read': read({
    path: '/api/client/orders/:order',
    summary: 'Read one of your orders',
    scope: 'client',
    answers: clientOrderSchema,
  }),
};

export const orderWrites = {
  'orders.create': write({
    method: 'post',
    path: '/api/admin/orders',
    summary: 'Create an order',
    description: [
      'Any state may be given, so that history can be imported. Figures are stored as sent and never',
      'recalculated; absent ones are the sums over the items, or 0. `order_number` is made by the service.',
      '',
      '- `status` empty or absent: an error on `status` and, without a reason, on `reject_reason` too.',
      '- `status` `rejected` needs a `reject_reason`.',
      '- Items of an order that is pending, confirmed, preparing or shipped take stock.',
    ].join('\n'),
    scope: 'admin',
    body: object({
      user_id: required(reference('users')),
      address_id: required(reference('addresses')),
      payment_method: required(paymentMethod()),
      notes: nullable(notes()),
      estimated_arrive_time: nullable(moment()),
      total: required(figure()),
      ...figures,
      status: required(word(orderStates)),
      reject_reason: nullable(rejectReason()),
      items: sometimes(
        list(
          object({
            product_id: required(reference('products')),
            amount: required(integer({ min: 1, max: maxAmount })),
            ...linePrices,
          }),
          { max: maxItems },
        ),
      ),
    }),
    check: reasonOnCreate,
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
  }),
  'orders.update': write({
    method: 'put',
    path: '/api/admin/orders/:order',
    summary: 'Change an order',
    description: [
      'Send any subset of the fields. Items are changed under `/api/admin/profile/order-items`.',
      '',
      '- `status` may become one of the order’s `next_statuses`; the same state again changes nothing.',
      '- `status` empty rejects the order. That, like `rejected`, needs a `reject_reason`.',
      '- Rejecting, cancelling or returning gives the held stock back.',
    ].join('\n'),
    scope: 'admin',
    body: object({
      order_number: sometimes(text({ min: 1, max: 64 })),
      notes: nullable(notes()),
      user_id: sometimes(reference('users')),
      address_id: sometimes(reference('addresses')),
      status: describe(nullable(word(orderStates)), 'Empty: rejects the order; needs reject_reason.'),
      reject_reason: nullable(rejectReason()),
      payment_method: sometimes(paymentMethod()),
      total: sometimes(figure()),
      estimated_arrive_time: nullable(moment()),
      ...figures,
    }),
    status: 200,
    answers: orderSchema,
    refuses: ['illegal_transition'],
    example: { status: 'confirmed', notes: 'Ring twice' },
  }),
  'orders.delete': write({
    method: 'delete',
    path: '/api/admin/orders/:order',
    summary: 'Delete an order',
    description: 'Before delivery its held stock is given back.',
    scope: 'admin',
    body: object({}),
    status: 204,
    answers: null,
    example: {},
  }),
  'orders.bulk-update': write({
    method: 'put',
    path: '/api/admin/orders/bulk-update',
    summary: 'Move many orders to a state',
    description:
      'Each order moves by its own state; those that cannot are refused and listed. `rejected` needs a `reject_reason`.',
    scope: 'admin',
    body: object({
      ...bulkFields,
      status: required(word(orderStates)),
      reject_reason: nullable(rejectReason()),
    }),
    check: (body, sent) =>
      body.status === 'rejected' && isBlank(sent['reject_reason'])
        ? [{ field: 'reject_reason', rule: 'required' }]
        : [],
    status: 200,
    answers: operationSchema,
    example: { ids: [1, 2, 3], status: 'confirmed' },
    bulk: true,
  }),
  'orders.bulk-delete': bulkDeletion('orders'),
  'orders.checkout': write({
    method: 'post',
    path: '/api/client/orders/checkout',
    summary: 'Order what is in the cart',
    description: [
      'Makes a pending order of the caller’s cart, takes the stock and empties the cart, in one step or not at all.',
      'Every figure is the server’s. `address_id` must be one of the caller’s own. Send an `Idempotency-Key`, so that',
      'a retry after a lost answer gets the order that was placed.',
    ].join(' '),
    scope: 'client',
    body: object({
      payment_method: required(paymentMethod()),
      address_id: required(reference('addresses')),
      notes: nullable(notes()),
    }),
    status: 201,
    answers: clientOrderSchema,
    refuses: ['empty_cart', 'out_of_stock'],
    example: { payment_method: 1, address_id: 1, notes: 'Leave it at the door' },
    checkoutLimit: true,
  }),
  'orders.cancel': write({
    method: 'post',
    path: '/api/client/orders/:order/cancel',
    summary: 'Cancel one of your orders while it is pending',
    scope: 'client',
    body: object({}),
    status: 200,
    answers: clientOrderSchema,
    refuses: ['illegal_transition'],
    example: {},
  }),
};
