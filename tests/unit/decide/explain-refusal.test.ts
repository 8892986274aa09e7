import { describe, expect, test } from '@jest/globals';
import type { Caller } from '#shared/contracts/kit/define.ts';
import { refusedVersions, withChangesSince } from '#shared/engine/decide/explain-refusal.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { ShownChange } from '#shared/engine/decide/versioned-record.ts';

const at = '2026-05-01T10:00:00.000Z';
const tracked = {
  orders: {
    without: new Set(['history']),
    money: new Set(['total']),
    staffOnly: new Set(['items.*.manufacturing_price']),
  },
};
const row = (version: number, more: Partial<LedgerRow> = {}): LedgerRow => ({
  _id: rowId('orders/12', version),
  at,
  kind: 'changed',
  by: { area: 'admin', subject: 'boss' },
  via: { type: 'orders.update', request_id: 'r', operation_id: null },
  ...more,
});
const admin: Caller = { area: 'admin', subject: 'boss', userId: null };
const shopper: Caller = { area: 'client', subject: '7', userId: 7 };

function changesOf(rows: LedgerRow[], { caller = admin, ifMatch = 1, version = 3 } = {}) {
  const problem = { code: 'precondition_failed', extra: { version, changes: [] } } as const;
  const versions = refusedVersions(problem, ifMatch) ?? { above: 0, upTo: 0 };
  const of = { collection: 'orders', id: 12, caller, versions };
  return withChangesSince(problem, rows, of, { tracked, decimals: 2 }).extra?.['changes'] as ShownChange[];
}

const status = row(2, { changes: [{ field: 'status', from: 'pending', to: 'confirmed' }] });
const items = row(3, {
  changes: [
    { field: 'items.31.amount', from: 1, to: 2 },
    { field: 'items.31.manufacturing_price', from: 100, to: 200 },
    { field: 'total', from: 500, to: 1000 },
  ],
});

describe('the changes in a 412 for If-Match', () => {
  test('the error for an outdated If-Match lists later changes from the ledger, with top-level field names and values', () => {
    expect(changesOf([row(1, { kind: 'created' }), items, status])).toEqual([
      {
        version: 2,
        by: 'admin:boss',
        at,
        fields: ['status', 'history'],
        values: { status: { from: 'pending', to: 'confirmed' } },
      },
      expect.objectContaining({ version: 3, fields: ['items', 'total'] }),
    ]);
    expect(changesOf([items, status], { ifMatch: 2 }).map(({ version }) => version)).toEqual([3]);
  });

  test('the error for an outdated If-Match shows a shopper neither the authors of changes nor values that only staff may see', () => {
    const [change] = changesOf([items], { caller: shopper });
    expect(change).toEqual({
      version: 3,
      at,
      fields: ['items', 'total'],
      values: { 'items.31.amount': { from: 1, to: 2 }, total: { from: 5, to: 10 } },
    });
  });

  test('the error for an outdated If-Match shows a shopper no values from the time when the record belonged to another shopper', () => {
    const passing = row(3, {
      changes: [
        { field: 'user_id', from: 6, to: 7 },
        { field: 'notes', from: 'gate code', to: null },
      ],
    });
    const later = row(4, { changes: [{ field: 'notes', from: null, to: 'my note' }] });
    const rows = [status, passing, later];
    expect(changesOf(rows, { caller: shopper, version: 4 }).map(({ values }) => values)).toEqual([
      {},
      {},
      { notes: { from: null, to: 'my note' } },
    ]);
    expect(changesOf(rows, { version: 4 })[1]?.values).toHaveProperty('notes');
  });

  test('the error for an outdated If-Match lists a creation and a restoration of the record as changes of all fields', () => {
    const rows = [row(1, { kind: 'created' }), row(3, { kind: 'restored' })];
    expect(changesOf(rows, { ifMatch: 0 }).map(({ fields }) => fields)).toEqual([['*'], ['*']]);
  });

  test('the error for an outdated If-Match lists only the last twenty changes', () => {
    const rows = Array.from({ length: 30 }, (_, index) => row(index + 1, { changes: [] }));
    const versions = changesOf(rows, { version: 30 }).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 11));
  });
});

test('if an If-Match tag is unreadable, the 412 error lists no changes, because the tag contains no version', () => {
  expect(refusedVersions({ code: 'precondition_failed', extra: { version: 3, changes: [] } }, -1)).toBeNull();
});
