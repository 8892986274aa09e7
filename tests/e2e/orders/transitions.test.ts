import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newShopper } from '../support/records.ts';
import { expectRefusal } from '../support/refusals.ts';
import type { Order } from '../support/resources.ts';

/** The contract's states, and the moves between them. */
const moves: Record<string, string[]> = {
  pending: ['confirmed', 'rejected', 'cancelled'],
  confirmed: ['preparing', 'rejected', 'cancelled'],
  preparing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  rejected: [],
  cancelled: [],
  returned: [],
};
const states = Object.keys(moves);
const pairs = states.flatMap((from) => states.map((to): [string, string] => [from, to]));

const newOrderIn = (status: string) =>
  newOrder({ status, ...(status === 'rejected' && { reject_reason: 'No such street' }) });
const change = (order: Order, fields: Record<string, unknown>) =>
  admin.put<Order>(`/api/admin/orders/${order.id}`, fields);

describe('an order', () => {
  test.each(states)('can be created %s, and tells what it can become', async (status) => {
    expect(await newOrderIn(status)).toMatchObject({ status, next_statuses: moves[status] });
  });

  test.each(pairs.filter(([from, to]) => moves[from]?.includes(to)))(
    'moves from %s to %s',
    async (from, to) => {
      const order = await newOrderIn(from);
      const reason = to === 'rejected' ? 'Too far' : null;
      const { data } = await change(order, { status: to, ...(reason !== null && { reject_reason: reason }) });
      expect(data).toMatchObject({ status: to, next_statuses: moves[to], reject_reason: reason });
      expect(data.history).toEqual([
        order.history[0],
        { at: data.updated_at, by: expect.any(String), from, to, reason },
      ]);
    },
  );

  test.each(pairs.filter(([from, to]) => from !== to && !moves[from]?.includes(to)))(
    'does not move from %s to %s',
    async (from, to) => {
      const order = await newOrderIn(from);
      const reply = await change(order, { status: to, reject_reason: 'Whatever', notes: 'not kept' });
      const { allowed } = expectRefusal(reply, 'illegal_transition', ['status']);
      expect(allowed).toEqual(moves[from]);
      expect((await admin.get(`/api/admin/orders/${order.id}`)).data).toEqual(order);
    },
  );

  test.each(states)('that is %s stays as it is when told so again', async (status) => {
    const order = await newOrderIn(status);
    const again = await change(order, { status });
    expect(again.data).toEqual(order);
    expect(again.header('etag')).toBe('"1-en"');
  });
});

describe('its owner', () => {
  const cancel = (shopper: Awaited<ReturnType<typeof newShopper>>, order: Order) =>
    shopper.client.post<Order>(`/api/client/orders/${order.id}/cancel`);

  test('cancels it while it is pending, and again without change', async () => {
    const shopper = await newShopper();
    const order = await newOrder({}, shopper);
    const cancelled = await cancel(shopper, order);
    expect(cancelled.data).toMatchObject({ status: 'cancelled', next_statuses: [] });
    const again = await cancel(shopper, order);
    expect(again.data).toEqual(cancelled.data);
    expect(again.header('etag')).toBe(cancelled.header('etag'));
  });

  test.each(states.filter((state) => !['pending', 'cancelled'].includes(state)))(
    'cannot cancel it once it is %s',
    async (status) => {
      const shopper = await newShopper();
      const order = await newOrder({ status, reject_reason: 'Reason' }, shopper);
      const { allowed } = expectRefusal(await cancel(shopper, order), 'illegal_transition', ['status']);
      expect(allowed).toEqual([]);
    },
  );
});
