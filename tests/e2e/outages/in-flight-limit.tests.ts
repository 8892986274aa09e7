import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';

import type { Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { startGatewayOf, type TestStore } from '../../support/store.ts';
import { callersOf, type Callers } from '../support/callers.ts';
import { translations } from '../support/records.ts';
import { kill, make, store } from './outage-store.ts';

describe('the limit of unfinished operations', () => {
  const most = 3;
  const subject = 'counted';
  let gateway: TestStore;
  let callers: Callers;
  let caller: Caller;

  beforeAll(async () => {
    const env = { UNFINISHED_OPERATIONS_PER_CALLER: `${most}` };
    gateway = await startGatewayOf(store, env);
    callers = callersOf(gateway);
    caller = callers.withToken(await store.token(subject, 'admin'));
  });
  // Starts the worker again, because a failed test could have left it stopped.
  afterEach(() => store.start('catalog-worker'));
  afterAll(() => gateway.stop());

  const path = '/api/admin/subscriptions';
  const subscription = () => ({ price: 1, ...translations() });
  const later = { prefer: 'respond-async' };

  test('a caller who reaches the limit of unfinished writes gets 429 for further writes until one is finished', async () => {
    const { auditor, withToken } = callers;
    await kill('catalog-worker');
    const one = subscription();
    const key = { ...later, 'idempotency-key': 'the first' };
    expect((await caller.post(path, one, key)).status).toBe(202);
    for (let left = most - 1; left > 0; left -= 1)
      expect((await caller.post(path, subscription(), later)).status).toBe(202);

    for (const refused of [
      await caller.post(path, subscription(), later),
      await caller.post(path, subscription()),
    ]) {
      const problem = expectRefusal(refused, 'too_many_requests');
      expect(problem).toMatchObject({ unfinished: most, limit: most });
      expect(problem.message).toMatch(/^You have 3 unfinished operations and may have 3\. Wait until/);
      expect(Number(refused.header('retry-after'))).toBeGreaterThan(0);
    }
    expect((await caller.post(path, one, key)).status).toBe(202);
    expect((await auditor.get(`${path}?paginate=1`)).status).toBe(200);
    const another = withToken(await store.token('another', 'admin'));
    expect((await another.post(path, subscription(), later)).status).toBe(202);

    await store.start('catalog-worker');
    await eventually(
      'room for another write',
      async () => (await caller.post(path, subscription(), later)).status === 202,
    );
  });

  test('a caller’s unfinished bulk operations count towards the caller’s limit of unfinished writes', async () => {
    const { id } = await make.newSubscription();
    const change = (headers = {}) => caller.put(`${path}/bulk-update`, { ids: [id], status: 1 }, headers);
    const finished = async () => (await change({ 'idempotency-key': 'bulk' })).status === 200;
    await eventually('a change once earlier writes are finished', finished);
    const connection = await mongoose.createConnection(store.servers.mongodbUri).asPromise();
    const operations = connection.getClient().db(`${store.namespace}_catalog`).collection('bulk_operations');
    const now = new Date().toISOString();
    try {
      const unfinished = Array.from({ length: most }, () => ({
        owner: `admin:${subject}`,
        status: 'running',
        created_at: now,
        updated_at: now,
      }));
      const { insertedIds } = await operations.insertMany(unfinished);
      expectRefusal(await change(), 'too_many_requests');
      await operations.deleteMany({ _id: { $in: Object.values(insertedIds) } });
      expect((await change()).status).toBe(200);
    } finally {
      await connection.close();
    }
  });
});
