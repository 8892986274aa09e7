import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { startTestStore } from '../support/store.ts';
import type { TestStore } from '../support/store.ts';

const shoppers = 200;
const units = 10;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
}, 120_000);
afterAll(() => store.stop(), 60_000);

interface Shopper {
  token: string;
  addressId: number;
}

/** Sends a write as a client that follows the contract does: a 503 is tried again with the same key. */
async function insist(method: string, path: string, token: string, json: unknown) {
  const headers = { 'idempotency-key': randomUUID() };
  for (let tries = 1; ; tries += 1) {
    const answer = await store.request(method, path, { token, headers, json });
    if (answer.status !== 503 || tries === 10) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200 * tries));
  }
}

test('sells ten units to two hundred shoppers at once: ten orders, and everybody is answered', async () => {
  const token = await store.adminToken();
  const post = async (path: string, json: unknown, bearer = token, method = 'POST') => {
    const answer = await insist(method, path, bearer, json);
    expect([200, 201]).toContain(answer.status);
    return (answer.body as { data: { id: number } }).data;
  };
  const text = { name: 'Last ones', description: 'Ten of them are left' };
  const product = await post('/api/admin/products', {
    price: 5,
    manufacturing_price: 1,
    is_active: 1,
    en: text,
    ar: text,
  });
  await post(`/api/admin/inventory/${product.id}`, { stock: units }, token, 'PUT');
  const people = await Promise.all(
    Array.from({ length: shoppers }, async (_, index): Promise<Shopper> => {
      const user = await post('/api/admin/users', {
        name: `Shopper ${index}`,
        email: `rush-${index}@example.com`,
      });
      const place = { user_id: user.id, line1: 'Street 1', city: 'Cairo', country: 'EG' };
      const address = await post('/api/admin/addresses', place);
      const own = await store.clientToken(user.id);
      await post('/api/client/cart/items', { product_id: product.id, amount: 1 }, own);
      return { token: own, addressId: address.id };
    }),
  );

  const answers = await Promise.all(
    people.map(async (shopper) => {
      const startedAt = Date.now();
      const asked = { payment_method: 1, address_id: shopper.addressId };
      const answer = await insist('POST', '/api/client/orders/checkout', shopper.token, asked);
      const { code, products } = answer.body as { code?: string; products?: unknown };
      return { status: answer.status, code, products, ms: Date.now() - startedAt };
    }),
  );

  const sold = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(sold).toHaveLength(units);
  expect(refused.map(({ status, code }) => `${status} ${code ?? ''}`)).toEqual(
    Array.from({ length: shoppers - units }, () => '422 out_of_stock'),
  );
  for (const { products } of refused) {
    expect(products).toEqual([{ product_id: product.id, requested: 1, available: 0 }]);
  }
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  process.stderr.write(`200 shoppers, 10 units: ${sold.length} orders, slowest answer ${slowest} ms\n`);
  const stock = await store.request('GET', `/api/admin/inventory/${product.id}`, { token });
  expect(stock.body).toMatchObject({ data: { stock: 0, held: units } });
  const orders = await store.request('GET', '/api/admin/orders', { token });
  expect((orders.body as { data: unknown[] }).data).toHaveLength(units);
}, 60_000);
