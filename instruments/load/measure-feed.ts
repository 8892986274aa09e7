import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventLogCollection, type LogEntry } from '#shared/engine/events/event-log.ts';
import { feedCollection, feedId, isAllPublished, type FeedState } from '#shared/engine/events/feed-state.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { eventually } from '#tests/support/eventually.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { prepareCheckouts } from './checkout-load.ts';
import { percentiles } from './measured.ts';
import { cpuBetween } from './process-figures.ts';
import { openShop } from './scenarios/limits-bench.ts';

const feedPath = '/api/admin/events';
/** The time limit of each part. */
const longestMs = 60_000;
const eventsOfEntry = 50;

export interface Asked {
  writes: string;
  behind: string;
  streams: string;
  orders: string;
  folder: string;
}

/** Follows the events of a store in several ways, and prints the figures. */
export async function measureFeed(asked: Asked): Promise<void> {
  const { writes, behind, streams, orders, folder } = asked;
  const measure = async (bench: BenchStore): Promise<void> => {
    print('bytes of the event log for an order', await bytesPerOrder(bench, Number(orders)));
    print('ms from a write to its event', await latency(bench, Number(writes)));
    print('idle streams', await idleStreams(bench, Number(streams)));
    print('a stream from far behind', await catchUp(bench, Number(behind)));
  };
  await withBenchStore(folder, measure, { STREAMS_PER_CALLER: String(Number(streams) + 10) });
}

function print(what: string, figures: object): void {
  console.log(JSON.stringify({ what, ...figures }));
}

interface OpenStream {
  request: ClientRequest;
  answer: IncomingMessage;
}

async function openStream({ store: { url } }: BenchStore, token: string, query = ''): Promise<OpenStream> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    const request = get(new URL(`${feedPath}${query}`, url), { headers, agent: false }, (answer) => {
      if (answer.statusCode === 200) resolve({ request, answer });
      else reject(new Error(`a stream returned ${answer.statusCode}`));
    });
    request.on('error', reject);
  });
}

async function bytesPerOrder(bench: BenchStore, orders: number) {
  const { models, shop } = await openShop(bench);
  const checkouts = await prepareCheckouts(bench, models, shop);
  const before = await logSize(bench);
  const { rate } = await checkouts.run(16, orders);
  const after = await logSize(bench);
  return {
    orders,
    data: Math.round((after.data - before.data) / orders),
    entries: (after.entries - before.entries) / orders,
    checkouts_per_second: Math.round(rate),
  };
}

async function logSize({ orders }: BenchStore): Promise<{ data: number; entries: number }> {
  const db = driverDatabase(orders);
  await eventually('all events to be published', () => isAllPublished(db), longestMs);
  const [stats] = await db
    .collection(eventLogCollection)
    .aggregate<{ data: number; entries: number }>([
      { $collStats: { storageStats: {} } },
      { $project: { data: '$storageStats.size', entries: '$storageStats.count' } },
    ])
    .toArray();
  return stats ?? { data: 0, entries: 0 };
}

async function latency(bench: BenchStore, writes: number) {
  const token = await bench.token(null);
  const { answer, request } = await openStream(bench, token);
  const seenAt = new Map<string, number>();
  answer.setEncoding('utf8').on('data', (text: string) => {
    const at = performance.now();
    for (const [, subject = ''] of text.matchAll(/"subject":"([^"]+)"/g)) seenAt.set(subject, at);
  });
  const [fromRequest, fromAnswer]: [number[], number[]] = [[], []];
  for (let count = 0; count < writes; count += 1) {
    const sentAt = performance.now();
    const subject = await makeSubscription(bench, token);
    const answeredAt = performance.now();
    await eventually(subject, () => seenAt.has(subject), longestMs);
    const seen = seenAt.get(subject) ?? 0;
    fromRequest.push(seen - sentAt);
    fromAnswer.push(Math.max(seen - answeredAt, 0));
  }
  request.destroy();
  return { writes, from_request: percentiles(fromRequest), from_answer: percentiles(fromAnswer) };
}

async function makeSubscription({ store: { url } }: BenchStore, token: string): Promise<string> {
  const text = { name: 'Monthly', description: 'Every month' };
  const answer = await fetch(new URL('/api/admin/subscriptions', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ price: 1, en: text, ar: text }),
  });
  const body = await answer.text();
  if (answer.status !== 201) throw new Error(`a write request returned ${answer.status}: ${body}`);
  const { data } = JSON.parse(body) as { data: { id: number } };
  return `subscriptions/${data.id}`;
}

async function idleStreams(bench: BenchStore, count: number) {
  const token = await bench.token(null);
  const memory = () => bench.figures()['gateway']?.rss ?? 0;
  const before = memory();
  const open: OpenStream[] = [];
  for (let index = 0; index < count; index += 1) open.push(await openStream(bench, token));
  for (const { answer } of open) answer.resume();
  await sleep(5000);
  const after = memory();
  for (const { request } of open) request.destroy();
  return {
    streams: count,
    gateway_mib_before: Math.round(before),
    gateway_mib: Math.round(after),
    kib_each: Math.round(((after - before) * 1024) / count),
  };
}

/** Reads planted events in one stream. They repeat a real order event, so their size is realistic. */
async function catchUp(bench: BenchStore, count: number) {
  await plantEvents(bench, count);
  const { answer, request } = await openStream(bench, await bench.token(null), '?after=0');
  const [startedAt, before] = [performance.now(), bench.figures()];
  let [events, bytes, reachedAt] = [0, 0, 0];
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    for (let at = chunk.indexOf('\nevent: '); at >= 0; at = chunk.indexOf('\nevent: ', at + 1)) events += 1;
    if (events >= count) reachedAt ||= performance.now();
  });
  const seconds = ((await eventually('the last event', () => reachedAt, longestMs)) - startedAt) / 1000;
  const after = bench.figures();
  request.destroy();
  const cpu = Object.entries(cpuBetween(before, after));
  const microseconds = cpu.map(([name, used]): [string, number] => [name, Math.round((used * 1e6) / events)]);
  return {
    events,
    seconds: Math.round(seconds * 10) / 10,
    events_per_second: Math.round(count / seconds),
    cpu_microseconds_of_event: Object.fromEntries(microseconds.filter(([, used]) => used > 0)),
    mib: Math.round(bytes / 1024 / 1024),
  };
}

async function plantEvents({ orders }: BenchStore, count: number): Promise<void> {
  const db = driverDatabase(orders);
  const log = db.collection<Omit<LogEntry, '_id'>>(eventLogCollection);
  const feed = db.collection<FeedState>(feedCollection);
  const sample = await log.findOne({ 'events.type': /^orders\.order\.placed/ });
  const [event] = sample?.events ?? [];
  const state = await feed.findOne({ _id: feedId });
  if (!event || !state) throw new Error('no order was placed');
  let { position } = state;
  const at = new Date().toISOString();
  const events = Array.from({ length: eventsOfEntry }, () => event);
  for (let done = 0; done < count;) {
    const entries = Array.from({ length: 100 }, () => {
      const entry = { at, position: position + 1, count: eventsOfEntry, owners: [event.owner ?? 1], events };
      position += eventsOfEntry;
      return entry;
    });
    await log.insertMany(entries);
    done += entries.length * eventsOfEntry;
  }
  await feed.updateOne({ _id: feedId }, { $set: { position, published: position } });
}
