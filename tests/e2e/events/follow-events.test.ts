import { afterEach, describe, expect, test } from '@jest/globals';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { eventPageSchema } from '#shared/contracts/endpoints/event-endpoints.ts';
import { gatewaySettings } from '#shared/platform/settings/gateway-settings.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedStore } from '../../support/store-access.ts';
import { signedIn } from '../../support/console-browser.ts';
import { admin } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import { newProduct, placeOrder } from '../support/records.ts';
import { openStream, type EventStream } from '../../support/event-stream.ts';
import { feedOf, type FeedEvent } from '../../support/feed-event.ts';

const perCaller = Number(gatewaySettings.STREAMS_PER_CALLER.default);
const adminFeed = '/api/admin/events';
const store = sharedStore();
let streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});

const feed = () => feedOf(store, adminFeed, () => store.adminToken('admin:read'));
async function stream(token: string, path = adminFeed, headers: Record<string, string> = {}) {
  const opened = await openStream(store, path, { authorization: `Bearer ${token}`, ...headers });
  streams.push(opened);
  return opened;
}
const now = async () => (await feed().page()).meta.next;
const of = (subject: string) => (event: FeedEvent) => event.subject === subject;
const versions = (events: FeedEvent[], subject: string) =>
  events.filter(of(subject)).map(({ data }) => data.version);

describe('the feed of events', () => {
  test('the event feed lists catalog events and order events, each event once, and the events of one order in version order', async () => {
    const after = await now();
    const { order } = await placeOrder();
    for (const status of ['confirmed', 'preparing'])
      await admin.put(`/api/admin/orders/${order.id}`, { status });
    const events = await eventually('three events of the order', async () => {
      const found = await feed().all(after);
      return versions(found, `orders/${order.id}`).length >= 3 ? found : null;
    });
    expect(versions(events, `orders/${order.id}`)).toEqual([1, 2, 3]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(events.some(({ type }) => type.startsWith('catalog.product.created'))).toBe(true);
    expectConforms(eventPageSchema, await feed().page({ after }));
  });

  test('a long-polling request for events returns the next event, or no event after its timeout', async () => {
    const after = await now();
    // The store may still clean up after the erasures of earlier tests, which changes orders.
    const asked = feed().page({ after, type: 'catalog.*', wait: 20 });
    const begun = performance.now();
    const { id: product } = await newProduct();
    const { data } = await asked;
    expect(data[0]?.subject).toBe(`products/${product}`);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const nothing = await feed().page({ after: await now(), subject: `products/${product}`, wait: 1 });
    expect(nothing.data).toEqual([]);
  });

  test('the event feed can be filtered by type, type prefix and record', async () => {
    const after = await now();
    const { order } = await placeOrder();
    await eventually('the order', async () => (await feed().all(after)).some(of(`orders/${order.id}`)));
    const typesOf = async (query: object) =>
      (await feed().page({ after, ...query })).data.map(({ type }) => type.replace(/\.v\d+$/, ''));
    // An event of an earlier test may be published late.
    const types = await typesOf({ type: 'orders.order.*' });
    expect(types).toContain('orders.order.placed');
    expect(types.filter((type) => !type.startsWith('orders.order.'))).toEqual([]);
    expect(await typesOf({ type: 'catalog.*' })).toEqual(['catalog.product.created']);
    expect(await typesOf({ type: 'orders.order' })).toEqual([]);
    expect(await typesOf({ subject: `orders/${order.id}` })).toEqual(['orders.order.placed']);
  });

  test.each([
    ['after', 'nonsense'],
    ['after', '17'],
    ['limit', 5001],
    ['limit', 0],
    ['wait', 61],
  ])('the event feed rejects the parameter %s=%s with an error for this parameter', async (name, value) => {
    const { code, errors } = await feed().refusal({ [name]: value });
    expect([code, Object.keys(errors ?? {})]).toEqual(['validation_failed', [name]]);
  });

  test('the event feed for admins rejects a cursor from a shopper’s event feed with 422', async () => {
    const { shopper } = await placeOrder();
    const own = feedOf(store, '/api/client/events', () => store.clientToken(shopper.user.id));
    const { meta } = await own.page();
    expect(await feed().refusal({ after: meta.next })).toMatchObject({ code: 'validation_failed' });
  });
});

describe('a shopper’s feed', () => {
  test('a shopper’s event feed lists only events of the shopper’s own orders, without costs, stock and authors of changes', async () => {
    const { shopper, order } = await placeOrder();
    await placeOrder();
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' });
    const own = feedOf(store, '/api/client/events', () => store.clientToken(shopper.user.id));
    const { data } = await eventually('two events of the shopper', async () => {
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

  test('a shopper’s event stream sends only events of the shopper’s own orders', async () => {
    const { shopper, order } = await placeOrder();
    const opened = await stream(await store.clientToken(shopper.user.id), '/api/client/events');
    await placeOrder();
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' });
    await eventually('the event', () => opened.events().length > 0);
    expect(opened.events().map(({ subject }) => subject)).toEqual([`orders/${order.id}`]);
    expect(opened.text()).not.toContain('manufacturing_price');
  });

  test('a shopper’s event feed becomes empty when the shopper’s user record is deleted', async () => {
    const { shopper, order } = await placeOrder();
    const own = feedOf(store, '/api/client/events', () => store.clientToken(shopper.user.id));
    await eventually(
      'the event of the shopper’s order',
      async () => (await own.page({ after: 0 })).data.length > 0,
    );
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
    expect((await admin.delete(`/api/admin/users/${shopper.user.id}`)).status).toBe(204);
    await eventually('no event', async () => (await own.page({ after: 0 })).data.length === 0);
  });
});

describe('a stream of events', () => {
  test('an event stream that is opened again with the header Last-Event-ID neither skips nor repeats an event', async () => {
    const token = await store.adminToken();
    const products = `${adminFeed}?type=catalog.product.*`;
    const first = await stream(token, products);
    const { id: one } = await newProduct();
    await eventually('the first event', () => first.events().some(of(`products/${one}`)));
    first.close();
    const { id: two } = await newProduct();
    const again = await stream(token, products, { 'last-event-id': first.lastId() });
    const { id: three } = await newProduct();
    await eventually('the last event', () => again.events().some(of(`products/${three}`)));
    expect(again.events().map(({ subject }) => subject)).toEqual([`products/${two}`, `products/${three}`]);
  });

  test('a caller at the limit of open event streams gets 429 for more streams and long-polling requests until a stream is closed', async () => {
    const token = await store.token('many', 'admin');
    for (let count = 0; count < perCaller; count += 1) await stream(token);
    const refused = await stream(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    const waiting = await store.request('GET', `${adminFeed}?wait=5`, { token });
    expect(waiting.status).toBe(429);
    expect((await store.request('GET', adminFeed, { token })).status).toBe(200);
    streams.pop();
    streams.pop()?.close();
    await eventually('a new stream to be accepted', async () => (await stream(token)).status === 200);
  });

  test('an event stream ends when its token expires', async () => {
    const keys = await loadSigningKeys(store.keysFolder);
    const opened = await stream(await signToken(keys, { subject: 'brief', scope: 'admin', lifetime: 3 }));
    expect([opened.status, opened.isOver()]).toEqual([200, false]);
    await eventually('the end of the stream', () => opened.isOver());
  });

  test('an event stream ends when its console session ends', async () => {
    const browser = await signedIn(store, { subject: 'layla' });
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const opened = await openStream(store, adminFeed, { cookie, 'sec-fetch-site': 'same-origin' });
    streams.push(opened);
    expect([opened.status, opened.isOver()]).toEqual([200, false]);
    await browser.ask('DELETE', '/console/session');
    await eventually('the end of the stream', () => opened.isOver());
  });
});
