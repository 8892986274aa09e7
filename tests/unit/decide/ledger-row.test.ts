import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  changesBetween,
  flatten,
  type FieldChange,
  type FlatRecord,
} from '#shared/engine/decide/ledger-row.ts';

const excluded = new Set(['history', 'items.*.held']);

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 2 }),
);
const words = fc.record({ name: value, description: value }, { requiredKeys: [] });
const items = fc.uniqueArray(fc.record({ id: fc.nat(6), amount: value, held: fc.nat(3), product: words }), {
  maxLength: 4,
  selector: ({ id }) => id,
});
const record = fc.record(
  { _id: fc.constant(1), version: fc.nat(9), en: words, price: value, status: value, items, history: value },
  { requiredKeys: ['_id', 'items'] },
);

function withChanges(fields: FlatRecord, changes: readonly FieldChange[]): FlatRecord {
  const after = new Map(fields);
  for (const { field, to } of changes) {
    if (to === null) after.delete(field);
    else after.set(field, to);
  }
  return after;
}

describe('changes between two versions of a record', () => {
  test('applying the changes between two versions of a record to the first version gives the second', () => {
    fc.assert(
      fc.property(record, record, (before, after) => {
        const changes = changesBetween(before, after, excluded);
        expect(withChanges(flatten(before, excluded), changes)).toEqual(flatten(after, excluded));
      }),
      { numRuns: 500 },
    );
  });

  test('two equal versions of a record have no changes between them', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(changesBetween(one, structuredClone(one))).toEqual([]);
      }),
    );
  });

  test('comparing two records in reverse order swaps `from` and `to` in each change', () => {
    const order = (changes: readonly { field: string }[]) =>
      changes.toSorted((a, b) => (a.field < b.field ? -1 : 1));
    fc.assert(
      fc.property(record, record, (before, after) => {
        const back = changesBetween(after, before, excluded).map(({ field, from, to }) => ({
          field,
          from: to,
          to: from,
        }));
        expect(order(back)).toEqual(order(changesBetween(before, after, excluded)));
      }),
    );
  });

  test('the changes between two versions of a record have dotted paths for nested fields and ids for list entries', () => {
    const before = {
      _id: 1,
      version: 1,
      en: { name: 'Tea' },
      items: [
        { id: 12, amount: 1 },
        { id: 13, amount: 1 },
      ],
    };
    const after = {
      _id: 1,
      version: 2,
      en: { name: 'Mint tea' },
      items: [
        { id: 13, amount: 4 },
        { id: 14, amount: 2 },
      ],
    };
    expect(changesBetween(before, after)).toEqual([
      { field: 'en.name', from: 'Tea', to: 'Mint tea' },
      { field: 'items.12.amount', from: 1, to: null },
      { field: 'items.13.amount', from: 1, to: 4 },
      { field: 'items.14.amount', from: null, to: 2 },
    ]);
  });

  test('the changes between two versions of a record leave out internal fields and fields that the caller excludes', () => {
    const before = {
      version: 1,
      updated_at: 'a',
      log: [],
      history: 1,
      items: [{ id: 1, held: 1, updated_at: 'a' }],
    };
    const after = {
      version: 2,
      updated_at: 'b',
      log: [1],
      history: 2,
      items: [{ id: 1, held: 2, updated_at: 'b' }],
    };
    expect(changesBetween(before, after, excluded)).toEqual([]);
  });
});
