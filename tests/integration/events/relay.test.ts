import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { createBells } from '#shared/platform/amqp/bells.ts';
import { declareEvents, eventsExchange } from '#shared/platform/amqp/topology.ts';
import { toCloudEvent, type CloudEvent } from '#shared/engine/commands/messages.ts';
import { startEventRelay, type EventRelay } from '#shared/engine/events/relay.ts';
import { toLoggedEvent } from '#shared/engine/commands/log-entries.ts';
import { createUnpublishedEntries } from '#shared/engine/events/publish-entries.ts';
import { createPositionGiver, TakenOver } from '#shared/engine/events/give-positions.ts';
import { isAllPublished, readFeed } from '#shared/engine/events/feed-state.ts';
import type { EngineModels } from '#shared/engine/commands/engine-models.ts';
import type { LogEntry } from '#shared/engine/events/event-log.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { startTcpProxy, throughProxy } from '#tests/support/tcp-proxy.ts';
import { ownName, quiet, useBroker } from '../support/own-servers.ts';
import { openEngine } from '../support/own-service.ts';
import { eventually } from '../../support/eventually.ts';
import { pause } from '../../support/pause.ts';

const broker = await useBroker();
let own: Awaited<ReturnType<typeof openEngine>>;
let models: EngineModels;
let namespace: string;
let queue: string;
let seen: CloudEvent[];
let relays: EventRelay[];

beforeEach(async () => {
  bells = createBells({ namespace: 'relay', log: quiet });
  own = await openEngine();
  ({ models } = own);
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

/** Sends wake-up messages (bells) as the worker of another process does. */
let bells = createBells({ namespace: 'relay', log: quiet });
async function start(
  holder: string,
  url = broker.url,
  { kept = models, confirmTimeoutMs = 10_000, idleMs = 50 } = {},
): Promise<EventRelay> {
  const relay = startEventRelay({
    database: own.database,
    models: kept,
    url,
    namespace,
    keptMs: 3_600_000,
    holder,
    confirmTimeoutMs,
    idleMs,
    service: 'catalog',
    bells,
    log: quiet,
  });
  relays.push(relay);
  await relay.ready;
  return relay;
}

/** Models that fail to mark an event as published, as if the process were killed just before. */
function keepsNothingPublished(): EngineModels {
  const updateOne = (...given: Parameters<EngineModels['feed']['updateOne']>) =>
    JSON.stringify(given[0]).includes('"position"')
      ? models.feed.updateOne(...given)
      : Promise.reject(new Error('killed here'));
  const feed = Object.assign(Object.create(models.feed) as EngineModels['feed'], { updateOne });
  return { ...models, feed };
}

/** The events of one batch, as its worker passes them to the relay: one event for each `record:version`. */
function entryOf(...changes: [record: number, version: number][]): LogEntry {
  const now = new Date().toISOString();
  const events = changes.map(([record, version]) =>
    toCloudEvent(
      { type: 'ledger.account.changed.v1', subject: `accounts/${record}`, data: { version } },
      { source: '/ledger', now, traceparent: undefined },
    ),
  );
  const logged = events.map(toLoggedEvent);
  return { _id: new Types.ObjectId(), at: now, position: 0, count: logged.length, events: logged };
}
async function commit(...changes: [record: number, version: number][]): Promise<LogEntry> {
  const entry = entryOf(...changes);
  await models.eventLog.collection.insertOne(entry);
  bells.ring('catalog', 'committed');
  return entry;
}
const recordsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const changeOf =
  (version: number) =>
  (record: number): [number, number] => [record, version];
const isEmpty = () => isAllPublished(driverDatabase(own.database));
const feedState = () => readFeed(driverDatabase(own.database));
/** The events that have a position, sorted by position. */
const logged = async () =>
  (
    await models.eventLog
      .find({ position: operator({ $gt: 0 }) })
      .sort({ position: 1 })
      .lean()
  ).flatMap(({ position, events }) => events.map(({ id }, index) => ({ position: position + index, id })));
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);

/** A connection to the broker that buffers data while frozen, as the system does for a stopped process. */
async function startFreezing(url: string) {
  const { hostname: host, port } = new URL(url);
  let held: { target: Socket; chunk: Buffer }[] = [];
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect({ host, port: Number(port) });
    for (const socket of [client, target]) sockets.add(socket.on('error', () => undefined));
    client.on('data', (chunk: Buffer) => {
      if (isFrozen) held.push({ target, chunk });
      else target.write(chunk);
    });
    client.on('close', () => target.destroy());
    target.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      for (const { target, chunk } of held) target.write(chunk);
      held = [];
    },
    heldBytes: () => held.reduce((sum, { chunk }) => sum + chunk.length, 0),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

describe('the event relay', () => {
  test('the event relay assigns every event a position, publishes it once and keeps it in the log', async () => {
    await start('one');
    const entry = await commit([1, 1], [2, 1]);
    await eventually('all events to be marked as published', isEmpty);
    await eventually('the events', () => seen.length >= 2);
    expect(seen).toEqual(entry.events.map(({ json }) => JSON.parse(json) as CloudEvent));
    expect(await logged()).toEqual(entry.events.map(({ id }, index) => ({ position: index + 1, id })));
    await eventually(
      'the position of the last published event to be stored',
      async () => (await feedState())?.published === 2,
    );
  });

  test('the event relay publishes events that its own process passes to it in memory, without reading them from the event log', async () => {
    const relay = await start('one');
    await commit([1, 1]);
    await eventually('the first event', () => seen.length === 1);
    const entry = entryOf([2, 1]);
    await models.eventLog.collection.insertOne(entry);
    relay.committed([{ ...entry, events: entryOf([3, 1]).events }]);
    await eventually('an event as it was passed on, which is not what the log holds', () =>
      seen.some(({ subject }) => subject === 'accounts/3'),
    );
  });

  test('event log entries that exceed the relay’s memory limit are read again from the event log, and published in order and once each', async () => {
    const unpublished = createUnpublishedEntries(models.eventLog, quiet);
    const large = (record: number): LogEntry => {
      const entry = entryOf([record, 1]);
      return { ...entry, events: entry.events.map((event) => ({ ...event, json: 'x'.repeat(3_000_000) })) };
    };
    const entries = recordsUpTo(5).map((record) => ({ ...large(record), position: record }));
    for (const entry of entries) {
      await models.eventLog.collection.insertOne(entry);
      unpublished.handOver({ ...entry, position: 0 });
      unpublished.given([entry]);
    }
    const published: string[] = [];
    for (let next = await unpublished.next(); next.length > 0; next = await unpublished.next())
      for (const entry of next) {
        published.push(entry._id.toHexString());
        unpublished.confirmed(entry);
      }
    expect(published).toEqual(entries.map(({ _id }) => _id.toHexString()));
  });

  test('an event relay that is not notified of a commit finds the committed entry by polling', async () => {
    await start('one');
    await commit([1, 1]);
    await eventually('the first event', () => seen.length === 1);
    await models.eventLog.collection.insertOne(entryOf([1, 2]));
    await eventually('the second event', () => seen.length === 2);
  });

  test('the event relay publishes events in order and each event only once, while more events are committed', async () => {
    await start('one');
    const versions = Array.from({ length: 130 }, (_, index) => index + 1);
    for (const version of versions) await commit([1, version]);
    await eventually('all events to be marked as published', isEmpty);
    await eventually('the events', () => seen.length >= versions.length);
    expect(seen.map(({ data }) => data.version)).toEqual(versions);
  });

  test('the event relay publishes a backlog larger than its limit of unconfirmed events, each record’s events once and in order', async () => {
    // The backlog of a bulk update behind a stalled broker: 7 entries, 3,004 events, in portions of 250.
    const chunks = Array.from({ length: 6 }, (_, chunk) => chunk + 1);
    for (const version of chunks) await commit(...recordsUpTo(500).map(changeOf(version)));
    await commit(...recordsUpTo(4).map(changeOf(7)));
    await start('one');
    await eventually('all events to be marked as published', isEmpty);
    await eventually('the events', () => seen.length >= 3004);
    expect(seen).toHaveLength(3004);
    for (const subject of ['accounts/1', 'accounts/500']) {
      const versions = seen.filter((event) => event.subject === subject).map(({ data }) => data.version);
      expect(versions).toEqual(subject === 'accounts/1' ? [...chunks, 7] : chunks);
    }
  });

  test('the event relay publishes a log entry with more events than its limit of unconfirmed events, and an event of 15 megabytes', async () => {
    await commit(...recordsUpTo(2000).map(changeOf(1)));
    const large = entryOf([7000, 1]);
    const [event] = large.events;
    if (!event) throw new Error('no event');
    const data = { version: 1, text: 'x'.repeat(15 * 1024 * 1024) };
    event.json = JSON.stringify({ ...(JSON.parse(event.json) as CloudEvent), data });
    await models.eventLog.collection.insertOne(large);
    await commit([7001, 1]);
    await start('one');
    await eventually('all events to be marked as published', isEmpty);
    await eventually('the events', () => seen.length >= 2002);
    expect(seen.map(({ subject }) => subject)).toEqual(
      [...recordsUpTo(2000), 7000, 7001].map((record) => `accounts/${record}`),
    );
  });

  test('the event relay resumes after a broken connection from the last confirmed event, even in the middle of a log entry', async () => {
    const proxy = await startTcpProxy(broker.url);
    // All events are in a single entry of the event log, so that each cut hits the relay in the middle of an entry.
    await commit(...recordsUpTo(6000).map(changeOf(1)));
    await start('one', throughProxy(broker.url, proxy));
    for (const share of [1500, 3000, 4500]) {
      await eventually(`${share} events`, () => seen.length >= share);
      proxy.cut();
    }
    await eventually('all events to be marked as published', isEmpty, 30_000);
    await eventually('the events', () => new Set(idsOf(seen)).size === 6000);
    // Each cut repeats at most the portion in transit. If the relay began again after each cut, it would publish at least
    // 10,500 events.
    expect(seen.length).toBeLessThanOrEqual(6000 + 3 * 250);
    await relays.pop()?.close();
    await proxy.close();
  });

  test('the event relay sends only one portion of events to a stalled broker, and the remaining events once the broker responds again', async () => {
    const frozen = await startFreezing(broker.url);
    // In ms. Long enough for a slow machine to confirm a portion. So only the stall can cause a repetition.
    const confirmTimeoutMs = 1000;
    await start('one', throughProxy(broker.url, frozen), { confirmTimeoutMs });
    frozen.freeze();
    const entry = await commit(...recordsUpTo(2000).map(changeOf(1)));
    const portion = entry.events.slice(0, 250).reduce((sum, { json }) => sum + json.length + 300, 0);
    await eventually('a portion to be sent', () => frozen.heldBytes() > portion / 2);
    // Waits twice the confirm timeout. By then, the relay would have sent another portion.
    for (let half = 0; half < (2 * confirmTimeoutMs) / 500; half += 1) await pause(500);
    expect(frozen.heldBytes()).toBeLessThan(portion * 2);
    frozen.thaw();
    await eventually('all events to be marked as published', isEmpty, 30_000);
    await eventually('the events', () => new Set(idsOf(seen)).size === 2000);
    expect(seen.length).toBeLessThanOrEqual(2000 + 250);
    await relays.pop()?.close();
    await frozen.close();
  });

  test.each([
    ['no events', null],
    ['null for an event', [null]],
    ['an event without its JSON', [{ id: 'x' }]],
  ])(
    'if a log entry has %s, the event relay skips the entry and keeps it for an operator',
    async (_what, events) => {
      const at = new Date().toISOString();
      const damaged = { _id: new Types.ObjectId(), at, position: 0, count: 1, events };
      await models.eventLog.collection.insertOne(damaged);
      await commit([1, 1]);
      await start('one');
      await eventually('the undamaged entry to be published', isEmpty);
      expect(seen.map(({ subject }) => subject)).toEqual(['accounts/1']);
      expect(await models.eventLog.countDocuments({ _id: damaged._id })).toBe(1);
    },
  );

  test('only one of two event relays publishes events; when this relay closes, the waiting relay takes over within seconds', async () => {
    const first = await start('one');
    const second = await start('two');
    const holder = async () => (await leaseModel(own.database).findById('feed').lean())?.holder;
    await eventually('a holder', holder);
    const isFirst = (await holder()) === 'one';
    for (let version = 1; version <= 20; version += 1) await commit([1, version]);
    await eventually('all events to be marked as published', isEmpty);
    await eventually('the events', () => seen.length >= 20);
    expect(seen.map(({ data }) => data.version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await (isFirst ? first : second).close();
    await commit([1, 21]);
    // Within 5 s, long before the first relay's lease would have expired.
    await eventually('the second relay to publish', () => seen.length === 21, 5000);
    expect(await holder()).toBe(isFirst ? 'two' : 'one');
  });

  test('events from two processes, each with an event relay, are published in order and each event only once', async () => {
    const [first, second] = [await start('one'), await start('two')];
    for (let version = 1; version <= 20; version += 1) {
      const entry = entryOf([1, version]);
      await models.eventLog.collection.insertOne(entry);
      (version % 2 === 0 ? first : second).committed([entry]);
    }
    await eventually('all events to be marked as published', isEmpty);
    await eventually('the events', () => seen.length >= 20);
    const versions = seen.map(({ data }) => data.version);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('the next event relay republishes, under the same ids, events that a killed relay did not mark as published', async () => {
    const { events } = await commit([1, 1]);
    const dying = keepsNothingPublished();
    const first = await start('one', broker.url, { kept: dying });
    await eventually('the first publishing', () => seen.length === 1);
    await relays.pop()?.close();
    expect(relays).not.toContain(first);
    await start('two');
    await eventually('both publishings', () => seen.length === 2);
    await eventually('all events to be marked as published', isEmpty);
    expect(idsOf(seen)).toEqual([...idsOf(events), ...idsOf(events)]);
  });

  test('the next event relay publishes events to which a killed relay assigned positions without publishing them', async () => {
    const proxy = await startTcpProxy(broker.url);
    await start('one', throughProxy(broker.url, proxy));
    proxy.blackHole();
    const entries = [await commit([1, 1], [2, 1]), await commit([1, 2])];
    await eventually('their positions', async () => (await feedState())?.position === 3);
    expect(seen).toEqual([]);
    // Simulates a killed relay, which cleans up nothing and whose lease ends.
    await leaseModel(own.database).deleteMany({});
    await start('two');
    await eventually('the events', () => seen.length >= 3);
    expect(idsOf(seen)).toEqual(entries.flatMap(({ events }) => idsOf(events)));
    expect(await logged()).toHaveLength(3);
    proxy.heal();
    await proxy.close();
  });

  test('an event relay whose lease was taken over assigns no more positions', async () => {
    const giver = createPositionGiver(own.database, models);
    await giver.takeOver();
    await commit([1, 1]);
    expect(await giver.give(0)).toMatchObject([{ position: 1 }]);
    const other = createPositionGiver(own.database, models);
    await other.takeOver();
    await commit([1, 2]);
    await commit([1, 3]);
    giver.look();
    await expect(giver.give(0)).rejects.toThrow(TakenOver);
    expect(await other.give(0)).toMatchObject([{ position: 2 }, { position: 3 }]);
    await expect(giver.keepPublished(3)).rejects.toThrow(TakenOver);
    expect(await feedState()).toMatchObject({ position: 3, published: 0, term: 2 });
  });

  test('the event relay assigns positions to events while the broker is unavailable, and publishes the events once the broker is available', async () => {
    const proxy = await startTcpProxy(broker.url);
    await start('one', throughProxy(broker.url, proxy));
    proxy.blackHole();
    for (let version = 1; version <= 60; version += 1) await commit([1, version]);
    await eventually('their positions', async () => (await feedState())?.position === 60);
    proxy.heal();
    await eventually('the events', () => new Set(idsOf(seen)).size === 60, 25_000);
    await eventually('all events to be marked as published', isEmpty);
    expect([...new Set(seen.map(({ data }) => data.version))]).toEqual(recordsUpTo(60));
    await relays.pop()?.close();
    await proxy.close();
  });

  test('a running event relay publishes an event only once, even while the event is published but not yet marked as published', async () => {
    await start('one', broker.url, { idleMs: 1000 });
    for (let version = 1; version <= 10; version += 1) {
      await commit([1, version]);
      await eventually('the event', () => seen.some(({ data }) => data.version === version));
    }
    await eventually('all events to be marked as published', isEmpty);
    expect(seen.map(({ data }) => data.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
