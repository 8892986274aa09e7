import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createBells } from '#shared/platform/amqp/bells.ts';
import { followEvents, type EventsFollowed } from '#services/webhooks/following/follow-events.ts';
import type { LogAsked, Sources } from '#services/webhooks/store/source-client.ts';
import type { FollowedEvent } from '#shared/engine/events/log-page.ts';
import { leaseModel, taskLease } from '#shared/platform/mongo/leases.ts';
import { eventually } from '../../support/eventually.ts';
import { webhookRecord } from '../../support/webhook-record.ts';
import { quiet } from '../support/own-servers.ts';
import { openWebhooks, type OwnWebhooks } from '../support/own-webhooks.ts';

const at = '2026-01-31T09:30:00.000Z';
let own: OwnWebhooks;
let following: EventsFollowed;
/** The event log of the orders service. The catalog's event log stays empty. */
let log: FollowedEvent[];
let limits: number[];
/** Whether each read of the orders' events finds a new event. */
let isEndless: boolean;
/** A read of the orders' events that begins at position 0 waits for this promise. */
let fromStart: Promise<void>;

beforeEach(async () => {
  own = await openWebhooks();
  [log, limits, fromStart, isEndless] = [[], [], Promise.resolve(), false];
  await own.followed.insertMany([
    { _id: 'catalog', version: 1, position: 0 },
    { _id: 'orders', version: 1, position: 0 },
  ]);
});
afterEach(async () => {
  await following.close();
  await own.close();
});

let bells = createBells({ namespace: 'follow', log: quiet });

function follow(): void {
  bells = createBells({ namespace: 'follow', log: quiet });
  following = followEvents({
    database: own.database,
    models: own.models,
    sources,
    eventsKeptMs: 3_600_000,
    log: quiet,
    lease: taskLease(leaseModel(own.database), 'follower', 'one', 10_000),
    made: () => undefined,
    bells,
  });
}

const sources: Sources = {
  log: async (service, { after, limit }: LogAsked, signal) => {
    const place = Number(after);
    if (service === 'orders') limits.push(limit);
    if (service === 'orders' && place === 0) await fromStart;
    if (service === 'orders' && isEndless) publish(1);
    signal.throwIfAborted();
    const all = service === 'orders' ? log : [];
    const events = all.slice(place, place + limit);
    const through = place > all.length ? null : place + events.length;
    const answer = { epoch: 'e', last: all.length, through, isBehind: false };
    return { answer, events };
  },
  lastPositions: () => Promise.resolve({}),
  record: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};

async function endpoints(count: number, types: string[], place = 0): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  await own.webhooks.insertMany(ids.map((id) => ({ ...webhookRecord(id, at), types })));
  await own.states.insertMany(
    ids.map((_id) => ({
      _id,
      version: 1,
      secrets: [],
      failing_since: null,
      places: { catalog: 0, orders: place },
    })),
  );
}

/** Sets the position that endpoints share in the event log of the orders service. */
async function followedUpTo(position: number): Promise<void> {
  await own.followed.updateOne({ _id: 'orders' }, { $set: { position } });
}

async function placeOf(endpoint: number, position: number): Promise<void> {
  await own.states.updateOne({ _id: endpoint }, { $set: { 'places.orders': position } });
}

function publish(count: number): void {
  for (let left = count; left > 0; left -= 1) {
    const [position, subject] = [log.length + 1, `orders/${log.length + 1}`];
    const json = JSON.stringify({ id: `e${position}`, subject, data: {} });
    log.push({ position, at, owner: null, type: 'orders.order.placed.v2', subject, json });
  }
  bells.ring('orders', 'placed');
}

const made = () => own.deliveries.countDocuments();

test('a webhook endpoint gets events of a type that was added to the endpoint while the webhooks worker waited for events', async () => {
  await endpoints(1, ['catalog.*']);
  follow();
  await eventually('the follower waits', () => limits.length > 0);
  await own.webhooks.updateOne({ _id: 1 }, { $set: { types: ['orders.*'] } });
  publish(1);
  await eventually('the delivery to the endpoint', async () => (await made()) === 1);
});

test('each of a thousand webhook endpoints gets every event, and the webhooks worker reads at most ten events at a time', async () => {
  await endpoints(1000, ['*']);
  publish(12);
  follow();
  await eventually('all deliveries', async () => (await made()) === 12_000);
  expect(Math.max(...limits)).toBe(10);
});

test('a new webhook endpoint gets no events from before its creation, even if these events were not processed yet', async () => {
  publish(3);
  await endpoints(1, ['*'], 2);
  follow();
  publish(1);
  await eventually('the deliveries to the endpoint', async () => (await made()) === 2);
  const subjects = await own.deliveries.distinct('subject');
  expect(subjects.toSorted()).toEqual(['orders/3', 'orders/4']);
});

test('a webhook endpoint whose stored event position is beyond the end of a restored event log gets the next event', async () => {
  await endpoints(1, ['*'], 1000);
  follow();
  publish(1);
  await eventually('the delivery to the endpoint', async () => (await made()) === 1);
});

test('a webhook endpoint gets new events while the events for another endpoint’s replay cannot be read', async () => {
  publish(6);
  await followedUpTo(5);
  await endpoints(2, ['*'], 5);
  await placeOf(1, 0);
  let resume = (): void => undefined;
  fromStart = new Promise<void>((resolve) => (resume = resolve));
  follow();
  await eventually('the new event’s delivery', async () => (await made()) > 0);
  expect(await own.deliveries.distinct('webhook_id')).toEqual([2]);
  resume();
  await eventually('all deliveries', async () => (await made()) === 7);
});

test('a webhook endpoint that is behind gets its events, even if the event log was restored and ends before the position of the other endpoints', async () => {
  publish(5);
  await followedUpTo(1000);
  await endpoints(2, ['*'], 1000);
  await placeOf(1, 4);
  follow();
  await eventually('the delivery of the last event', async () => (await made()) === 1);
  publish(1);
  await eventually('the deliveries of the next event', async () => (await made()) === 3);
});

test('two webhook endpoints that are behind both get all events, even if new events never stop', async () => {
  await endpoints(2, ['*']);
  await placeOf(2, 1);
  publish(3000);
  await followedUpTo(2000);
  isEndless = true;
  follow();
  await eventually('the deliveries to both endpoints', async () => {
    const counts = [1, 2].map((endpoint) => own.deliveries.countDocuments({ webhook_id: endpoint }));
    return (await Promise.all(counts)).every((count) => count > 2000);
  });
});

test('a webhook endpoint that lacks a few events gets them before an endpoint that replays very many', async () => {
  publish(1200);
  await followedUpTo(1200);
  await endpoints(2, ['*'], 1200);
  await placeOf(1, 0);
  await placeOf(2, 1190);
  follow();
  await eventually('all deliveries', async () => (await made()) === 1210);
  const first = await own.deliveries.find().sort({ _id: 1 }).limit(10).toArray();
  expect(first.map((delivery) => delivery.webhook_id)).toEqual(Array(10).fill(2));
});

test('an event that is replayed shortly before it expires stays stored for its new delivery', async () => {
  const soon = new Date(Date.now() + 60_000);
  await own.deliveryEvents.insertOne({ _id: 'e1', version: 1, json: 'as first stored', expires_at: soon });
  await endpoints(1, ['*']);
  publish(1);
  follow();
  await eventually('the delivery to the endpoint', async () => (await made()) === 1);
  const { json, expires_at: expiry } = (await own.deliveryEvents.findOne({ _id: 'e1' })) ?? {};
  expect(json).toBe('as first stored');
  expect(expiry?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
});
