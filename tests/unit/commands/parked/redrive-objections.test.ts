import { describe, expect, test } from '@jest/globals';

import { addressedByOrders } from '#services/orders/records/addressed-record.ts';
import { metVersion } from '#shared/engine/commands/addressed-record.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { redriveObjections, type RecordSince } from '#shared/engine/commands/parked/redrive-check.ts';

const [at, later, now] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', '2026-11-21T10:00:00.000Z'];
const row = (version: number, when: string): LedgerRow => ({
  _id: rowId('orders/12', version),
  at: when,
  kind: 'status_changed',
  by: { area: 'admin', subject: 'ann' },
  changes: [{ field: 'status', from: 'pending', to: 'confirmed' }],
});
const since = (more: Partial<RecordSince> = {}): RecordSince => ({
  name: 'orders/12',
  met: 3,
  record: { _id: 12, version: 3, updated_at: at },
  rows: [row(3, at)],
  deletion: null,
  ...more,
});
const objections = (more: Partial<RecordSince> = {}) =>
  redriveObjections({ at }, since(more), now).map(({ detail }) => detail);

describe('objections to redriving a parked command', () => {
  test('redriving a parked command (sending it to its queue again) raises no objection if it changes no record or its record is unchanged', () => {
    expect(objections()).toEqual([]);
    expect(redriveObjections({ at }, null, now)).toEqual([]);
  });

  test('redriving a parked command raises an objection if the command was accepted over 6 days ago', () => {
    const old = '2026-11-15T09:59:59.000Z';
    expect(redriveObjections({ at: old }, null, now)).toMatchObject([
      { detail: expect.stringMatching(/over 6 days ago/) },
    ]);
    expect(redriveObjections({ at: '2026-11-15T10:00:00.000Z' }, null, now)).toEqual([]);
  });

  test('the objection to redriving a parked command lists the author, time and fields of each change after the command was accepted', () => {
    const record = { _id: 12, version: 5, updated_at: later };
    const rows = [row(3, at), row(4, at), row(5, later)];
    expect(objections({ record, rows })).toEqual([
      `orders/12 has changed since: version 4 by admin:ann at ${at} (status); version 5 by admin:ann at ${later} (status).`,
    ]);
  });

  test('redriving a parked command that stores no record version raises an objection if the record changed after the command was accepted', () => {
    const record = { _id: 12, version: 5, updated_at: later };
    expect(objections({ met: null, record, rows: [row(4, at), row(5, later)] })).toEqual([
      `orders/12 has changed since: version 5 by admin:ann at ${later} (status).`,
    ]);
    expect(objections({ met: null })).toEqual([]);
  });

  test('if a changed record has no ledger rows, the objection to redriving a parked command shows only the record’s current version and time', () => {
    const record = { _id: 7, version: 4, updated_at: later };
    expect(objections({ record, rows: [] })).toEqual([`orders/12 has changed since: version 4 at ${later}.`]);
  });

  test('if a record was deleted after a parked command was accepted, the objection to redriving the command shows who deleted the record', () => {
    const deletion = { by: 'admin:bob', at: later };
    expect(objections({ record: null, deletion })).toEqual([
      `orders/12 was deleted by admin:bob at ${later}.`,
    ]);
    expect(objections({ record: null })).toEqual(['orders/12 is gone since.']);
    expect(
      objections({ met: 0, record: null, deletion: { by: 'admin:bob', at: '2026-11-19T10:00:00.000Z' } }),
    ).toEqual([]);
  });
});

test('the version that a record had when a parked command was accepted is read from a header, and is null if the header is missing or invalid', () => {
  expect([
    metVersion('orders/12@5'),
    metVersion('orders/12@0'),
    metVersion(undefined),
    metVersion('x'),
  ]).toEqual([5, 0, null, null]);
});

test('a parked command’s record is found by the id in its parameters, or is the caller’s cart for cart commands and checkouts', () => {
  const caller = { area: 'client' as const, subject: '7', userId: 7 };
  const of = (type: string, params: Record<string, number> = {}) =>
    addressedByOrders({ type, params, caller });
  expect(of('orders.update', { order: 12 })).toEqual({ collection: 'orders', id: 12 });
  expect(of('order-items.update', { order_item: 3 })).toMatchObject({ collection: 'order_items', id: 3 });
  expect(of('inventory.adjust', { product: 3 })).toEqual({ collection: 'inventory', id: 3 });
  expect(of('cart.set', { product_id: 3 })).toEqual({ collection: 'carts', id: 7 });
  expect(of('orders.checkout')).toEqual({ collection: 'carts', id: 7 });
  expect(of('orders.create')).toBeNull();
});
