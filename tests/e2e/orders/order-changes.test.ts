import { describe, expect, test } from '@jest/globals';
import { orderChangeSchema } from '#shared/contracts/endpoints/order-changes.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import { newProduct, placeOrder, readOrder, stockOf, timelineOf, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation, Order } from '../../support/resources.ts';

type Change = Shown<typeof orderChangeSchema>;

const change = (order: Pick<Order, 'id'>, body: object) =>
  admin.post<Change>(`/api/admin/orders/${order.id}/changes`, body);
type Undoable<T> = Operation<T> & { undo_until?: string | null };
const undo = (id: string | null, body: object = {}) =>
  admin.post<Operation<BulkCounts>>(`/api/operations/${id ?? ''}/undo`, body, waiting);

async function orderOf(amount: number) {
  const placed = await placeOrder({ price: 10, stock: 10 }, amount);
  return { ...placed, item: placed.order.items[0]?.id ?? 0 };
}

/** The order without `updated_at`, which every change alters. */
function standing({ updated_at: _updated, ...order }: Order): Partial<Order> {
  return order;
}

describe('a change set', () => {
  test('several changes of an order can be tried in a dry run, applied together and undone, including stock, amounts and timeline', async () => {
    const { product, order, item } = await orderOf(3);
    const other = await newProduct({ price: 4, stock: 10 });
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
    const rehearsed = (await change(order, { ...body, dry_run: true })).data;
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
    const [entry] = await timelineOf(`orders/${order.id}`);
    expect(entry).toMatchObject({
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
