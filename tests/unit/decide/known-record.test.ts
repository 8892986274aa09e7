import { describe, expect, test } from '@jest/globals';

import { changedAt, contradicts, knownRecord, sideOf } from '#shared/engine/decide/known-record.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';

const via = { type: 'orders.update', request_id: 'request', operation_id: null };
const at = (version: number) => `2026-11-24T10:00:0${version}.000Z`;

/** A command's ledger row. Lists of rows begin with the newest row. */
function row(version: number, more: Partial<LedgerRow> = {}): LedgerRow {
  return { _id: rowId('orders/1', version), at: at(version), kind: 'changed', via, changes: [], ...more };
}
const created = (version = 1): LedgerRow => row(version, { kind: 'created', changes: undefined as never });
const changed = (version: number, field: string, from: unknown, to: unknown) =>
  row(version, { changes: [{ field, from, to }] });

const withStatus = [changed(3, 'total', 1, 2), changed(2, 'status', 'pending', 'shipped'), created()];

describe('a record’s state according to its ledger rows', () => {
  test('the value that commands last wrote to a field is taken from the newest ledger row that changed this field', () => {
    const known = knownRecord(3, withStatus);
    expect(known.gap).toBeNull();
    expect(known.field('status')).toEqual({ is: 'written', value: 'shipped' });
    expect(known.field('total')).toEqual({ is: 'written', value: 2 });
  });

  test('if no command has changed a field since its record’s creation, its value is taken from the record’s creation event', () => {
    const event = { fields: new Map([['city', 'Amman']]), covers: (name: string) => name !== 'notes' };
    const known = knownRecord(3, withStatus, event);
    expect(known.field('city')).toEqual({ is: 'written', value: 'Amman' });
    expect(known.field('phone')).toEqual({ is: 'written', value: null });
    expect(known.field('notes')).toEqual({ is: 'as created' });
    expect(known.field('status')).toEqual({ is: 'written', value: 'shipped' });
    expect(knownRecord(3, withStatus).field('city')).toEqual({ is: 'as created' });
  });

  test('if a record version has no ledger row, all older values of the record’s fields are unknown', () => {
    const known = knownRecord(4, [changed(4, 'total', 2, 3), changed(2, 'status', 'a', 'b'), created()]);
    expect(known.gap).toContain('version 3');
    expect(known.field('total')).toEqual({ is: 'written', value: 3 });
    expect(known.field('status')).toEqual({ is: 'unknown' });
    expect(knownRecord(2, [changed(2, 'total', 2, 3)]).gap).toContain('version 1');
  });

  test('if the newest ledger row of a record has another version than the record, the record’s values are unknown', () => {
    for (const version of [2, 4]) {
      const known = knownRecord(version, withStatus);
      expect(known.rows).toEqual([]);
      expect(known.gap).not.toBeNull();
      expect(known.field('status')).toEqual({ is: 'unknown' });
    }
  });

  test('if a ledger row has neither changes nor the command that wrote it, all older values of the record’s fields are unknown', () => {
    const added = row(3, { via: undefined as never });
    expect(knownRecord(3, [added, ...withStatus.slice(1)]).field('status')).toEqual({ is: 'unknown' });
    // A row with `via` (the command or audit repair that wrote it) lists every field that changed. This row lists none, so the
    // values from older rows still hold.
    expect(knownRecord(3, [row(3), ...withStatus.slice(1)]).field('status')).toMatchObject({
      value: 'shipped',
    });
  });

  test('a field’s value is unknown if a ledger row lists the field without values, as after an erasure of personal data', () => {
    const silent = row(2, { changes: [{ field: 'notes' }, { field: 'items' }] });
    const known = knownRecord(2, [silent, created()]);
    expect(known.field('notes')).toEqual({ is: 'unknown' });
    expect(known.field('items.12.amount')).toEqual({ is: 'unknown' });
    expect(known.field('status')).toEqual({ is: 'as created' });
  });

  test('after a deleted record was restored, the record’s current values are not taken from the values stored at its deletion', () => {
    const last = { _id: 1, version: 2, status: 'damaged' };
    const rows = [
      row(4, { kind: 'restored', changes: undefined as never }),
      row(3, { kind: 'deleted', changes: undefined as never, last }),
      ...withStatus.slice(1),
    ];
    expect(knownRecord(4, rows).field('status')).toEqual({ is: 'written', value: 'shipped' });
  });
});

test('if two stored copies of a value differ, the audit trusts a copy only if it equals the value that a command last wrote', () => {
  const left = { is: 'written', value: 2 } as const;
  expect(sideOf(left, 2, 9)).toBe('one');
  expect(sideOf(left, 9, 2)).toBe('other');
  expect(sideOf(left, 8, 9)).toBeNull();
  expect(sideOf({ is: 'as created' }, 2, 9)).toBeNull();
  expect(contradicts(left, 9)).toBe(true);
  expect(contradicts(left, 2)).toBe(false);
  expect(contradicts({ is: 'unknown' }, 9)).toBe(false);
});

test('the time of a field’s last change is that of the last command that changed the field, not of a later repair', () => {
  const repair = row(4, {
    changes: [{ field: 'items.1.amount', from: 9, to: 2 }],
    via: { ...via, type: 'audit.repair' },
  });
  const rows = [repair, row(3), changed(2, 'items.1.amount', 1, 2), created()];
  expect(changedAt(knownRecord(4, rows), 'items.1.')).toBe(at(2));
  expect(changedAt(knownRecord(4, rows), 'items.7.')).toBe(at(1));
});
