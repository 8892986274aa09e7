import type { ServiceName } from './schema-kit/define.ts';
import type { JsonSchema } from './schema-kit/fields.ts';
import { addressSchema } from './endpoints/addresses.ts';
import { inventorySchema } from './endpoints/inventory.ts';
import { orderSchema } from './endpoints/order-schema.ts';
import { productSchema } from './endpoints/products.ts';
import { subscriptionSchema } from './endpoints/subscriptions.ts';
import { userSchema } from './endpoints/users.ts';

/** A public fact on the topic exchange `store.events`. Its type, the key below, is also its routing key. */
export interface EventContract {
  summary: string;
  service: ServiceName;
  /** What it is about, as the CloudEvent's `subject` names it: `products` of `products/12`. */
  subjects: string;
  /** Schema of `data`: the resource as admins see it, in English, with the version that it is at. */
  data: JsonSchema;
}

function versioned(resource: JsonSchema): JsonSchema {
  const version: JsonSchema = {
    type: 'integer',
    minimum: 1,
    description: 'Rises with each change: drop an event that is older than what you have.',
  };
  return {
    ...resource,
    properties: { version, ...(resource['properties'] as Record<string, JsonSchema>) },
    required: ['version', ...(resource['required'] as string[])],
  };
}

const product = { service: 'catalog', subjects: 'products', data: versioned(productSchema) } as const;
const subscription = {
  service: 'catalog',
  subjects: 'subscriptions',
  data: versioned(subscriptionSchema),
} as const;
const order = { service: 'orders', subjects: 'orders', data: versioned(orderSchema) } as const;
const user = { service: 'orders', subjects: 'users', data: versioned(userSchema) } as const;
const address = { service: 'orders', subjects: 'addresses', data: versioned(addressSchema) } as const;
const stock = { service: 'orders', subjects: 'inventory', data: versioned(inventorySchema) } as const;

/** Every event that the store publishes. A deletion carries the record as it last was. */
export const events = {
  'catalog.product.created.v1': { ...product, summary: 'A product was created.' },
  'catalog.product.updated.v1': { ...product, summary: 'A product was changed.' },
  'catalog.product.deleted.v1': { ...product, summary: 'A product was deleted.' },
  'catalog.subscription.created.v1': { ...subscription, summary: 'A subscription was created.' },
  'catalog.subscription.updated.v1': { ...subscription, summary: 'A subscription was changed.' },
  'catalog.subscription.deleted.v1': { ...subscription, summary: 'A subscription was deleted.' },
  'orders.order.placed.v1': { ...order, summary: 'A shopper placed an order.' },
  'orders.order.created.v1': { ...order, summary: 'An admin created an order.' },
  'orders.order.updated.v1': { ...order, summary: 'An order or its items changed, its status did not.' },
  'orders.order.status-changed.v1': { ...order, summary: 'An order moved to another status.' },
  'orders.order.deleted.v1': { ...order, summary: 'An order was deleted.' },
  'orders.user.created.v1': { ...user, summary: 'A user was created.' },
  'orders.user.updated.v1': { ...user, summary: 'A user was changed.' },
  'orders.user.deleted.v1': { ...user, summary: 'A user was deleted.' },
  'orders.address.created.v1': { ...address, summary: 'An address was created.' },
  'orders.address.updated.v1': { ...address, summary: 'An address was changed.' },
  'orders.address.deleted.v1': { ...address, summary: 'An address was deleted.' },
  'orders.stock.set.v1': {
    ...stock,
    summary: 'An admin set or adjusted the stock of a product. (Orders that take stock are not told here.)',
  },
} as const satisfies Record<string, EventContract>;

export type EventType = keyof typeof events;
