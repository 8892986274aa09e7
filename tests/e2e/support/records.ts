import { randomBytes, randomUUID } from 'node:crypto';

import { admin, auditor, shared, type Callers } from './callers.ts';
import type { Caller, Reply } from '../../support/caller.ts';
import type {
  Address,
  Cart,
  Inventory,
  Order,
  Product,
  Subscription,
  TimelineEntry,
  User,
} from '../../support/resources.ts';
import { pause } from '../../support/pause.ts';

type Fields = Record<string, unknown>;

export function uniqueWord(start = 'w'): string {
  return start + randomBytes(6).toString('hex');
}

export interface Shopper {
  user: User;
  address: Address;
  client: Caller;
}

export function translations(name = uniqueWord('thing ')): Fields {
  return {
    en: { name, description: `All about ${name}` },
    ar: { name: `شيء ${name}`, description: `كل شيء عن ${name}` },
  };
}

/**
 * Retries a write with the same idempotency key while its outcome is unknown or a service is unavailable.
 * Otherwise a busy disk could make a test's preparation fail. Returns the last reply.
 */
async function persistently<T>(
  method: 'POST' | 'PUT',
  caller: Caller,
  path: string,
  json: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<T>> {
  const options = { json, headers: { 'idempotency-key': randomUUID(), ...headers } };
  let reply = await caller.send<T>(method, path, options);
  for (let repetition = 1; reply.status === 503 && repetition <= 20; repetition += 1) {
    await pause(500);
    reply = await caller.send<T>(method, path, options);
  }
  return reply;
}

/** Creates records that belong to one test, through the API. */
export function makersFor({ admin, clientOf }: Callers) {
  async function made<T>(path: string, fields: Fields): Promise<T> {
    return (await persistently<T>('POST', admin, path, fields)).data;
  }

  /** `stock` is the number of units for sale. The stock is uncounted if `stock` is absent. */
  async function newProduct({ stock, ...fields }: Fields & { stock?: number } = {}): Promise<Product> {
    const product = await made<Product>('/api/admin/products', {
      price: 12.5,
      manufacturing_price: 7,
      ...translations(),
      ...fields,
    });
    if (stock !== undefined)
      await persistently('PUT', admin, `/api/admin/inventory/${product.id}`, { stock });
    return product;
  }

  async function newSubscription(fields: Fields = {}): Promise<Subscription> {
    return made('/api/admin/subscriptions', { price: 49.9, ...translations(), ...fields });
  }

  async function newUser(fields: Fields = {}): Promise<User> {
    return made('/api/admin/users', { name: 'Rana Odeh', email: `${uniqueWord()}@example.com`, ...fields });
  }

  async function newAddress(userId: number, fields: Fields = {}): Promise<Address> {
    const address = { line1: '3 Hill Road', city: 'Amman', country: 'JO' };
    return made('/api/admin/addresses', { user_id: userId, ...address, ...fields });
  }

  async function newShopper(): Promise<Shopper> {
    const user = await newUser();
    return { user, address: await newAddress(user.id), client: clientOf(user.id) };
  }

  /** A webhook endpoint that receives no events, with one ping delivery. */
  async function newWebhook(fields: Fields = {}): Promise<{ id: number; delivery: number }> {
    const endpoint = { url: 'https://receiver.example.com/', types: ['webhook.*'], ...fields };
    const { id } = await made<{ id: number }>('/api/admin/webhooks', endpoint);
    const { id: delivery } = await made<{ id: number }>(`/api/admin/webhooks/${id}/ping`, {});
    return { id, delivery };
  }

  /** A pending order without items for a new shopper, unless the fields differ. */
  async function newOrder(fields: Fields = {}, owner?: Pick<Shopper, 'user' | 'address'>): Promise<Order> {
    const { user, address } = owner ?? (await newShopper());
    const order = {
      user_id: user.id,
      address_id: address.id,
      payment_method: 1,
      status: 'pending',
      total: 0,
    };
    return made('/api/admin/orders', { ...order, ...fields });
  }

  /** A pending order with one line for this product. */
  async function orderOf(product: Product, amount: number, fields: Fields = {}): Promise<Order> {
    return newOrder({ items: [{ product_id: product.id, amount }], ...fields });
  }

  async function fillCart(client: Caller, product: Pick<Product, 'id'>, amount = 1): Promise<Cart> {
    const item = { product_id: product.id, amount };
    return (await persistently<Cart>('POST', client, '/api/client/cart/items', item)).data;
  }

  async function stockOf(product: Pick<Product, 'id'>): Promise<Pick<Inventory, 'stock' | 'held'>> {
    const { stock, held } = (await admin.get<Inventory>(`/api/admin/inventory/${product.id}`)).data;
    return { stock, held };
  }

  async function readOrder(id: number): Promise<Order> {
    return (await admin.get<Order>(`/api/admin/orders/${id}`)).data;
  }

  return {
    newProduct,
    newSubscription,
    newUser,
    newAddress,
    newShopper,
    newWebhook,
    newOrder,
    orderOf,
    fillCart,
    stockOf,
    readOrder,
  };
}

export const {
  newProduct,
  newSubscription,
  newUser,
  newAddress,
  newShopper,
  newWebhook,
  newOrder,
  orderOf,
  fillCart,
  stockOf,
  readOrder,
} = makersFor(shared);

/** A shopper's own order of one new product. */
interface Placed {
  shopper: Shopper;
  product: Product;
  order: Order;
}

/** Checks out a new shopper's cart, which contains this many units of a new product with these fields. */
export async function placeOrder(fields: Parameters<typeof newProduct>[0] = {}, amount = 1): Promise<Placed> {
  const [shopper, product] = await Promise.all([newShopper(), newProduct(fields)]);
  await fillCart(shopper.client, product, amount);
  return { shopper, product, order: (await checkOut(shopper)).data };
}

/** A paid order of this many units at 10 each, delivered today. */
export async function deliveredOrder(amount: number): Promise<Placed> {
  const placed = await placeOrder({ price: 10, stock: 10 }, amount);
  const path = `/api/admin/orders/${placed.order.id}`;
  for (const status of ['confirmed', 'preparing', 'shipped', 'delivered']) await admin.put(path, { status });
  await admin.post(`${path}/payments`, {});
  return placed;
}

/** The timeline of a record, such as `orders/12`, newest entry first. */
export async function timelineOf(subject: string): Promise<TimelineEntry[]> {
  return (await auditor.get<TimelineEntry[]>(`/api/admin/${subject}/timeline`)).page.data;
}

export function checkOut(shopper: Shopper, headers: Record<string, string> = {}, more: Fields = {}) {
  const body = { payment_method: 1, address_id: shopper.address.id, ...more };
  return shopper.client.post<Order>('/api/client/orders/checkout', body, headers);
}
