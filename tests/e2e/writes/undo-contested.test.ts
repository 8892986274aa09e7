import { describe, expect, test } from '@jest/globals';

import { waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import type { Reply } from '../../support/caller.ts';
import { newOrder, newProduct, newShopper, orderOf, readOrder } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';

/** Tests apply and undo with impatient, concurrent and hostile callers. */

type Bulk = Operation<BulkCounts>;

const moved = async (ids: number[], fields: object) =>
  (await admin.put<Bulk>('/api/admin/orders/bulk-update', { ids, ...fields }, waiting)).data;
const follow = (act: 'apply' | 'undo', { id }: { id: string }, body: unknown = {}, query = '') =>
  admin.post<Bulk>(`/api/operations/${id}/${act}${query}`, body, waiting);
const five = <T>(press: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, press));
const changedBy = (replies: Reply<Bulk>[]) =>
  replies.map((reply) => (reply.status === 200 ? reply.data.result.changed : 0)).sort();

async function someOrders(count: number): Promise<number[]> {
  const owner = await newShopper();
  const orders = await Promise.all(Array.from({ length: count }, () => newOrder({}, owner)));
  return orders.map(({ id }) => id);
}
const statesOf = async (ids: number[]) => Promise.all(ids.map(async (id) => (await readOrder(id)).status));

describe('five concurrent requests', () => {
  test('only one of five concurrent requests to apply a dry run applies it, and the others get 409 with the operation’s URL', async () => {
    const ids = await someOrders(3);
    const rehearsal = await moved(ids, { status: 'confirmed', dry_run: true });
    const replies = await five(() => follow('apply', rehearsal));
    expect(changedBy(replies)).toEqual([0, 0, 0, 0, 3]);
    const [applied] = replies.filter(({ status }) => status === 200);
    for (const reply of replies.filter((one) => one !== applied))
      expect(expectRefusal(reply, 'conflict')).toMatchObject({
        operation: expect.stringMatching(/^\/api\/operations\//),
      });
    expect(await Promise.all(ids.map(async (id) => (await readOrder(id)).history.length))).toEqual([2, 2, 2]);
  });

  test('five concurrent undo requests for one operation restore each record only once', async () => {
    const ids = await someOrders(3);
    const done = await moved(ids, { status: 'confirmed' });
    const replies = await five(() => follow('undo', done));
    expect(changedBy(replies).reduce((sum, changed) => sum + changed, 0)).toBe(3);
    expect(await statesOf(ids)).toEqual(['pending', 'pending', 'pending']);
    expect(await Promise.all(ids.map(async (id) => (await readOrder(id)).history.length))).toEqual([3, 3, 3]);
    expectRefusal(await follow('undo', done), 'conflict');
  });
});

describe('changes since the operation', () => {
  test('undoing a bulk cancellation makes an order pending again even if its product was deleted after the cancellation', async () => {
    const product = await newProduct({ stock: 5 });
    const order = await orderOf(product, 3);
    const cancelled = await moved([order.id], { status: 'cancelled' });
    await admin.delete(`/api/admin/products/${product.id}`);
    expect((await follow('undo', cancelled)).data.result).toMatchObject({ changed: 1, refused: 0 });
    expect((await readOrder(order.id)).status).toBe('pending');
  });
});
