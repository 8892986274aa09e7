import { expect, test } from '@jest/globals';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { rowsOfCustomer } from '#services/orders/customers/rows-of-customer.ts';

const [first, second, third] = [7, 8, 9];

function row(version: number, changes: LedgerRow['changes'], more: Partial<LedgerRow> = {}): LedgerRow {
  const at = '2026-05-01T09:00:00.000Z';
  return { _id: rowId('orders/1', version), at, kind: 'changed', ...(changes && { changes }), ...more };
}

const given = (version: number, from: number, to: number) =>
  row(version, [
    { field: 'user_id', from, to },
    { field: 'address.line1', from: `street of ${from}`, to: `street of ${to}` },
  ]);
const rows = [
  row(5, [{ field: 'notes', from: null, to: 'of the third' }]),
  given(4, second, third),
  row(3, [{ field: 'notes', from: null, to: 'of the second' }]),
  given(2, first, second),
  row(1, undefined, { kind: 'created' }),
];
const shownTo = (customer: number) =>
  rowsOfCustomer(rows, customer, third).map(({ _id, changes = [] }) => [
    Number(_id.split(':')[1]),
    ...changes.flatMap((change) => ('from' in change ? [change.from, change.to] : [])),
  ]);

test('if an order passes to another customer, each customer sees only recorded changes from the time when the order was theirs', () => {
  expect(shownTo(first)).toEqual([[2, first, null, 'street of 7', null], [1]]);
  expect(shownTo(second)).toEqual([
    [4, second, null, 'street of 8', null],
    [3, null, 'of the second'],
    [2, null, second, null, 'street of 8'],
  ]);
  expect(shownTo(third)).toEqual([
    [5, null, 'of the third'],
    [4, null, third, null, 'street of 9'],
  ]);
  expect(shownTo(10)).toEqual([]);
});

test('the recorded changes of a deleted order are shown only to the customer who owned the order when it was deleted', () => {
  const last = { _id: 1, version: 2, user_id: first };
  const deleted = [
    row(3, undefined, { kind: 'deleted', last }),
    row(2, [{ field: 'notes', from: null, to: 'x' }]),
  ];
  expect(rowsOfCustomer(deleted, first, null)).toEqual(deleted);
  expect(rowsOfCustomer(deleted, second, null)).toEqual([]);
});
