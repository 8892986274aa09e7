import type { JsonSchema } from '../schema-kit/fields.ts';
import { orderStates } from './order-states.ts';

/** Schemas of what the API answers, for the OpenAPI document; the end-to-end tests hold every answer against them. */

const id: JsonSchema = { type: 'integer', minimum: 1 };
const money: JsonSchema = { type: 'number', description: 'Amount in STORE_CURRENCY, shortest form.' };
const moment: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 UTC with milliseconds.',
};
const words: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const state: JsonSchema = { type: 'string', enum: orderStates };

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function shape(properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const translation = shape({ name: words, description: words });
const times = { created_at: moment, updated_at: moment };

export const subscriptionSchema = shape({
  id,
  price: money,
  is_active: { type: 'boolean' },
  name: words,
  description: words,
  en: translation,
  ar: translation,
  ...times,
});

const productProperties = {
  id,
  price: money,
  manufacturing_price: money,
  is_active: { type: 'boolean' },
  name: words,
  description: words,
  en: translation,
  ar: translation,
  ...times,
};
export const productSchema = shape(productProperties);

const { manufacturing_price: _cost, ...clientProductProperties } = productProperties;
export const clientProductSchema = shape(clientProductProperties);

export const userSchema = shape({ id, name: words, email: words, phone: orNull(words), ...times });

const addressProperties = {
  id,
  user_id: id,
  label: orNull(words),
  line1: words,
  line2: orNull(words),
  city: words,
  country: words,
  phone: orNull(words),
};
export const addressSchema = shape({ ...addressProperties, ...times });

const itemProperties = {
  id,
  order_id: id,
  product_id: id,
  product: shape({ id, name: words, en: shape({ name: words }), ar: shape({ name: words }) }),
  amount: { type: 'integer', minimum: 1 },
  main_price: money,
  manufacturing_price: money,
  discount_amount: money,
  ...times,
};
export const orderItemSchema = shape(itemProperties);
const { manufacturing_price: _itemCost, ...clientItemProperties } = itemProperties;
export const clientOrderItemSchema = shape(clientItemProperties);

const orderProperties = {
  id,
  order_number: words,
  user_id: id,
  user: shape({ id, name: words }),
  address_id: id,
  address: shape(addressProperties),
  payment_method: { type: 'integer', enum: [1, 2, 3, 4] },
  status: state,
  next_statuses: { type: 'array', items: state },
  reject_reason: orNull(words),
  notes: orNull(words),
  estimated_arrive_time: orNull(moment),
  total: money,
  discount_amount: money,
  tax_amount: money,
  main_price: money,
  manufacturing_price: money,
  items: { type: 'array', items: orderItemSchema },
  items_total: money,
  history: {
    type: 'array',
    items: shape({ at: moment, by: words, from: orNull(state), to: state, reason: orNull(words) }),
  },
  ...times,
};
export const orderSchema = shape(orderProperties);

const { manufacturing_price: _orderCost, ...clientOrderProperties } = orderProperties;
export const clientOrderSchema = shape({
  ...clientOrderProperties,
  items: { type: 'array', items: clientOrderItemSchema },
  history: {
    type: 'array',
    items: shape({ at: moment, from: orNull(state), to: state, reason: orNull(words) }),
  },
});

export const inventorySchema = shape({
  product_id: id,
  stock: orNull({
    type: 'integer',
    minimum: 0,
    description: 'Units that can still be sold; null: not counted.',
  }),
  held: { type: 'integer', minimum: 0, description: 'Units taken by orders that are not delivered yet.' },
  updated_at: orNull(moment),
});

export const cartSchema = shape({
  items: {
    type: 'array',
    items: shape({
      product_id: id,
      amount: { type: 'integer', minimum: 1 },
      name: words,
      price: money,
      line_total: money,
      available: { type: 'boolean', description: 'Whether it could be ordered now in this amount.' },
    }),
  },
  items_total: money,
});

export const operationSchema = shape(
  {
    id: words,
    type: words,
    status: {
      type: 'string',
      enum: [
        'unknown',
        'queued',
        'running',
        'succeeded',
        'partly_succeeded',
        'failed',
        'cancelled',
        'parked',
      ],
    },
    progress: shape({ total: { type: 'integer' }, done: { type: 'integer' }, failed: { type: 'integer' } }),
    result: {
      anyOf: [
        shape({ status: { type: 'integer' }, location: orNull(words), data: {} }),
        shape({ changed: count, unchanged: count, not_found: count, refused: count }),
        { type: 'null' },
      ],
      description: 'The final answer; of bulk work its counts.',
    },
    error: orNull({ type: 'object', description: 'The refusal, as a problem body.' }),
    errors: {
      type: 'array',
      items: shape({ id, code: words, message: words }),
      description: 'Bulk: the records that were not done, the first 100 of them.',
    },
    errors_total: { type: 'integer', description: 'Bulk: how many there are in all; see the report.' },
    created_at: moment,
    started_at: orNull(moment),
    finished_at: orNull(moment),
    note: { type: 'string', description: 'Why nothing moves.' },
  },
  ['errors_total', 'note'],
);
