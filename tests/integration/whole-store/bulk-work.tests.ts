import { beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { chunkId, type BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { exportTypes } from '#shared/contracts/kit/exports.ts';
import { storedSubscriptions } from '../support/stored-subscriptions.ts';
import { client, store } from './whole-store.ts';
import { eventually } from '../../support/eventually.ts';

/** Tests bulk work as an admin sees it, in a whole store whose worker is killed or suspended, or runs several jobs. */

interface Operation {
  id: string;
  status: string;
  progress: { total: number; done: number; failed: number };
  result: Record<string, number> | null;
  note?: string;
}
interface Subscription {
  _id: number;
  version: number;
  is_active: boolean;
}

const noWorker = 'No worker is alive: the operation waits until one is.';
/** Higher than the ids of other tests. */
let lastId = 1_000_000;
describe('bulk work in a whole store', () => {
  let ids: number[];

  beforeEach(() => {
    ids = [];
  });

  const database = () => client.db(`${store.namespace}_catalog`);
  const subscriptions = () => database().collection<Subscription>('subscriptions');

  async function plant(count: number): Promise<number[]> {
    const planted = Array.from({ length: count }, (_, index) => lastId + index + 1);
    lastId += count;
    await subscriptions().insertMany(storedSubscriptions(planted));
    return planted;
  }

  async function ask(method: string, path: string, options: object = {}): Promise<Operation> {
    const answer = await store.request(method, path, { token: await store.adminToken(), ...options });
    expect([200, 202]).toContain(answer.status);
    return (answer.body as { data: Operation }).data;
  }
  const headers = { prefer: 'respond-async' };
  const deactivate = (some: number[]) =>
    ask('PUT', '/api/admin/subscriptions/bulk-update', { json: { ids: some, status: 'off' }, headers });
  const read = ({ id }: Operation) => ask('GET', `/api/operations/${id}`);
  /**
   * How long an operation can stand still, in ms. If its worker died before its first chunk, its lock in
   * Redis must expire first.
   */
  const longestStall = 60_000;
  const whenDone = (operation: Operation, share: number) =>
    eventually(
      `${share} of it to be done`,
      async () => {
        const now = await read(operation);
        return now.progress.done >= share * now.progress.total ? now : null;
      },
      longestStall,
    );
  const finished = (operation: Operation) =>
    eventually(
      'its end',
      async () => {
        const now = await read(operation);
        return ['queued', 'running'].includes(now.status) ? null : now;
      },
      longestStall,
    );
  const noted = (operation: Operation, note: string | undefined) =>
    eventually(`the note ${note ?? 'to go'}`, async () => (await read(operation)).note === note, 20_000);
  const versions = () => subscriptions().distinct('version', { _id: { $in: ids } });

  /**
   * Makes the next sweep (the search for operations without progress) resume the operation: backdates the operation, and removes
   * the lease of the worker that swept last.
   */
  async function hastenSweep(): Promise<void> {
    const long = new Date(Date.now() - 60_000).toISOString();
    await database()
      .collection('bulk_operations')
      .updateMany({ finished_at: null }, { $set: { updated_at: long } });
    await database().collection<{ _id: string }>('leases').deleteOne({ _id: 'bulk-sweep' });
  }

  /** Deletes jobs as FLUSHALL does, but only those of this store, because other tests share this Redis. */
  async function forgetJobs(): Promise<void> {
    const redis = new Redis(store.servers.redisUrl);
    const keys = await redis.keys(`${store.namespace}:jobs:*`);
    expect(keys.length).toBeGreaterThan(0);
    await redis.del(...keys);
    redis.disconnect();
  }

  describe('bulk operations', () => {
    test('a bulk operation cancelled half-way stops, reports exact counts and can be undone', async () => {
      ids = await plant(20_000);
      const operation = await deactivate(ids);
      await whenDone(operation, 0.1);
      const cancelled = await ask('DELETE', `/api/operations/${operation.id}`);
      expect(cancelled.status).toBe('cancelled');
      const { total, done, failed } = cancelled.progress;
      expect([total, failed]).toEqual([ids.length, 0]);
      expect(done).toBeGreaterThanOrEqual(2000);
      expect(done).toBeLessThan(total);
      expect(cancelled.result).toEqual({ changed: done, unchanged: 0, not_found: 0, refused: 0 });

      // Waits for a later job of the same worker, so that the cancelled operation had the opportunity to continue.
      await finished(await deactivate(await plant(1)));
      expect(await subscriptions().countDocuments({ _id: { $in: ids }, is_active: false, version: 2 })).toBe(
        done,
      );
      expect(await subscriptions().countDocuments({ _id: { $in: ids }, version: 1 })).toBe(total - done);
      expect(await read(operation)).toEqual(cancelled);

      const undone = await finished(await ask('POST', `/api/operations/${operation.id}/undo`, { headers }));
      expect(undone).toMatchObject({ status: 'succeeded', result: { ...cancelled.result, changed: done } });
      expect(await subscriptions().countDocuments({ _id: { $in: ids }, is_active: true })).toBe(total);
    });

    test('a small bulk operation finishes while a larger one still runs on the same worker', async () => {
      const [many, few] = [await plant(20_000), await plant(1500)];
      const larger = await deactivate(many);
      await whenDone(larger, 0.05);
      const smaller = await finished(await deactivate(few));
      expect(smaller).toMatchObject({ status: 'succeeded', progress: { done: few.length } });
      const meanwhile = await read(larger);
      expect(meanwhile.status).toBe('running');
      await eventually('the larger one to go on', async () => {
        return (await read(larger)).progress.done > meanwhile.progress.done;
      });
      await ask('DELETE', `/api/operations/${larger.id}`);
    });

    test('a bulk operation shows that no worker is alive while its worker is suspended, and finishes after the worker resumes', async () => {
      ids = await plant(3);
      store.kill('catalog-worker', 'SIGSTOP');
      const operation = await deactivate(ids);
      await noted(operation, noWorker);
      store.kill('catalog-worker', 'SIGCONT');
      expect(await finished(operation)).toMatchObject({ status: 'succeeded', progress: { done: 3 } });
      await noted(operation, undefined);
      expect(await versions()).toEqual([2]);
    });

    test('two requests with one idempotency key both get the result of a bulk operation, even if its worker is killed', async () => {
      ids = await plant(20_000);
      const token = await store.adminToken();
      const update = () =>
        store.request('PUT', '/api/admin/subscriptions/bulk-update', {
          token,
          json: { ids, status: 'off' },
          headers: { prefer: 'wait=30', 'idempotency-key': 'bulk-with-a-killed-worker' },
        });
      const operations = database().collection<BulkOperation>('bulk_operations');
      const waiting = (requests: number) =>
        eventually(`${requests} waiting requests`, () =>
          operations.findOne({ waiting: { $size: requests }, finished_at: null, next_chunk: { $gt: 0 } }),
        );
      const first = update();
      await waiting(1);
      const joined = update();
      const { _id } = await waiting(2);
      store.kill('catalog-worker', 'SIGKILL');
      const worker = () => store.processes().find(({ name }) => name === 'catalog-worker');
      await eventually('the worker to be dead', () => worker()?.pid === undefined);
      await forgetJobs();
      expect(await operations.findOne({ _id })).toMatchObject({ finished_at: null });
      await store.start('catalog-worker');
      await hastenSweep();
      const answers = await Promise.all([first, joined]);
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(body).toMatchObject({ data: { status: 'succeeded', progress: { done: ids.length } } });
      }
      expect(answers[1].body).toEqual(answers[0].body);
      expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
      expect(await versions()).toEqual([2]);
    });
  });

  test('an XLSX report of bulk work with more rows than a sheet can have is rejected with 422 and the suggestion to use CSV', async () => {
    const orders = client.db(`${store.namespace}_orders`);
    const items = Array.from({ length: 104_857 }, () => ({}));
    const wide = { _id: 9_000_000, order_number: 'W', items };
    await orders.collection<{ _id: number }>('orders').insertOne(wide);
    const done = await ask('PUT', '/api/admin/orders/bulk-update', {
      json: { ids: [1], status: 'confirmed' },
      headers: { prefer: 'wait=30' },
    });
    const report = `/api/operations/${done.id}/report?rows=items&fields=id,outcome&format=xlsx`;
    const token = await store.adminToken();
    expect((await store.request('HEAD', report, { token })).status).toBe(200);
    // Ten more chunks with the same order make the report almost as long as the limit of 1,048,575 rows.
    const chunks = orders.collection<{ _id: string; ids: number[]; fates: string[] }>('bulk_chunks');
    const [first] = await chunks.find({ ids: [1] }).toArray();
    const command = first?._id.split(':')[0] ?? '';
    const further = Array.from({ length: 10 }, (_, index) => ({
      ...first,
      _id: chunkId(command, index + 1),
      ids: [wide._id],
      fates: ['changed'],
    }));
    await chunks.insertMany(further);
    await orders
      .collection<{ _id: string }>('bulk_operations')
      .updateOne({ _id: command }, { $set: { next_chunk: 11, chunks: 11 } });
    // A missing record has one row.
    const missing = (count: number) => {
      const ids = Array.from({ length: count }, (_, index) => wide._id + index + 1);
      const fates = ids.map(() => 'changed');
      return chunks.updateOne({ _id: chunkId(command, 0) }, { $set: { ids, fates } });
    };
    await missing(6);
    const refused = await store.request('GET', report, { token });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { format: [expect.stringContaining('csv')] } },
    });
    await missing(5);
    // Reads only the headers, because writing the whole sheet takes seconds. They prove that the report is not rejected.
    const leaving = new AbortController();
    const begun = await fetch(new URL(report, store.url), {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    expect([begun.status, begun.headers.get('content-type')]).toEqual([200, exportTypes.xlsx]);
    leaving.abort();
    await orders.collection<{ _id: number }>('orders').deleteOne({ _id: wide._id });
  });
});
