import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';

import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { callersOf } from '../support/callers.ts';
import type { Caller } from '../../support/caller.ts';
import type { Callers } from '../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { makersFor, translations } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';

const most = 3;
let store: TestStore;
let second: TestStore;
let callers: Callers;
let atSecond: Callers;

beforeAll(async () => {
  const only = ['gateway' as const, 'catalog-api' as const, 'catalog-worker' as const];
  const env = { UNFINISHED_OPERATIONS_PER_CALLER: `${most}` };
  store = await startTestStore({ only, env });
  second = await startTestStore({
    ...{ only: ['gateway'], namespace: store.namespace },
    env: { ...store.env, ...store.secrets },
  });
  callers = callersOf(store);
  atSecond = callersOf({ ...store, request: (...asked) => second.request(...asked) });
}, 90_000);
afterAll(async () => {
  await second.stop();
  await store.stop();
});

const path = '/api/admin/subscriptions';
const subscription = () => ({ price: 1, ...translations() });
const later = { prefer: 'respond-async' };

test('a caller may leave only a limited number of writes unfinished, across gateways', async () => {
  const { admin, auditor, withToken } = callers;
  store.kill('catalog-worker', 'SIGTERM');
  await eventually('the worker to be away', () => store.processes()[2]?.pid === undefined);
  const first = subscription();
  const key = { ...later, 'idempotency-key': 'the first' };
  expect((await admin.post(path, first, key)).status).toBe(202);
  for (let left = most - 1; left > 0; left -= 1)
    expect((await admin.post(path, subscription(), later)).status).toBe(202);

  for (const refused of [
    await admin.post(path, subscription(), later),
    await admin.post(path, subscription()),
    await atSecond.admin.post(path, subscription(), later),
  ]) {
    const problem = expectRefusal(refused, 'too_many_requests');
    expect(problem).toMatchObject({ unfinished: most, limit: most });
    expect(problem.message).toMatch(/^You have 3 unfinished operations and may have 3\. Wait until/);
    expect(Number(refused.header('retry-after'))).toBeGreaterThan(0);
  }
  expect((await admin.post(path, first, key)).status).toBe(202);
  expect((await auditor.get(`${path}?paginate=1`)).status).toBe(200);
  const another = withToken(await store.token('another', 'admin'));
  expect((await another.post(path, subscription(), later)).status).toBe(202);

  await store.start('catalog-worker');
  const isTaken = async (by: Caller, headers: Record<string, string>, status: number) =>
    (await by.post(path, subscription(), headers)).status === status;
  await eventually('room at the first gateway', () => isTaken(admin, later, 202));
  await eventually('room at the second gateway', () => isTaken(atSecond.admin, {}, 201));
}, 60_000);

test('unfinished bulk operations count towards the caller’s limit', async () => {
  const { id } = await makersFor(callers).newSubscription();
  const change = (headers = {}) =>
    callers.admin.put(`${path}/bulk-update`, { ids: [id], status: 1 }, headers);
  expect((await change({ 'idempotency-key': 'bulk' })).status).toBe(200);
  const connection = await mongoose.createConnection(store.servers.mongodbUri).asPromise();
  const operations = connection.getClient().db(`${store.namespace}_catalog`).collection('bulk_operations');
  const now = new Date().toISOString();
  try {
    const unfinished = Array.from({ length: most }, () => ({
      ...{ owner: 'admin:admin', status: 'running', created_at: now, updated_at: now },
    }));
    const { insertedIds } = await operations.insertMany(unfinished);
    expectRefusal(await change(), 'too_many_requests');
    await operations.deleteMany({ _id: { $in: Object.values(insertedIds) } });
    expect((await change()).status).toBe(200);
  } finally {
    await connection.close();
  }
});
