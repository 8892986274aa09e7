/** An example program that uses the main parts of the API, with the client that `@hey-api/openapi-ts` generates. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createClient } from '../generated/hey-api/client/index.js';
import {
  cartAdd,
  operationsRead,
  ordersCheckout,
  ownAddressesList,
  productsCreate,
  productsList,
  shopProductsList,
  shopProductsRead,
  subscriptionsBulkUpdate,
  type OperationStatus,
} from '../generated/hey-api/index.js';

const { STORE_URL: baseUrl = '', ADMIN_TOKEN, CLIENT_TOKEN } = process.env;
const admin = createClient({ baseUrl, auth: () => ADMIN_TOKEN });
const shopper = createClient({ baseUrl, auth: () => CLIENT_TOKEN });

async function pages(): Promise<string> {
  const { data: first } = await productsList({
    client: admin,
    throwOnError: true,
    query: { paginate: 'true', per_page: 5 },
  });
  const { total, last_page: last } = first.meta ?? {};
  let count = 0;
  let cursor: string | null | undefined;
  do {
    const { data: page } = await productsList({
      client: admin,
      throwOnError: true,
      query: { paginate: 'cursor', per_page: 5, ...(cursor && { cursor }) },
    });
    count += page.data.length;
    cursor = page.meta?.next_cursor;
  } while (cursor);
  return `${first.data.length} of ${total} products on page 1 of ${last}; ${count} by cursor`;
}

async function languages(): Promise<string> {
  const { data: list } = await shopProductsList({ client: shopper, throwOnError: true });
  const path = { product: list.data[0]?.id ?? 0 };
  const headers = { 'Accept-Language': 'ar' };
  const english = await shopProductsRead({ client: shopper, throwOnError: true, path });
  const arabic = await shopProductsRead({ client: shopper, throwOnError: true, path, headers });
  return `${english.data.data.name} · ${arabic.data.data.name}`;
}

async function refusal(): Promise<string> {
  const en = { name: 'x', description: 'Too short a name' };
  const { error } = await productsCreate({ client: admin, body: { price: -1, en, ar: en } });
  if (!error) throw new Error('It was not refused');
  const fields = Object.entries(error.errors ?? {}).map(([field, [message]]) => `${field}: ${message}`);
  return `${error.status} ${error.code}: ${fields.join(' ')}`;
}

async function operation(): Promise<string> {
  const { data: accepted } = await subscriptionsBulkUpdate({
    client: admin,
    throwOnError: true,
    headers: { Prefer: 'respond-async' },
    body: { ids: [1, 2], status: 'active' },
  });
  const { id } = accepted.data;
  const isOver = (status: OperationStatus) => !['unknown', 'queued', 'running'].includes(status);
  for (;;) {
    const { data } = await operationsRead({ client: admin, throwOnError: true, path: { id } });
    const { status, progress } = data.data;
    if (isOver(status)) return `${status}: ${progress.done} of ${progress.total} done`;
    await sleep(100);
  }
}

async function checkout(): Promise<string> {
  const { data: products } = await shopProductsList({ client: shopper, throwOnError: true });
  const { data: addresses } = await ownAddressesList({ client: shopper, throwOnError: true });
  const body = { product_id: products.data[0]?.id ?? 0, amount: 1 };
  await cartAdd({ client: shopper, throwOnError: true, body });
  const order = () =>
    ordersCheckout({
      client: shopper,
      throwOnError: true,
      headers: { 'Idempotency-Key': key },
      body: { address_id: addresses.data[0]?.id ?? 0, payment_method: 1 },
    });
  const key = randomUUID();
  const placed = await order();
  const again = await order();
  if (!('order_number' in placed.data.data) || placed.data.data.id !== again.data.data.id)
    throw new Error('The second answer is of another order');
  const replayed = again.response.headers.get('Idempotency-Replayed');
  return `${placed.response.status} ${placed.data.data.order_number}; the same key again: the same order, replayed ${replayed}`;
}

for (const step of [pages, languages, refusal, operation, checkout])
  console.log(`${step.name.padEnd(10)} ${await step()}`);
