import { describe, expect, test } from '@jest/globals';
import { clientReturnSchema, returnSchema } from '#shared/contracts/endpoints/returns.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { waiting } from '../support/bulk-operation.ts';
import { admin, auditor } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import {
  deliveredOrder,
  readOrder,
  stockOf,
  timelineOf,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation, Order } from '../../support/resources.ts';

type Return = Shown<typeof returnSchema>;

const pathOf = (order: Pick<Order, 'id'>) => `/api/admin/orders/${order.id}/returns`;
const own = (order: Pick<Order, 'id'>) => `/api/client/orders/${order.id}/returns`;
const ask = ({ client }: Shopper, order: Pick<Order, 'id'>, lines: object[]) =>
  client.post<Return>(own(order), { lines });
const move = (record: Pick<Return, 'id'>, body: object) =>
  admin.put<Return>(`/api/admin/returns/${record.id}`, body);

async function delivered(amount: number) {
  const placed = await deliveredOrder(amount);
  return { ...placed, item: placed.order.items[0]?.id ?? 0 };
}

describe('returns', () => {
  test('a return goes from the request to the refund, and the shopper and the staff read each step', async () => {
    const { product, shopper, order, item } = await delivered(3);
    const reason = uniqueWord();
    const asked = await ask(shopper, order, [{ item_id: item, amount: 2, reason }]);
    expect([asked.status, asked.header('location')]).toEqual([201, `${own(order)}/${asked.data.id}`]);
    expectConforms(clientReturnSchema, asked.data);
    expect((await shopper.client.get(`${own(order)}/${asked.data.id}`)).data).toEqual(asked.data);
    expect((await shopper.client.get<Return[]>(own(order))).data).toEqual([asked.data]);

    expect((await move(asked.data, { status: 'approved', reason: 'Within the period' })).status).toBe(200);
    const received = await move(asked.data, { status: 'received', lines: [{ item_id: item, received: 2 }] });
    expectConforms(returnSchema, received.data);
    expect(received.data).toMatchObject({ status: 'received', refund: 20 });
    expect(await readOrder(order.id)).toMatchObject({
      status: 'delivered',
      paid: 10,
      credited: 20,
      due: 0,
      payment_status: 'part_refunded',
      items: [{ amount: 3, returned: 2 }],
    });
    expect(await stockOf(product)).toEqual({ stock: 9, held: 0 });
    const { data: payments } = await auditor.get<{ refunds: unknown[] }[]>(
      `/api/admin/orders/${order.id}/payments`,
    );
    expect(payments[0]?.refunds).toMatchObject([{ amount: 20, return_id: asked.data.id }]);
    expect((await move(asked.data, { status: 'closed' })).data).toMatchObject({ status: 'closed' });

    const entries = await timelineOf(`returns/${asked.data.id}`);
    expect(entries.map(({ via }) => via.type)).toEqual([
      'returns.update',
      'returns.update',
      'returns.update',
      'own-returns.create',
    ]);
    const mine = (await shopper.client.get<Return>(`${own(order)}/${asked.data.id}`)).text;
    expect(mine).toContain(reason);
    expect(mine).not.toContain('Within the period');
    expect(mine).not.toContain('restock');
  });

  test('a dry run of receiving a return shows the refund, and changes neither the return nor its order', async () => {
    const { order, item, product } = await delivered(2);
    const { data: record } = await admin.post<Return>(pathOf(order), {
      lines: [{ item_id: item, amount: 2 }],
    });

    const before = [await readOrder(order.id), await stockOf(product)];
    const step = { status: 'received', lines: [{ item_id: item, received: 1 }], dry_run: true };
    const rehearsed = await move(record, step);
    expectConforms(returnSchema, rehearsed.data);
    expect(rehearsed.data).toMatchObject({ status: 'received', refund: 10 });
    expectRefusal(await move(record, { ...step, refund: 21 }), 'validation_failed', ['refund']);
    expect((await admin.get<Return>(`/api/admin/returns/${record.id}`)).data).toEqual(record);
    expect([await readOrder(order.id), await stockOf(product)]).toEqual(before);
  });

  test('the error for a shopper’s outdated withdrawal of a return does not show what staff wrote about the return', async () => {
    const { shopper, order, item } = await delivered(1);
    const secret = uniqueWord();
    const lines = [{ item_id: item, amount: 1, reason: secret }];
    const { data: record } = await admin.post<Return>(pathOf(order), { lines });
    await move(record, { status: 'received', lines: [{ item_id: item, restock: false }] });
    const path = `${own(order)}/${record.id}/withdraw`;
    const refused = await shopper.client.post(path, {}, { 'if-match': '"1-en"' });
    const shown = JSON.stringify(expectRefusal(refused, 'precondition_failed'));
    expect(shown).toContain('"to":"received"');
    expect(shown).not.toMatch(new RegExp(`${secret}|restock|uncounted`));
  });

  test('concurrent requests for a return cannot return the same unit twice', async () => {
    const { order, item, shopper } = await delivered(1);
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => ask(shopper, order, [{ item_id: item, amount: 1 }])),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  test('an order gets the status “returned” when all units are received; setting this status directly closes open returns, and an undo opens them again', async () => {
    const whole = await delivered(2);
    const { data: all } = await admin.post<Return>(pathOf(whole.order), {
      lines: [{ item_id: whole.item, amount: 2 }],
    });
    await move(all, { status: 'received', lines: [{ item_id: whole.item, restock: false }] });
    expect(await readOrder(whole.order.id)).toMatchObject({ status: 'returned', paid: 0, due: 0 });
    expect(await stockOf(whole.product)).toEqual({ stock: 8, held: 0 });
    const [stock] = await timelineOf(`inventory/${whole.product.id}`);
    expect(stock?.changes).toEqual({ lost: { from: 0, to: 2 } });

    const { order, item, product } = await delivered(2);
    const { data: open } = await admin.post<Return>(pathOf(order), { lines: [{ item_id: item, amount: 1 }] });
    const bulk = { ids: [order.id], status: 'returned' };
    const { data: moved } = await admin.put<Operation<BulkCounts>>(
      '/api/admin/orders/bulk-update',
      bulk,
      waiting,
    );

    const state = async () => (await auditor.get<Return>(`/api/admin/returns/${open.id}`)).data.status;
    expect(await state()).toBe('closed');
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
    await admin.post(`/api/operations/${moved.id}/undo`, {}, waiting);
    expect(await state()).toBe('approved');
    expect(await stockOf(product)).toEqual({ stock: 8, held: 0 });
  });
});
