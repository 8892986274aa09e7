import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { retention } from '#shared/contracts/retention.ts';
import { startTestStore } from '../../../support/store.ts';
import type { TestStore } from '../../../support/store.ts';

const root = join(import.meta.dirname, '../../../..');
const orders = 40;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
}, 120_000);
afterAll(() => store.stop(), 60_000);

async function made(method: string, path: string, json: unknown, token?: string): Promise<number> {
  const answer = await store.request(method, path, { token: token ?? (await store.adminToken()), json });
  expect([200, 201]).toContain(answer.status);
  return (answer.body as { data: { id: number } }).data.id;
}

interface Size {
  collection: string;
  documents: number;
  data: number;
  indexes: number;
}

test('bytes-per-order reports the size of each collection, and each has a retention entry', async () => {
  const text = { name: 'House espresso', description: 'Whole beans' };
  const asked = { price: 5, manufacturing_price: 1, is_active: 1, en: text, ar: text };
  const products = [1, 2, 3].map(() => made('POST', '/api/admin/products', asked));
  const user = await made('POST', '/api/admin/users', { name: 'Layla Haddad', email: 'layla@example.com' });
  const place = {
    user_id: user,
    line1: '12 Rainbow Street',
    city: 'Amman',
    country: 'JO',
    phone: '+962790000000',
  };
  const address = await made('POST', '/api/admin/addresses', place);
  const token = await store.clientToken(user);
  for (let count = 0; count < orders; count += 1) {
    for (const product of await Promise.all(products))
      await made('POST', '/api/client/cart/items', { product_id: product, amount: 2 }, token);
    await made('POST', '/api/client/orders/checkout', { payment_method: 1, address_id: address }, token);
  }
  const env = {
    ...process.env,
    MONGODB_URI: store.servers.mongodbUri,
    RABBITMQ_URL: store.servers.rabbitmqUrl,
    STORE_NAMESPACE: store.namespace,
  };
  const run = promisify(execFile);
  const options = { cwd: root, env };
  const { stdout } = await run(process.execPath, ['tools/operate/bytes-per-order.ts', '--json'], options);
  const told = JSON.parse(stdout) as { orders: number; sizes: Size[] };
  expect(told.orders).toBe(orders);
  const known = new Set<string>(Object.values(retention).flatMap(({ collections }) => [...collections]));
  const names = told.sizes.map(({ collection }) => collection.split('.').at(-1) ?? '');
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const bytesOf = (name: string) =>
    told.sizes.find(({ collection }) => collection.endsWith(`_orders.${name}`))?.data ?? NaN;
  // Three lines put into the cart and a checkout for each order.
  expect(bytesOf('inbox')).toBeLessThan(bytesOf('orders'));
  const table = await run(process.execPath, ['tools/operate/bytes-per-order.ts'], options);
  expect(table.stdout).toMatch(/^store.*|_orders\.orders\t40\t/m);
}, 180_000);
