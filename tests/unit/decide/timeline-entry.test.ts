import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createdChanges, entryOf, shownChanges, stockEntryOf } from '#shared/engine/decide/timeline-entry.ts';
import { changesBetween, flatten, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';

const form = fc.record({
  _id: fc.constant(1),
  version: fc.constant(1),
  name: fc.option(fc.string()),
  price: fc.nat(9),
  items: fc.uniqueArray(fc.record({ id: fc.nat(4), amount: fc.integer({ min: 1, max: 3 }) }), {
    selector: ({ id }) => id,
  }),
});
const fieldsOf = (changes: readonly { field: string; to: unknown }[]) =>
  new Map(changes.map(({ field, to }) => [field, to]));

describe('values at a record’s creation', () => {
  test('a record’s values at creation are derived from its current values and its later changes', () => {
    fc.assert(
      fc.property(fc.array(form, { minLength: 1, maxLength: 6 }), (forms) => {
        const [made] = forms;
        const last = forms.at(-1);
        if (!made || !last) throw new Error('there is one');
        const later = forms
          .slice(1)
          .map((after, index) => ({ changes: changesBetween(forms[index] ?? null, after) }));
        expect(fieldsOf(createdChanges(later, last, {}))).toEqual(flatten(made));
      }),
      { numRuns: 300 },
    );
  });

  test('a field’s value at creation is left out if an earlier release recorded a change of the field without values', () => {
    const last = { _id: 1, version: 3, status: 'confirmed', total: 9, items: [{ id: 4, amount: 2 }] };
    const later = [
      { changes: [{ field: 'status' }, { field: 'items' }] },
      { changes: [{ field: 'total', from: 5, to: 9 }] },
    ];
    expect(createdChanges(later, last, {})).toEqual([{ field: 'total', from: null, to: 5 }]);
  });
});

const row: LedgerRow = {
  _id: 'orders/12:0000000003',
  at: '2026-05-01T10:00:00.000Z',
  kind: 'item_changed',
  by: { area: 'admin', subject: 'u-7' },
  via: { type: 'order-items.update', request_id: 'r', operation_id: 'c' },
  changes: [
    { field: 'items.31.main_price', from: 1250, to: null },
    { field: 'items.31.amount', from: 2, to: 3 },
  ],
  stock: [{ product_id: 7, version: 9, stock: { from: 4, to: 3 }, held: { from: 1, to: 1 } }],
};

test('a timeline entry shows money in major units, and shows an author without a name under the subject of the author’s token', () => {
  const entry = entryOf(row, { money: new Set(['items.*.main_price']) }, 2);
  expect(entry).toEqual({
    id: row._id,
    subject: 'orders/12',
    version: 3,
    at: row.at,
    kind: 'item_changed',
    by: { area: 'admin', subject: 'u-7', name: 'u-7' },
    via: row.via,
    changes: { 'items.31.main_price': { from: 12.5, to: null }, 'items.31.amount': { from: 2, to: 3 } },
    reason: null,
    note: null,
    stock: row.stock,
  });
});

test('a timeline entry has a null author and a changed field without values if the ledger stores neither', () => {
  const entry = entryOf(
    { _id: 'users/1:0000000002', at: row.at, kind: 'changed', changes: [{ field: 'name' }] },
    {},
    2,
  );
  expect(entry).toMatchObject({ by: null, via: { type: null, operation_id: null }, changes: { name: {} } });
  expect(shownChanges([{ field: 'name' }], {}, 2)).toEqual({ name: {} });
});

test('a product’s stock timeline shows an order’s change only as the change of this product’s stock', () => {
  expect(stockEntryOf(row, 7)).toMatchObject({
    id: row._id,
    subject: 'orders/12',
    version: 9,
    kind: 'stock_moved',
    stock: [],
    changes: { stock: { from: 4, to: 3 } },
  });
  expect(stockEntryOf(row, 8)).toBeNull();
});
