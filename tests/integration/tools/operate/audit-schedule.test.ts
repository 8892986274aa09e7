import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type mongoose from 'mongoose';

import type { ServerUser } from '#deploy/servers/access.ts';
import type { auditSchema } from '#shared/contracts/endpoints/audit.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { openAuditClient, type AuditClient } from '#tools/operate/audit/audit-client.ts';
import { auditStore } from '#tools/operate/audit/audit-store.ts';
import { rowId } from '#shared/engine/decide/ledger-row.ts';
import { eventually } from '../../../support/eventually.ts';
import { startSmallTestStore, type TestStore } from '../../../support/store.ts';
import { pause } from '../../../support/pause.ts';

let store: TestStore<ServerUser>;
let client: AuditClient;
const ids = { product: 0, user: 0, address: 0 };

beforeAll(async () => {
  // An interval of one second, so that an audit is always running.
  store = await startSmallTestStore({ env: { AUDIT_INTERVAL_HOURS: '0.0003' } });
  client = await openAuditClient(store.servers.mongodbUri);
  const text = { name: 'Coffee', description: 'Whole beans' };
  const product = { price: 5, manufacturing_price: 1, is_active: 1, en: text, ar: text };
  ids.product = await made('POST', '/api/admin/products', product);
  await made('PUT', `/api/admin/inventory/${ids.product}`, { stock: 100_000 });
  ids.user = await made('POST', '/api/admin/users', { name: 'Ann', email: 'ann@example.com' });
  const place = { user_id: ids.user, line1: 'Street 1', city: 'Cairo', country: 'EG' };
  ids.address = await made('POST', '/api/admin/addresses', place);
});
afterAll(async () => {
  await client.close();
  await store.stop();
});

async function made(method: string, path: string, json: unknown, token?: string): Promise<number> {
  const answer = await store.request(method, path, { token: token ?? (await store.adminToken()), json });
  expect([200, 201]).toContain(answer.status);
  return (answer.body as { data: { id: number } }).data.id;
}

function collection(service: 'orders' | 'catalog', name: string): mongoose.mongo.Collection<{ _id: number }> {
  return client.db(`${store.namespace}_${service}`).collection<{ _id: number }>(name);
}

type AuditReport = Shown<typeof auditSchema>;

async function reported(headers: Record<string, string> = {}): Promise<AuditReport> {
  const token = await store.adminToken('admin:read');
  const answer = await store.request('GET', '/api/admin/audit', { token, headers });
  expect(answer.status).toBe(200);
  return (answer.body as { data: AuditReport }).data;
}

/** Waits for audits of all services that began after this time. */
async function reportedSince(moment: number): Promise<AuditReport> {
  return eventually('an audit', async () => {
    const audit = await reported();
    const isLater = audit.services.every(
      ({ state, started_at: at }) => state === 'done' && Date.parse(at ?? '') > moment,
    );
    return isLater ? audit : null;
  });
}

test('scheduled and manual audits report no findings in a consistent store under load', async () => {
  const token = await store.clientToken(ids.user);
  const load = { isOver: false, orders: 0 };
  const shop = async () => {
    while (!load.isOver) {
      await made('POST', '/api/client/cart/items', { product_id: ids.product, amount: 1 }, token);
      const body = { payment_method: 1, address_id: ids.address };
      const order = await made('POST', '/api/client/orders/checkout', body, token);
      for (const status of ['confirmed', 'preparing', 'shipped', 'delivered'].slice(0, order % 5))
        await made('PUT', `/api/admin/orders/${order}`, { status });
      if (order % 7 === 0)
        await store.request('DELETE', `/api/admin/orders/${order}`, { token: await store.adminToken() });
      load.orders += 1;
    }
  };
  const change = async () => {
    for (let price = 1; !load.isOver; price += 1) {
      await made('PUT', `/api/admin/products/${ids.product}`, { price });
      await made('POST', `/api/admin/inventory/${ids.product}/adjust`, { by: 3 });
      await pause(50);
    }
  };
  const began = Date.now();
  const work = Promise.all([shop(), change()]);
  try {
    for (let times = 0; times < 3 || load.orders < 20; times += 1) {
      const { findings, not_checked: notChecked } = await auditStore(
        client,
        { ...store.servers, namespace: store.namespace },
        { settleMs: 1000 },
      );
      expect({ findings, notChecked }).toEqual({ findings: [], notChecked: [] });
    }
    const audit = await reportedSince(began);
    expect(audit).toMatchObject({ is_sound: true, findings_total: 0 });
  } finally {
    load.isOver = true;
    await work;
  }
}, 180_000);

test('a scheduled audit repairs an id counter that is too low, so that new orders succeed', async () => {
  const counters = client
    .db(`${store.namespace}_orders`)
    .collection<{ _id: string; version: number }>('counters');
  const before = (await counters.findOne({ _id: 'orders' }))?.version ?? 0;
  const asked = {
    user_id: ids.user,
    address_id: ids.address,
    payment_method: 1,
    total: 1,
    status: 'pending',
  };
  const last = await made('POST', '/api/admin/orders', asked);
  await counters.updateOne({ _id: 'orders' }, { $set: { version: 0 } });
  await eventually(
    'the sequence',
    async () => ((await counters.findOne({ _id: 'orders' }))?.version ?? 0) > before,
  );
  expect(await made('POST', '/api/admin/orders', asked)).toBe(last + 1);
});

test('the audit reports a negative product price, in Arabic on request, and the orders service does not copy the price', async () => {
  const copies = collection('orders', 'products');
  const price = 700;
  await made('PUT', `/api/admin/products/${ids.product}`, { price: 7 });
  await eventually('the copy', () => copies.findOne({ _id: ids.product, price } as never));
  // Changes the product directly in the database, with a new version and an old time. The orders service compares its copies with
  // the catalog and takes newer versions. It must not take this one, because the product is damaged.
  const damaged = await collection('catalog', 'products').findOneAndUpdate(
    { _id: ids.product },
    { $set: { price: -5, updated_at: '2026-01-01T00:00:00.000Z' }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
  const { version } = damaged as unknown as { version: number };
  await collection('catalog', 'ledger').insertOne({
    _id: rowId(`products/${ids.product}`, version),
    at: '2026-01-01T00:00:00.000Z',
    kind: 'changed',
  } as never);
  const found = await eventually('the finding', async () => {
    const { services } = await reported({ 'Accept-Language': 'ar' });
    return services.flatMap(({ rules }) => rules).find(({ rule }) => rule === 'product-unsound') ?? null;
  });
  expect(found).toMatchObject({ count: 1, repaired: 0, findings: [{ subject: `products/${ids.product}` }] });
  expect(found.means).toMatch(/^[\u0600-\u06FF]/);
  // A later change by a command publishes the damaged price as well.
  await made('PUT', `/api/admin/products/${ids.product}`, { is_active: 0 });
  const copy = await copies.findOne({ _id: ids.product });
  expect(copy).toMatchObject({ price });
  const metrics = await fetch(`${store.urls['catalog-worker']}/metrics`).then((answer) => answer.text());
  expect(metrics).toMatch(/store_audit_findings\{[^}]*store_audit_rule="product-unsound"[^}]*\} 1/);
  await store.request('PUT', `/api/admin/products/${ids.product}`, {
    token: await store.adminToken(),
    json: { price: 8 },
  });
  await eventually('the repaired copy', () => copies.findOne({ _id: ids.product, price: 800 } as never));
  const sound = await reportedSince(Date.now());
  expect(sound.services.flatMap(({ rules }) => rules)).toEqual([]);
});
