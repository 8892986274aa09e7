import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { eventPageSchema } from '#shared/contracts/endpoints/event-feed.ts';
import { readFeed } from '#shared/events/untold-events.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/servers.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { signedIn } from '../../support/console-browser.ts';
import { callersOf } from '../support/callers.ts';
import type { Callers } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import { makersFor } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { openStream } from '../../support/event-stream.ts';
import type { EventStream } from '../../support/event-stream.ts';
import { feedOf } from '../../support/feed-event.ts';
import type { FeedEvent } from '../../support/feed-event.ts';

const perCaller = 4;
const adminFeed = '/api/admin/events';
let store: TestStore;
let callers: Callers;
let client: mongoose.Connection;
let streams: EventStream[] = [];

beforeAll(async () => {
  const shortWaits = { CHAOS: '1', CHAOS_FOLDER: temporaryFolder(), CHAOS_SHORT_WAITS: '1' };
  store = await startTestStore({ env: { STREAMS_PER_CALLER: `${perCaller}`, ...shortWaits } });
  callers = callersOf(store);
  client = await mongoose.createConnection(store.servers.mongodbUri).asPromise();
}, 90_000);
afterAll(async () => {
  await client.close();
  await store.stop();
});
afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});

const feed = () => feedOf(store, adminFeed, () => store.adminToken('admin:read'));
const makers = () => makersFor(callers);
async function stream(token: string, path = adminFeed, headers: Record<string, string> = {}) {
  const opened = await openStream(store, path, { authorization: `Bearer ${token}`, ...headers });
  streams.push(opened);
  return opened;
}
const database = (service: string) => client.getClient().db(`${store.namespace}_${service}`);
const now = async () => (await feed().page()).meta.next;
const of = (subject: string) => (event: FeedEvent) => event.subject === subject;
const versions = (events: FeedEvent[], subject: string) =>
  events.filter(of(subject)).map(({ data }) => data.version);

async function placeOrder() {
  const shopper = await makers().newShopper();
  await makers().fillCart(shopper.client, await makers().newProduct({ price: 4 }));
  const placed = await shopper.client.post<Order>('/api/client/orders/checkout', {
    ...{ payment_method: 1, address_id: shopper.address.id },
  });
  return { shopper, order: placed.data };
}

// Runs first: without followers, the gateway has no events in memory that it could still serve.
describe('a cursor', () => {
  test('a cursor whose events are already deleted is refused as expired', async () => {
    for (let count = 0; count < 2; count += 1) await makers().newProduct();
    const kept = async () => (await feed().page({ after: 0, type: 'catalog.*' })).data.length;
    await eventually('both events', async () => (await kept()) >= 2);
    const { next } = (await feed().page({ after: 0, type: 'catalog.*', limit: 1 })).meta;
    await database('catalog').collection('event_log').deleteMany({});
    expect(await feed().refusal({ after: next })).toMatchObject({ code: 'cursor_expired', status: 410 });
    expect(await kept()).toBe(0);
  });
});

describe('the feed of events', () => {
  test('the event feed lists both services’ events, each once and in order of versions', async () => {
    const after = await now();
    const { order } = await placeOrder();
    for (const status of ['confirmed', 'preparing'])
      await callers.admin.put(`/api/admin/orders/${order.id}`, { status });
    const events = await eventually('all of it', async () => {
      const found = await feed().all(after);
      return versions(found, `orders/${order.id}`).length >= 3 ? found : null;
    });
    expect(versions(events, `orders/${order.id}`)).toEqual([1, 2, 3]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(events.some(({ type }) => type.startsWith('catalog.product.created'))).toBe(true);
    expectConforms(eventPageSchema, await feed().page({ after }));
  });

  test('a waiting feed request answers at the next event, or with none after its timeout', async () => {
    const after = await now();
    const asked = feed().page({ after, wait: 20 });
    const begun = performance.now();
    const { id: product } = await makers().newProduct();
    const { data } = await asked;
    expect(data[0]?.subject).toBe(`products/${product}`);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const nothing = await feed().page({ after: await now(), wait: 1 });
    expect(nothing.data).toEqual([]);
  });

  test('the event feed can be filtered by type, type prefix and record', async () => {
    const after = await now();
    const { order } = await placeOrder();
    await eventually('the order', async () => (await feed().all(after)).some(of(`orders/${order.id}`)));
    const typesOf = async (query: object) =>
      (await feed().page({ after, ...query })).data.map(({ type }) => type.replace(/\.v\d+$/, ''));
    expect(await typesOf({ type: 'orders.order.*' })).toEqual(['orders.order.placed']);
    expect(await typesOf({ type: 'catalog.*' })).toEqual(['catalog.product.created']);
    expect(await typesOf({ type: 'orders.order' })).toEqual([]);
    expect(await typesOf({ subject: `orders/${order.id}` })).toEqual(['orders.order.placed']);
  });

  test('the event feed starts at the oldest stored event when after is 0', async () => {
    const { data } = await feed().page({ after: 0, limit: 5000 });
    expect(data[0]?.data.version).toBe(1);
    expect(data.length).toBeGreaterThan(5);
  });

  test.each([
    ['after', 'nonsense'],
    ['after', '17'],
    ['limit', 5001],
    ['limit', 0],
    ['wait', 61],
  ])('the event feed refuses %s=%s and names the parameter', async (name, value) => {
    const { code, errors } = await feed().refusal({ [name]: value });
    expect([code, Object.keys(errors ?? {})]).toEqual(['validation_failed', [name]]);
  });

  test.each([
    ['a caller without a token', adminFeed, undefined, 401],
    ['a shopper', adminFeed, 'client', 403],
    ['an admin', '/api/client/events', 'admin', 403],
  ])('the event feed refuses %s at %s', async (_who, path, scope, status) => {
    const token = scope === undefined ? {} : { token: await store.token('7', scope) };
    expect((await store.request('GET', path, token)).status).toBe(status);
  });

  test('the admin feed refuses a cursor of a shopper’s feed', async () => {
    const { shopper } = await placeOrder();
    const own = feedOf(store, '/api/client/events', () => store.clientToken(shopper.user.id));
    const { meta } = await own.page();
    expect(await feed().refusal({ after: meta.next })).toMatchObject({ code: 'validation_failed' });
  });
});

describe('a shopper’s feed', () => {
  test('a shopper’s feed lists only their own orders, without costs, stock and authors', async () => {
    const { shopper, order } = await placeOrder();
    await placeOrder();
    await callers.admin.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' });
    const own = feedOf(store, '/api/client/events', () => store.clientToken(shopper.user.id));
    const { data } = await eventually('both events', async () => {
      const page = await own.page({ after: 0 });
      return page.data.length >= 2 ? page : null;
    });
    expect(data.map(({ subject, data: { version } }) => [subject, version])).toEqual([
      [`orders/${order.id}`, 1],
      [`orders/${order.id}`, 2],
    ]);
    expect(JSON.stringify(data)).not.toMatch(/"(by|manufacturing_price|stock)"/);
    expect(JSON.stringify((await feed().page({ subject: `orders/${order.id}`, after: 0 })).data)).toMatch(
      /"manufacturing_price"/,
    );
  });

  test('a shopper’s stream sends only events of their own orders', async () => {
    const { shopper, order } = await placeOrder();
    const opened = await stream(await store.clientToken(shopper.user.id), '/api/client/events');
    await placeOrder();
    await callers.admin.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' });
    await eventually('the event', () => opened.events().length > 0);
    expect(opened.events().map(({ subject }) => subject)).toEqual([`orders/${order.id}`]);
    expect(opened.text()).not.toContain('manufacturing_price');
  });

  test('the feed of a shopper who is deleted becomes empty', async () => {
    const { shopper, order } = await placeOrder();
    const own = feedOf(store, '/api/client/events', () => store.clientToken(shopper.user.id));
    await eventually('their event', async () => (await own.page({ after: 0 })).data.length > 0);
    await callers.admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
    expect((await callers.admin.delete(`/api/admin/users/${shopper.user.id}`)).status).toBe(204);
    await eventually('no event', async () => (await own.page({ after: 0 })).data.length === 0);
  });
});

describe('a stream of events', () => {
  test('a stream resumes after Last-Event-ID without a missing or repeated event', async () => {
    const token = await store.adminToken();
    const products = `${adminFeed}?type=catalog.product.*`;
    const first = await stream(token, products);
    const { id: one } = await makers().newProduct();
    await eventually('the first event', () => first.events().some(of(`products/${one}`)));
    first.close();
    const { id: two } = await makers().newProduct();
    const again = await stream(token, products, { 'last-event-id': first.lastId() });
    const { id: three } = await makers().newProduct();
    await eventually('the last event', () => again.events().some(of(`products/${three}`)));
    expect(again.events().map(({ subject }) => subject)).toEqual([`products/${two}`, `products/${three}`]);
  });

  test('a caller may hold only a limited number of streams and waiting requests', async () => {
    const token = await store.token('many', 'admin');
    for (let count = 0; count < perCaller; count += 1) await stream(token);
    const refused = await stream(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    const waiting = await store.request('GET', `${adminFeed}?wait=5`, { token });
    expect(waiting.status).toBe(429);
    expect((await store.request('GET', adminFeed, { token })).status).toBe(200);
    streams.pop();
    streams.pop()?.close();
    await eventually('another one to be let in', async () => (await stream(token)).status === 200);
  });

  test('an event stream ends when its token expires', async () => {
    const keys = await loadSigningKeys(store.env['AUTH_KEYS_DIR'] ?? '');
    const opened = await stream(await signToken(keys, { subject: 'brief', scope: 'admin', lifetime: 3 }));
    expect([opened.status, opened.isOver()]).toEqual([200, false]);
    await eventually('its end', () => opened.isOver());
  });

  test('an event stream ends when its console session ends', async () => {
    const browser = await signedIn(store, { subject: 'layla' });
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const opened = await openStream(store, adminFeed, { cookie, 'sec-fetch-site': 'same-origin' });
    streams.push(opened);
    expect([opened.status, opened.isOver()]).toEqual([200, false]);
    await browser.ask('DELETE', '/console/session');
    await eventually('its end', () => opened.isOver());
  });
});

describe('a service that is unavailable', () => {
  test('the feed names an unavailable service and continues with the other’s events', async () => {
    const after = await now();
    store.kill('orders-api', 'SIGKILL');
    // A service that still runs would not be started again.
    const isAway = () =>
      store.processes().every(({ name, pid }) => name !== 'orders-api' || pid === undefined);
    await eventually('it to be away', isAway);
    try {
      const { id: product } = await makers().newProduct();
      const page = await eventually('the event', async () => {
        const found = await feed().page({ after });
        const isNamed = found.meta.delayed.length > 0;
        return isNamed && found.data.some(of(`products/${product}`)) ? found : null;
      });
      expect(page.meta.delayed).toEqual(['orders']);
      const opened = await stream(await store.adminToken(), `${adminFeed}?after=${after}`);
      await eventually('the event', () => opened.events().some(of(`products/${product}`)));
      await store.start('orders-api');
      const { order } = await placeOrder();
      await eventually('the other service’s', () => opened.events().some(of(`orders/${order.id}`)));
      await eventually(
        'nobody to be away',
        async () => (await feed().page({ after })).meta.delayed.length === 0,
      );
    } finally {
      await store.start('orders-api');
    }
  });

  test('the feed names a service as delayed while its events get no positions', async () => {
    const after = await now();
    const waiting = { at: new Date(0).toISOString(), position: 0, count: 0, events: [] };
    const log = database('catalog').collection('event_log');
    const { insertedId } = await log.insertOne(waiting);
    await eventually('it to be named', async () =>
      (await feed().page({ after })).meta.delayed.includes('catalog'),
    );
    await log.deleteOne({ _id: insertedId });
    await eventually('it to be back', async () => (await feed().page({ after })).meta.delayed.length === 0);
  });
});

describe('a cursor from before a restore', () => {
  test('a cursor from before a restore is refused, and the answer says how to resume', async () => {
    const after = await now();
    const state = await readFeed(database('orders'));
    await database('orders')
      .collection('feed')
      .updateOne({}, { $set: { epoch: '01020304' } });
    try {
      const refusal = await eventually('it to be refused', async () => {
        const answer = await feed().refusal({ after });
        return answer.code === 'cursor_expired' ? answer : null;
      });
      expect(refusal.status).toBe(410);
      expect(refusal['snapshot']).toEqual(
        expect.arrayContaining(['/api/admin/orders', '/api/admin/products']),
      );
      expect((await feed().page({ after: String(refusal['cursor']) })).data).toEqual([]);
      expect((await stream(await store.adminToken(), `${adminFeed}?after=${after}`)).status).toBe(410);
    } finally {
      await database('orders')
        .collection('feed')
        .updateOne({}, { $set: { epoch: state?.epoch } });
    }
  });
});
