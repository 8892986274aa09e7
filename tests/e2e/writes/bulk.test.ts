import { describe, expect, test } from '@jest/globals';

import { done, waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { newOrder, newProduct, newSubscription, orderOf, stockOf } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';

type BulkOperation = Operation<BulkCounts>;
const gone = 999_999_998;

async function three(): Promise<number[]> {
  return (await Promise.all([newSubscription(), newSubscription(), newSubscription()])).map(({ id }) => id);
}
const update = (fields: Record<string, unknown>, resource = 'subscriptions') =>
  admin.put<BulkOperation>(`/api/admin/${resource}/bulk-update`, fields, waiting);
const remove = (fields: Record<string, unknown>, resource = 'subscriptions') =>
  admin.post<BulkOperation>(`/api/admin/${resource}/bulk-delete`, fields, waiting);

const statuses = async (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await admin.get(`/api/admin/subscriptions/${id}`)).status));

describe('a dry run of bulk work', () => {
  test.each(['body', 'query'])(
    'a dry run of bulk work, with dry_run in the %s, changes no record and predicts the result',
    async (place) => {
      const ids = await three();
      const path = `/api/admin/subscriptions/bulk-delete${place === 'query' ? '?dry_run=1' : ''}`;
      const body = { ids: [...ids, gone], ...(place === 'body' && { dry_run: 1 }) };
      const rehearsed = done(await admin.post<BulkOperation>(path, body));
      expect(rehearsed).toMatchObject({
        status: 'partly_succeeded',
        result: { changed: 3, unchanged: 0, not_found: 1, refused: 0 },
      });
      expect(await statuses(ids)).toEqual([200, 200, 200]);
      expect(done(await remove({ ids: [...ids, gone] })).result).toEqual(rehearsed.result);
      expect(await statuses(ids)).toEqual([404, 404, 404]);
    },
  );
});

describe('bulk work on orders', () => {
  test('a bulk status update changes the orders whose status allows it, and reports which orders it rejected or did not find', async () => {
    const product = await newProduct({ stock: 10 });
    const [open, shipped, already] = [
      await orderOf(product, 2),
      await orderOf(product, 3, { status: 'shipped' }),
      await newOrder({ status: 'cancelled' }),
    ];
    const ids = [open.id, shipped.id, already.id, gone];
    const operation = done(await update({ ids, status: 'cancelled' }, 'orders'));
    expect(operation).toMatchObject({
      status: 'partly_succeeded',
      progress: { total: 4, done: 2, failed: 2 },
      result: { changed: 1, unchanged: 1, not_found: 1, refused: 1 },
      errors_total: 2,
    });
    expect(operation.errors).toEqual(
      expect.arrayContaining([
        { id: shipped.id, code: 'illegal_transition', message: expect.any(String) },
        { id: gone, code: 'not_found', message: expect.any(String) },
      ]),
    );
    expect(await stockOf(product)).toEqual({ stock: 7, held: 3 });
  });

  test('a bulk deletion of orders returns their units to the stock', async () => {
    const product = await newProduct({ stock: 10 });
    const orders = [await orderOf(product, 2), await orderOf(product, 3)];
    done(await remove({ ids: orders.map(({ id }) => id) }, 'orders'));
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
    for (const { id } of orders) expectRefusal(await admin.get(`/api/admin/orders/${id}`), 'not_found');
  });
});

describe('asynchronous bulk work', () => {
  test('an asynchronous bulk deletion reports every record that failed', async () => {
    const ids = await three();
    const missing = Array.from({ length: 120 }, (_, index) => gone - index);
    const body = { ids: [...ids, ...missing] };
    const accepted = await admin.post<BulkOperation>('/api/admin/subscriptions/bulk-delete', body, {
      prefer: 'respond-async',
    });
    expect(accepted.status).toBe(202);
    const location = accepted.header('location') ?? '';
    const operation = await eventually('the end of the operation', async () => {
      const { data } = await admin.get<BulkOperation>(location);
      expect(data.status).toBe('partly_succeeded');
      return data;
    });
    expect(operation).toMatchObject({
      progress: { total: 123, done: 3, failed: 120 },
      result: { changed: 3, unchanged: 0, not_found: 120, refused: 0 },
      errors_total: 120,
    });
    expect(operation.errors.length).toBe(100);

    const report = await admin.lines(`${location}/report`, 'application/x-ndjson');
    const entries = report.map((line) => JSON.parse(line) as { id: number; code: string | null });
    const failed = entries.filter(({ code }) => code === 'not_found').map(({ id }) => id);
    expect(failed.sort()).toEqual([...missing].sort());
    const table = await admin.lines(`${location}/report`, 'text/csv');
    expect(table.length).toBe(report.length + 1);
    expect(table.filter((line) => line.includes('not_found')).length).toBe(120);
  });
});
