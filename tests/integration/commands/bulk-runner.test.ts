import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import {
  chunkId,
  chunkSize,
  type BulkOperation,
  type ReplyAddress,
} from '#shared/engine/decide/bulk-operation.ts';
import { reportedIds, reportLines } from '#shared/engine/commands/bulk-report.ts';
import { runChunk, startBulkRunner, type BulkRunner } from '#shared/engine/commands/bulk-runner.ts';
import { type RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { BulkModels } from '#shared/engine/commands/bulk-models.ts';
import type { CloudEvent } from '#shared/engine/commands/messages.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { sharedServers } from '../../support/servers.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import { ownName, quiet } from '../support/own-servers.ts';
import { catalog, type Catalog } from '#services/catalog/service.ts';
import { openOwnService, type OwnService } from '../support/own-service.ts';
import { storedSubscriptions } from '../support/stored-subscriptions.ts';
import { eventually } from '../../support/eventually.ts';

let own: OwnService<Catalog>;
let models: OwnService<Catalog>['models'];
let namespace: string;
let run: RunBatch;
let runners: BulkRunner[];
let redis: Redis;
/** The replies of the runners at the end of bulk work, oldest first. */
let ended: { operation: BulkOperation; waiting: readonly ReplyAddress[] }[];

beforeEach(async () => {
  own = await openOwnService(catalog, null);
  ({ models } = own);
  namespace = ownName();
  runners = [];
  ended = [];
  redis = new Redis(sharedServers().redisUrl);
  run = own.runner();
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  await forgetJobs();
  redis.disconnect();
  await own.close();
});

/** Deletes jobs as FLUSHALL does, but only those of this store, because other tests share this Redis. */
async function forgetJobs(): Promise<number> {
  const keys = await redis.keys(`${namespace}:*`);
  return keys.length === 0 ? 0 : redis.del(...keys);
}

function startRunner(bulk: BulkModels = models): BulkRunner {
  const runner = startBulkRunner({
    redisUrl: sharedServers().redisUrl,
    namespace,
    service: 'catalog',
    models: { ...models, ...bulk },
    run,
    replyEnded: (operation, waiting) => ended.push({ operation, waiting }),
    sweepMs: 200,
    log: quiet,
  });
  runners.push(runner);
  return runner;
}

async function connectedRunner(bulk?: BulkModels): Promise<BulkRunner> {
  const runner = startRunner(bulk);
  await eventually('Redis', () => runner.queue.isOpen);
  return runner;
}

const address = (request: number): ReplyAddress => ({ replyTo: 'a gateway', correlationId: String(request) });
const byId = (one: ReplyAddress, other: ReplyAddress) =>
  Number(one.correlationId) - Number(other.correlationId);

async function plant(count: number, description = 'A box'): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  await models.subscriptions.collection.insertMany(storedSubscriptions(ids, description) as never);
  return ids;
}

async function accept(ids: number[], more: object = {}): Promise<string> {
  const command = ledgerCommand('subscriptions.bulk-update', { ids, status: false, ...more } as never, {
    id: randomUUID(),
  });
  const [result] = await run([{ command, keepsInbox: true }]);
  expect(result).toMatchObject({ kind: 'decided', outcome: { status: 202 } });
  return command.id;
}

/** Runs a bulk operation on these records and waits for its end. */
async function finish(ids: number[]): Promise<BulkOperation> {
  const runner = await connectedRunner();
  const id = await accept(ids);
  runner.begin(id);
  return finished(id, 60_000);
}

const operation = (id: string) => models.bulk.findById(id).lean<BulkOperation>();
const finished = (id: string, withinMs = 20_000) =>
  eventually(
    `the end of ${id}`,
    async () => ((await operation(id))?.finished_at ? operation(id) : null),
    withinMs,
  );
/** Waits until the operation makes no progress, then backdates it so that the sweeper resumes it immediately. */
async function onceIdle(id: string): Promise<void> {
  let [cursor, since] = [-1, Date.now()];
  await eventually('the work to stand still, or to be over', async () => {
    const now = await operation(id);
    if (now?.finished_at) return true;
    if (now && now.next_chunk !== cursor) [cursor, since] = [now.next_chunk, Date.now()];
    return Date.now() - since > 1000;
  });
  const long = new Date(Date.now() - 60_000).toISOString();
  await models.bulk.collection.updateOne({ _id: id, finished_at: null } as never, {
    $set: { updated_at: long },
  });
}
const fatesOf = async (id: string): Promise<Record<number, string>> => {
  const chunks = await models.bulkChunks.find({ _id: operator({ $gt: `${id}:`, $lt: `${id};` }) }).lean();
  return Object.fromEntries(
    chunks.flatMap(({ ids, fates }) => ids.map((of, index) => [of, fates?.[index] ?? 'null'])),
  );
};
const versions = () => models.subscriptions.distinct('version');
const events = async () =>
  (await models.eventLog.find().lean()).flatMap((entry) =>
    entry.events.map(({ json }) => (JSON.parse(json) as CloudEvent).subject),
  );

describe('the bulk runner', () => {
  test('if two bulk runners work on one bulk operation concurrently, each record is changed only once', async () => {
    const ids = await plant(chunkSize * 3 + 7);
    const [one, two] = [startRunner(), startRunner()];
    await eventually('Redis', () => one.queue.isOpen && two.queue.isOpen);
    const id = await accept(ids);
    // A worker of release 0.6.0 adds a job with a new id for each time slice of an operation, so an operation may have two
    // jobs. Each chunk must run in only one of them.
    one.begin(id);
    const former = new Queue('catalog-bulk', { connection: redis, prefix: `${namespace}:jobs` });
    await former.add('slice', { operation: id }, { jobId: `b-${id}-1` });
    await former.close();
    expect(await finished(id)).toMatchObject({ status: 'succeeded', counts: { changed: ids.length } });
    expect(await versions()).toEqual([2]);
    const published = await events();
    expect([published.length, new Set(published).size]).toEqual([ids.length, ids.length]);
  });

  test('a bulk operation continues from its stored progress if Redis loses all jobs while the operation runs', async () => {
    const ids = await plant(chunkSize * 6);
    const runner = await connectedRunner();
    const id = await accept(ids);
    runner.begin(id);
    const half = await eventually('a few chunks', async () => {
      const now = await operation(id);
      return now && now.next_chunk >= 2 ? now : null;
    });
    expect(await forgetJobs()).toBeGreaterThan(0);
    expect(half.finished_at).toBeNull();
    await onceIdle(id);
    await finished(id);
    expect(await operation(id)).toMatchObject({ status: 'succeeded', counts: { changed: ids.length } });
    expect(await versions()).toEqual([2]);
    expect(new Set(await events()).size).toBe(ids.length);
  });

  test('a bulk operation that has no job in Redis is resumed even if the expiry of stored outcomes cannot be updated', async () => {
    const inbox = models.inbox.collection;
    await inbox.insertOne({ _id: 'fixed', state: 'parked', expires_at: new Date() } as never);
    const validate = (validator: object) =>
      driverDatabase(own.database).command({ collMod: inbox.collectionName, validator });
    await validate({ _id: { $ne: 'fixed' } });
    const id = await accept(await plant(3));
    startRunner();
    await onceIdle(id);
    expect(await finished(id)).toMatchObject({ status: 'succeeded', counts: { changed: 3 } });
    await validate({});
  });

  test('a bulk operation finishes even if its first time slice ends before the operation has changed a record', async () => {
    const ids = await plant(3);
    let reads = 0;
    const slow = Object.assign(Object.create(models.bulk) as BulkModels['bulk'], {
      findById: (...asked: Parameters<BulkModels['bulk']['findById']>) => {
        reads += 1;
        const query = models.bulk.findById(...asked);
        if (reads > 1) return query;
        // The first read takes longer than the whole time slice.
        const end = performance.now() + 600;
        const isOver = () => performance.now() >= end;
        return { lean: () => eventually('the slice to be over', isOver).then(() => query.lean()) };
      },
    });
    const runner = await connectedRunner({ ...models, bulk: slow });
    const id = await accept(ids);
    runner.begin(id);
    expect(await finished(id, 8000)).toMatchObject({ status: 'succeeded', counts: { changed: 3 } });
  });

  test.each([
    ['no runner was notified of', '2026-01-01T00:00:00.000Z'],
    ['has an update time in the future', '2999-01-01T00:00:00.000Z'],
  ])('the bulk runner resumes a bulk operation that %s', async (_name, updatedAt) => {
    const ids = await plant(3);
    const id = await accept(ids);
    await models.bulk.collection.updateOne({ _id: id } as never, { $set: { updated_at: updatedAt } });
    startRunner();
    expect(await finished(id)).toMatchObject({ status: 'succeeded', counts: { changed: 3 } });
  });

  test('the documents of a bulk operation get their expiry times only when the operation ends', async () => {
    const ids = await plant(chunkSize + 1);
    const id = await accept(ids);
    const left = async () => [
      ...(await models.inbox.find({ _id: id }).lean()),
      ...(await models.bulk.find({ _id: id }).lean()),
      ...(await models.bulkChunks.find().lean()),
    ];
    expect((await left()).map((document) => document.expires_at)).toEqual(Array(4).fill(undefined));
    const runner = await connectedRunner();
    runner.begin(id);
    await finished(id);
    await eventually('every document to have an expiry', async () =>
      (await left()).every((document) => document.expires_at),
    );
    expect(await left()).toHaveLength(4);
  });

  test('the report of a cancelled bulk operation also has the records that the operation did not reach', async () => {
    const ids = await plant(chunkSize + 2);
    const id = await accept(ids);
    const begun = await operation(id);
    if (!begun) throw new Error('The operation was not stored');
    await runChunk(begun, await models.bulkChunks.findById(chunkId(id, 0)).lean(), { run, log: quiet });
    await models.bulk.updateOne({ _id: id }, { $set: { status: 'cancelled' } });
    const shown = { tracked: {}, decimals: 2 };
    const lines = (await Array.fromAsync(reportLines(models, shown, id))).flat();
    expect(lines.map((line) => line.id)).toEqual(ids);
    const outcomes = lines.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array<string>(chunkSize).fill('changed'), null, null]);
    expect(lines.at(-1)).toEqual({ id: chunkSize + 2, outcome: null, code: null, before: null, after: null });
    expect((await Array.fromAsync(reportedIds(models, id))).flat()).toEqual(ids);
    // A damaged chunk that the operation did not reach does not break the report off.
    await models.bulkChunks.collection.updateOne({ _id: chunkId(id, 1) as never }, { $unset: { ids: 1 } });
    const readable = (await Array.fromAsync(reportLines(models, shown, id))).flat();
    expect(readable.map((line) => line.id)).toEqual(ids.slice(0, chunkSize));
  });

  test('when a bulk operation ends, the bulk runner replies to all requests that wait for it, and later to a request that arrives after the end', async () => {
    const runner = await connectedRunner();
    const id = await accept(await plant(chunkSize * 3));
    runner.begin(id, address(1));
    runner.begin(id, address(2));
    await eventually('the end', () => ended.length > 0);
    expect(ended[0]).toMatchObject({ operation: { _id: id, status: 'succeeded' } });
    expect(ended[0]?.waiting.toSorted(byId)).toEqual([address(1), address(2)]);
    ended = [];
    runner.begin(id, address(3));
    await eventually('the end for a later request', () => ended.length > 0);
    expect(ended).toMatchObject([{ operation: { status: 'succeeded' }, waiting: [address(3)] }]);
    expect((await operation(id))?.waiting).toHaveLength(2);
  });

  test('if the bulk runner restarts during a bulk operation, it later replies to the requests that already waited before the restart', async () => {
    const first = await connectedRunner();
    const id = await accept(await plant(chunkSize * 16));
    first.begin(id, address(1));
    await eventually('the first chunk', async () => ((await operation(id))?.next_chunk ?? 0) > 0);
    await first.close();
    expect([ended, (await operation(id))?.finished_at]).toEqual([[], null]);
    startRunner();
    await eventually('the end', () => ended.length > 0, 20_000);
    expect(ended[0]).toMatchObject({ operation: { status: 'succeeded' }, waiting: [address(1)] });
  });

  test('if more than twenty requests wait for the end of a bulk operation, the bulk runner replies only to the latest twenty', async () => {
    const isReleased = Promise.withResolvers<undefined>();
    const held = Object.assign(Object.create(models.bulk) as BulkModels['bulk'], {
      findById: (...asked: Parameters<BulkModels['bulk']['findById']>) => ({
        lean: () => isReleased.promise.then(() => models.bulk.findById(...asked).lean()),
      }),
    });
    const runner = await connectedRunner({ ...models, bulk: held });
    const id = await accept(await plant(1));
    const addresses = Array.from({ length: 25 }, (_, index) => address(index + 1));
    for (const one of addresses) {
      runner.begin(id, one);
      const latest = async () => (await operation(id))?.waiting?.at(-1);
      await eventually(
        `request ${one.correlationId} to be stored`,
        async () => (await latest())?.correlationId === one.correlationId,
      );
    }
    isReleased.resolve(undefined);
    await eventually('the end', () => ended.length > 0);
    expect(ended[0]?.waiting).toEqual(addresses.slice(5));
  });

  test('a bulk operation whose events together exceed MongoDB’s document size limit succeeds and records every event', async () => {
    const ids = await plant(chunkSize, 'x'.repeat(20_000));
    expect(await finish(ids)).toMatchObject({
      status: 'succeeded',
      chunks: 1,
      counts: { changed: chunkSize, refused: 0 },
    });
    const entries = await models.eventLog.find().sort({ _id: 1 }).lean();
    const sizes = entries.map((entry) => entry.events.reduce((sum, { json }) => sum + json.length, 0));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(16 * 1024 * 1024);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024 * 1024);
    expect(await events()).toEqual(ids.map((id) => `subscriptions/${id}`));
  });

  test('a bulk operation reports a record that would exceed MongoDB’s document size limit, and changes all other records', async () => {
    // Uses only two records, because each halving of the chunk reads and sends both again.
    const ids = await plant(2);
    // The record is within the size limit, but the change would exceed the limit.
    const vast = { name: 'Box', description: 'x'.repeat(8_200_000) };
    await models.subscriptions.collection.updateOne({ _id: 2 } as never, { $set: { en: vast, ar: vast } });
    const done = await finish(ids);
    expect(done).toMatchObject({
      status: 'partly_succeeded',
      counts: { changed: 1, refused: 1 },
      errors_total: 1,
      errors: [{ id: 2, code: 'record_too_large' }],
    });
    expect(await models.subscriptions.distinct('_id', { is_active: false })).toEqual([1]);
    expect(await events()).toEqual(['subscriptions/1']);
    expect(await fatesOf(done._id)).toEqual({ 1: 'changed', 2: 'refused' });
  });
});
