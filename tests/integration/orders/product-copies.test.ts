import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type { ChannelModel } from 'amqplib';
import type mongoose from 'mongoose';
import { eventQueue, eventsExchange } from '#shared/amqp/topology.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import type { CatalogProducts } from '#services/orders/storage/catalog-client.ts';
import { startCopyComparison } from '#services/orders/storage/compare-copies.ts';
import { createPageComparison } from '#services/orders/storage/compare-page.ts';
import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { aProduct } from '../../unit/support/orders-world.ts';
import { openOrders } from '../support/own-orders.ts';
import type { OwnOrders } from '../support/own-orders.ts';
import { quiet } from '../support/own-servers.ts';

let store: TestStore;
let client: AuditClient;
let broker: ChannelModel;
beforeAll(async () => {
  store = await startTestStore();
  client = await openAuditClient(store.servers.mongodbUri);
  broker = await connect(store.servers.rabbitmqUrl);
}, 120_000);
afterAll(async () => {
  await broker.close();
  await client.close();
  await store.stop();
}, 60_000);

const text = { name: 'Coffee', description: 'Whole beans' };

async function send(method: string, path: string, json?: object): Promise<{ id: number }> {
  const token = await store.adminToken();
  const answer = await store.request(method, path, { token, ...(json && { json }) });
  return (answer.body as { data?: { id: number } } | null)?.data ?? { id: 0 };
}

const newProduct = (price: number) =>
  send('POST', '/api/admin/products', { price, manufacturing_price: 1, is_active: 1, en: text, ar: text });

function products(service: 'orders' | 'catalog'): mongoose.mongo.Collection<ProductCopy> {
  return client.db(`${store.namespace}_${service}`).collection<ProductCopy>('products');
}

const copyOf = (id: number) => products('orders').findOne({ _id: id });

test('product copies repair themselves after the event queue that missed changes is recreated', async () => {
  const [changed, deleted, damaged] = [await newProduct(5), await newProduct(6), await newProduct(7)];
  await eventually('three copies', async () => (await products('orders').countDocuments({})) === 3);
  const channel = await broker.createChannel();
  const queue = eventQueue(store.namespace, 'orders');
  await channel.unbindQueue(queue, eventsExchange(store.namespace), 'catalog.product.*.v1');

  await send('DELETE', `/api/admin/products/${deleted.id}`);
  const made = await newProduct(3);
  await products('catalog').updateOne({ _id: damaged.id }, { $set: { price: -5 }, $inc: { version: 1 } });
  let version = 1;
  // A late comparison at the start may still see some changes: change until one is missed.
  await eventually('a change that is missed', async () => {
    version += 1;
    await send('PUT', `/api/admin/products/${changed.id}`, { price: 5 + version });
    return (await copyOf(changed.id))?.version !== version;
  });

  await channel.deleteQueue(queue);
  await eventually('the copies', async () => {
    const [one, gone, another] = [await copyOf(changed.id), await copyOf(deleted.id), await copyOf(made.id)];
    return one?.version === version && gone?.is_deleted === true && another !== null;
  });
  expect(await copyOf(changed.id)).toMatchObject({ price: (5 + version) * 100, is_deleted: false });
  expect(await copyOf(made.id)).toMatchObject({ price: 300, version: 1, en: { name: 'Coffee' } });
  // A product with an invalid price is neither copied nor treated as deleted.
  expect(await copyOf(damaged.id)).toMatchObject({ price: 700, version: 1, is_deleted: false });
}, 90_000);

describe('a catalog that was restored or replaced', () => {
  let own: OwnOrders;
  beforeEach(async () => {
    own = await openOrders();
  });
  afterEach(() => own.close());

  const numbered = (count: number, version: number, values: Partial<ProductCopy> = {}) =>
    Array.from({ length: count }, (_, index) => aProduct(index + 1, { version, ...values }));
  const kept = (copies: ProductCopy[]) => own.models.products.collection.insertMany(copies as never[]);
  const compared = (catalog: CatalogProducts) =>
    createPageComparison({ models: own.models, catalog, log: quiet });
  const soldHere = () => own.models.products.countDocuments({ is_deleted: false });

  /** A catalog of these products. */
  const having = (there: ProductCopy[], asked: () => Promise<unknown> = () => Promise.resolve()) => ({
    versions: (after: number, limit: number) =>
      Promise.resolve(there.filter(({ _id }) => _id > after).slice(0, limit)),
    copies: async (ids: readonly number[]) => {
      await asked();
      return there.filter(({ _id }) => ids.includes(_id));
    },
  });

  test('a catalog that lists less than half of the sold products deletes no copies', async () => {
    await kept(numbered(50, 5));
    await compared(having([]))(0);
    await compared(having(numbered(24, 5)))(0);
    await compared(having(numbered(2, 5)))(0, 2);
    await compared(having(numbered(2, 5)))(2, 2);
    expect(await soldHere()).toBe(50);
    await compared(having(numbered(25, 5)))(0);
    expect(await soldHere()).toBe(25);
  });

  test('copies that are ahead of the catalog in two comparisons are overwritten from it', async () => {
    await kept([...numbered(1, 10), aProduct(2, { version: 6, is_deleted: true })]);
    const compare = compared(having([aProduct(1, { version: 8, price: 7 }), aProduct(2, { version: 6 })]));
    await compare(0);
    expect(await own.models.products.find().sort({ _id: 1 }).lean()).toMatchObject([
      { version: 10 },
      { version: 6, is_deleted: true },
    ]);
    await compare(0);
    expect(await own.models.products.find().sort({ _id: 1 }).lean()).toMatchObject([
      { version: 8, price: 7, is_deleted: false },
      { version: 6, is_deleted: false },
    ]);
  });

  test('a comparison with the catalog does not overwrite an event that arrives meanwhile', async () => {
    await kept(numbered(1, 10));
    const event = () => own.models.products.updateOne({ _id: 1 }, { version: 11, price: 3 });
    const compare = compared(having(numbered(1, 8), event));
    await compare(0);
    await compare(0);
    expect(await own.models.products.findById(1).lean()).toMatchObject({ version: 11, price: 3 });
  });
});

test('a catalog that fails comparisons is asked again, after a pause for each failure in a row', async () => {
  const own = await openOrders();
  const failures: number[] = [];
  const fails = () => Promise.reject(new Error('The catalog answered 404'));
  const comparison = startCopyComparison({
    ...{ models: own.models, leases: leaseModel(own.database), holder: 'a', log: quiet },
    catalog: { versions: fails, copies: fails },
    idleMs: 10,
    pauseAfter: (count) => {
      failures.push(count);
      return 20;
    },
  });
  await eventually('three failures', () => failures.length >= 3);
  await comparison.close();
  await own.close();
  expect(failures.slice(0, 3)).toEqual([1, 2, 3]);
});
