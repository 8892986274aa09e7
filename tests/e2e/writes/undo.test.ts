import { describe, expect, test } from '@jest/globals';

import { done, waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import { newOrder, newProduct, orderOf, readOrder, stockOf } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation, Order, Product } from '../../support/resources.ts';

type BulkOperation = Operation<BulkCounts> & { apply_until: string | null; applied_by: string | null };
interface ReportLine {
  id: number;
  outcome: string;
  code: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const moved = async (ids: number[], fields: object) =>
  done(await admin.put<BulkOperation>('/api/admin/orders/bulk-update', { ids, ...fields }, waiting));
const removed = async (resource: string, ids: number[], fields: object = {}) =>
  done(await admin.post<BulkOperation>(`/api/admin/${resource}/bulk-delete`, { ids, ...fields }, waiting));
const undo = ({ id }: { id: string }, fields: object = {}) =>
  admin.post<BulkOperation>(`/api/operations/${id}/undo`, fields, waiting);
const apply = ({ id }: { id: string }) =>
  admin.post<BulkOperation>(`/api/operations/${id}/apply`, {}, waiting);

async function reportOf({ id }: { id: string }): Promise<ReportLine[]> {
  const { text } = await admin.get(`/api/operations/${id}/report`);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportLine);
}
/** Orders three of the five units of a product. */
async function orderFromStock(): Promise<{ order: Order; product: Product }> {
  const product = await newProduct({ stock: 5 });
  return { order: await orderOf(product, 3), product };
}
const withoutVersion = ({ updated_at: _at, history: _history, ...order }: Order & Record<string, unknown>) =>
  order;

describe('a dry run', () => {
  test('a dry run of bulk work shows each record before and after, and can be applied only once', async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    const rehearsal = await moved([first.id, second.id], { status: 'confirmed', dry_run: true });
    expect(rehearsal).toMatchObject({ dry_run: true, apply_until: expect.any(String), undo_until: null });
    expect(await reportOf(rehearsal)).toMatchObject([
      { id: first.id, outcome: 'changed', before: { status: 'pending' }, after: { status: 'confirmed' } },
      { id: second.id, outcome: 'changed', before: { status: 'pending' }, after: { status: 'confirmed' } },
    ]);
    await admin.put(`/api/admin/orders/${second.id}`, { status: 'cancelled' });
    const applied = done(await apply(rehearsal));
    expect(applied).toMatchObject({
      status: 'partly_succeeded',
      result: { changed: 1, refused: 1 },
      errors: [{ id: second.id, code: 'moved_on' }],
      apply_until: null,
      undo_until: expect.any(String),
    });
    expect((await readOrder(first.id)).status).toBe('confirmed');
    const again = await apply(rehearsal);
    expectRefusal(again, 'conflict');
    const { data } = await admin.get<BulkOperation>(`/api/operations/${rehearsal.id}`);
    expect(data.apply_until).toBeNull();
    const applier = await admin.get<BulkOperation>(again.header('location') ?? '');
    expect(applier.data).toMatchObject({ id: applied.id, applies: expect.any(String) });
  });
});

describe('undo of bulk operations', () => {
  test('undoing bulk work restores order states and stock, and the undo can itself be undone', async () => {
    const { order, product } = await orderFromStock();
    const before = await readOrder(order.id);
    const asked = { status: 'cancelled', reject_reason: 'closed' };
    const sums = { total: before.total, stock: 3, products: [{ product_id: product.id, stock: 3 }] };
    expect(await moved([order.id], { ...asked, dry_run: true })).toMatchObject({ sums });
    const cancelled = await moved([order.id], asked);
    expect(cancelled).toMatchObject({ sums });
    expect(await stockOf(product)).toMatchObject({ stock: 5, held: 0 });
    const undone = done(await undo(cancelled));
    expect(undone).toMatchObject({ status: 'succeeded', result: { changed: 1 }, undoes: expect.any(String) });
    expect(undone).toMatchObject({
      sums: { total: before.total, stock: -3, products: [{ product_id: product.id, stock: -3 }] },
    });

    const after = await readOrder(order.id);
    expect(withoutVersion(after as never)).toEqual(withoutVersion(before));
    expect(after.history.at(-1)).toMatchObject({ from: 'cancelled', to: 'pending', reason: 'undo' });
    expect(await stockOf(product)).toMatchObject({ stock: 2, held: 3 });
    const redone = done(await undo(undone));
    expect(redone.result.changed).toBe(1);
    expect((await readOrder(order.id)).status).toBe('cancelled');
    expect(await stockOf(product)).toMatchObject({ stock: 5, held: 0 });
    expectRefusal(await undo(undone), 'conflict');
  });

  test('undoing a bulk deletion restores the orders with their ids, lines and stock', async () => {
    const { order, product } = await orderFromStock();
    const before = await readOrder(order.id);
    const deleted = await removed('orders', [order.id]);
    expect((await admin.get(`/api/admin/orders/${order.id}`)).status).toBe(404);
    const sold = async () => {
      const path = `/api/admin/statistics/orders?by=product&filters[product_id]=${product.id}`;
      return (await admin.get<{ orders: number; items: number }[]>(path)).data;
    };
    expect(await sold()).toEqual([]);
    done(await undo(deleted));
    expect(await sold()).toMatchObject([{ orders: 1, items: 3 }]);
    expect(withoutVersion((await readOrder(order.id)) as never)).toEqual(withoutVersion(before));
    expect(await stockOf(product)).toMatchObject({ stock: 2, held: 3 });
    const { data } = await admin.get<{ kind: string; reason: string | null }[]>(
      `/api/admin/orders/${order.id}/timeline`,
    );
    expect(data.map(({ kind }) => kind).slice(0, 2)).toEqual(['restored', 'deleted']);
    const list = await admin.get<Order[]>(
      `/api/admin/orders?filters[id]=${order.id}&search=${order.order_number}`,
    );
    expect(list.data.map(({ id }) => id)).toEqual([order.id]);
  });

  test('undoing a bulk price change restores the prices of products', async () => {
    const [first, second] = [await newProduct({ price: 10.05 }), await newProduct({ price: 1 })];
    const ids = [first.id, second.id];
    const priced = async (fields: object) =>
      done(await admin.put<BulkOperation>('/api/admin/products/bulk-update', { ids, ...fields }, waiting));
    const prices = async () =>
      Promise.all(ids.map(async (id) => (await admin.get<Product>(`/api/admin/products/${id}`)).data.price));
    const rehearsal = await priced({ price: { percent: 10 }, dry_run: true });
    expect(rehearsal).toMatchObject({ type: 'products.bulk-price', result: { changed: 2 }, sums: null });
    expect(await reportOf(rehearsal)).toMatchObject([
      { id: first.id, before: { price: 10.05 }, after: { price: 11.06 } },
      { id: second.id, before: { price: 1 }, after: { price: 1.1 } },
    ]);
    expect(await prices()).toEqual([10.05, 1]);
    const raised = done(await apply(rehearsal));
    expect(await prices()).toEqual([11.06, 1.1]);
    done(await undo(raised));
    expect(await prices()).toEqual([10.05, 1]);
    const lowered = await priced({ price: { by: -5 }, status: 'inactive' });
    expect(lowered).toMatchObject({
      status: 'partly_succeeded',
      result: { changed: 1, refused: 1 },
      errors: [{ id: second.id, code: 'validation_failed', message: 'The price field must be at least 0.' }],
    });
    done(await undo(lowered));
    expect(await prices()).toEqual([10.05, 1]);
  });
});
