import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from '#shared/engine/lists/cursor.ts';
import type { SortKey } from '#shared/contracts/kit/list-query.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { rowsAfter } from '#shared/engine/lists/find-list.ts';
import { compare, matches } from '../support/match-filter.ts';

interface Row {
  _id: number;
  price: number | null;
  name: string | null;
  is_active: boolean;
}
const values = {
  price: fc.option(fc.integer({ min: 0, max: 3 })),
  name: fc.option(fc.constantFrom('a', 'B', 'é', '😀', '')),
  is_active: fc.boolean(),
};
const rows = fc
  .array(fc.record(values), { maxLength: 12 })
  .map((list) => list.map((row, index): Row => ({ _id: index + 1, ...row })));
const order = fc
  .shuffledSubarray(['price', 'name', 'is_active'] as const)
  .chain((fields) =>
    fc.tuple(
      ...[...fields, '_id'].map((field) =>
        fc.record({ field: fc.constant(field), descending: fc.boolean() }),
      ),
    ),
  );

const valuesOf = (row: Row, keys: readonly SortKey[]) => keys.map(({ field }) => row[field as keyof Row]);

function inOrder(list: readonly Row[], keys: readonly SortKey[]): Row[] {
  return [...list].sort((a, b) => {
    for (const { field, descending } of keys) {
      const by = compare(a[field as keyof Row], b[field as keyof Row]);
      if (by !== 0) return descending ? -by : by;
    }
    return 0;
  });
}

describe('the rows after a cursor', () => {
  test('the rows after a row’s cursor are exactly the rows that follow this row, in every sort order and even with nulls', () => {
    fc.assert(
      fc.property(rows, order, (list, keys) => {
        const sorted = inOrder(list, keys);
        for (const [index, row] of sorted.entries()) {
          const after = list.filter((other) => matches(rowsAfter(keys, valuesOf(row, keys)), { ...other }));
          expect(inOrder(after, keys)).toEqual(sorted.slice(index + 1));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the rows after a cursor stay correct if the cursor’s row was deleted', () => {
    const keys = [
      { field: 'price', descending: true },
      { field: '_id', descending: false },
    ];
    const list = [4, 2, 2, null].map((price, index): Row => ({
      _id: index,
      price,
      name: null,
      is_active: true,
    }));
    const after = (price: number | null, id: number) =>
      list.filter((row) => matches(rowsAfter(keys, [price, id]), { ...row })).map((row) => row._id);
    expect(after(3, 9)).toEqual([1, 2, 3]);
    expect(after(2, 1)).toEqual([2, 3]);
    expect(after(null, 2)).toEqual([3]);
    expect(after(null, 3)).toEqual([]);
  });
});

describe('a cursor', () => {
  const cursors = fc.record({
    values: fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { maxLength: 4 }),
    pointsToNext: fc.boolean(),
  });

  test('a cursor is unchanged after encoding and decoding, and needs no escaping in a URL', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        const text = encodeCursor(cursor);
        expect(text).toMatch(/^[\w-]*$/);
        expect(decodeCursor(text, cursor.values.length)).toEqual(cursor);
      }),
    );
  });

  test('a cursor that is forged or from another sort order causes an error on the field `cursor`', () => {
    const made = encodeCursor({ values: [1, 'x'], pointsToNext: true });
    const foreign = [
      '',
      'x',
      '%%%',
      '[]',
      made.slice(1),
      ...['[2,1]', '[1,{"$gt":0}]', '{"0":1,"1":1,"length":2}', '[true,1]'].map((json) =>
        Buffer.from(json).toString('base64url'),
      ),
    ];
    for (const [text, keys] of [[made, 1], [made, 3], ...foreign.map((one) => [one, 1])] as [
      string,
      number,
    ][]) {
      expect(() => decodeCursor(text, keys)).toThrow(Problem);
    }
    try {
      decodeCursor('x', 1);
    } catch (error) {
      expect((error as Problem).details.fields).toEqual([{ field: 'cursor', rule: 'cursor' }]);
    }
  });
});
