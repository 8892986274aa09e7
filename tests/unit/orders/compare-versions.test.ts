import { expect, test } from '@jest/globals';
import { compareVersions } from '#services/orders/rules/compare-versions.ts';

const copy = (_id: number, version: number, is_deleted = false) => ({ _id, version, is_deleted });
const product = (_id: number, version: number) => ({ _id, version });

test('copies that are missing or older than the catalog’s products are stale, newer ones are not', () => {
  const products = [product(1, 2), product(2, 5), product(3, 1), product(4, 1)];
  expect(compareVersions(products, [copy(1, 2), copy(2, 4), copy(4, 3)])).toEqual({
    stale: [2, 3],
    unlisted: [],
  });
});

test('copies on sale of products that the catalog does not list are told, deleted ones are not', () => {
  expect(compareVersions([product(2, 1)], [copy(1, 3), copy(2, 1), copy(3, 9, true)])).toEqual({
    stale: [],
    unlisted: [copy(1, 3)],
  });
});
