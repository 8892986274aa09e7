import { expect, test } from '@jest/globals';
import { countedUnits, differenceOf, withCount } from '#console/inventory/stock-count.ts';

test.each([
  ['12', 12],
  [' ٠ ', 0],
  ['1.5', undefined],
  ['-1', undefined],
  ['1000000001', undefined],
  ['a dozen', undefined],
  ['', undefined],
])('a stocktake reads the typed count %j as %j', (typed, units) => {
  expect(countedUnits(typed)).toBe(units);
});

test('a typed stock count is compared with the recorded stock once this stock is loaded, and not at all if the stock is not tracked', () => {
  const count = { name: 'Tea', typed: '12' };
  const seen = (stock: number | null) => ({ ...count, seen: { stock, etag: '"1"' } });
  expect([differenceOf(count), differenceOf(seen(null)), differenceOf(seen(15))]).toEqual([
    undefined,
    undefined,
    -3,
  ]);
});

test('a count whose field is emptied is removed from the stocktake', () => {
  const counts = withCount({}, 3, { name: 'Tea', typed: '12' });
  expect([counts, withCount(counts, 3, { name: 'Tea', typed: ' ' })]).toEqual([
    { 3: { name: 'Tea', typed: '12' } },
    {},
  ]);
});
