import { expect, test } from '@jest/globals';
import { filtersOn } from '#shared/engine/lists/filters.ts';
import { searchText } from '#shared/engine/lists/search-text.ts';

interface Row {
  price: number;
  created_at: string;
  en: { name: string };
  ar: { name: string };
}
const { amount, contains, date, oneOf } = filtersOn<Row>({ timeZone: 'Asia/Amman' });

test('a date filter covers one day in the store’s time zone', () => {
  expect(date('created_at')('2026-03-01')).toEqual({
    created_at: expect.objectContaining({
      $gte: '2026-02-28T21:00:00.000Z',
      $lt: '2026-03-01T21:00:00.000Z',
    }) as unknown,
  });
});

test('a range filter compares only with the ends of the range that the request contains', () => {
  const range = (ends: object) => ({ created_at: expect.objectContaining(ends) as unknown });
  expect(date('created_at')({ until: '2026-03-01T00:00:00.000Z' })).toEqual(
    range({ $lt: '2026-03-01T00:00:00.000Z' }),
  );
  expect(Object.keys(date('created_at')({ from: 'x' })['created_at'] as object)).toEqual(['$gte']);
  expect(amount('price')({ from: 1, to: 2 })).toEqual({
    price: expect.objectContaining({ $gte: 1, $lte: 2 }) as unknown,
  });
});

test('a filter compares one value with equality and several values with $in', () => {
  expect(oneOf('price')(7)).toEqual({ price: 7 });
  expect(oneOf('price')([7, 8])).toEqual({ price: expect.objectContaining({ $in: [7, 8] }) as unknown });
});

test('a text filter searches for its text literally, and only in the fields that the filter declares', () => {
  const { search } = contains(0, 2)('A.b') as { search: { $regex: string } };
  const isFound = (...fields: string[]) => new RegExp(search.$regex).test(searchText(fields));
  expect([isFound('xA.B', ''), isFound('', '', 'a.bx')]).toEqual([true, true]);
  expect([isFound('', 'a.b', ''), isFound('axb', '', ''), isFound('a', '', '.b')]).toEqual([
    false,
    false,
    false,
  ]);
});
