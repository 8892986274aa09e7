import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDelivery } from '#services/webhooks/deliveries/delivery.ts';
import { eventLogCollection, type LogEntry, type LoggedEvent } from '#shared/engine/events/event-log.ts';
import { feedCollection, feedId, type FeedState } from '#shared/engine/events/feed-state.ts';
import { connectDatabase, driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { createApiClient, type ApiClient } from '#tools/seed/api-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { percentiles } from './measured.ts';
import { cpuBetween, watchFigures } from './process-figures.ts';

/** The time limit of each part. */
const longestMs = 240_000;
const records = 1000;
const plantedAtOnce = 5000;
const worker = 'webhooks-worker';
/** No process listens on this port. */
const refusing = 'http://localhost:1/';
const types = ['catalog.subscription.*'];

interface Bench extends BenchStore {
  webhooks: Database;
  admin: ApiClient;
}

export interface Asked {
  writes: string;
  events: string;
  receivers: string;
  waiting: string;
  part?: string[] | undefined;
  folder: string;
}

/** Sends events to receivers, and prints the figures. */
export async function measureWebhooks(asked: Asked): Promise<void> {
  const { writes, events, receivers, waiting, part, folder } = asked;
  const isAsked = (name: string) => part === undefined || part.includes(name);
  const measure = async (store: BenchStore): Promise<void> => {
    const bench = await openBench(store);
    if (isAsked('time')) {
      print('ms from a write to its receiver', await latency(bench, Number(writes)));
      for (let index = 0; index < 5; index += 1) await addEndpoint(bench, refusing);
      print('… beside five that refuse connections', await latency(bench, Number(writes)));
    }
    if (isAsked('rate'))
      print('deliveries to local receivers', await rate(bench, Number(events), Number(receivers)));
    if (isAsked('dead')) print('a dead receiver', await deadReceiver(bench, Number(waiting), Number(writes)));
    await bench.webhooks.close();
  };
  await withBenchStore(folder, measure, { WEBHOOK_ALLOW_HOSTS: 'localhost' });
}

function print(what: string, figures: object): void {
  console.log(JSON.stringify({ what, ...figures }));
}

async function openBench(bench: BenchStore): Promise<Bench> {
  const name = `${bench.namespace}_webhooks`;
  const webhooks = await connectDatabase(bench.servers.mongodbUri, name, createLog('bench', 'warn'));
  const admin = createApiClient(bench.store.url, await bench.token(null));
  const opened = { ...bench, webhooks, admin };
  const left = await driverDatabase(webhooks).collection<{ _id: number }>('webhooks').find().toArray();
  for (const { _id } of left) await removeEndpoint(opened, _id);
  return opened;
}

interface Receiver {
  url: string;
  close: () => void;
}

async function startReceiver(take: (event: { subject: string }) => void): Promise<Receiver> {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      take(JSON.parse(body.toString()) as { subject: string });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function addEndpoint({ admin }: Bench, url: string): Promise<number> {
  const { id } = await admin.write('POST', '/api/admin/webhooks', randomUUID(), { url, types });
  return id;
}

async function removeEndpoint({ admin }: Bench, id: number): Promise<void> {
  await admin.write('DELETE', `/api/admin/webhooks/${id}`, randomUUID());
}

async function writeSubscription({ admin }: Bench): Promise<string> {
  const text = { name: 'Monthly', description: 'Every month' };
  const wanted = { price: 1, en: text, ar: text };
  const { id } = await admin.write('POST', '/api/admin/subscriptions', randomUUID(), wanted);
  return `subscriptions/${id}`;
}

/** Sends writes one after the other. Measures the time from request and from response until the receiver has the event. */
async function latency(bench: Bench, writes: number) {
  const seenAt = new Map<string, number>();
  const receiver = await startReceiver(({ subject }) => seenAt.set(subject, performance.now()));
  const id = await addEndpoint(bench, receiver.url);
  const [fromRequest, fromAnswer]: [number[], number[]] = [[], []];
  // The first writes open the connections, so they are not counted.
  for (let count = -5; count < writes; count += 1) {
    const sentAt = performance.now();
    const subject = await writeSubscription(bench);
    const answeredAt = performance.now();
    await eventually(subject, () => seenAt.has(subject), longestMs);
    const seen = seenAt.get(subject) ?? 0;
    if (count < 0) continue;
    fromRequest.push(seen - sentAt);
    fromAnswer.push(Math.max(seen - answeredAt, 0));
  }
  await removeEndpoint(bench, id);
  receiver.close();
  return { writes, from_request: percentiles(fromRequest), from_answer: percentiles(fromAnswer) };
}

/** Delivers the events of 1,000 records to each receiver. The events exist before the worker starts. */
async function rate(bench: Bench, events: number, count: number) {
  let taken = 0;
  const receivers = await Promise.all(Array.from({ length: count }, () => startReceiver(() => (taken += 1))));
  const sample = await sampleEvent(bench);
  const ids: number[] = [];
  for (const { url } of receivers) ids.push(await addEndpoint(bench, url));
  await stopWorker(bench);
  await plantEvents(bench, sample, events);
  await bench.store.start(worker);
  // A started worker may already have made some deliveries. They are not measured.
  const [earlier, startedAt, before] = [taken, performance.now(), bench.figures()];
  await eventually('all deliveries', () => taken >= events * count, longestMs);
  const deliveries = taken - earlier;
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuBetween(before, bench.figures());
  for (const id of ids) await removeEndpoint(bench, id);
  for (const receiver of receivers) receiver.close();
  const microseconds = Object.entries(cpu).map(
    ([name, used]) => [name, Math.round((used * 1e6) / deliveries)] as const,
  );
  return {
    events,
    receivers: count,
    deliveries,
    seconds: Math.round(seconds * 10) / 10,
    deliveries_per_second: Math.round(deliveries / seconds),
    cpu_microseconds_of_delivery: Object.fromEntries(microseconds.filter(([, used]) => used > 0)),
  };
}

async function stopWorker({ store }: Bench): Promise<void> {
  store.kill(worker, 'SIGTERM');
  const isAway = () => store.processes().every(({ name, pid }) => name !== worker || pid === undefined);
  await eventually('the worker to be away', isAway);
}

async function sampleEvent(bench: Bench): Promise<LoggedEvent> {
  const subject = await writeSubscription(bench);
  const log = driverDatabase(bench.catalog).collection<LogEntry>(eventLogCollection);
  const entry = await log.findOne({ 'events.subject': subject });
  const event = entry?.events.find((one) => one.subject === subject);
  if (!event) throw new Error(`no event of ${subject}`);
  return event;
}

/** Writes `count` copies of the sample to the catalog's event log, as events of 1,000 subscriptions with rising versions. */
async function plantEvents({ catalog }: Bench, sample: LoggedEvent, count: number): Promise<void> {
  const db = driverDatabase(catalog);
  const feed = db.collection<FeedState>(feedCollection);
  const state = await feed.findOne({ _id: feedId });
  if (!state) throw new Error('the catalog has no feed');
  const cloudEvent = JSON.parse(sample.json) as { data: object };
  const at = new Date().toISOString();
  const entries = Array.from({ length: count }, (_, index) => {
    const [id, subject] = [randomUUID(), `subscriptions/${1_000_000 + (index % records)}`];
    const data = { ...cloudEvent.data, version: 1 + Math.floor(index / records) };
    const json = JSON.stringify({ ...cloudEvent, id, subject, data });
    const position = state.position + 1 + index;
    return { at, position, count: 1, events: [{ ...sample, id, subject, json }] };
  });
  await db.collection<Omit<LogEntry, '_id'>>(eventLogCollection).insertMany(entries);
  const position = state.position + count;
  await feed.updateOne({ _id: feedId }, { $set: { position, published: position } });
}

/** Keeps a very large number of deliveries of different records waiting for a dead receiver while another receiver works. */
async function deadReceiver(bench: Bench, waiting: number, writes: number) {
  const sample = await sampleEvent(bench);
  const id = await addEndpoint(bench, refusing);
  const idle = memoryOf(watchFigures(bench.figures)().peak);
  await stopWorker(bench);
  await plantDeliveries(bench, id, sample, waiting);
  await bench.store.start(worker);
  const watched = watchFigures(bench.figures);
  const attempts = driverDatabase(bench.webhooks).collection('deliveries');
  const tried = () => attempts.countDocuments({ webhook_id: id, tried: { $gt: 0 } });
  const others = await latency(bench, writes);
  await sleep(20_000);
  const [from, startedAt] = [await tried(), performance.now()];
  await sleep(20_000);
  const first_attempts_per_second = Math.round(
    ((await tried()) - from) / ((performance.now() - startedAt) / 1000),
  );
  const most = memoryOf(watched().peak);
  await removeEndpoint(bench, id);
  return { waiting, mib_before: idle, mib_at_most: most, first_attempts_per_second, others };
}

function memoryOf(mib: Record<string, number>) {
  const of = (name: string) => Math.round(mib[name] ?? 0);
  return { worker: of(worker), redis: of('redis'), mongod: of('mongod') };
}

/** Writes pending deliveries directly to the database, as the webhooks worker does when it reads new events. */
async function plantDeliveries(
  { webhooks }: Bench,
  webhook: number,
  sample: LoggedEvent,
  count: number,
): Promise<void> {
  const db = driverDatabase(webhooks);
  const counter = db.collection<{ _id: string; version: number }>('counters');
  const last = (await counter.findOne({ _id: 'deliveries' }))?.version ?? 0;
  await counter.updateOne({ _id: 'deliveries' }, { $set: { version: last + count } }, { upsert: true });
  const now = new Date().toISOString();
  const expires_at = new Date(Date.now() + 30 * 24 * 3600 * 1000);
  for (let done = 0; done < count; done += plantedAtOnce) {
    const some = Array.from({ length: Math.min(plantedAtOnce, count - done) }, (_, index) => {
      const [number, id] = [done + index + 1, randomUUID()];
      const event = { ...sample, id, subject: `subscriptions/${2_000_000 + number}` };
      return { event, delivery: newDelivery(last + number, { _id: webhook }, event, now) };
    });
    await Promise.all([
      db.collection<{ _id: number }>('deliveries').insertMany(some.map(({ delivery }) => delivery)),
      db
        .collection<{ _id: string }>('delivery_events')
        .insertMany(some.map(({ event }) => ({ _id: event.id, version: 1, json: event.json, expires_at }))),
    ]);
  }
}
