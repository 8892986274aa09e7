import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { declareCommandQueues, declareEvents, parkedQueue } from '#shared/platform/amqp/topology.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { floorRelease } from '#shared/platform/mongo/service-data.ts';
import { readSettings } from '#shared/platform/settings/read-settings.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { applyMigrations, withServiceDatabase } from '#tools/operate/service-databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { sharedServers } from '#tests/support/servers.ts';
import { startTestStore, type TestStore } from '#tests/support/store.ts';
import { comparable, readsAs } from './upgrade-checks.ts';
import type { Shapes } from './keep-shapes.ts';
import {
  openBroker,
  openDatabase,
  ownName,
  type OwnBroker,
  type OwnDatabase,
} from '#tests/integration/support/own-servers.ts';

const { EJSON } = mongoose.mongo.BSON;
const release = floorRelease;
const file = join(import.meta.dirname, `../releases/shapes/${release}.json.gz`);

/** The stored documents and messages of the oldest release whose data this release accepts. */
function readShapes(): Shapes {
  if (!existsSync(file))
    throw new Error(
      `${file} is missing: npm run store -- upgrade-check <commit of ${release}> --keep ${file}`,
    );
  return EJSON.parse(gunzipSync(readFileSync(file)).toString(), { relaxed: true }) as Shapes;
}

/** In queue names such as `store.orders.parked`, replaces the recorded store's namespace `store` by `namespace`. */
function renamed(value: object | string, namespace: string): string {
  return JSON.stringify(value).replaceAll('"store.', `"${namespace}.`);
}

/**
 * Removes `keys` from the document of a database's identity: the check values of the recorded store's secret keys. The store of
 * this test has other keys, so it would not start.
 */
function withoutKeys({ keys, ...document }: Record<string, unknown>): Record<string, unknown> {
  return document['_id'] === 'identity' || keys === undefined ? document : { ...document, keys };
}

describe(`data and messages of release ${release}`, () => {
  const namespace = ownName();
  const { databases, messages, before } = readShapes();
  let broker: OwnBroker;
  let opened: Record<(typeof serviceNames)[number], OwnDatabase>;
  let store: TestStore;

  beforeAll(async () => {
    broker = await openBroker();
    opened = {
      catalog: await openDatabase(`${namespace}_catalog`),
      orders: await openDatabase(`${namespace}_orders`),
      webhooks: await openDatabase(`${namespace}_webhooks`),
    };
    for (const service of serviceNames) {
      for (const [name, documents] of Object.entries(databases[service] ?? {})) {
        const collection = await driverDatabase(opened[service].database).createCollection(name);
        if (documents.length > 0) await collection.insertMany(documents.map(withoutKeys));
      }
      const given = { MONGODB_URI: sharedServers().mongodbUri, STORE_NAMESPACE: namespace };
      await withServiceDatabase(service, readSettings(given, 'indexes'), (database, data) =>
        applyMigrations(database, data, () => undefined),
      );
      await declareCommandQueues(broker.channel, namespace, service);
    }
    await declareEvents(broker.channel, namespace, { service: 'orders', patterns: ['catalog.product.*.v1'] });
    for (const { queue, content, properties } of messages) {
      const { messageId, headers } = JSON.parse(
        renamed(properties, namespace),
      ) as Shapes['messages'][number]['properties'];
      const to = JSON.parse(renamed(queue, namespace)) as string;
      broker.channel.sendToQueue(to, Buffer.from(content), {
        persistent: true,
        ...(messageId && { messageId }),
        ...(headers && { headers }),
      });
    }
    store = await startTestStore({ namespace });
  }, 180_000);
  afterAll(async () => {
    await store.stop();
    await Promise.all(Object.values(opened).map((own) => own.close()));
    await broker.close();
  }, 60_000);

  async function list(name: string): Promise<Map<number, unknown>> {
    const token = await store.adminToken();
    const answer = await store.request('GET', `/api/admin/${name}`, { token });
    const records = (answer.body as { data: { id: number }[] }).data;
    return new Map(records.map((record) => [record.id, record]));
  }

  const commands = messages.flatMap(({ queue, content }) =>
    queue.includes('.commands.')
      ? [JSON.parse(content) as { type: string; params: Record<string, number> }]
      : [],
  );
  /** The ids of the records that unfinished commands change, for a path parameter such as `order`. */
  const changedBy = (parameter: string) =>
    new Set(commands.flatMap(({ params }) => (parameter in params ? [params[parameter]] : [])));

  const productsWithEvents = messages
    .filter(({ queue }) => queue === 'store.orders.events')
    .map(({ content }) => (JSON.parse(content) as { data: { id: number } }).data.id);

  test(`the store finishes the orders, events and bulk operations that release ${release} left unfinished, and parks no command as failed`, async () => {
    const waiting = commands.filter(
      ({ type }) => type === 'orders.create' || type === 'orders.checkout',
    ).length;
    expect(waiting).toBeGreaterThan(0);
    const known = Object.keys(before['orders'] ?? {}).length;
    await eventually(
      'the waiting orders',
      async () => (await list('orders')).size === known + waiting,
      60_000,
    );
    const operations = driverDatabase(opened.catalog.database).collection<BulkOperation>('bulk_operations');
    const open = { status: { $nin: ['succeeded', 'failed', 'partly_succeeded', 'cancelled'] } } as const;
    expect(databases.catalog['bulk_operations']?.some(({ status }) => status === 'running')).toBe(true);
    await eventually('the bulk work', async () => (await operations.countDocuments(open)) === 0, 60_000);
    expect(await operations.find({}, { projection: { status: 1 } }).toArray()).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ status: 'failed' })]),
    );
    await eventually('the copy of the product that an event waits for', async () => {
      const copies = await driverDatabase(opened.orders.database)
        .collection('products')
        .find({ price: 7725 })
        .toArray();
      return copies.length === 1;
    });
    // The only parked messages are those that were parked when the release's data was recorded.
    const parked = messages.filter(({ queue }) => queue === 'store.orders.parked').length;
    expect(await broker.count(parkedQueue(namespace, 'orders'))).toBe(parked);
    expect(await broker.count(parkedQueue(namespace, 'catalog'))).toBe(0);
  }, 150_000);

  test(`the API returns records of release ${release} exactly as that release returned them`, async () => {
    const mayDiffer: Record<string, ReadonlySet<number | undefined>> = {
      orders: changedBy('order'),
      // An event about each of these products was still in the queue when the release's data was recorded. This store processes
      // the event, so the product's price may differ from the recorded price.
      products: new Set([...changedBy('product'), ...productsWithEvents]),
      // The last subscriptions got their ids from sixteen concurrent callers, so their ids vary.
      subscriptions: new Set((databases.catalog['bulk_chunks'] ?? []).flatMap(({ ids }) => ids as number[])),
    };
    for (const [name, records] of Object.entries(before)) {
      const found = await list(name);
      const differing = Object.entries(records)
        .filter(([id]) => !mayDiffer[name]?.has(Number(id)))
        .filter(([id, record]) => !readsAs(found.get(Number(id)), comparable(record)));
      expect({ [name]: differing.map(([id]) => id) }).toEqual({ [name]: [] });
      const gone = Object.keys(records).filter((id) => !found.has(Number(id)));
      expect({ [name]: gone }).toEqual({ [name]: [] });
    }
  }, 60_000);
});
