import { describe, expect, test } from '@jest/globals';
import { paymentSchema } from '#shared/contracts/endpoints/payments.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { waiting } from '../support/bulk-operation.ts';
import { admin, auditor } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import { newOrder, placeOrder, readOrder, timelineOf, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation, Order } from '../../support/resources.ts';

type Payment = Shown<typeof paymentSchema>;

const pathOf = (order: Pick<Order, 'id'>) => `/api/admin/orders/${order.id}/payments`;
const record = (order: Pick<Order, 'id'>, body: object = {}, headers: Record<string, string> = {}) =>
  admin.post<Payment>(pathOf(order), body, headers);
const act = (payment: Pick<Payment, 'id'>, action: string, body: object = {}, headers = {}) =>
  admin.post<Payment>(`/api/admin/payments/${payment.id}/${action}`, body, headers);

describe('payments that staff record', () => {
  test('a payment, its refund and its timeline can be read, and the order shows the paid amount', async () => {
    const order = await newOrder({ total: 30 });
    expect(order).toMatchObject({ paid: 0, credited: 0, due: 30, payment_status: 'unpaid' });
    const reference = uniqueWord();
    const made = await record(order, { reference, note: 'At the counter' });
    expect([made.status, made.header('location')]).toEqual([201, `/api/admin/payments/${made.data.id}`]);
    expectConforms(paymentSchema, made.data);
    expect(made.data).toMatchObject({
      order_id: order.id,
      provider: 'manual',
      amount: 30,
      state: 'captured',
    });
    expect(await readOrder(order.id)).toMatchObject({ paid: 30, due: 0, payment_status: 'paid' });

    const refunded = await act(made.data, 'refund', { amount: '12.50', reason: 'Broken' });
    expect(refunded.data).toMatchObject({ state: 'part_refunded', refunded: 12.5 });
    expect(await readOrder(order.id)).toMatchObject({
      paid: 17.5,
      credited: 12.5,
      due: 0,
      payment_status: 'part_refunded',
    });
    expect((await auditor.get(`/api/admin/payments/${made.data.id}`)).data).toEqual(refunded.data);
    const entries = await timelineOf(`payments/${made.data.id}`);
    expect(entries.map(({ kind, via }) => [kind, via.type])).toEqual([
      ['changed', 'payments.refund'],
      ['created', 'payments.create'],
    ]);
    expect(entries[0]?.changes).toMatchObject({ refunded: { from: 0, to: 12.5 } });
    const [ofOrder] = await timelineOf(`orders/${order.id}`);
    expect(ofOrder).toMatchObject({
      via: { type: 'payments.refund' },
      changes: { paid: { from: 30, to: 17.5 } },
    });
  });

  test('payments can be filtered by order, state and method, and found by their reference', async () => {
    const [order, other] = [await newOrder({ total: 9 }), await newOrder({ total: 9 })];
    const reference = uniqueWord();
    const { data: expected } = await record(order, { capture: false, method: 4, reference });
    const { data: paid } = await record(order, { amount: 2 });
    await record(other);
    const ids = async (path: string) => (await auditor.get<Payment[]>(path)).data.map(({ id }) => id);
    expect(await ids(pathOf(order))).toEqual([paid.id, expected.id]);
    expect(await ids(`${pathOf(order)}?filters[state]=authorised,voided`)).toEqual([expected.id]);
    expect(await ids(`/api/admin/payments?filters[order_id]=${order.id}&filters[method]=4`)).toEqual([
      expected.id,
    ]);
    expect(await ids(`/api/admin/payments?search=${reference}`)).toEqual([expected.id]);
    expectRefusal(await auditor.get('/api/admin/payments?filters[state]=lost'), 'validation_failed', {
      'filters.state': [
        'The selected filters.state is invalid. Allowed: authorised, captured, part_refunded, refunded, voided.',
      ],
    });
    expectRefusal(await auditor.get('/api/admin/orders/999999999/payments'), 'not_found');
  });

  test('a new payment compares `If-Match` with the order’s version, and a refund compares `If-Match` with the payment’s version', async () => {
    const order = await newOrder({ total: 20 });
    const etag = (await admin.get(`/api/admin/orders/${order.id}`)).header('etag') ?? '';
    const made = await record(order, { amount: 5 }, { 'if-match': etag });
    const { data: payment } = made;
    expectRefusal(await record(order, { amount: 5 }, { 'if-match': etag }), 'precondition_failed');
    const tag = made.header('etag') ?? '';
    expect((await act(payment, 'refund', { amount: 1 }, { 'if-match': tag })).status).toBe(200);
    const stale = await act(payment, 'refund', { amount: 1 }, { 'if-match': tag });
    expectRefusal(stale, 'precondition_failed');
    expect(stale.problem).toMatchObject({ changes: [{ version: 2 }] });
    expect(await readOrder(order.id)).toMatchObject({ paid: 4 });
  });

  test('a shopper sees the paid and the due amount of an order, but not its payments or their references', async () => {
    const { shopper, order } = await placeOrder({ price: 8, stock: 5 });
    const reference = uniqueWord();
    await record(order, { amount: 3, reference });
    const read = await shopper.client.get<Order>(`/api/client/orders/${order.id}`);
    expect(read.data).toMatchObject({ paid: 3, due: order.total - 3, payment_status: 'part_paid' });
    expect(read.text).not.toContain(reference);
    for (const path of [pathOf(order), '/api/admin/payments'])
      expect((await shopper.client.get(path)).status).toBe(403);
    const { data: mine } = await shopper.client.get<Order[]>(
      '/api/client/orders?filters[payment_status]=part_paid',
    );
    expect(mine.map(({ id }) => id)).toEqual([order.id]);
  });

  test('a paid order cannot be deleted, but voided payments are deleted and restored together with their order', async () => {
    const order = await newOrder({ total: 5 });
    const { data: payment } = await record(order);
    expectRefusal(await admin.delete(`/api/admin/orders/${order.id}`), 'conflict');
    const removed = async () =>
      (await admin.post<Operation<BulkCounts>>('/api/admin/orders/bulk-delete', { ids: [order.id] }, waiting))
        .data;
    const refused = await removed();
    expect(refused.result).toMatchObject({ refused: 1 });
    expect(refused.errors[0]?.message).toBe(
      `5 is paid for the order ${order.order_number}. Refund or void its payments, then delete it.`,
    );

    const { data: voided } = await act(payment, 'void');
    const deletion = await removed();
    expect(deletion.result).toMatchObject({ changed: 1 });
    expectRefusal(await admin.get(`/api/admin/payments/${payment.id}`), 'not_found');
    const undone = await admin.post<Operation<BulkCounts>>(
      `/api/operations/${deletion.id}/undo`,
      {},
      waiting,
    );
    expect(undone.data.result).toMatchObject({ changed: 1 });
    const { data: back } = await admin.get<Payment>(`/api/admin/payments/${payment.id}`);
    expect({ ...back, updated_at: '' }).toEqual({ ...voided, updated_at: '' });
    expect(await readOrder(order.id)).toMatchObject({ paid: 0, payment_status: 'unpaid' });
  });
});
