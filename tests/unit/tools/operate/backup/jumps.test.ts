import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';

import { catalogModels } from '#services/catalog/storage/models.ts';
import { ordersModels } from '#services/orders/storage/orders-models.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import type { DumpedDatabase } from '#tools/operate/backup/manifest.ts';
import {
  isTooFar,
  jumpsOf,
  ownVersionCollections,
  versionedCollections,
} from '#tools/operate/restore/jumps.ts';
import { isOlder, whyTooNew } from '#tools/operate/restore/refusals.ts';

const begun = 1_700_000_000;
const database = (more: Partial<DumpedDatabase>): DumpedDatabase => ({
  ...{ data_version: null, identity: null, epoch: 0, sequences: {}, collections: [] },
  unfinished: { bulk: [], parked: 0, outbox: 0 },
  ...more,
});
const backupOf = (sequences: Record<string, number>, t = begun) => ({
  moment: { at: '', cluster_time: { t, i: 1 } },
  databases: { orders: database({ sequences }) },
});
const after = (seconds: number) => new Date((begun + seconds) * 1000);
/** More than was ever measured: orders placed, lines in them, changes of one record, in a second. */
const fastest = { orders: 2900, order_items: 60_000, versions: 2900 };
const days = fc.integer({ min: 0, max: 30 * 24 * 3600 });

describe('what a restored store goes on from', () => {
  test('no id and no version that was given out before the disaster comes again', () => {
    fc.assert(
      fc.property(fc.nat(1e9), days, (last, lost) => {
        const { sequences, versions } = jumpsOf(
          backupOf({ orders: last, order_items: last }),
          after(lost),
          {},
        );
        expect(sequences['orders']?.['orders']).toBeGreaterThan(last + lost * fastest.orders);
        expect(sequences['orders']?.['order_items']).toBeGreaterThan(last + lost * fastest.order_items);
        expect(versions).toBeGreaterThan(lost * fastest.versions);
      }),
    );
  });

  test('nor one that was given out between two restores of the same backup', () => {
    fc.assert(
      fc.property(fc.nat(1e9), days, days, (last, lost, more) => {
        const backup = backupOf({ orders: last });
        const first = jumpsOf(backup, after(lost), {});
        const second = jumpsOf(backup, after(lost + more), {});
        const reached = (first.sequences['orders']?.['orders'] ?? 0) + more * fastest.orders;
        expect(second.sequences['orders']?.['orders']).toBeGreaterThanOrEqual(reached);
        expect(second.versions).toBeGreaterThanOrEqual(first.versions + more * fastest.versions);
      }),
    );
  });

  test('sequences that are found further on are kept, those of new kinds too', () => {
    const found = { orders: { orders: 1e12, addresses: 7 } };
    const { sequences } = jumpsOf(backupOf({ orders: 5 }), after(0), found);
    expect(sequences).toEqual({ orders: { orders: 1e12, addresses: 7 } });
  });

  test('a moment that lies so far back that numbers run out is refused', () => {
    expect(isTooFar(jumpsOf(backupOf({ orders: 1 }), after(3600), {}))).toBe(false);
    expect(isTooFar(jumpsOf(backupOf({ order_items: 1 }, 0), new Date(8.6e15), {}))).toBe(true);
  });

  test('every collection of a service that has versions is said to be of records or not', () => {
    const connection = mongoose.createConnection();
    const models = { catalog: catalogModels, orders: ordersModels };
    for (const [service, modelsOf] of Object.entries(models)) {
      const own = connection.useDb(service);
      modelsOf(own);
      batchModels(own);
      const versioned = Object.values(own.models).filter((model) =>
        Object.hasOwn(model.schema.paths, 'version'),
      );
      const known = [...(versionedCollections[service] ?? []), ...(ownVersionCollections[service] ?? [])];
      const names = versioned.map((model) => model.collection.collectionName);
      expect(names.filter((name) => !known.includes(name))).toEqual([]);
      expect(names.length).toBeGreaterThan(3);
    }
  });
});

describe('data of other releases', () => {
  const backup = (format: number, of: Record<string, DumpedDatabase>) => ({
    ...{ format, release: '9.9.9', databases: of },
  });

  test('what is newer than this code knows is refused, with the release that made it', () => {
    const known = { catalog: 2, orders: 2 };
    const at = (version: object) => backup(1, { orders: database({ data_version: { ...version } }) });
    expect(whyTooNew(at({ version: 2 }), known)).toBeNull();
    expect(whyTooNew(at({ version: 3 }), known)).toContain('9.9.9');
    expect(whyTooNew(at({ version: 3, needs: 2 }), known)).toBeNull();
    expect(whyTooNew(backup(2, {}), known)).toContain('9.9.9');
    expect(whyTooNew(backup(1, { webhooks: database({}) }), known)).toContain('webhooks');
  });

  test('what is older is to be migrated', () => {
    const none = backup(1, { orders: database({}) });
    expect(isOlder(none, { orders: 1 })).toBe(true);
    expect(isOlder(none, { orders: 0 })).toBe(false);
  });
});
