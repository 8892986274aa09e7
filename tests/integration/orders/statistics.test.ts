import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { StatisticsFilters, StatisticsRow } from '#shared/contracts/endpoints/order-statistics.ts';
import { runAudit } from '#shared/engine/audit/run-audit.ts';
import { repairOne } from '#shared/engine/audit/repair-findings.ts';
import { type RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { dayRange } from '#shared/contracts/kit/moments.ts';
import { createPositionGiver, type PositionGiver } from '#shared/engine/events/give-positions.ts';
import { planList } from '#shared/engine/lists/plan.ts';
import type { Listed } from '#shared/engine/lists/source.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { ordersLists } from '#services/orders/lists.ts';
import type { Order } from '#services/orders/records/tables.ts';
import { createStatisticsRead } from '#services/orders/statistics.ts';
import { statisticsSection } from '#services/orders/audit/storage/audit-totals.ts';
import { ordersRepairs } from '#services/orders/audit/storage/repair-orders.ts';
import { CountedByAnother, createOrderCounter } from '#services/orders/statistics/storage/count-orders.ts';
import { cellsIn, stateId, statesIn } from '#services/orders/statistics/storage/statistics-model.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { madeOrders } from '../../support/seed/seed-orders.ts';
import { seedShop } from '../../support/seed/seed-shop.ts';
import { writeRecords } from '../../support/seed/write-records.ts';
import { command } from '../../unit/support/orders-world.ts';
import { auditWithoutPauses, openOrders, type OwnOrders } from '../support/own-orders.ts';

const size = 300;
const units = { currency: 'JOD', currencyDecimals: 2, timeZone: 'America/New_York' };
const groupings = ['day', 'month', 'hour', 'status', 'payment_method', 'product', 'city'];
const allYears = { from: '2020-01-01T05:00:00.000Z', until: '2200-01-01T05:00:00.000Z' };

let own: OwnOrders;
let run: RunBatch;
let giver: PositionGiver;

beforeEach(async () => {
  own = await openOrders();
  const { models, database } = own;
  const store = own.store();
  const shop = await seedShop(store, models, 6);
  const orders = [...madeOrders(shop, { from: 1, itemsFrom: 1, count: size, until: new Date(), seed: 3 })];
  await writeRecords(
    store,
    orders.map((after) => ({ table: 'orders', before: null, after })),
  );
  const sequences = [
    { _id: 'orders', version: size },
    { _id: 'order_items', version: size * 3 },
  ];
  await models.counters.collection.insertMany(sequences as never[]);
  run = own.runner();
  giver = createPositionGiver(database, models);
  await giver.takeOver();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await own.close();
});

async function read(by: string, filters: StatisticsFilters, timeZone = units.timeZone) {
  const lists = ordersLists(own.models, units);
  const readStatistics = createStatisticsRead(own.models, lists.orders, { ...units, timeZone });
  const query = { search: null, filters, sort: [], paging: { kind: 'all' } };
  const answer = await readStatistics({ query, by, language: 'en' } as unknown as Parameters<
    typeof readStatistics
  >[0]);
  if (answer.kind !== 'page') throw new Error('Statistics are a page');
  return answer.body as unknown as { data: StatisticsRow[]; meta: Record<string, string> };
}

/** Compares the counters with a scan of all orders. A filter on `updated_at`, which has no counter, forces the scan. */
async function expectCountersRight(filters: StatisticsFilters = {}): Promise<void> {
  const range = { created_at: allYears, ...filters };
  // Skips grouping by day for all years, because the response would have too many rows.
  for (const by of groupings.filter((one) => one !== 'day' || filters.created_at !== undefined)) {
    const all = await read(by, { ...range, updated_at: { from: '2000-01-01T00:00:00.000Z' } });
    expect((await read(by, range)).data).toEqual(all.data);
  }
}

async function isCountedByCounters(): Promise<boolean> {
  const state = await statesIn(driverDatabase(own.database)).findOne({ _id: stateId });
  return state !== null && state.recount === undefined && state.up_to === null;
}

const random = seededRandom(11);

/** A command for an order that might not exist. */
function anyCommand(): Command {
  const order = random.between(1, size + 20);
  const created = command('orders.create', {
    body: {
      user_id: 1,
      address_id: 1,
      payment_method: 2,
      status: 'pending',
      total: random.below(100_000),
      items: [{ product_id: random.between(1, 3), amount: 2 }],
    },
  });
  const changed = command('orders.update', {
    params: { order },
    body: { payment_method: 3, total: random.below(10_000) },
  });
  const cancelled = command('orders.update', { params: { order }, body: { status: 'cancelled' } });
  const deleted = command('orders.delete', { params: { order } });
  return random.pick([created, created, changed, changed, cancelled, deleted]);
}

async function runSome(count: number): Promise<void> {
  const commands = Array.from({ length: count }, anyCommand);
  await run(commands.map((sent) => ({ command: sent, keepsInbox: true })));
}

async function countAll(counter: ReturnType<typeof createOrderCounter>): Promise<void> {
  for (let round = 0; round < 100; round += 1) if (!(await counter.goOn())) return;
  throw new Error('It goes on counting');
}

/**
 * From now on, the counter counts all changes before stored counts are summed. If a sum begins before the session has the time of
 * its snapshot, the mock lets it read the newest data, as if the sum had reached the server late.
 */
function countBeforeSums(counter: ReturnType<typeof createOrderCounter>): void {
  const { Collection } = mongoose.mongo;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- the mock calls it with its own `this`
  const { aggregate } = Collection.prototype;
  jest.spyOn(Collection.prototype, 'aggregate').mockImplementation(function (
    this: InstanceType<typeof Collection>,
    pipeline,
    { session, ...options } = {},
  ) {
    const isOfMoment =
      session !== undefined && 'snapshotTime' in session && session.snapshotTime !== undefined;
    const late = { ...options, readConcern: { level: 'majority' } } as const;
    const cursor = aggregate.call(this, pipeline, isOfMoment ? { ...options, session } : late);
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      await countAll(counter);
      return toArray();
    };
    return cursor;
  });
}

async function givePositions(): Promise<void> {
  giver.look();
  await giver.give(0);
}

// MongoDB 6.0.5 has outdated rules for the first zone, and does not know the second.
test.each(['Asia/Amman', 'America/Ciudad_Juarez', units.timeZone])(
  'order statistics by day, month and hour that are read from the orders follow the present clock changes of %s',
  async (zone) => {
    const collection = driverCollection<Listed<Order>>(own.models.orders);
    await collection.updateMany({ _id: { $lte: 100 } }, [
      { $set: { created_at: { $concat: ['2025', { $substrCP: ['$created_at', 4, 20] }] } } },
    ]);
    const orders = await collection.find({}, { projection: { created_at: 1 } }).toArray();
    const local = orders.map((order) => {
      const at = Temporal.Instant.from(order.created_at).toZonedDateTimeISO(zone);
      const day = at.toPlainDate().toString();
      return { day, month: day.slice(0, 7), hour: String(at.hour) };
    });
    const scanned = { created_at: { from: '2024-12-30' }, updated_at: { from: '2000-01-01T00:00:00.000Z' } };
    for (const by of ['day', 'month', 'hour'] as const) {
      const { data } = await read(by, scanned, zone);
      const shown = data.filter((row) => row.orders > 0).map((row) => [row.key, row.orders]);
      const expected = [...Map.groupBy(local, (of) => of[by])].map(([key, group]) => [key, group.length]);
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
    }
  },
);

describe('order statistics', () => {
  test('order statistics count existing orders while commands change orders, and then count later changes', async () => {
    const counter = createOrderCounter(own.database, units, { ordersAtOnce: 40 });
    await counter.takeOver();
    for (let round = 0; (await counter.goOn()) || round < 4; round += 1) {
      await runSome(12);
      // In some rounds, commits get their positions before they are counted, in other rounds afterwards.
      if (round % 3 > 0) await givePositions();
    }
    expect(await isCountedByCounters()).toBe(true);
    await expectCountersRight();
    await runSome(30);
    await givePositions();
    await runSome(30);
    // The reader adds the commits that are not counted yet, whether they have positions or not.
    await expectCountersRight();
    await expectCountersRight({ status: ['pending', 'delivered'], payment_method: [2, 3] });
    await expectCountersRight({ product_id: 2 });
    await expectCountersRight({ city: 'CAIRO' });
    await givePositions();
    await countAll(counter);
    await expectCountersRight();
    const now = Date.now();
    const day = 24 * 3600 * 1000;
    const part = [now - 90.3 * day, now - 3.6 * day].map((at) => new Date(at).toISOString());
    await expectCountersRight({ created_at: { from: part[0] ?? '', until: part[1] ?? '' } });
  });

  test('the total of an order list is the stored count plus the changes that the statistics job has not counted yet', async () => {
    const { orders } = ordersLists(own.models, units);
    type Query = Parameters<NonNullable<typeof orders.keptTotal>>[0];
    const asked = (filters: Query['filters']): Query => ({
      search: null,
      filters,
      sort: [],
      paging: { kind: 'all' },
    });
    const kept = async (filters: Query['filters']) => (await orders.keptTotal?.(asked(filters))?.()) ?? null;
    expect(await kept({ product_id: 2 })).toBeNull();
    const counter = createOrderCounter(own.database, units);
    await counter.takeOver();
    await countAll(counter);
    await runSome(30);
    await givePositions();
    await runSome(10);
    const since = dayRange(
      new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10),
      units.timeZone,
    );
    const created_at = { from: since.from };
    const questions: Query['filters'][] = [
      { product_id: 2 },
      { created_at },
      { created_at: allYears },
      { created_at, product_id: 2 },
      { created_at, status: ['pending', 'delivered'] },
      { product_id: 3, payment_method: 2 },
      { created_at: { until: since.from }, payment_method: [1, 3] },
    ];
    for (const filters of questions) {
      const { filter } = await planList(orders, asked(filters), {});
      expect(await kept(filters)).toBe(await own.models.orders.countDocuments(filter));
    }
    // No stored count exists for part of a day, several products, or one user, so these queries scan the orders.
    const half = new Date(Date.parse(since.from) + 3_600_000).toISOString();
    for (const filters of [
      { created_at: { from: half } },
      { product_id: [1, 2] },
      { created_at, user_id: 1 },
    ])
      expect(await kept(filters)).toBeNull();
  });

  test('the total of an order list stays exact if the statistics job counts changes while the total is read', async () => {
    const counter = createOrderCounter(own.database, units);
    await counter.takeOver();
    await countAll(counter);
    await runSome(30);
    await givePositions();
    const filters = { product_id: 2 };
    const { orders } = ordersLists(own.models, units);
    const query = { search: null, filters, sort: [], paging: { kind: 'all' } } as const;
    const { filter } = await planList(orders, { ...query, sort: [] }, {});
    countBeforeSums(counter);
    expect(await orders.keptTotal?.({ ...query, sort: [] })?.()).toBe(
      await own.models.orders.countDocuments(filter),
    );
  });

  test('statistics that leave out new events state the time at which counting began, if no event was counted yet', async () => {
    const began = storeNow().toISOString();
    const counter = createOrderCounter(own.database, units);
    await counter.takeOver();
    await countAll(counter);
    const ended = storeNow().toISOString();
    // More events than one read adds to the counters.
    const event = { id: 'x', type: 'orders.payment.created.v1', subject: 'payments/1', json: '{}' };
    const events = Array.from({ length: 2000 }, () => event);
    const entry = { at: new Date().toISOString(), position: 0, count: events.length, events };
    await own.models.eventLog.collection.insertMany([{ ...entry }, { ...entry }] as never[]);
    const { as_of: asOf = '' } = (await read('status', {})).meta;
    expect([began, asOf, ended].toSorted()).toEqual([began, asOf, ended]);
  });

  test('if a second statistics job takes over, the first job stops, and each change is counted once', async () => {
    const [former, next] = [1, 2].map(() => createOrderCounter(own.database, units, { ordersAtOnce: 100 }));
    if (!former || !next) throw new Error('Two are made');
    await former.takeOver();
    await former.goOn();
    await former.goOn();
    await next.takeOver();
    await expect(former.goOn()).rejects.toThrow(CountedByAnother);
    await countAll(next);
    await expectCountersRight();
  });

  test('the statistics job starts over after a time zone change, and fails if uncounted events were removed', async () => {
    const counter = createOrderCounter(own.database, { ...units, timeZone: 'Asia/Tokyo' });
    await counter.takeOver();
    await countAll(counter);
    const settled = createOrderCounter(own.database, units);
    await settled.takeOver();
    expect(await settled.goOn()).toBe(true);
    expect(await isCountedByCounters()).toBe(false);
    // Until the counter has started over, the statistics scan the orders.
    await expectCountersRight();
    await countAll(settled);
    expect(await isCountedByCounters()).toBe(true);
    await expectCountersRight();
    await runSome(5);
    await givePositions();
    await own.models.eventLog.deleteMany({});
    await expect(settled.goOn()).rejects.toThrow('not kept any more');
  });

  test('the audit finds wrong order statistics of a day, and its repair has them counted again', async () => {
    const counter = createOrderCounter(own.database, units);
    await counter.takeOver();
    await countAll(counter);
    const looking = auditWithoutPauses(own);
    const audit = () => runAudit([statisticsSection], looking, { settleMs: 0 });
    await runSome(10);
    expect((await audit()).findings).toEqual([]);
    const cell = await cellsIn(driverDatabase(own.database)).findOne({ _id: { $gte: 'products/' } });
    if (!cell) throw new Error('A product was counted');
    const [kind = ''] = Object.keys(cell.orders ?? {});
    await cellsIn(driverDatabase(own.database)).updateOne(
      { _id: cell._id },
      { $inc: { [`orders.${kind}`]: 1 } },
    );
    const { findings, not_checked: notChecked } = await audit();
    expect(notChecked).toEqual([]);
    expect(findings).toMatchObject([
      { rule: 'order-statistics-differ', subject: `order_statistics/${cell.day}` },
    ]);
    const [wrong] = findings;
    await repairOne(looking.database, ordersRepairs, wrong?.repair ?? { kind: '', id: '' }, {
      isDry: false,
      run: 'statistics',
    });
    await countAll(counter);
    expect((await audit()).findings).toEqual([]);
    await expectCountersRight();
  });
});
