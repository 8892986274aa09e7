import { beforeAll, describe, expect, test } from '@jest/globals';

import { auditStore, repairStore } from '#tools/operate/audit/audit-store.ts';
import { auditRules, type AuditRuleName } from '#shared/contracts/audit-rules.ts';
import type { Finding } from '#shared/engine/decide/audit-finding.ts';
import { eventually } from '../../support/eventually.ts';
import { commandRunner } from '../../support/commands/command-runner.ts';
import { auditDamages, change, insert, itemOf, type Documents } from '../support/audit-damages.ts';
import { auditSides } from '../support/audit-sides.ts';
import { openBackedUpStore } from '../support/store-backups.ts';
import { client, store } from './whole-store.ts';

const runCommand = commandRunner();
const ids = {
  product: 0,
  spare: 0,
  subscription: 0,
  user: 0,
  address: 0,
  order: 0,
  checkout: 0,
  payment: 0,
  return: 0,
  deleted: 0,
  deletedItem: 0,
};

function collection(service: 'orders' | 'catalog', name: string): Documents {
  return client.db(`${store.namespace}_${service}`).collection<{ _id: number }>(name);
}
const orders = () => collection('orders', 'orders');
const inventory = () => collection('orders', 'inventory');
const damages = auditDamages(collection, ids);

describe('the audit of a whole store', () => {
  beforeAll(async () => {
    const text = { name: 'Coffee', description: 'Whole beans' };
    const product = { price: 5, manufacturing_price: 1, is_active: 1, en: text, ar: text };
    ids.product = await made('POST', '/api/admin/products', product);
    await asked('PUT', `/api/admin/inventory/${ids.product}`, { stock: 50 });
    ids.spare = await made('POST', '/api/admin/products', product);
    await asked('PUT', `/api/admin/inventory/${ids.spare}`, { stock: 5 });
    ids.subscription = await made('POST', '/api/admin/subscriptions', {
      price: 5,
      is_active: 1,
      en: text,
      ar: text,
    });
    ids.user = await made('POST', '/api/admin/users', { name: 'Ann', email: 'ann-of-the-audit@example.com' });
    const place = { user_id: ids.user, line1: 'Street 1', city: 'Cairo', country: 'EG' };
    ids.address = await made('POST', '/api/admin/addresses', place);
    const items = [{ product_id: ids.product, amount: 2 }];
    const order = newOrder(10);
    ids.order = await made('POST', '/api/admin/orders', { ...order, items });
    ids.payment = await made('POST', `/api/admin/orders/${ids.order}/payments`, { amount: 4 });
    const shipped = await made('POST', '/api/admin/orders', { ...order, items, status: 'shipped' });
    const lines = [{ item_id: await itemOf(collection, shipped), amount: 1 }];
    ids.return = await made('POST', `/api/admin/orders/${shipped}/returns`, { lines });
    ids.deleted = await made('POST', '/api/admin/orders', { ...order, items });
    ids.deletedItem = await itemOf(collection, ids.deleted);
    await asked('DELETE', `/api/admin/orders/${ids.deleted}`, undefined);
    ids.checkout = await checkout();
    await eventually('the index of search', () =>
      collection('orders', 'order_texts').findOne({ _id: ids.checkout }),
    );
    expect((await audited({ keepsBaselines: true })).findings).toEqual([]);
  });

  /** A new order without lines. */
  const newOrder = (total: number) => ({
    user_id: ids.user,
    address_id: ids.address,
    payment_method: 1,
    total,
    status: 'pending',
  });

  async function asked(method: string, path: string, json: unknown, token?: string) {
    const bearer: string = token ?? (await store.adminToken());
    const answer = await store.request(method, path, { token: bearer, json });
    expect([200, 201, 204]).toContain(answer.status);
    return answer;
  }

  async function made(method: string, path: string, json: unknown): Promise<number> {
    return ((await asked(method, path, json)).body as { data: { id: number } }).data.id;
  }

  async function checkout(): Promise<number> {
    const token = await store.clientToken(ids.user);
    await asked('POST', '/api/client/cart/items', { product_id: ids.product, amount: 1 }, token);
    const body = { payment_method: 1, address_id: ids.address };
    const answer = await asked('POST', '/api/client/orders/checkout', body, token);
    return (answer.body as { data: { id: number } }).data.id;
  }

  const address = () => ({ ...store.servers, namespace: store.namespace });

  function audited({ keepsBaselines = false } = {}) {
    return auditStore(client, address(), { settleMs: 50, keepsBaselines });
  }

  /** Runs audits until the statistics are right, and repairs statistics that counted a damaged order. */
  async function findingsLeft(): Promise<Finding[]> {
    const ofStatistics = ({ rule }: Finding) => rule === 'order-statistics-differ';
    return eventually('statistics without the damage', async () => {
      const { findings } = await audited();
      const counted = findings.filter(ofStatistics);
      if (counted.length === 0) return findings;
      await repairStore(client, address(), counted, { isDry: false });
      return undefined;
    });
  }

  test.each(damages)(
    'the audit finds $what by the rule $rule, and repairs the damage only if the rule has a repair',
    async (damage) => {
      const { rule } = damage;
      const subject = await damage.subject();
      const takeBack = await damage.plant();
      try {
        const { findings, not_checked: notChecked } = await audited();
        expect(notChecked).toEqual([]);
        const found = findings.filter((one) => one.rule === rule && one.subject === subject);
        expect(found.map(({ rule: of, subject: what }) => `${of} ${what}`)).toEqual([`${rule} ${subject}`]);
        const isRepaired = auditRules[rule].repairedBy !== undefined;
        expect(found.every(({ repair }) => (repair !== null) === isRepaired)).toBe(true);

        const planned = await repairStore(client, address(), found, { isDry: true });
        const repaired = await repairStore(client, address(), found, { isDry: false });
        expect(repaired).toEqual(planned);
        expect(repaired.length).toBe(isRepaired ? 1 : 0);
      } finally {
        await takeBack();
      }
      expect(await findingsLeft()).toEqual([]);
    },
  );

  test('if the audit repairs the number of a product’s units held for orders, the timeline of the product’s stock and the event feed contain the repair', async () => {
    const subject = `inventory/${ids.product}`;
    await inventory().updateOne({ _id: ids.product }, { $inc: { held: 4 } });
    const findings = (await audited()).findings.filter(({ rule }) => rule !== 'order-statistics-differ');
    expect(await repairStore(client, address(), findings, { isDry: false })).toHaveLength(1);

    const { data } = (await asked('GET', `/api/admin/${subject}/timeline`, undefined)).body as {
      data: { via: { request_id: string }; version: number }[];
    };
    const via = { type: 'audit.repair', operation_id: null };
    expect(data[0]).toMatchObject({ kind: 'stock_moved', by: { area: 'admin', subject: 'audit' }, via });
    const { version, via: { request_id } = {} } = data[0] ?? {};
    const published = await eventually('the event', async () => {
      const feed = (await asked('GET', `/api/admin/events?after=0&subject=${subject}&limit=5000`, undefined))
        .body as { data: { data: { version: number } }[] };
      return feed.data.find((event) => event.data.version === version);
    });
    expect(published.data).toMatchObject({
      by: { area: 'admin', subject: 'audit' },
      request_id,
      operation_id: null,
    });
    expect(await findingsLeft()).toEqual([]);
  });

  test('if a product was changed directly in the catalog’s database, the audit’s repair leaves the product’s copy in the orders database unchanged', async () => {
    const products = collection('catalog', 'products');
    const takeBack = await change(products, ids.product, { $set: { price: 1 } });
    const before = await collection('orders', 'products').findOne({ _id: ids.product });
    const { findings } = await audited();
    const left = findings.filter(({ rule }) => rule === 'product-copy-differs');
    expect(left).toMatchObject([{ subject: `products/${ids.product}`, repair: null }]);
    await repairStore(client, address(), findings, { isDry: false });
    expect(await collection('orders', 'products').findOne({ _id: ids.product })).toEqual(before);
    await takeBack();
  });

  test('every audit rule has a test that damages data and expects a finding of the rule', () => {
    const elsewhere: AuditRuleName[] = ['product-copy-extra', 'parked-unseen', 'order-statistics-differ'];
    const found = [...[...damages, ...auditSides].map(({ rule }) => rule), ...elsewhere];
    expect(new Set(found)).toEqual(new Set(Object.keys(auditRules)));
  });

  test('the audit reports no fault for stock and order totals that admins set, with or without the field “log” that release 0.6.0 stored', async () => {
    await asked('PUT', `/api/admin/inventory/${ids.product}`, { stock: 60 });
    await asked('PUT', `/api/admin/orders/${ids.checkout}`, { total: 9 });
    const log = [{ version: 1, by: 'client:ann', at: '2026-11-01T00:00:00.000Z', fields: ['*'] }];
    await orders().updateOne({ _id: ids.checkout }, { $set: { log } });
    await orders().updateOne({ _id: ids.order }, { $unset: { log: true } });
    await inventory().updateOne({ _id: ids.product }, { $unset: { log: true } });
    expect(await findingsLeft()).toEqual([]);
    await asked('PUT', `/api/admin/orders/${ids.order}`, { notes: 'Ring' });
    await asked('PUT', `/api/admin/orders/${ids.checkout}`, { notes: 'Ring' });
    const changed = await orders()
      .find({ _id: { $in: [ids.order, ids.checkout] } })
      .toArray();
    expect(changed).toMatchObject([{ log: [] }, { log: [] }]);
  });

  test('the audit lists every inconsistency planted in a store; a dry run of the repair changes nothing, and the repair corrects all of them', async () => {
    const named = (findings: Finding[]) => findings.map(({ rule, subject }) => `${rule} ${subject}`).sort();
    const product = { product_id: ids.product, amount: 1 };
    const order = { user_id: ids.user, address_id: ids.address, payment_method: 1, total: 15 };
    const id = await made('POST', '/api/admin/orders', {
      ...order,
      status: 'pending',
      items: [{ ...product, amount: 2 }, product],
    });
    // The search index processes new orders with a delay.
    await eventually('the index of search', () => collection('orders', 'order_texts').findOne({ _id: id }));
    const items = collection('orders', 'order_items');
    const [missing, wrong] = await items
      .find({ order_id: id } as never)
      .sort({ _id: 1 })
      .toArray();
    if (!missing || !wrong) throw new Error('The order has two rows');
    await items.deleteOne({ _id: missing._id });
    await items.updateOne({ _id: wrong._id }, { $set: { amount: 9 } });
    await insert(items, await itemOf(collection, ids.order), { _id: ids.deletedItem, order_id: ids.deleted });
    await inventory().updateOne({ _id: ids.product }, { $inc: { held: 4 } });
    await collection('orders', 'counters').updateOne(
      { status: 'pending', count: { $gt: 0 } },
      { $inc: { count: 1 } },
    );
    const texts = collection('orders', 'order_texts');
    await texts.updateOne({ _id: id }, { $set: { text: 'another' } });
    const text = { _id: ids.deleted, version: 1, text: 'of a deleted order' };
    await texts.replaceOne({ _id: ids.deleted }, text, { upsert: true });
    await collection('orders', 'products').updateOne({ _id: ids.product }, { $set: { price: 700 } });

    const { findings } = await audited();
    expect(named(findings)).toEqual([
      `held-differs inventory/${ids.product}`,
      `item-row-differs order_items/${wrong._id}`,
      `item-row-extra order_items/${ids.deletedItem}`,
      `item-row-missing order_items/${missing._id}`,
      'order-count-differs counters/pending:1',
      `order-text-differs order_texts/${id}`,
      `order-text-extra order_texts/${ids.deleted}`,
      `product-copy-differs products/${ids.product}`,
    ]);
    await repairStore(client, address(), findings, { isDry: true });
    expect(named((await audited()).findings)).toEqual(named(findings));
    await repairStore(client, address(), findings, { isDry: false });
    expect(await findingsLeft()).toEqual([]);
  });

  interface Ran {
    code: number;
    findings: { rule: string; subject: string }[];
    repaired: string[];
  }

  async function audit(...args: string[]): Promise<Ran> {
    const env = {
      MONGODB_URI: store.servers.mongodbUri,
      RABBITMQ_URL: store.servers.rabbitmqUrl,
      STORE_NAMESPACE: store.namespace,
    };
    const { code, stdout, stderr } = await runCommand('tools/operate/audit.ts', ['--json', ...args], env);
    if (stdout === '') throw new Error(stderr);
    return { ...(JSON.parse(stdout) as Omit<Ran, 'code'>), code };
  }

  test('npm run audit exits with 1 if it finds a wrong number of reserved units, and npm run audit -- --repair corrects it and exits with 0', async () => {
    const { held } = (await inventory().findOne({ _id: ids.product })) as unknown as { held: number };
    await inventory().updateOne({ _id: ids.product }, { $inc: { held: 4 } });
    expect(await audit()).toMatchObject({
      code: 1,
      repaired: [],
      findings: [{ rule: 'held-differs', subject: `inventory/${ids.product}` }],
    });
    // The command audits again after the repair, and exits with 1 if a finding remains.
    const repaired = [`inventory/${ids.product}: held ${held + 4} → ${held}`];
    expect(await audit('--repair')).toMatchObject({ code: 0, repaired });
  });

  test('npm run audit exits with 2 if RabbitMQ is unavailable, and reports that it did not check parked commands', async () => {
    const { audit: run, close } = await openBackedUpStore(runCommand);
    const env = { STORE_NAMESPACE: store.namespace, RABBITMQ_URL: 'amqp://127.0.0.1:9' };
    const { code, stdout } = await run([], { env }).finally(close);
    expect(code).toBe(2);
    expect(stdout).toContain('Nothing is wrong in what was looked at.');
    expect(stdout).toContain('Not checked: parked commands');
  });

  test('the audit of a store without databases fails and reports the missing database', async () => {
    const nowhere = await openBackedUpStore(runCommand);
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

  test('the audit accepts the stock of a delivered order that was deleted before the last audit and has been restored since', async () => {
    const { data } = (await asked('GET', `/api/admin/products/${ids.product}`, undefined)).body as {
      data: { en: object; ar: object };
    };
    const sold = await made('POST', '/api/admin/products', { ...data, sku: null, external_id: null });
    await asked('PUT', `/api/admin/inventory/${sold}`, { stock: 9 });
    const order = await made('POST', '/api/admin/orders', {
      user_id: ids.user,
      address_id: ids.address,
      payment_method: 1,
      total: 10,
      status: 'shipped',
      items: [{ product_id: sold, amount: 2 }],
    });
    await asked('PUT', `/api/admin/orders/${order}`, { status: 'delivered' });
    const deletion = await asked('POST', '/api/admin/orders/bulk-delete', { ids: [order] });
    expect((await audited({ keepsBaselines: true })).findings).toEqual([]);
    const { id } = (deletion.body as { data: { id: string } }).data;
    await asked('POST', `/api/operations/${id}/undo`, {});
    expect((await audited()).findings).toEqual([]);
    await inventory().updateOne({ _id: sold }, { $inc: { stock: 1 } });
    expect((await audited()).findings).toMatchObject([
      { rule: 'stock-differs', subject: `inventory/${sold}` },
    ]);
    await inventory().updateOne({ _id: sold }, { $inc: { stock: -1 } });
  });

  test('the audit reports an accepted order that is missing although no command deleted it', async () => {
    const place = () => made('POST', '/api/admin/orders', newOrder(1));
    const [deleted, bulkDeleted, lost] = [await place(), await place(), await place()];
    await asked('DELETE', `/api/admin/orders/${deleted}`, undefined);
    await asked('POST', '/api/admin/orders/bulk-delete', { ids: [bulkDeleted] });
    expect((await audited()).findings).toEqual([]);
    await orders().deleteOne({ _id: lost });
    const isLost = ({ rule }: Finding) => rule === 'order-lost';
    const found = (await audited()).findings.filter(isLost);
    expect(found).toMatchObject([{ subject: `orders/${lost}`, repair: null }]);
  });
});
