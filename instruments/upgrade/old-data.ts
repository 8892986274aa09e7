import { closedLoop, type LoadRequest } from '../load/closed-loop.ts';
import type { RunningRelease } from '../releases/running-release.ts';
import {
  createHttpClient,
  resourceOf,
  resourcesOf,
  type Answer,
  type HttpClient,
  type Resource,
  type Write,
} from './http-client.ts';

/** The initial stock, which is more than the longest rolling run sells. */
const plenty = 100_000;

/** The records that were created in the earlier release. */
export interface OldData {
  adminToken: string;
  shoppers: { userId: number; addressId: number; token: string }[];
  products: number[];
  /** The ids of enough subscriptions that bulk work on them needs more than one chunk. */
  subscriptions: number[];
  /** One order in each state. */
  orders: Resource[];
  /** Writes with their responses. A retry with the same idempotency key must get the same response. */
  answered: { write: Write; answer: Answer }[];
}

const shopperCount = 6;
const subscriptionCount = 1200;
/** The status changes that lead to each state. */
const ways: Record<string, string[]> = {
  pending: [],
  confirmed: ['confirmed'],
  preparing: ['confirmed', 'preparing'],
  shipped: ['confirmed', 'preparing', 'shipped'],
  delivered: ['confirmed', 'preparing', 'shipped', 'delivered'],
  returned: ['confirmed', 'preparing', 'shipped', 'delivered', 'returned'],
  rejected: ['rejected'],
  cancelled: ['cancelled'],
};

export function movesTo(state: string): readonly string[] {
  return ways[state] ?? [];
}

export async function makeOldData(release: RunningRelease): Promise<OldData> {
  const adminToken = await release.run('token', '--scope', 'admin');
  const admin = createHttpClient(release.url, adminToken);
  const products = await makeProducts(admin);
  const shoppers: OldData['shoppers'] = [];
  for (let index = 0; index < shopperCount; index += 1) {
    shoppers.push(await makeShopper(release, admin, index));
  }
  const subscriptions = await makeSubscriptions(release.url, adminToken);
  const data: OldData = { adminToken, shoppers, products, subscriptions, orders: [], answered: [] };
  await fillCart(release.url, data);
  for (const state of Object.keys(ways)) data.orders.push(await makeOrder(release.url, admin, data, state));
  return data;
}

async function makeProducts(admin: HttpClient): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const text = { name: `Product ${index}`, description: `The product number ${index}` };
    const body = { price: 12.5 + index, manufacturing_price: 8, is_active: 1, en: text, ar: text };
    const made = await admin.write({
      method: 'POST',
      path: '/api/admin/products',
      key: `product-${index}`,
      body,
    });
    const { id } = resourceOf(made);
    const stock = { method: 'PUT', path: `/api/admin/inventory/${id}`, key: `stock-${index}` } as const;
    await admin.write({ ...stock, body: { stock: plenty } });
    ids.push(id);
  }
  return ids;
}

async function makeShopper(release: RunningRelease, admin: HttpClient, index: number) {
  const person = { name: `Shopper ${index}`, email: `shopper-${index}@example.com` };
  const user = await admin.write({
    method: 'POST',
    path: '/api/admin/users',
    key: `user-${index}`,
    body: person,
  });
  const userId = resourceOf(user).id;
  const place = { user_id: userId, line1: `${index} Long Street`, city: 'Cairo', country: 'EG' };
  const address = await admin.write({
    method: 'POST',
    path: '/api/admin/addresses',
    key: `address-${index}`,
    body: place,
  });
  const token = await release.run('token', '--scope', 'client', '--user', String(userId));
  return { userId, addressId: resourceOf(address).id, token };
}

async function makeSubscriptions(url: string, token: string): Promise<number[]> {
  const requests = Array.from({ length: subscriptionCount }, (_, index): LoadRequest => {
    const text = { name: `Subscription ${index}`, description: `The subscription number ${index}` };
    const body = { price: 5, is_active: 1, en: text, ar: text };
    return { method: 'POST', path: '/api/admin/subscriptions', token, body };
  });
  const ids: number[] = [];
  await closedLoop(url, 16, requests, ({ status, text }) => {
    if (status !== 201) throw new Error(`Creating a subscription returned ${status}: ${text}`);
    ids.push((JSON.parse(text) as { data: Resource }).data.id);
  });
  return ids;
}

/** Checks out as the first shopper and changes the order's status to this state. */
async function makeOrder(url: string, admin: HttpClient, data: OldData, state: string): Promise<Resource> {
  const checkout = await prepareCheckout(url, data, 0, `old-${state}`);
  const answer = await checkout.client.write(checkout.write);
  data.answered.push({ write: checkout.write, answer });
  const { id } = resourceOf(answer);
  for (const status of movesTo(state)) {
    const body = { status, ...(status === 'rejected' && { reject_reason: 'Out of our area' }) };
    await admin.write({ method: 'PUT', path: `/api/admin/orders/${id}`, key: `order-${id}-${status}`, body });
  }
  return { id, status: state };
}

/** Puts two lines into the shopper's cart and prepares its checkout. */
export async function prepareCheckout(
  url: string,
  { shoppers, products }: OldData,
  place: number,
  key: string,
): Promise<{ client: HttpClient; write: Write }> {
  const shopper = shoppers[place];
  if (shopper === undefined) throw new Error(`There is no shopper number ${place}`);
  const client = createHttpClient(url, shopper.token);
  for (const product of products.slice(0, 2)) {
    const path = `/api/client/cart/items/${product}`;
    await client.write({ method: 'PUT', path, key: `${key}-line-${product}`, body: { amount: 2 } });
  }
  const body = { payment_method: 1, address_id: shopper.addressId };
  return { client, write: { method: 'POST', path: '/api/client/orders/checkout', key, body } };
}

/** Fills the cart of the last shopper, who never checks out. */
async function fillCart(url: string, { shoppers, products }: OldData): Promise<void> {
  const client = createHttpClient(url, shoppers.at(-1)?.token ?? '');
  const path = `/api/client/cart/items/${products[1] ?? 0}`;
  await client.write({ method: 'PUT', path, key: 'cart-left', body: { amount: 3 } });
}

export async function readCart(url: string, { shoppers }: OldData): Promise<string> {
  const client = createHttpClient(url, shoppers.at(-1)?.token ?? '');
  return JSON.stringify((await client.read('/api/client/cart')).body);
}

const lists = ['users', 'addresses', 'products', 'subscriptions', 'orders'] as const;
export type Records = Record<(typeof lists)[number], Map<number, string>>;

/** Reads every record of every list. The result is keyed by list and by id. */
export async function readRecords(admin: HttpClient): Promise<Records> {
  const entries = lists.map(async (list) => {
    const records = resourcesOf(await admin.read(`/api/admin/${list}`));
    const byId = records.map((record) => [record.id, JSON.stringify(record)] as const);
    return [list, new Map(byId)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Records;
}
