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
])('a stocktake reads the typed count %j as %j, where undefined means invalid', (typed, units) => {
  expect(countedUnits(typed)).toBe(units);
});

test('a typed stock count is compared with the recorded stock once this is loaded, unless the product’s stock is not tracked', () => {
  const count = { name: 'Tea', typed: '12' };
  const seen = (stock: number | null) => ({ ...count, seen: { stock, etag: '"1"' } });
  expect([differenceOf(count), differenceOf(seen(null)), differenceOf(seen(15))]).toEqual([
    undefined,
    undefined,
    -3,
  ]);
});

test('a stock count is removed from the stocktake when its field is emptied', () => {
  const counts = withCount({}, 3, { name: 'Tea', typed: '12' });
  expect([counts, withCount(counts, 3, { name: 'Tea', typed: ' ' })]).toEqual([
    { 3: { name: 'Tea', typed: '12' } },
    {},
  ]);
});
