import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type mongoose from 'mongoose';

import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '../../../support/eventually.ts';
import { startTestStore } from '../../../support/store.ts';
import type { TestStore } from '../../../support/store.ts';
import { openBackedUpStore } from '../../support/store-backups.ts';

const root = join(import.meta.dirname, '../../../..');

let store: TestStore;
let client: AuditClient;
beforeAll(async () => {
  store = await startTestStore();
  client = await openAuditClient(store.servers.mongodbUri);
}, 120_000);
afterAll(async () => {
  await client.close();
  await store.stop();
}, 60_000);

interface Ran {
  code: number;
  findings: { rule: string; subject: string }[];
  repaired: string[];
}

/** The command as an operator runs it. */
function audit(...args: string[]): Promise<Ran> {
  const env = {
    ...process.env,
    MONGODB_URI: store.servers.mongodbUri,
    RABBITMQ_URL: store.servers.rabbitmqUrl,
    STORE_NAMESPACE: store.namespace,
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['tools/operate/audit.ts', '--json', ...args],
      { cwd: root, env },
      (error, stdout, stderr) => {
        if (stdout === '') {
          reject(new Error(stderr));
          return;
        }
        const report = JSON.parse(stdout) as Omit<Ran, 'code'>;
        resolve({ ...report, code: error === null ? 0 : Number(error.code) });
      },
    );
  });
}

function collection(service: 'orders' | 'catalog', name: string): mongoose.mongo.Collection<{ _id: number }> {
  return client.db(`${store.namespace}_${service}`).collection<{ _id: number }>(name);
}

async function post(path: string, json: unknown, method = 'POST'): Promise<{ id: number }> {
  const answer = await store.request(method, path, { token: await store.adminToken(), json });
  expect([200, 201]).toContain(answer.status);
  return (answer.body as { data: { id: number } }).data;
}

test('the audit finds inconsistent data, repairs what is proven, and then finds nothing', async () => {
  const named = { name: 'Coffee', description: 'Whole beans' };
  const product = await post('/api/admin/products', {
    price: 5,
    manufacturing_price: 1,
    is_active: 1,
    en: named,
    ar: named,
  });
  await post(`/api/admin/inventory/${product.id}`, { stock: 10 }, 'PUT');
  const user = await post('/api/admin/users', { name: 'Ann', email: 'ann@example.com' });
  const place = { user_id: user.id, line1: 'Street 1', city: 'Cairo', country: 'EG' };
  const address = await post('/api/admin/addresses', place);
  const items = [
    { product_id: product.id, amount: 2 },
    { product_id: product.id, amount: 1 },
  ];
  const asked = {
    user_id: user.id,
    address_id: address.id,
    payment_method: 1,
    total: 15,
    status: 'pending',
    items,
  };
  const order = await post('/api/admin/orders', asked);
  const deleted = await post('/api/admin/orders', { ...asked, items: items.slice(1) });
  const ofDeleted = await collection('orders', 'order_items').findOne({ order_id: deleted.id } as never);
  if (!ofDeleted) throw new Error('The order to be deleted has no row');
  const token = await store.adminToken();
  expect((await store.request('DELETE', `/api/admin/orders/${deleted.id}`, { token })).status).toBe(204);
  expect(await audit()).toMatchObject({ code: 0, findings: [] });
  // The index of `search` takes new orders when it has time.
  await eventually('the index of search', () =>
    collection('orders', 'order_texts').findOne({ _id: order.id }),
  );

  const rows = await collection('orders', 'order_items')
    .find({ order_id: order.id } as never)
    .sort({ _id: 1 })
    .toArray();
  const [missing, wrong] = rows;
  if (!missing || !wrong) throw new Error('The order has two rows');
  await collection('orders', 'order_items').deleteOne({ _id: missing._id });
  await collection('orders', 'order_items').updateOne({ _id: wrong._id }, { $set: { amount: 9 } });
  await collection('orders', 'order_items').insertOne(ofDeleted);
  await collection('orders', 'inventory').updateOne({ _id: product.id }, { $inc: { held: 4 } });
  await collection('orders', 'counters').updateMany({ count: { $gt: 0 } }, { $inc: { count: 1 } });
  await collection('orders', 'order_texts').updateOne({ _id: order.id }, { $set: { text: 'another' } });
  const text = { _id: deleted.id, version: 1, text: 'of a deleted order' };
  await collection('orders', 'order_texts').replaceOne({ _id: deleted.id }, text, { upsert: true });
  await collection('orders', 'products').updateOne({ _id: product.id }, { $set: { price: 700 } });

  const found = await audit();
  expect(found.code).toBe(1);
  expect(found.findings.map(({ rule, subject }) => `${rule} ${subject}`).sort()).toEqual([
    `held-differs inventory/${product.id}`,
    `item-row-differs order_items/${wrong._id}`,
    `item-row-extra order_items/${ofDeleted._id}`,
    `item-row-missing order_items/${missing._id}`,
    'order-count-differs counters/pending:1',
    `order-text-differs order_texts/${order.id}`,
    `order-text-extra order_texts/${deleted.id}`,
    `product-copy-differs products/${product.id}`,
  ]);

  // It looks once more after the repair, and ends with 1 if anything is left.
  const repaired = await audit('--repair');
  expect(repaired.code).toBe(0);
  expect(repaired.repaired).toContain(`inventory/${product.id}: held 7 → 3`);
}, 120_000);

test('the audit exits with 2 and names the parked commands that it could not check', async () => {
  const { audit: run, close } = await openBackedUpStore();
  const env = { STORE_NAMESPACE: store.namespace, RABBITMQ_URL: 'amqp://127.0.0.1:9' };
  const { code, stdout } = await run([], { env }).finally(close);
  expect(code).toBe(2);
  expect(stdout).toContain('Nothing is wrong in what was looked at.');
  expect(stdout).toContain('Not checked: parked commands');
}, 60_000);

test('the audit reports an accepted order that is missing, not a deleted one, and cannot repair it', async () => {
  const orders = collection('orders', 'orders');
  const [made] = await orders.find().sort({ _id: -1 }).limit(1).toArray();
  const { user_id, address_id, payment_method } = made as unknown as Record<string, number>;
  const asked = { user_id, address_id, payment_method, total: 1, status: 'pending' };
  const [deleted, bulkDeleted, lost] = [
    await post('/api/admin/orders', asked),
    await post('/api/admin/orders', asked),
    await post('/api/admin/orders', asked),
  ];
  const remove = (path: string, json?: object, method = 'DELETE') =>
    store.adminToken().then((token) => store.request(method, path, { token, ...(json && { json }) }));
  expect((await remove(`/api/admin/orders/${deleted.id}`)).status).toBe(204);
  const ids = { ids: [bulkDeleted.id] };
  expect((await remove('/api/admin/orders/bulk-delete', ids, 'POST')).status).toBe(200);
  expect(await audit()).toMatchObject({ code: 0, findings: [] });
  await orders.deleteOne({ _id: lost.id });
  const { code, findings } = await audit('--repair');
  expect(code).toBe(1);
  const told = findings.filter(({ rule }) => rule === 'order-lost').map(({ subject }) => subject);
  expect(told).toEqual([`orders/${lost.id}`]);
  // A deletion by an older release: its command in the inbox, and nothing else.
  await collection('orders', 'deletions').deleteMany({ kind: 'orders' });
  expect((await audit()).findings.map(({ rule }) => rule)).toContain('order-lost');
}, 90_000);

test('the audit of a store without databases fails and names the missing database', async () => {
  const nowhere = await openBackedUpStore();
  try {
    const { code, stderr } = await nowhere.audit([]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`no database ${nowhere.namespace}_catalog`) as unknown,
    });
  } finally {
    await nowhere.close();
  }
});
