import { describe, expect, test } from '@jest/globals';

import { admin, clientOf } from '../support/callers.ts';
import type { Reply } from '../../support/caller.ts';
import {
  newOrder,
  newProduct,
  newShopper,
  orderOf,
  readOrder,
  stockOf,
  uniqueWord,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';

/** Tests apply and undo with impatient, concurrent and hostile callers. */

type Bulk = Operation<BulkCounts>;

const waiting = { prefer: 'wait=30' };
const moved = async (ids: number[], fields: object) =>
  (await admin.put<Bulk>('/api/admin/orders/bulk-update', { ids, ...fields }, waiting)).data;
const removed = async (ids: number[]) =>
  (await admin.post<Bulk>('/api/admin/orders/bulk-delete', { ids }, waiting)).data;
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

  test('five concurrent undo requests restore each record once', async () => {
    const ids = await someOrders(3);
    const done = await moved(ids, { status: 'confirmed' });
    const replies = await five(() => follow('undo', done));
    expect(changedBy(replies).reduce((sum, changed) => sum + changed, 0)).toBe(3);
    expect(await statesOf(ids)).toEqual(['pending', 'pending', 'pending']);
    expect(await Promise.all(ids.map(async (id) => (await readOrder(id)).history.length))).toEqual([3, 3, 3]);
    expectRefusal(await follow('undo', done), 'conflict');
  });
});

describe('the body of apply and undo', () => {
  test.each([
    ['true in the body', { dry_run: true }, ''],
    ['on in the body', { dry_run: 'on' }, ''],
    ['1 in the query', {}, '?dry_run=1'],
  ])('dry_run as %s makes an undo a dry run, but gets 422 for an apply', async (_how, body, query) => {
    const ids = await someOrders(1);
    const rehearsal = await moved(ids, { status: 'confirmed', dry_run: true });
    expectRefusal(await follow('apply', rehearsal, body, query), 'validation_failed', ['dry_run']);
    expect(await statesOf(ids)).toEqual(['pending']);
    const done = (await follow('apply', rehearsal)).data;
    expect((await follow('undo', done, body, query)).data).toMatchObject({
      dry_run: true,
      result: { changed: 1 },
    });
    expect(await statesOf(ids)).toEqual(['confirmed']);
  });

  test('an undo with an invalid dry_run or body changes no record', async () => {
    const ids = await someOrders(1);
    const done = await moved(ids, { status: 'confirmed' });
    const of = { operation: '../../etc', ids: [1], status: 'cancelled', undoes: 'x', $where: '1' };
    expectRefusal(await follow('undo', done, { dry_run: 'perhaps' }), 'validation_failed', ['dry_run']);
    expectRefusal(await follow('undo', done, { dry_run: { $ne: null } }), 'validation_failed', ['dry_run']);
    expectRefusal(await follow('undo', done, [1]), 'malformed_body');
    expect(await statesOf(ids)).toEqual(['confirmed']);
    expect((await follow('undo', done, of)).data.result.changed).toBe(1);
    expect(await statesOf(ids)).toEqual(['pending']);
  });

  test('a shopper gets 404 for apply and undo', async () => {
    const shopper = await newShopper();
    const done = await moved(await someOrders(1), { status: 'confirmed' });
    for (const act of ['apply', 'undo'])
      expect((await clientOf(shopper.user.id).post(`/api/operations/${done.id}/${act}`, {})).status).toBe(
        404,
      );
  });
});

describe('changes since the operation', () => {
  test('the report of a failed undo shows who changed the record since, and when', async () => {
    const [id = 0] = await someOrders(1);
    const done = await moved([id], { status: 'confirmed' });
    await admin.put(`/api/admin/orders/${id}`, { notes: 'Call before noon' });
    const message = async (language: string) => {
      const headers = { ...waiting, 'accept-language': language };
      const { data } = await admin.post<Bulk>(`/api/operations/${done.id}/undo`, {}, headers);
      return data.errors[0]?.message;
    };
    expect(await message('en')).toMatch(/^The record was changed by admin:admin at \d{4}-\d\d-\d\dT/);
    expect(await message('ar')).toMatch(/^غيّر admin:admin السجل في \d{4}-/);
  });

  test('an undo restores an order whose product has been deleted since', async () => {
    const product = await newProduct({ stock: 5 });
    const order = await orderOf(product, 3);
    const cancelled = await moved([order.id], { status: 'cancelled' });
    await admin.delete(`/api/admin/products/${product.id}`);
    expect((await follow('undo', cancelled)).data.result).toMatchObject({ changed: 1, refused: 0 });
    expect((await readOrder(order.id)).status).toBe('pending');
  });

  test.each(['as it was', 'in small letters'])(
    'an undo does not restore an order if another order now has its number, spelt %s',
    async (spelling) => {
      const number = uniqueWord('N').toUpperCase();
      const [first = 0, second = 0, third = 0] = await someOrders(3);
      await admin.put(`/api/admin/orders/${first}`, { order_number: number });
      const deleted = await removed([first, second]);
      const taken = spelling === 'as it was' ? number : number.toLowerCase();
      expect((await admin.put(`/api/admin/orders/${third}`, { order_number: taken })).status).toBe(200);
      const undone = (await follow('undo', deleted)).data;
      expect(undone).toMatchObject({
        status: 'partly_succeeded',
        result: { changed: 1, refused: 1 },
        errors: [{ id: first, code: 'conflict' }],
      });
      await admin.put(`/api/admin/orders/${third}`, { order_number: uniqueWord('N') });
      expect((await follow('undo', deleted)).data.result.changed).toBe(1);
      expect((await readOrder(first)).order_number).toBe(number);
    },
  );

  test('an undo restores only one of two orders if stock is scarce, and reports the order that lacks stock', async () => {
    const product = await newProduct({ stock: 6 });
    const ids = [(await orderOf(product, 3)).id, (await orderOf(product, 3)).id];
    const cancelled = await moved(ids, { status: 'cancelled' });
    await admin.put(`/api/admin/inventory/${product.id}`, { stock: 4 });
    const undone = (await follow('undo', cancelled)).data;
    expect(undone).toMatchObject({
      result: { changed: 1, refused: 1 },
      errors: [{ id: ids[1], code: 'out_of_stock' }],
    });
    expect(await stockOf(product)).toEqual({ stock: 1, held: 3 });
  });
});
