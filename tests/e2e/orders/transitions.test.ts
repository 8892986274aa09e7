import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newShopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order } from '../../support/resources.ts';

/** Tests one transition of each kind through the whole store; tests/unit/contracts/order-states proves every pair of states. */
const change = (order: Order, fields: Record<string, unknown>) =>
  admin.put<Order>(`/api/admin/orders/${order.id}`, fields);

describe('an order', () => {
  test('an order can change to an allowed state, and its history records who changed it', async () => {
    const order = await newOrder({ status: 'confirmed' });
    expect(order.next_statuses).toEqual(['preparing', 'rejected', 'cancelled']);
    const { data } = await change(order, { status: 'preparing' });
    expect(data).toMatchObject({ status: 'preparing', next_statuses: ['shipped', 'cancelled'] });
    const moved = { from: 'confirmed', to: 'preparing', reason: null };
    expect(data.history).toEqual([
      order.history[0],
      { at: data.updated_at, by: expect.any(String), ...moved },
    ]);
  });

  test('a forbidden status change returns 422 with the allowed states and changes nothing', async () => {
    const order = await newOrder({ status: 'shipped' });
    const reply = await change(order, { status: 'cancelled', notes: 'not kept' });
    const { allowed } = expectRefusal(reply, 'illegal_transition', ['status']);
    expect(allowed).toEqual(['delivered', 'returned']);
    expect((await admin.get(`/api/admin/orders/${order.id}`)).data).toEqual(order);
  });

  test('setting an order to its current status changes nothing, not even its version', async () => {
    const order = await newOrder({ status: 'returned' });
    const again = await change(order, { status: 'returned' });
    expect(again.data).toEqual(order);
    expect(again.header('etag')).toBe('"1-en"');
  });
});

describe('the owner of an order', () => {
  const cancel = (shopper: Awaited<ReturnType<typeof newShopper>>, order: Order) =>
    shopper.client.post<Order>(`/api/client/orders/${order.id}/cancel`);

  test('a shopper can cancel a pending order, and a second cancellation changes nothing', async () => {
    const shopper = await newShopper();
    const order = await newOrder({}, shopper);
    const cancelled = await cancel(shopper, order);
    expect(cancelled.data).toMatchObject({ status: 'cancelled', next_statuses: [] });
    const again = await cancel(shopper, order);
    expect(again.data).toEqual(cancelled.data);
    expect(again.header('etag')).toBe(cancelled.header('etag'));
  });

  test('a shopper cannot cancel a confirmed order', async () => {
    const shopper = await newShopper();
    const order = await newOrder({ status: 'confirmed' }, shopper);
    const { allowed } = expectRefusal(await cancel(shopper, order), 'illegal_transition', ['status']);
    expect(allowed).toEqual([]);
  });
});
