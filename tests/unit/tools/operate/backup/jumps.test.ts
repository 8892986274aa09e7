import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';

import { serviceNames } from '#shared/contracts/kit/define.ts';
import { services } from '#tools/operate/services.ts';
import type { DumpedDatabase } from '#tools/operate/backup/manifest.ts';
import { orderNumber } from '#services/orders/records/order-number.ts';
import { jumpedDocument } from '#tools/operate/restore/jumped-document.ts';
import { jumpsOf, type FoundData, type Jumps } from '#tools/operate/restore/jumps.ts';
import { isOlder, refuseBeyondInt32, refuseTooLow, whyTooNew } from '#tools/operate/restore/refusals.ts';
import { readIdsAfter } from '#tools/operate/restore/restore-options.ts';

const begun = 1_700_000_000;
const database = (more: Partial<DumpedDatabase>): DumpedDatabase => ({
  data_version: null,
  identity: null,
  epoch: 0,
  sequences: {},
  collections: [],
  unfinished: { bulk: [], parked: 0, outbox: 0 },
  ...more,
});
const backupOf = (sequences: Record<string, number>, t = begun) => ({
  moment: { at: '', cluster_time: { t, i: 1 } },
  databases: { orders: database({ sequences }) },
});
const after = (seconds: number) => new Date((begun + seconds) * 1000);
/** Upper bounds per second: placed orders, their order lines, and changes to one record. */
const fastest = { orders: 2900, order_items: 60_000, versions: 2900 };
/** A store creates at most this number of orders, lines or versions at the rates in `fastest`, and all others at `sustained`. */
const atPeak = 100_000_000;
const sustained = { orders: 300, order_items: 1000, versions: 300 };
const most = (kind: keyof typeof fastest, lost: number) =>
  Math.min(lost * fastest[kind], atPeak + lost * sustained[kind]);
const days = fc.integer({ min: 0, max: 30 * 24 * 3600 });

const dataId = 'f3c9';
const identity = { _id: 'identity', data_id: dataId };
const found = (more: Partial<FoundData>): Record<string, FoundData> => ({
  orders: { dataId: null, sequences: {}, largestIds: {}, versions: 0, ...more },
});
const sameBackup = (sequences: Record<string, number>) => ({
  ...backupOf({}),
  databases: { orders: database({ sequences, identity }) },
});
const lastOf = (jumps: Jumps, sequence: string) =>
  jumps.ids.find((one) => one.sequence === sequence)?.last ?? NaN;
const byOf = (jumps: Jumps, sequence: string) => jumps.ids.find((one) => one.sequence === sequence)?.by;

describe('ids and versions after a restore into empty databases', () => {
  test('a restore into empty databases never reissues an id or record version that was used after the backup', () => {
    fc.assert(
      fc.property(fc.nat(1e9), days, (last, lost) => {
        const jumps = jumpsOf(backupOf({ orders: last, order_items: last }), after(lost), {});
        expect(lastOf(jumps, 'orders')).toBeGreaterThan(last + most('orders', lost));
        expect(lastOf(jumps, 'order_items')).toBeGreaterThan(last + most('order_items', lost));
        expect(jumps.versions).toBeGreaterThan(most('versions', lost));
      }),
    );
  });

  test('a second restore of the same backup never reissues ids or record versions used since the first restore', () => {
    fc.assert(
      fc.property(fc.nat(1e9), days, days, (last, lost, more) => {
        const backup = backupOf({ orders: last });
        const first = jumpsOf(backup, after(lost), {});
        const second = jumpsOf(backup, after(lost + more), {});
        const reached = lastOf(first, 'orders') + more * sustained.orders;
        expect(lastOf(second, 'orders')).toBeGreaterThanOrEqual(reached);
        expect(second.versions).toBeGreaterThanOrEqual(first.versions + more * sustained.versions);
      }),
    );
  });

  test('a restore into empty databases also advances the id sequences that the backup does not contain', () => {
    const jumps = jumpsOf(backupOf({ orders: 5 }), after(60), {});
    expect(jumps.ids.map(({ sequence }) => sequence)).toEqual(services.orders.sequences);
    expect(lastOf(jumps, 'users')).toBeGreaterThan(60 * fastest.orders);
  });

  test('a restore of a two-week-old backup keeps ids below 2³¹, and a restore that would exceed 2³¹ is refused with a hint at --ids-after', () => {
    const twoWeeks = jumpsOf(
      backupOf({ orders: 5_000_000, order_items: 9_000_000 }),
      after(14 * 24 * 3600),
      {},
    );
    expect(refuseBeyondInt32(twoWeeks)).toEqual([]);
    const year = jumpsOf(backupOf({ orders: 5, order_items: 5 }), after(365 * 24 * 3600), {});
    expect(() => refuseBeyondInt32(year)).toThrow(/orders: from \d{10}[^]*--ids-after/);
    // The ids in the backup are already beyond the limit, so no option can help.
    const beyond = jumpsOf(backupOf({ order_items: 2 ** 31 }), after(0), {});
    expect(refuseBeyondInt32(beyond)).toEqual([expect.stringContaining('order_items')]);
  });

  test('the restore option --ids-after sets the last used id of all kinds of records, or of one kind; without it, the restore estimates the id', () => {
    const backup = backupOf({ orders: 40, order_items: 90 });
    const all = jumpsOf(backup, after(60), {}, { all: 5000, of: {} });
    expect(all.ids.map(({ last }) => last)).toEqual(services.orders.sequences.map(() => 6000));
    const one = jumpsOf(backup, after(60), {}, { all: null, of: { orders: 5000 } });
    expect(lastOf(one, 'orders')).toBe(6000);
    expect(lastOf(one, 'order_items')).toBeGreaterThan(60 * fastest.order_items);
    expect(() => refuseTooLow({ all: 50, of: {} }, backup)).toThrow(
      /order_items have no id above 50.*has the id 90/,
    );
    expect(() => refuseTooLow({ all: 50, of: { order_items: 95 } }, backup)).not.toThrow();
  });

  test('the restore option --ids-after accepts the last id as a number or, for orders, as an order number', () => {
    expect(readIdsAfter(['orders=' + orderNumber(5000)], ['orders'])).toEqual({
      all: null,
      of: { orders: 5000 },
    });
    expect(readIdsAfter(['12', 'users=7'], ['orders', 'users'])).toEqual({ all: 12, of: { users: 7 } });
    for (const wrong of ['-1', '1.5', 'x', 'carts=5', 'orders=', 'users=' + orderNumber(7)])
      expect([wrong, readIdsAfter([wrong], ['orders', 'users'])]).toEqual([wrong, null]);
  });
});

describe('ids and versions after a restore that replaces the store’s own data', () => {
  test('a restore that replaces the store’s own data continues ids and record versions just above the highest values found there', () => {
    const ids = fc.nat(1e9);
    fc.assert(
      fc.property(ids, fc.nat(1e6), days, fc.nat(1e6), (last, more, lost, versions) => {
        const there = found({ dataId, sequences: { orders: last + more }, versions });
        const jumps = jumpsOf(sameBackup({ orders: last }), after(lost), there);
        expect(byOf(jumps, 'orders')).toBe('data');
        expect(lastOf(jumps, 'orders') - (last + more)).toBeGreaterThan(0);
        expect(lastOf(jumps, 'orders') - (last + more)).toBeLessThanOrEqual(1000);
        expect(jumps.versions).toBeGreaterThan(versions);
        expect(jumps.versions).toBeLessThanOrEqual(versions + 100_000);
      }),
    );
  });

  test('after twenty restores that replace the store’s own data, record ids and versions are still far below 2³¹', () => {
    let [last, versions] = [1_000_000, 50];
    for (let round = 0; round < 20; round += 1) {
      const there = found({ dataId, sequences: { orders: last }, versions });
      const jumps = jumpsOf(sameBackup({ orders: last }), after(60), there);
      last = lastOf(jumps, 'orders');
      versions += jumps.versions;
    }
    expect(last).toBe(1_020_000);
    expect(versions).toBeLessThan(2 ** 31);
  });

  test.each([
    ['comes from other data', found({ dataId: 'other', sequences: { orders: 50 } })],
    ['comes from data without a data_id', found({ dataId: null, sequences: { orders: 50 } })],
    ['is lost', found({ dataId, sequences: {} })],
    ['is below its value in the backup', found({ dataId, sequences: { orders: 39 } })],
    ['is below an id in use', found({ dataId, sequences: { orders: 50 }, largestIds: { orders: 51 } })],
  ])(
    'if the last used id in the store’s database %s, a restore estimates the last id from the time since the backup',
    (_what, there) => {
      const jumps = jumpsOf(sameBackup({ orders: 40 }), after(60), there);
      expect(byOf(jumps, 'orders')).toBe('time');
      expect(lastOf(jumps, 'orders')).toBeGreaterThan(60 * fastest.orders);
    },
  );

  test('a restore never sets an id sequence below the value that it finds in the store', () => {
    const jumps = jumpsOf(
      backupOf({ orders: 5 }),
      after(0),
      found({ sequences: { orders: 1e12, addresses: 7e9 } }),
    );
    expect([lastOf(jumps, 'orders'), lastOf(jumps, 'addresses')]).toEqual([1e12, 7e9]);
  });

  test('a restore of a 90-day-old backup over the store’s own data estimates record versions from the time since the backup', () => {
    const there = found({ dataId, sequences: { orders: 50 }, versions: 3 });
    const jumps = jumpsOf(sameBackup({ orders: 40 }), after(90 * 24 * 3600), there);
    expect(jumps.versions).toBeGreaterThan(atPeak);
  });
});

/** Collections of the engine. Their `version` is no record version that clients see, but for example the last assigned id. */
const engineVersions = ['counters', 'bulk_operations', 'bulk_chunks', 'bulk_previews'];

test.each(serviceNames)(
  'the restore’s list of collections with record versions covers every such collection of the %s service',
  (name) => {
    const service = services[name];
    const own = mongoose.createConnection().useDb(name);
    const models = Object.values(service.models(own)) as mongoose.Model<unknown>[];
    const versioned = models
      .filter(({ schema }) => Object.hasOwn(schema.paths, 'version'))
      .map(({ collection }) => collection.collectionName);
    const internal = Object.entries(service.resources)
      .filter(([, { hasInternalVersion }]) => hasInternalVersion === true)
      .map(([table, { collection = table }]) => collection);
    const known = [...service.versioned, ...internal, ...engineVersions];
    expect(versioned.filter((collection) => !known.includes(collection))).toEqual([]);
    expect(versioned.length).toBeGreaterThan(3);
  },
);

test.each(serviceNames)(
  'every kind of record of the %s service is stored in the collection that its declaration names for the restore',
  (name) => {
    const service = services[name];
    const models = service.models(mongoose.createConnection().useDb(name)) as Record<
      string,
      mongoose.Model<unknown>
    >;
    const stored = Object.keys(service.resources).map((table) => [
      table,
      models[table]?.collection.collectionName,
    ]);
    const declared = Object.entries(service.resources).map(([table, { collection = table }]) => [
      table,
      collection,
    ]);
    expect(stored).toEqual(declared);
  },
);

test('a restore raises every record version in a history row by the same number, even within the row’s id and nested values', () => {
  const row = {
    _id: 'orders/12:0000000003:2026-05-01T10:00:00.000Z:9f3a1c20',
    stock: [{ product_id: 7, version: 4, stock: { from: 6, to: 5 } }],
    last: { _id: 12, version: 2 },
    with: ['payments/3:0000000005'],
    as: 1,
  };
  expect(jumpedIn('ledger', row)).toEqual({
    _id: 'orders/12:0000001003:2026-05-01T10:00:00.000Z:9f3a1c20',
    stock: [{ product_id: 7, version: 1004, stock: { from: 6, to: 5 } }],
    last: { _id: 12, version: 1002 },
    with: ['payments/3:0000001005'],
    as: 1001,
  });
});

test('a restore also raises the record versions that a bulk operation has stored for its undo or for applying its dry run', () => {
  const chunk = { _id: 'c:0', version: 2, ids: [7, 8], versions: [4, null], expected: [3, 5] };
  expect(jumpedIn('bulk_chunks', chunk)).toEqual({
    ...chunk,
    versions: [1004, null],
    expected: [1003, 1005],
  });
  const preview = { _id: 'c:0', version: 1, rows: [{ _id: 'orders/7:0000000004', last: { version: 3 } }] };
  expect(jumpedIn('bulk_previews', preview)).toEqual({
    ...preview,
    rows: [{ _id: 'orders/7:0000001004', last: { version: 1003 } }],
  });
});

/** The document of the orders service as a restore stores it. The restore increases versions by 1000. */
function jumpedIn(collection: string, document: object): object {
  const bytes = mongoose.mongo.BSON.serialize(document);
  const jumped = jumpedDocument(bytes, { service: 'orders', collection }, { versions: 1000 });
  return mongoose.mongo.BSON.deserialize(mongoose.mongo.BSON.serialize(jumped));
}

describe('backups from other releases', () => {
  const backup = (format: number, of: Record<string, DumpedDatabase>) => ({
    format,
    release: '9.9.9',
    databases: of,
  });

  test('a backup with data that this release cannot read is refused with an error that names the release that made the backup', () => {
    const known = { catalog: 2, orders: 2 };
    const at = (version: object) => backup(1, { orders: database({ data_version: { ...version } }) });
    expect(whyTooNew(at({ version: 2 }), known)).toBeNull();
    expect(whyTooNew(at({ version: 3 }), known)).toContain('9.9.9');
    expect(whyTooNew(at({ version: 3, needs: 2 }), known)).toBeNull();
    expect(whyTooNew(backup(2, {}), known)).toContain('9.9.9');
    expect(whyTooNew(backup(1, { billing: database({}) }), known)).toContain('billing');
  });

  test('a backup without a data version counts as older than data version 1, so it needs a migration', () => {
    const none = backup(1, { orders: database({}) });
    expect(isOlder(none, { orders: 1 })).toBe(true);
    expect(isOlder(none, { orders: 0 })).toBe(false);
  });
});
