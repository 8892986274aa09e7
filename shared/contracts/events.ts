import type { ServiceName } from './kit/define.ts';
import type { JsonSchema } from './kit/fields.ts';
import {
  arrayOf,
  idSchema,
  moneySchema,
  objectOf,
  orNull,
  textSchema,
  times,
  type Shown,
} from './kit/resource-schema.ts';
import { addressEventColumn } from './endpoints/addresses.ts';
import { inventorySchema } from './endpoints/inventory.ts';
import { orderEventColumn } from './endpoints/order-fields.ts';
import { amountSchema } from './endpoints/order-lines.ts';
import { productEventSchema } from './endpoints/products.ts';
import { subscriptionSchema } from './endpoints/subscriptions.ts';
import { webhookEventSchema } from './endpoints/webhook-schema.ts';
import { stockMoveSchema } from './endpoints/timeline.ts';

/** A public event on the topic exchange `store.events`. The event's type (its key in `events`) is also its routing key. */
export interface EventContract {
  summary: string;
  service: ServiceName;
  /** The kind of record in the CloudEvent's `subject`: `products` of `products/12`. */
  subjects: string;
  /** Contains the common fields of every change, and the record after the change. */
  data: JsonSchema;
}

const origin = {
  version: {
    type: 'integer',
    minimum: 1,
    description: 'Rises with each change: drop an event that is older than what you have.',
  },
  changed: {
    ...arrayOf(textSchema),
    description:
      'Dotted names of the fields that changed (`items.12.amount`: of the item 12). `*`: the record was created or deleted, or the fields are not known.',
  },
  by: {
    ...orNull(objectOf({ area: { type: 'string', enum: ['admin', 'client'] }, subject: textSchema })),
    description:
      'Whose request it was, by the subject of their token. null: not known, as of changes by releases before 0.6.0.',
  },
  request_id: { ...orNull(textSchema), description: 'Of a repair: of its run. null: not known.' },
  operation_id: {
    ...orNull(textSchema),
    description: 'Of `/api/operations/{id}`, where admins find it. null: not known, or a repair.',
  },
} satisfies Record<string, JsonSchema>;

const stockMoves = {
  ...arrayOf(stockMoveSchema),
  description: 'Stock of counted products that this moved, if any.',
};

function withOrigin(resource: JsonSchema, optional: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  return {
    ...resource,
    properties: { ...origin, ...optional, ...(resource['properties'] as Record<string, JsonSchema>) },
    required: [...Object.keys(origin), ...(resource['required'] as string[])],
  };
}

/** The location of an address, without anything that identifies a person. */
const place = addressEventColumn();
const { order_number, user_id, address_id, ...otherOrderFields } = orderEventColumn();

/**
 * Without personal data. Consumers read personal data with a GET request, so an erasure only has to remove it from the
 * database.
 */
export const orderEventSchema = objectOf({
  id: idSchema,
  order_number,
  user_id,
  address_id,
  address: objectOf(place),
  ...otherOrderFields,
  items: arrayOf(
    objectOf({
      id: idSchema,
      product_id: idSchema,
      amount: amountSchema,
      main_price: moneySchema,
      manufacturing_price: moneySchema,
      discount_amount: moneySchema,
    }),
  ),
  items_total: moneySchema,
  ...times,
});
export type OrderEventData = Shown<typeof orderEventSchema>;

export const userEventSchema = objectOf({ id: idSchema, ...times });
export const addressEventSchema = objectOf({ id: idSchema, user_id: idSchema, ...place, ...times });

const product = { service: 'catalog', subjects: 'products', data: withOrigin(productEventSchema) } as const;
const subscription = {
  service: 'catalog',
  subjects: 'subscriptions',
  data: withOrigin(subscriptionSchema),
} as const;
const order = {
  service: 'orders',
  subjects: 'orders',
  data: withOrigin(orderEventSchema, { stock: stockMoves }),
} as const;
const user = { service: 'orders', subjects: 'users', data: withOrigin(userEventSchema) } as const;
const address = { service: 'orders', subjects: 'addresses', data: withOrigin(addressEventSchema) } as const;
const stock = { service: 'orders', subjects: 'inventory', data: withOrigin(inventorySchema) } as const;
const webhook = { service: 'webhooks', subjects: 'webhooks', data: withOrigin(webhookEventSchema) } as const;

/** Every published event. A deletion event contains the record's last state. */
export const events = {
  'catalog.subscription.created.v1': { ...subscription, summary: 'A subscription was created.' },
  'catalog.subscription.updated.v1': { ...subscription, summary: 'A subscription was changed.' },
  'catalog.subscription.deleted.v1': { ...subscription, summary: 'A subscription was deleted.' },
  'catalog.product.created.v1': { ...product, summary: 'A product was created.' },
  'catalog.product.updated.v1': { ...product, summary: 'A product was changed.' },
  'catalog.product.deleted.v1': { ...product, summary: 'A product was deleted.' },
  'orders.order.placed.v2': { ...order, summary: 'A shopper placed an order.' },
  'orders.order.created.v2': { ...order, summary: 'An admin created an order.' },
  'orders.order.updated.v2': { ...order, summary: 'An order or its items changed, its status did not.' },
  'orders.order.status-changed.v2': { ...order, summary: 'An order moved to another status.' },
  'orders.order.noted.v2': {
    ...order,
    summary:
      'A member of the staff wrote a note on an order, which stays at its version. The text is on its timeline.',
  },
  'orders.order.deleted.v2': { ...order, summary: 'An order was deleted.' },
  'orders.user.created.v2': { ...user, summary: 'A user was created.' },
  'orders.user.updated.v2': { ...user, summary: 'A user was changed.' },
  'orders.user.deleted.v2': { ...user, summary: 'A user was deleted.' },
  'orders.user.erased.v2': {
    ...user,
    summary:
      'A user was erased: every consumer that keeps personal data of them removes it. Comes right after the deletion, at its version.',
  },
  'orders.address.created.v2': { ...address, summary: 'An address was created.' },
  'orders.address.updated.v2': { ...address, summary: 'An address was changed.' },
  'orders.address.deleted.v2': { ...address, summary: 'An address was deleted.' },
  'orders.stock.set.v1': {
    ...stock,
    summary:
      'The stock of a product was set or adjusted by hand, or a repair counted what is held of it. (Orders report the stock that they move in their own events.)',
  },
  'orders.stock.low.v1': {
    ...stock,
    summary:
      'The stock of a product came to its mark, or below, by an order, by hand or by a new mark: once until it is above again. The move itself has an event of its own.',
  },
  'webhooks.endpoint.disabled.v1': {
    ...webhook,
    summary:
      'The store disabled a webhook endpoint: its receiver answered 410, or nothing was delivered to it for three days.',
  },
} as const satisfies Record<string, EventContract>;

export type EventType = keyof typeof events;
