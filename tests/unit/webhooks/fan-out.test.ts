import { expect, test } from '@jest/globals';
import { fanOut } from '#services/webhooks/following/fan-out.ts';
import type { FollowedEvent } from '#shared/engine/events/log-page.ts';

function event(position: number, type: string): FollowedEvent {
  const json = JSON.stringify({ id: `e${position}`, subject: 'orders/1', data: { user_id: 7 } });
  return { position, type, json, at: '', owner: null, subject: 'orders/1' };
}

test('each webhook endpoint gets its subscribed events in sequence, and other events are not stored', () => {
  const webhooks = [
    { _id: 1, types: ['orders.order.*'] },
    { _id: 2, types: ['orders.order.placed.v2', '*'] },
    { _id: 3, types: ['catalog.*'] },
  ];
  let next = 0;
  const events = [event(1, 'orders.order.placed.v2'), event(2, 'orders.user.created.v2')];
  const { deliveries, events: kept } = fanOut(events, webhooks, { now: 'now', nextId: () => (next += 1) });
  expect(deliveries.map(({ _id, webhook_id, event_id }) => [_id, webhook_id, event_id])).toEqual([
    [1, 1, 'e1'],
    [2, 2, 'e1'],
    [3, 2, 'e2'],
  ]);
  expect(kept.map(({ _id }) => _id)).toEqual(['e1', 'e2']);
  expect(fanOut(events, [{ _id: 3, types: ['catalog.*'] }], { now: 'now', nextId: () => 1 }).events).toEqual(
    [],
  );
});
