import { beforeAll, describe, expect, test } from '@jest/globals';
import { orderReads } from '#shared/contracts/endpoints/orders.ts';
import { liveStates } from '#shared/contracts/endpoints/order-states.ts';
import type { ListContract } from '#shared/contracts/kit/list-query.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import type { IdSlice } from '#shared/engine/lists/source.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { ordersLists } from '#services/orders/lists.ts';
import type { Order } from '#services/orders/records/tables.ts';
import {
  blockCountOperations,
  countBlocks,
  countedIds,
  idsByBlocks,
  recountBlocks,
  countOperations,
  wholeBlocks,
} from '#services/orders/records/storage/order-counts.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { madeOrders } from '../../support/seed/seed-orders.ts';
import { madeShop } from '../../support/seed/seed-shop.ts';
import { writeRecords } from '../../support/seed/write-records.ts';
import { askList } from '../support/ask-list.ts';
import { useOrders } from '../support/own-orders.ts';

const list = orderReads['orders.list'].list as ListContract<unknown>;
const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const now = new Date('2026-05-01T10:00:00.000Z');
const shop = madeShop(5, now.toISOString());
/** The number of orders. The store counts orders in blocks of 2048 ids, so these are three full blocks and a part of a fourth. */
const size = 7000;

const own = await useOrders();
const { models } = own;
const store = own.store();
let idsAt: ReturnType<typeof idsByBlocks>;
/** The number of list pages found by block counts. */
let pagesByBlocks = 0;
let ask: (sent: Record<string, unknown>) => ReturnType<typeof askList>;

const orders = new Map<number, Order>();
const gone = new Map<number, Order>();
const random = seededRandom(11);

beforeAll(async () => {
  await add(size);
  await countAll();
  expect(await models.blockCounts.countDocuments({ counted: true })).toBe(3);
  idsAt = idsByBlocks(models);
  const source = ordersLists(models, locale).orders;
  const findList = createFindList(() => undefined);
  const access: typeof source.access = async (query) => {
    const planned = (await source.access?.(query)) ?? {};
    const { idsAt: byBlocks } = planned;
    if (!byBlocks) return planned;
    return {
      ...planned,
      idsAt: async (slice) => {
        const ids = await byBlocks(slice);
        if (ids) pagesByBlocks += 1;
        return ids;
      },
    };
  };
  ask = (sent) => askList((request) => findList({ ...source, access }, request as never), list, sent, locale);
});

const highest = () => Math.max(...orders.keys(), ...gone.keys(), 0);

async function countAll(): Promise<void> {
  while ((await countBlocks(models, highest())) > 0) continue;
}

async function add(count: number): Promise<void> {
  const from = highest() + 1;
  const made = [...madeOrders(shop, { from, itemsFrom: from * 3, count, until: now, seed: from })];
  await writeRecords(
    store,
    made.map((after) => ({ table: 'orders', before: null, after })),
  );
  for (const order of made) orders.set(order._id, order);
}

async function remove(ids: readonly number[]): Promise<void> {
  const going = ids.flatMap((id) => orders.get(id) ?? []);
  await writeRecords(
    store,
    going.map((before) => ({ table: 'orders', before, after: null })),
  );
  for (const order of going) {
    orders.delete(order._id);
    gone.set(order._id, order);
  }
}

async function restore(ids: readonly number[]): Promise<void> {
  const back = ids.flatMap((id) => gone.get(id) ?? []);
  const again = back.map((order) => ({ ...order, version: order.version + 2 }));
  await writeRecords(
    store,
    again.map((after) => ({ table: 'orders', before: null, after })),
  );
  for (const order of again) {
    gone.delete(order._id);
    orders.set(order._id, order);
  }
}

/** Deletes an order like a worker of an early release, which has no block counts: the block counts are not updated. */
async function removeUncounted(id: number): Promise<void> {
  const before = orders.get(id);
  if (!before) throw new Error(`There is no order ${id}`);
  await inTransaction(own.database, async (session) => {
    await models.orders.deleteOne({ _id: id }, { session });
    const counts = countOperations([{ before, after: null }], 3);
    await models.orderCounts.collection.bulkWrite(counts as never, { session });
  });
  orders.delete(id);
}

function some(of: ReadonlyMap<number, Order>, most: number): number[] {
  const ids = [...of.keys()];
  return Array.from({ length: Math.min(random.below(most), ids.length) }, () => ids[random.below(ids.length)])
    .filter((id, place, all) => all.indexOf(id) === place)
    .flatMap((id) => id ?? []);
}

/** Consecutive order ids, sometimes as many as a whole block. */
function someTogether(): number[] {
  const from = random.below(highest());
  return Array.from(
    { length: random.below(20) === 0 ? countedIds : random.below(200) },
    (_, by) => from + by,
  );
}

function pageOf(ids: Iterable<number>, { descending, skip, limit }: IdSlice): number[] {
  return [...ids].sort((a, b) => (descending ? b - a : a - b)).slice(skip, skip + limit);
}

function someSlice(of: number): IdSlice {
  const limit = random.between(1, 200);
  const skip = random.below(of + 200);
  return { descending: random.below(2) === 0, skip, limit };
}

describe('pages of orders found by order counts per id range', () => {
  test('after random changes, a page found with the stored order counts per id range has the same orders as one found by skipping orders', async () => {
    const steps = [
      () => remove(some(orders, 80)),
      () => remove(someTogether()),
      () => restore(some(gone, 80)),
      () => add(random.between(1, 300)),
      countAll,
    ];
    for (let round = 0; round < 16; round += 1) {
      await steps[random.below(steps.length)]?.();
      for (let page = 0; page < 5; page += 1) {
        const slice = someSlice(orders.size);
        const skipped = await models.orders
          .find({}, { _id: 1 })
          .sort({ _id: slice.descending ? -1 : 1 })
          .skip(slice.skip)
          .limit(slice.limit)
          .lean();
        expect(await idsAt(slice)).toEqual(skipped.map(({ _id }) => _id));
        expect(skipped.map(({ _id }) => _id)).toEqual(pageOf(orders.keys(), slice));
      }
    }
    expect(await recountBlocks(models)).toBe(false);
  });

  test('the order list returns the right page for any filter, search or sort, also if it finds the page with stored order counts', async () => {
    pagesByBlocks = 0;
    const filters: [query: object, filter: (order: Order) => boolean][] = [
      [{}, () => true],
      [{}, () => true],
      [{ filters: { status: '1' } }, ({ status }) => liveStates.includes(status)],
      [{ filters: { payment_method: '2' } }, ({ payment_method }) => payment_method === 2],
      [{ search: '2026' }, ({ created_at: at, updated_at }) => `${at} ${updated_at}`.includes('2026')],
    ];
    for (let round = 0; round < 80; round += 1) {
      const [query, filter] = filters[random.below(filters.length)] ?? [];
      const found = [...orders.values()].filter(filter ?? (() => true));
      const perPage = random.between(10, 60);
      const pages = Math.ceil(found.length / perPage);
      const page = random.below(2) === 0 ? random.below(pages + 2) + 1 : Math.ceil(pages / 2);
      const descending = random.below(2) === 0;
      const sort = ['id', 'created_at'][random.below(2)] ?? '';
      const sent = { ...query, paginate: '1', page: `${page}`, per_page: `${perPage}` };
      const answer = await ask({ ...sent, sort: `${descending ? '-' : ''}${sort}` });
      const slice = { descending, skip: (page - 1) * perPage, limit: perPage };
      const inOrder = [...found].sort((a, b) => compare(a, b, sort as 'created_at') * (descending ? -1 : 1));
      expect({ ids: answer.ids, total: answer.total }).toEqual({
        ids: inOrder.slice(slice.skip, slice.skip + slice.limit).map(({ _id }) => _id),
        total: found.length,
      });
    }
    expect(pagesByBlocks).toBeGreaterThan(3);
  });

  test('while the stored order counts per id range are wrong, the order list finds pages by skipping orders, until a recount', async () => {
    await countAll();
    const slice = { descending: true, skip: 2400, limit: 20 };
    const page = { paginate: '1', page: '121', per_page: '20' };
    await removeUncounted(pageOf(orders.keys(), { descending: false, skip: 100, limit: 1 })[0] ?? 0);
    expect(await idsAt(slice)).toBeNull();
    expect((await ask(page)).ids).toEqual(pageOf(orders.keys(), slice));
    expect(await recountBlocks(models)).toBe(true);
    // Block counts also record changes in blocks that are not counted yet.
    expect(await countBlocks(models, countedIds - 1)).toBe(1);
    await remove(pageOf(orders.keys(), { descending: false, skip: 1900, limit: 300 }));
    expect(await idsAt(slice)).toEqual(pageOf(orders.keys(), slice));
    await countAll();
    expect(await idsAt(slice)).toEqual(pageOf(orders.keys(), slice));
    expect(await recountBlocks(models)).toBe(false);
  });

  test('while one of the stored order counts per id range is missing, the order list uses none of them, until a recount', async () => {
    await models.blockCounts.deleteOne({ _id: 0 });
    const slice = { descending: false, skip: 2100, limit: 20 };
    expect(await idsAt(slice)).toBeNull();
    expect(await recountBlocks(models)).toBe(true);
    await countAll();
    expect(await idsAt(slice)).toEqual(pageOf(orders.keys(), slice));
  });

  test('a list of the orders of many days misses none while one of the stored order counts per id range is missing', async () => {
    await countAll();
    await models.blockCounts.deleteOne({ _id: 0 });
    const days = { filters: { created_at: { from: '2000-01-01' } }, sort: 'id' };
    const { ids, total } = await ask({ ...days, paginate: '1', per_page: '20' });
    expect(ids).toEqual(pageOf(orders.keys(), { descending: false, skip: 0, limit: 20 }));
    expect(total).toBe(orders.size);
    expect(await recountBlocks(models)).toBe(true);
    await countAll();
  });

  test('order counts per id range that release 0.6.0 stored without creation times are counted again', async () => {
    await countAll();
    await models.blockCounts.updateMany({}, { $unset: { from: 1, to: 1 } });
    expect(await models.blockCounts.countDocuments(wholeBlocks)).toBe(0);
    await countAll();
    expect(await models.blockCounts.countDocuments(wholeBlocks)).toBe(3);
    expect(await recountBlocks(models)).toBe(false);
  });

  test('restoring a deleted order extends the range of creation times that is stored for the order’s id range', async () => {
    const [id = 0] = pageOf(orders.keys(), { descending: false, skip: 50, limit: 1 });
    await remove([id]);
    await countAll();
    const before = gone.get(id);
    if (!before) throw new Error('There is no such order');
    gone.set(id, { ...before, created_at: '2020-01-01T00:00:00.000Z' });
    await restore([id]);
    expect((await models.blockCounts.findById(Math.floor(id / countedIds)).lean())?.from).toBe(
      '2020-01-01T00:00:00.000Z',
    );
  });
});

function compare(a: Order, b: Order, sort: 'created_at' | 'id'): number {
  const by = sort === 'id' ? 0 : a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0;
  return by === 0 ? a._id - b._id : by;
}

describe('order counts per id range while orders change', () => {
  test('the stored order counts per id range remain correct when an order is deleted during a count', async () => {
    await models.blockCounts.deleteMany({});
    const [id] = pageOf(orders.keys(), { descending: false, skip: 10, limit: 1 });
    const before = orders.get(id ?? 0);
    if (!before) throw new Error('There is no such order');
    let looks = 0;
    let counting: Promise<void> = Promise.resolve();
    await inTransaction(own.database, async (session) => {
      looks += 1;
      // The deletion reads its snapshot before the count and writes after it.
      await models.orders.findById(before._id, null, { session });
      if (looks === 1) await (counting = countAll());
      await models.orders.deleteOne({ _id: before._id }, { session });
      const counts = countOperations([{ before, after: null }], 3);
      await models.orderCounts.collection.bulkWrite(counts as never, { session });
      const blocks = blockCountOperations([{ ...before, by: -1 }]);
      await models.blockCounts.collection.bulkWrite(blocks as never, { session });
    });
    await counting;
    orders.delete(before._id);
    expect(looks).toBe(2);
    const slice = { descending: false, skip: 2100, limit: 20 };
    expect(await idsAt(slice)).toEqual(pageOf(orders.keys(), slice));
    expect(await recountBlocks(models)).toBe(false);
  });

  test('while orders change, a page found with the stored order counts per id range equals the page at some moment of the read', async () => {
    await countAll();
    const moments = [new Set(orders.keys())];
    let writing = true;
    const isWriting = () => writing;
    const write = async () => {
      for (let round = 0; round < 25; round += 1) {
        const step = [
          () => remove(some(orders, 6)),
          () => restore(some(gone, 6)),
          () => add(random.between(1, 40)),
        ][round % 3];
        await step?.();
        moments.push(new Set(orders.keys()));
        if (round === 12) await countAll();
      }
      writing = false;
    };
    let pages = 0;
    const read = async () => {
      while (isWriting()) {
        const slice = { ...someSlice(orders.size - 600), limit: 20 };
        const first = moments.length - 1;
        const ids = await idsAt(slice);
        // The writer can record its last commit a little late.
        const last = moments.length;
        while (isWriting() && moments.length === last) await models.counters.findById('orders').lean();
        const was = moments.slice(first, last + 1).map((of) => JSON.stringify(pageOf(of, slice)));
        expect(was).toContain(JSON.stringify(ids));
        pages += 1;
      }
    };
    await Promise.all([write(), read(), read()]);
    expect(pages).toBeGreaterThan(10);
    expect(await recountBlocks(models)).toBe(false);
  });
});
