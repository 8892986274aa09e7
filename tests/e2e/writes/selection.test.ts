import { describe, expect, test } from '@jest/globals';

import { done, waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import { newOrder, newProduct, orderOf, readOrder } from '../support/records.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';

type BulkOperation = Operation<BulkCounts> & { frozen_at: string | null };

const move = (fields: object) => admin.put<BulkOperation>('/api/admin/orders/bulk-update', fields, waiting);
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

  test('a bulk update of the orders that match filters can be sent as a form', async () => {
    const product = await newProduct();
    const order = await orderOf(product, 1);
    const body = `filters[product_id]=${product.id}&filters[created_at][from]=2020-01-01&status=confirmed`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...waiting };
    const reply = await admin.send<BulkOperation>('PUT', '/api/admin/orders/bulk-update', { body, headers });
    expect(done(reply)).toMatchObject({ result: { changed: 1 } });
    expect(await statusesOf([order.id])).toEqual(['confirmed']);
  });
});
