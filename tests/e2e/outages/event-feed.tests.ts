import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { readFeed } from '#shared/engine/events/feed-state.ts';
import { eventually } from '../../support/eventually.ts';
import { openStream, type EventStream } from '../../support/event-stream.ts';
import { feedOf, type FeedEvent } from '../../support/feed-event.ts';
import { kill, make, store } from './outage-store.ts';

const adminFeed = '/api/admin/events';
let client: mongoose.Connection;
let streams: EventStream[] = [];

beforeAll(async () => {
  client = await mongoose.createConnection(store.servers.mongodbUri).asPromise();
});
afterAll(() => client.close());
afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});

const feed = () => feedOf(store, adminFeed, () => store.adminToken('admin:read'));
async function stream(path: string) {
  const opened = await openStream(store, path, { authorization: `Bearer ${await store.adminToken()}` });
  streams.push(opened);
  return opened;
}
const database = (service: string) => client.getClient().db(`${store.namespace}_${service}`);
const now = async () => (await feed().page()).meta.next;
const of = (subject: string) => (event: FeedEvent) => event.subject === subject;

// Must run before a test opens a stream. For streams, the gateway keeps new events in memory, and would not notice that the
// database has lost them.
describe('a cursor', () => {
  test('an event cursor is rejected with 410 and the code cursor_expired if the events after it were deleted', async () => {
    for (let count = 0; count < 2; count += 1) await make.newProduct();
    const kept = async () => (await feed().page({ after: 0, type: 'catalog.*' })).data.length;
    await eventually('both events', async () => (await kept()) >= 2);
    const { next } = (await feed().page({ after: 0, type: 'catalog.*', limit: 1 })).meta;
    await database('catalog').collection('event_log').deleteMany({});
    expect(await feed().refusal({ after: next })).toMatchObject({ code: 'cursor_expired', status: 410 });
    expect(await kept()).toBe(0);
  });
});

describe('a service that is unavailable', () => {
  test('while the orders service is unavailable, the event feed lists it as delayed and continues with events of the catalog', async () => {
    const after = await now();
    await kill('orders-api');
    try {
      const { id: product } = await make.newProduct();
      const page = await eventually('the event', async () => {
        const found = await feed().page({ after });
        const isNamed = found.meta.delayed.length > 0;
        return isNamed && found.data.some(of(`products/${product}`)) ? found : null;
      });
      expect(page.meta.delayed).toEqual(['orders']);
      const opened = await stream(`${adminFeed}?after=${after}`);
      await eventually('the event', () => opened.events().some(of(`products/${product}`)));
      await store.start('orders-api');
      const order = await make.newOrder();
      await eventually('the event of the restarted service', () =>
        opened.events().some(of(`orders/${order.id}`)),
      );
      await eventually(
        'no service to be delayed',
        async () => (await feed().page({ after })).meta.delayed.length === 0,
      );
    } finally {
      await store.start('orders-api');
    }
  });

  test('the event feed lists a service as delayed while its newest events have no position in the feed yet', async () => {
    const after = await now();
    const waiting = { at: new Date(0).toISOString(), position: 0, count: 1, events: [] };
    const log = database('catalog').collection('event_log');
    // Without a worker, nothing assigns a position.
    await kill('catalog-worker');
    try {
      const { insertedId } = await log.insertOne(waiting);
      await eventually('the catalog to be listed as delayed', async () =>
        (await feed().page({ after })).meta.delayed.includes('catalog'),
      );
      await log.deleteOne({ _id: insertedId });
    } finally {
      await store.start('catalog-worker');
    }
    await eventually(
      'no service to be listed as delayed',
      async () => (await feed().page({ after })).meta.delayed.length === 0,
    );
  });
});

describe('a cursor from before a restore', () => {
  test('after a database was restored from a backup, an older event cursor gets 410, and the response contains a new cursor', async () => {
    const after = await now();
    const state = await readFeed(database('orders'));
    await database('orders')
      .collection('feed')
      .updateOne({}, { $set: { epoch: '01020304' } });
    try {
      const refusal = await eventually('the cursor to be rejected', async () => {
        const answer = await feed().refusal({ after });
        return answer.code === 'cursor_expired' ? answer : null;
      });
      expect(refusal.status).toBe(410);
      expect(refusal['snapshot']).toEqual(
        expect.arrayContaining(['/api/admin/orders', '/api/admin/products']),
      );
      expect((await feed().page({ after: String(refusal['cursor']) })).data).toEqual([]);
      expect((await stream(`${adminFeed}?after=${after}`)).status).toBe(410);
    } finally {
      await database('orders')
        .collection('feed')
        .updateOne({}, { $set: { epoch: state?.epoch } });
    }
  });
});
