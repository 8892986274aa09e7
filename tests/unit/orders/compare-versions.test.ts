import { expect, test } from '@jest/globals';
import { compareVersions, isCatalogCredible } from '#services/orders/stock/compare-versions.ts';

const copy = (_id: number, version: number, is_deleted = false) => ({ _id, version, is_deleted });
const product = (_id: number, version: number) => ({ _id, version });

test('the orders service’s product copies count as stale if they are missing or older than the catalog’s products', () => {
  const products = [product(1, 2), product(2, 5), product(3, 1)];
  expect(compareVersions(products, [copy(1, 2), copy(2, 4)])).toEqual({
    stale: [2, 3],
    ahead: [],
    unlisted: [],
  });
});

test('the orders service’s copy of a product that is missing in the catalog is reported unless the copy is marked as deleted', () => {
  expect(compareVersions([product(2, 1)], [copy(1, 3), copy(2, 1), copy(3, 9, true)])).toEqual({
    stale: [],
    ahead: [],
    unlisted: [copy(1, 3)],
  });
});

test('the orders service’s copy of a product counts as ahead of the catalog if it is newer, or marked as deleted at the same version', () => {
  const products = [product(1, 8), product(2, 5), product(3, 5), product(4, 5)];
  const copies = [copy(1, 10), copy(2, 6, true), copy(3, 5, true), copy(4, 4, true)];
  // A deleted copy that is older than the listed product is stale, as after a missed event.
  expect(compareVersions(products, copies)).toEqual({ stale: [4], ahead: copies.slice(0, 3), unlisted: [] });
});

test('a catalog response without any product, or without most products on sale, is not used to correct the orders service’s product copies', () => {
  const isCredible = (inCatalog: number | null, onSale: number, unlisted: number) =>
    isCatalogCredible({ inCatalog, onSale, unlisted });
  expect([isCredible(0, 1, 1), isCredible(3, 24, 21), isCredible(null, 2000, 1001)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([
    isCredible(0, 0, 0),
    isCredible(3, 23, 20),
    isCredible(50, 100, 50),
    isCredible(null, 1, 1),
  ]).toEqual([true, true, true, true]);
});
