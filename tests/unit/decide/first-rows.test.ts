import { expect, test } from '@jest/globals';

import { leastRows } from '#shared/decide/first-rows.ts';
import { recordOfRow } from '#shared/decide/ledger-row.ts';

const table = { kindsOf: { status: 'status_changed' } } as const;
const at = (minute: number) => `2026-11-24T10:0${minute}:00.000Z`;
const logged = (version: number, fields: string[]) => ({
  version,
  by: 'admin:front-desk',
  at: at(version),
  fields,
});
const record = (version: number, log: ReturnType<typeof logged>[]) => ({
  _id: 12,
  version,
  log,
  created_at: at(0),
  updated_at: at(9),
});
const leastRowsOf = (...[of, jumps]: [ReturnType<typeof record>, number[]?]) =>
  leastRows('orders', of, table, jumps).map((row) => [recordOfRow(row).version, row.kind]);
const log = [logged(1, ['*']), logged(2, ['status']), logged(3, ['total'])];

test('a record’s first ledger rows are derived from the record’s own log and include its current version', () => {
  expect(leastRowsOf(record(3, log))).toEqual([
    [1, 'created'],
    [2, 'status_changed'],
    [3, 'changed'],
  ]);
  expect(leastRowsOf(record(5, log)).at(-1)).toEqual([5, 'changed']);
});

test.each([
  { restores: [1000], version: 1003, first: 1001 },
  { restores: [50, 1000], version: 1003, first: 1001 },
  { restores: [50, 1000], version: 1053, first: 1051 },
])(
  'restores of backups that raised a record’s version by $restores to $version add no ledger row for a change',
  ({ restores, ...found }) => {
    const { version, first } = found;
    expect(leastRowsOf(record(version, log), restores)).toEqual([
      [first, 'created'],
      [first + 1, 'status_changed'],
      [first + 2, 'changed'],
    ]);
    const [created] = leastRows('orders', record(version, log), table, restores);
    expect(created).toMatchObject({ at: at(1), by: { area: 'admin', subject: 'front-desk' } });
    // Every version has a row, so the values at creation can be derived from later rows and are not stored.
    expect(created).not.toHaveProperty('changes');
  },
);

test('a change after a restored backup gets its own ledger row, even if the record’s log no longer contains it', () => {
  expect(leastRowsOf(record(1004, log), [1000])).toEqual([
    [1, 'created'],
    [2, 'status_changed'],
    [3, 'changed'],
    [1004, 'changed'],
  ]);
});
