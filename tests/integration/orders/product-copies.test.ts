import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { leaseModel, taskLease } from '#shared/platform/mongo/leases.ts';
import type { CatalogProducts } from '#services/orders/stock/storage/catalog-client.ts';
import { startCopyComparison } from '#services/orders/audit/storage/compare-copies.ts';
import { createPageComparison } from '#services/orders/stock/storage/compare-page.ts';
import { eventually } from '../../support/eventually.ts';
import { aProduct } from '../../unit/support/orders-world.ts';
import { openOrders, type OwnOrders } from '../support/own-orders.ts';
import { quiet } from '../support/own-servers.ts';

describe('a catalog that was restored or replaced', () => {
  let own: OwnOrders;
  beforeEach(async () => {
    own = await openOrders();
  });
  afterEach(() => own.close());

  const numbered = (count: number, version: number, values: Partial<ProductCopy> = {}) =>
    Array.from({ length: count }, (_, index) => aProduct(index + 1, { version, ...values }));
  const kept = (copies: ProductCopy[]) => own.models.products.collection.insertMany(copies as never[]);
  const compared = (catalog: CatalogProducts) =>
    createPageComparison({ models: own.models, catalog, log: quiet });
  const soldHere = () => own.models.products.countDocuments({ is_deleted: false });

  /** A fake catalog with these products. */
  const having = (there: ProductCopy[], asked: () => Promise<unknown> = () => Promise.resolve()) => ({
    versions: (after: number, limit: number) =>
      Promise.resolve(there.filter(({ _id }) => _id > after).slice(0, limit)),
    copies: async (ids: readonly number[]) => {
      await asked();
      return there.filter(({ _id }) => ids.includes(_id));
    },
  });

  test('the orders service deletes none of its copies of products if the catalog lists less than half of these products', async () => {
    await kept(numbered(50, 5));
    await compared(having([]))(0);
    await compared(having(numbered(24, 5)))(0);
    await compared(having(numbered(2, 5)))(0, 2);
    await compared(having(numbered(2, 5)))(2, 2);
    expect(await soldHere()).toBe(50);
    await compared(having(numbered(25, 5)))(0);
    expect(await soldHere()).toBe(25);
  });

  test('if a copy of a product is newer than the catalog’s product or marked as deleted, only a second comparison replaces the copy', async () => {
    await kept([...numbered(1, 10), aProduct(2, { version: 6, is_deleted: true })]);
    const compare = compared(having([aProduct(1, { version: 8, price: 7 }), aProduct(2, { version: 6 })]));
    await compare(0);
    expect(await own.models.products.find().sort({ _id: 1 }).lean()).toMatchObject([
      { version: 10 },
      { version: 6, is_deleted: true },
    ]);
    await compare(0);
    expect(await own.models.products.find().sort({ _id: 1 }).lean()).toMatchObject([
      { version: 8, price: 7, is_deleted: false },
      { version: 6, is_deleted: false },
    ]);
  });

  test('comparing product copies with the catalog does not overwrite a copy that an event updates during the comparison', async () => {
    await kept(numbered(1, 10));
    const event = () => own.models.products.updateOne({ _id: 1 }, { version: 11, price: 3 });
    const compare = compared(having(numbered(1, 8), event));
    await compare(0);
    await compare(0);
    expect(await own.models.products.findById(1).lean()).toMatchObject({ version: 11, price: 3 });
  });
});

test('after each failed request to the catalog, the comparison of product copies with the catalog pauses', async () => {
  const own = await openOrders();
  const failures: number[] = [];
  const fails = () => Promise.reject(new Error('The catalog answered 404'));
  const comparison = startCopyComparison({
    models: own.models,
    lease: taskLease(leaseModel(own.database), 'product-copies', 'a', 10_000),
    log: quiet,
    catalog: { versions: fails, copies: fails },
    idleMs: 10,
    pauseAfter: (count) => {
      failures.push(count);
      return 20;
    },
  });
  await eventually('three failures', () => failures.length >= 3);
  await comparison.close();
  await own.close();
  expect(failures.slice(0, 3)).toEqual([1, 2, 3]);
});
