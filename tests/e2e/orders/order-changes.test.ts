import { describe, expect, test } from '@jest/globals';
import { orderChangeSchema } from '#shared/contracts/endpoints/order-changes.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { admin, auditor } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import {
  checkOut,
  fillCart,
  newProduct,
  newShopper,
  readOrder,
  stockOf,
  uniqueWord,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation, Order, TimelineEntry } from '../../support/resources.ts';

type Change = Shown<typeof orderChangeSchema>;

const pathOf = (order: Pick<Order, 'id'>) => `/api/admin/orders/${order.id}/changes`;
const change = (order: Pick<Order, 'id'>, body: object, headers: Record<string, string> = {}) =>
  admin.post<Change>(pathOf(order), body, headers);
type Undoable<T> = Operation<T> & { undo_until?: string | null };
const undo = (id: string | null, body: object = {}) =>
  admin.post<Operation<BulkCounts>>(`/api/operations/${id ?? ''}/undo`, body, { prefer: 'wait=30' });

async function orderOf(amount: number, stock = 10) {
  const [product, other] = await Promise.all([
    newProduct({ price: 10, stock }),
    newProduct({ price: 4, stock }),
  ]);
  const shopper = await newShopper();
  await fillCart(shopper.client, product, amount);
  const { data: order } = await checkOut(shopper);
  return { product, other, order, item: order.items[0]?.id ?? 0, shopper };
}

/** The order without `updated_at`, which every change alters. */
function standing({ updated_at: _updated, ...order }: Order): Partial<Order> {
  return order;
}

describe('a change set', () => {
  test('several changes of an order can be tried in a dry run, applied together and undone, including stock, amounts and timeline', async () => {
    const { product, other, order, item } = await orderOf(3);
    const before = await readOrder(order.id);
    const body = {
      lines: [
        { item_id: item, amount: 1 },
        { product_id: other.id, amount: 2 },
      ],
      discount_amount: 2,
      notes: 'Ring twice',
      reason: uniqueWord(),
    };
    const rehearsed = (await admin.post<Change>(pathOf(order), { ...body, dry_run: true })).data;
    expectConforms(orderChangeSchema, rehearsed);
    expect(rehearsed.operation_id).toBeNull();
    expect(rehearsed.after.items.map(({ id }) => id)).toEqual([item, null]);
    expect(await readOrder(order.id)).toEqual(before);

    const done = await change(order, body);
    const { data } = done;
    expect(done.status).toBe(200);
    expectConforms(orderChangeSchema, data);
    expect(done.header('etag')).toBe((await admin.get(`/api/admin/orders/${order.id}`)).header('etag'));
    expect(data.before).toEqual(before);
    expect(data.after).toEqual(await readOrder(order.id));
    expect(data.after).toMatchObject({ main_price: 18, discount_amount: 2, total: 16, figures: 'lines' });
    expect(data.money).toEqual({ due_before: 30, due_after: 16, refunded: 0 });
    expect(data.stock).toEqual([
      { product_id: product.id, from: 7, to: 9 },
      { product_id: other.id, from: 10, to: 8 },
    ]);
    const { data: entries } = (await auditor.get<TimelineEntry[]>(`/api/admin/orders/${order.id}/timeline`))
      .page;
    expect(entries[0]).toMatchObject({
      reason: body.reason,
      via: { type: 'orders.change', operation_id: data.operation_id },
    });

    const shown = (await admin.get<Undoable<unknown>>(`/api/operations/${data.operation_id ?? ''}`)).data;
    expect(shown).toMatchObject({ status: 'succeeded', type: 'orders.change', dry_run: false });
    expect(shown.result).toMatchObject({ status: 200, data: { operation_id: data.operation_id } });
    expect(shown.undo_until).toEqual(expect.any(String));

    expect((await undo(data.operation_id, { dry_run: true })).data.result).toMatchObject({ changed: 1 });
    expect((await undo(data.operation_id)).data.result).toMatchObject({ changed: 1 });
    expect(standing(await readOrder(order.id))).toEqual(standing(before));
    expect(await stockOf(product)).toEqual({ stock: 7, held: 3 });
    expect(await stockOf(other)).toEqual({ stock: 10, held: 0 });
    expectRefusal(await undo(data.operation_id), 'conflict');
  });

  test('a change that makes a paid order cheaper refunds the difference if `refund: due` is set, and then cannot be undone', async () => {
    const { order, item } = await orderOf(2);
    await admin.post(`/api/admin/orders/${order.id}/payments`, {});
    const { data } = await change(order, { lines: [{ item_id: item, amount: 1 }], refund: 'due' });
    expect(data.money).toEqual({ due_before: 0, due_after: 0, refunded: 10 });
    expect(await readOrder(order.id)).toMatchObject({
      paid: 10,
      credited: 0,
      payment_status: 'part_refunded',
    });
    expect((await undo(data.operation_id)).data.errors).toMatchObject([{ code: 'conflict' }]);
  });
});
