import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { declareEvents, eventsExchange } from '#shared/amqp/topology.ts';
import { toCloudEvent } from '#shared/commands/events.ts';
import type { CloudEvent } from '#shared/commands/events.ts';
import { startOutboxRelay } from '#shared/commands/outbox-relay.ts';
import type { OutboxRelay } from '#shared/commands/outbox-relay.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { buildIndexes } from '#shared/mongo/build-indexes.ts';
import { toOutboxEvent } from '#shared/commands/outbox.ts';
import type { BatchModels } from '#shared/commands/batch-models.ts';
import type { OutboxDocument } from '#shared/commands/outbox.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import { startTcpProxy, throughProxy } from '../../chaos/tcp-proxy.ts';
import { openBroker, openDatabase, ownName, quiet } from '../support/own-servers.ts';
import type { OwnBroker, OwnDatabase } from '../support/own-servers.ts';
import { eventually } from '../../support/eventually.ts';

let broker: OwnBroker;
let own: OwnDatabase;
let models: BatchModels;
let namespace: string;
let queue: string;
let seen: CloudEvent[];
let relays: OutboxRelay[];

beforeAll(async () => {
  broker = await openBroker();
});
afterAll(() => broker.close());
beforeEach(async () => {
  own = await openDatabase();
  models = batchModels(own.database);
  leaseModel(own.database);
  await buildIndexes(own.database);
  namespace = ownName();
  [seen, relays] = [[], []];
  await declareEvents(broker.channel, namespace, null);
  queue = (await broker.channel.assertQueue('', { exclusive: true })).queue;
  await broker.channel.bindQueue(queue, eventsExchange(namespace), '#');
  await broker.channel.consume(
    queue,
    (message) => {
      if (message) seen.push(JSON.parse(message.content.toString()) as CloudEvent);
    },
    { noAck: true },
  );
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  await broker.channel.deleteQueue(queue);
  await broker.channel.deleteExchange(eventsExchange(namespace));
  await own.close();
});

async function start(holder: string, url = broker.url): Promise<OutboxRelay> {
  const relay = startOutboxRelay({ database: own.database, models, url, namespace, holder, log: quiet });
  relays.push(relay);
  await relay.ready;
  return relay;
}

/** The events of one batch, as its worker hands them over: one for each `record:version`. */
function entryOf(...changes: [record: number, version: number][]): OutboxDocument {
  const now = new Date().toISOString();
  const events = changes.map(([record, version]) =>
    toCloudEvent(
      { type: 'ledger.account.changed.v1', subject: `accounts/${record}`, data: { version } },
      { source: '/ledger', now, traceparent: undefined },
    ),
  );
  return { _id: new Types.ObjectId(), at: now, events: events.map(toOutboxEvent) };
}
async function commit(...changes: [record: number, version: number][]): Promise<OutboxDocument> {
  const entry = entryOf(...changes);
  await models.outbox.collection.insertOne(entry);
  return entry;
}
const isEmpty = async () => (await models.outbox.countDocuments()) === 0;
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);

describe('the outbox relay', () => {
  test('publishes every event once, and then removes it', async () => {
    const relay = await start('one');
    const entry = await commit([1, 1], [2, 1]);
    relay.publish(entry);
    await eventually('the outbox to be empty', isEmpty);
    await eventually('the events', () => seen.length >= 2);
    expect(seen).toEqual(entry.events.map(({ json }) => JSON.parse(json) as CloudEvent));
  });

  test('does not read what it is handed', async () => {
    const relay = await start('one');
    // Holding the lease, and looked already.
    await commit([1, 1]);
    await eventually('the first event', () => seen.length === 1);
    relay.publish(entryOf([1, 2]));
    await eventually('the second event', () => seen.length === 2);
    expect(seen[1]).toMatchObject({ subject: 'accounts/1', data: { version: 2 } });
  });

  test('keeps the order, each once, of more than it can hold before they are published', async () => {
    const relay = await start('one');
    const versions = Array.from({ length: 130 }, (_, index) => index + 1);
    for (const version of versions) relay.publish(await commit([1, version]));
    await eventually('the outbox to be empty', isEmpty);
    await eventually('the events', () => seen.length >= versions.length);
    expect(seen.map(({ data }) => data.version)).toEqual(versions);
  });

  test('keeps the order of each record, over batches that piled up', async () => {
    const batches = 130;
    for (let version = 1; version <= batches; version += 1) await commit([1, version], [2, version]);
    await start('one');
    await eventually('the outbox to be empty', isEmpty);
    await eventually('the events', () => seen.length >= batches * 2);
    for (const subject of ['accounts/1', 'accounts/2']) {
      const versions = seen.filter((event) => event.subject === subject).map(({ data }) => data.version);
      expect(versions).toEqual(Array.from({ length: batches }, (_, index) => index + 1));
    }
  });

  test('is one of two: the other takes over when it goes', async () => {
    const first = await start('one');
    const second = await start('two');
    const holder = async () => (await leaseModel(own.database).findById('relay').lean())?.holder;
    await eventually('a holder', holder);
    const isFirst = (await holder()) === 'one';
    for (let version = 1; version <= 20; version += 1) {
      const entry = await commit([1, version]);
      first.publish(entry);
      second.publish(entry);
    }
    await eventually('the outbox to be empty', isEmpty);
    await eventually('the events', () => seen.length >= 20);
    expect(seen.map(({ data }) => data.version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await (isFirst ? first : second).close();
    await commit([1, 21]);
    // At once: long before the lease of the one that went would have ended.
    await eventually('the other to publish', () => seen.length === 21, 5000);
    expect(await holder()).toBe(isFirst ? 'two' : 'one');
  });

  test('publishes also, each once, what was handed to one that does not hold the lease', async () => {
    const [first, second] = [await start('one'), await start('two')];
    for (let version = 1; version <= 20; version += 1)
      (version % 2 === 0 ? first : second).publish(await commit([1, version]));
    await eventually('the outbox to be empty', isEmpty);
    await eventually('the events', () => seen.length >= 20);
    // In the order of each process; consumers go by the versions.
    const versions = seen.map(({ data }) => data.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('that is cut off between confirm and removal is followed by one that publishes again, under the same id', async () => {
    const { events } = await commit([1, 1]);
    // What a kill between the two leaves behind: published, and still in the outbox.
    const dying: BatchModels = {
      ...models,
      outbox: Object.assign(Object.create(models.outbox) as BatchModels['outbox'], {
        deleteMany: () => Promise.reject(new Error('killed here')),
      }),
    };
    const first = startOutboxRelay({
      ...{ database: own.database, models: dying, url: broker.url, namespace },
      holder: 'one',
      log: quiet,
    });
    await eventually('the first publishing', () => seen.length === 1);
    await first.close();
    await start('two');
    await eventually('the outbox to be empty', isEmpty);
    await eventually('both publishings', () => seen.length === 2);
    expect(idsOf(seen)).toEqual([...idsOf(events), ...idsOf(events)]);
  });

  test('publishes nothing twice that is published and not removed yet', async () => {
    const relay = await start('one');
    for (let version = 1; version <= 10; version += 1) {
      relay.publish(await commit([1, version]));
      await eventually('the event', () => seen.some(({ data }) => data.version === version));
    }
    await eventually('the outbox to be empty', isEmpty);
    expect(seen.map(({ data }) => data.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('whose broker is away keeps everything, and publishes it when it is back', async () => {
    const proxy = await startTcpProxy(broker.url);
    const relay = await start('one', throughProxy(broker.url, proxy));
    relay.publish(await commit([1, 1]));
    await eventually('the first event', () => seen.length === 1);
    proxy.blackHole();
    relay.publish(await commit([1, 2]));
    proxy.heal();
    await eventually('the second event', () => seen.some(({ data }) => data.version === 2), 25_000);
    await eventually('the outbox to be empty', isEmpty);
    await relay.close();
    await proxy.close();
  });
});
