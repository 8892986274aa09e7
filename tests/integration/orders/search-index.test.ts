import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createBells } from '#shared/platform/amqp/bells.ts';
import { leaseModel, taskLease } from '#shared/platform/mongo/leases.ts';
import { createOrderSearch } from '#services/orders/lists/storage/search.ts';
import { indexedUpTo, indexOrders, startSearchIndex } from '#services/orders/lists/storage/search-index.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import { madeOrders } from '../../support/seed/seed-orders.ts';
import { madeShop } from '../../support/seed/seed-shop.ts';
import { writeRecords } from '../../support/seed/write-records.ts';
import { openOrders, type OwnOrders } from '../support/own-orders.ts';
import { quiet } from '../support/own-servers.ts';
import { eventually } from '../../support/eventually.ts';
import { pause } from '../../support/pause.ts';

const size = 450;
let own: OwnOrders;
let models: OrdersModels;
let isBusy: boolean;
let index: { close: () => Promise<void> } | null;

beforeEach(async () => {
  own = await openOrders();
  ({ models } = own);
  const now = new Date('2026-05-01T10:00:00.000Z');
  const shop = madeShop(5, now.toISOString());
  const orders = [...madeOrders(shop, { from: 1, itemsFrom: 1, count: size, until: now, seed: 3 })];
  await writeRecords(
    own.store(),
    orders.map((after) => ({ table: 'orders', before: null, after })),
  );
  await models.counters.collection.insertOne({ _id: 'orders', version: size } as never);
  [isBusy, index] = [true, null];
});
afterEach(async () => {
  await index?.close();
  await own.close();
});

function start(longBacklog?: number): void {
  index = startSearchIndex({
    models,
    lease: taskLease(leaseModel(own.database), 'search-index', 'one', 30_000),
    bells: createBells({ namespace: 'search', log: quiet }),
    isBusy: () => isBusy,
    log: quiet,
    ...(longBacklog !== undefined && { longBacklog }),
  });
}

describe('the search index', () => {
  test('a short backlog of the order search index waits while commands are handled, and is then indexed completely', async () => {
    start();
    await eventually('the lease', () => leaseModel(own.database).findById('search-index').lean());
    await pause(300);
    expect(await indexedUpTo(models)).toBe(0);
    isBusy = false;
    await eventually('the whole index', async () => (await indexedUpTo(models)) === size);
    expect(await models.orderTexts.countDocuments()).toBe(size);
  });

  test('a long backlog of the order search index is indexed even while commands are handled, until the backlog is short', async () => {
    start(100);
    await eventually('most of the index', async () => size - (await indexedUpTo(models)) < 100);
    await pause(300);
    expect(await indexedUpTo(models)).toBe(400);
  });
});

describe('a search during changes of an order', () => {
  test('the order search finds and counts an order at every moment of the order’s reindexing', async () => {
    while ((await indexOrders(models)) > 0);
    const [order] = await models.orders.find().sort({ _id: 1 }).limit(1).lean();
    if (!order) throw new Error('no order was made');
    const { _id: id, order_number: term } = order;
    const search = createOrderSearch(models);
    const page = { after: null, descending: true, skip: 0, limit: 10 };
    const changing = new AbortController();
    const changes = async () => {
      for (let version = order.version + 1; !changing.signal.aborted; version += 1) {
        await models.orderTexts.updateOne({ _id: id }, { version, fresh: true });
        await indexOrders(models);
      }
    };
    const changed = changes();
    const found = [];
    for (let look = 0; look < 60; look += 1) {
      found.push(await Promise.all([search.page(term, page), search.few(term), search.count(term)(null)]));
    }
    changing.abort();
    await changed;
    expect(
      found.filter(([ids, few, count]) => ids.join() !== `${id}` || few?.join() !== `${id}` || count !== 1),
    ).toEqual([]);
  });
});
