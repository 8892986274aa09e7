import { describe, expect, test } from '@jest/globals';

import { bulkOperationSchema } from '#shared/contracts/endpoints/operations.ts';
import { admin } from '../support/callers.ts';
import type { Reply } from '../../support/caller.ts';
import { expectConforms } from '../support/json-schema.ts';
import {
  newOrder,
  newProduct,
  newShopper,
  orderOf,
  readOrder,
  translations,
  uniqueWord,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation, Product } from '../../support/resources.ts';

type BulkOperation = Operation<BulkCounts> & { frozen_at: string | null };
const waiting = { prefer: 'wait=30' };

/** Returns the operation. It must have finished within the request's wait. */
function done(reply: Reply<BulkOperation>): BulkOperation {
  expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: reply.text });
  expectConforms(bulkOperationSchema, reply.data);
  return reply.data;
}
const move = (fields: object) => admin.put<BulkOperation>('/api/admin/orders/bulk-update', fields, waiting);
const remove = (fields: object) =>
  admin.post<BulkOperation>('/api/admin/products/bulk-delete', fields, waiting);
const statusesOf = async (ids: number[]) => Promise.all(ids.map(async (id) => (await readOrder(id)).status));

describe('a selection for bulk work', () => {
  test('bulk work selected by filters changes exactly the records in the filtered list', async () => {
    const product = await newProduct();
    const [first, second, third] = [
      await orderOf(product, 1),
      await orderOf(product, 1),
      await orderOf(product, 1),
    ];
    await newOrder();
    await admin.put(`/api/admin/orders/${third.id}`, { status: 'cancelled' });
    const filters = { product_id: product.id, status: ['pending', 'confirmed'] };
    const operation = done(await move({ filters, status: 'confirmed' }));
    expect(operation).toMatchObject({
      frozen_at: expect.any(String),
      progress: { total: 2, done: 2, failed: 0 },
      result: { changed: 2 },
    });
    expect(await statusesOf([first.id, second.id, third.id])).toEqual([
      'confirmed',
      'confirmed',
      'cancelled',
    ]);
    expect(done(await move({ ids: [first.id], status: 'confirmed' })).frozen_at).toBeNull();
  });

  test('applying a dry run changes only the records that the dry run selected', async () => {
    const product = await newProduct();
    const [first, second] = [await orderOf(product, 1), await orderOf(product, 1)];
    const filters = { product_id: product.id, status: 'pending' };
    const rehearsal = done(await move({ filters, status: 'confirmed', dry_run: true }));
    expect(rehearsal).toMatchObject({ dry_run: true, result: { changed: 2 } });
    const later = await orderOf(product, 1);
    const path = `/api/operations/${rehearsal.id}/apply`;
    const applied = done(await admin.post<BulkOperation>(path, {}, waiting));
    expect(applied).toMatchObject({ result: { changed: 2 }, frozen_at: rehearsal.frozen_at });
    expect(await statusesOf([first.id, second.id, later.id])).toEqual(['confirmed', 'confirmed', 'pending']);
  });

  test('bulk work can select records by search or by customer', async () => {
    const word = uniqueWord('tea ');
    const [one, other] = [
      await newProduct(translations(`${word} green`)),
      await newProduct(translations(word)),
    ];
    expect(done(await remove({ search: `${word} GREEN` }))).toMatchObject({ result: { changed: 1 } });
    expect((await admin.get(`/api/admin/products/${one.id}`)).status).toBe(404);
    expect((await admin.get<Product>(`/api/admin/products/${other.id}`)).status).toBe(200);
    const shopper = await newShopper();
    const order = await newOrder({}, shopper);
    const filters = { customer: shopper.user.email };
    expect(done(await move({ filters, status: 'confirmed' }))).toMatchObject({ result: { changed: 1 } });
    expect(await statusesOf([order.id])).toEqual(['confirmed']);
  });

  test('a selection by filters can be sent as a form', async () => {
    const product = await newProduct();
    const order = await orderOf(product, 1);
    const body = `filters[product_id]=${product.id}&filters[created_at][from]=2020-01-01&status=confirmed`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...waiting };
    const reply = await admin.send<BulkOperation>('PUT', '/api/admin/orders/bulk-update', { body, headers });
    expect(done(reply)).toMatchObject({ result: { changed: 1 } });
    expect(await statusesOf([order.id])).toEqual(['confirmed']);
  });

  test('a selection with all=true contains no more records than the list', async () => {
    await newProduct();
    const operation = (await remove({ all: true, dry_run: true })).data;
    const { meta } = (await admin.get<Product[]>('/api/admin/products?paginate=true&per_page=1')).page;
    expect(operation.progress.total).toBeGreaterThan(0);
    // Other tests create products meanwhile.
    expect(operation.progress.total).toBeLessThanOrEqual(meta.total);
  });

  test('an empty, misspelt or contradictory selection is rejected with 422', async () => {
    const refused: [fields: object, field: string][] = [
      [{}, 'ids'],
      [{ all: false }, 'ids'],
      [{ filters: {} }, 'filters'],
      [{ filters: { name: '' } }, 'filters.name'],
      [{ filters: { in_stock: null } }, 'filters.in_stock'],
      [{ filters: { nmae: 'tea' } }, 'filters.nmae'],
      [{ search: ' ' }, 'search'],
      [{ ids: [1], filters: { name: 'tea' } }, 'ids'],
      [{ all: true, search: 'tea' }, 'ids'],
    ];
    for (const [fields, field] of refused) expectRefusal(await remove(fields), 'validation_failed', [field]);
  });
});
