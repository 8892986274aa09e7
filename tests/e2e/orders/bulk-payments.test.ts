import { describe, expect, test } from '@jest/globals';
import type { paymentSchema } from '#shared/contracts/endpoints/payments.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { BulkCounts, Operation, Order } from '../../support/resources.ts';
import { done, waiting } from '../support/bulk-operation.ts';
import { admin, auditor } from '../support/callers.ts';
import { newOrder, readOrder, timelineOf, uniqueWord } from '../support/records.ts';

type Payment = Shown<typeof paymentSchema>;
type BulkOperation = Operation<BulkCounts> & { sums: { paid?: number } | null };

const path = '/api/admin/orders/bulk-update';

const update = async (orders: readonly Order[], fields: object) =>
  done(await admin.put<BulkOperation>(path, { ids: orders.map(({ id }) => id), ...fields }, waiting));
const followUp = async ({ id }: BulkOperation, what: 'undo' | 'apply') =>
  done(await admin.post<BulkOperation>(`/api/operations/${id}/${what}`, {}, waiting));
const paymentsOf = async ({ id }: Pick<Order, 'id'>) =>
  (await auditor.get<Payment[]>(`/api/admin/orders/${id}/payments`)).data;
async function reportOf({ id }: BulkOperation): Promise<unknown[]> {
  const { text } = await auditor.get(`/api/operations/${id}/report`);
  const lines = text.trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

const byCard = { payment: { method: 2 } };

describe('orders that staff mark as paid in bulk', () => {
  test('a dry run of bulk payments records nothing, applying it records the due amounts, and an undo voids only these payments', async () => {
    const orders = [await newOrder({ total: 30 }), await newOrder({ total: 12.5 }), await newOrder()];
    const [first, second, free] = orders.map(({ id }) => ({ id }));
    if (!first || !second || !free) throw new Error('Three orders are made');
    const earlier = { amount: 10, reference: uniqueWord() };
    await admin.post(`/api/admin/orders/${first.id}/payments`, earlier);

    const rehearsal = await update(orders, { ...byCard, dry_run: true });
    const counts = { changed: 2, unchanged: 1, not_found: 0, refused: 0 };
    expect(rehearsal).toMatchObject({ type: 'orders.bulk-payment', result: counts, sums: { paid: 32.5 } });
    expect(await reportOf(rehearsal)).toMatchObject([
      { id: first.id, outcome: 'changed', before: { paid: 10 }, after: { paid: 30 } },
      { id: second.id, outcome: 'changed', before: { paid: null }, after: { paid: 12.5 } },
      { id: free.id, outcome: 'unchanged', before: null, after: null },
    ]);
    expect(await paymentsOf(second)).toEqual([]);

    const applied = await followUp(rehearsal, 'apply');
    expect(applied).toMatchObject({ result: counts, sums: { paid: 32.5 } });
    const [recorded] = await paymentsOf(first);
    expect(recorded).toMatchObject({ provider: 'manual', method: 2, state: 'captured', captured: 20 });
    expect(await readOrder(first.id)).toMatchObject({
      paid: 30,
      due: 0,
      payment_status: 'paid',
      payment_method: 1,
    });
    expect(await paymentsOf(free)).toEqual([]);

    const undone = await followUp(applied, 'undo');
    expect(undone).toMatchObject({ result: { changed: 2 }, sums: { paid: -32.5 } });
    expect(await paymentsOf(first)).toMatchObject([
      { id: recorded?.id, state: 'voided', captured: 0, authorised: 20 },
      { state: 'captured', captured: 10, reference: earlier.reference },
    ]);
    expect(await readOrder(first.id)).toMatchObject({ paid: 10, due: 20, payment_status: 'part_paid' });
    expect(await readOrder(second.id)).toMatchObject({ paid: 0, due: 12.5, payment_status: 'unpaid' });
    const timeline = await timelineOf(`payments/${recorded?.id}`);
    expect(timeline.map(({ kind, via }) => [kind, via.type])).toEqual([
      ['changed', 'orders.bulk-undo'],
      ['created', 'orders.bulk-apply'],
    ]);

    const redone = await followUp(undone, 'undo');
    expect(redone).toMatchObject({ result: { changed: 2 }, sums: { paid: 32.5 } });
    expect((await paymentsOf(second)).map(({ state }) => state)).toEqual(['captured', 'voided']);
    expect(await readOrder(second.id)).toMatchObject({ paid: 12.5, due: 0 });
  });

  test('bulk payments can select orders by payment status, and a retry with the same idempotency key records no further payment', async () => {
    const orders = [await newOrder({ total: 5 }), await newOrder({ total: 7 })];
    const filters = { id: orders.map(({ id }) => id).join(','), payment_status: 'unpaid' };
    const headers = { ...waiting, 'idempotency-key': uniqueWord() };
    const pay = async () => done(await admin.put<BulkOperation>(path, { filters, ...byCard }, headers));
    const paid = await pay();
    expect(paid).toMatchObject({ result: { changed: 2 }, sums: { paid: 12 } });
    expect((await pay()).id).toBe(paid.id);
    for (const order of orders) expect(await paymentsOf(order)).toHaveLength(1);
  });
});
