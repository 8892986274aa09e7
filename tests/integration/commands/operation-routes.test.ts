import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import express from 'express';
import {
  mountOperations,
  type FoundOperations,
  type KnownOperation,
} from '#shared/engine/commands/operation-routes.ts';
import { listen, type Listening } from '#shared/platform/http/listen.ts';
import { type BulkModels } from '#shared/engine/commands/bulk-models.ts';
import { engineModels, type EngineModels } from '#shared/engine/commands/engine-models.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { askTime } from '#shared/platform/mongo/store-clock.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { type InboxDocument } from '#shared/engine/commands/inbox.ts';
import type { ParkedRequest } from '#shared/engine/commands/parked/parked-request.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { notTheDate } from '../support/faked-date.ts';
import { openDatabase, type OwnDatabase } from '../support/own-servers.ts';
import { anyPort, plain } from '../../support/plain.ts';

let own: OwnDatabase;
let inbox: EngineModels['inbox'];
let bulk: BulkModels['bulk'];
let parkedRequests: EngineModels['parkedRequests'];
let http: Listening;
let url: string;

beforeAll(async () => {
  own = await openDatabase();
  const { database } = own;
  const models = engineModels(database);
  await buildIndexes(database);
  ({ inbox, bulk, parkedRequests } = models);
  const beginBulkWork = (command: string) =>
    inTransaction(database, async (session) => {
      await inbox.collection.insertOne({ _id: command, outcome: { status: 202 } } as never, { session });
      await bulk.collection.insertOne({ _id: command, status: 'queued' } as never, { session });
    });
  // The bulk operation commits just before its document is read, so the earlier reads do not contain it.
  const collection = Object.assign(Object.create(inbox.collection) as typeof inbox.collection, {
    findOne: async (asked: { _id: string; state?: 'parked' }) => {
      if (asked._id === 'starting' && asked.state === 'parked') await beginBulkWork('starting');
      return inbox.collection.findOne(asked as never);
    },
    find: (asked: { _id: { $eq?: string } }) => ({
      toArray: async () => {
        if (asked._id.$eq === 'just-now') await beginBulkWork('just-now');
        return inbox.collection.find(asked as never).toArray();
      },
    }),
  });
  const late = Object.assign(Object.create(inbox) as EngineModels['inbox'], { collection });
  const app = express();
  mountOperations(
    app,
    { ...models, inbox: late },
    {
      tracked: {},
      decimals: 2,
      recordsOf: async () => new Map(),
      lineRowsOf: async (_table, ids) => ids.length,
    },
  );
  http = await listen(app, anyPort, plain);
  const address = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  await http.close();
  await own.close();
});

test('a look-up of an operation also finds the progress of bulk work that starts during the look-up', async () => {
  const answer = await fetch(`${url}/operations/just-now`);
  const { record, bulk } = (await answer.json()) as KnownOperation;
  expect({ record, bulk }).toMatchObject({ record: { _id: 'just-now' }, bulk: { status: 'queued' } });
});

test('a request to cancel bulk work that starts during the request stops the work', async () => {
  const answer = await fetch(`${url}/operations/starting/cancel?owner=admin:1`, { method: 'POST' });
  expect(await answer.json()).toEqual({ cancelled: true });
  expect(await bulk.findById('starting').lean()).toMatchObject({ status: 'cancelled' });
});

test('a look-up of several operations by command id returns them in the requested sequence, with an empty entry for an id that is not stored', async () => {
  const record = (_id: string) => ({ _id, outcome: { status: 204 } });
  await inbox.collection.insertMany([record('first'), record('third')] as never[]);
  await bulk.collection.insertOne({ _id: 'third', status: 'running' } as never);
  const answer = await fetch(`${url}/operations/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ commands: ['third', 'second', 'first'] }),
  });
  const { operations, ...workers } = (await answer.json()) as FoundOperations;
  expect(workers).toEqual({ isWorkerAlive: false, takenUpTo: null });
  expect(operations.map((known) => [known.record?._id, known.bulk?.status])).toEqual([
    ['third', 'running'],
    [undefined, undefined],
    ['first', undefined],
  ]);
});

test('the record of a command that was cancelled before a worker received the command is kept for a week, measured by the database’s clock', async () => {
  const now = await askTime(driverDatabase(own.database));
  const query = 'type=orders.create&owner=admin:1&accepted_at=2026-05-01T09:00:00.000Z';
  jest.useFakeTimers({ now: now.getTime() - 30 * 24 * 3600 * 1000, doNotFake: notTheDate });
  try {
    const answer = await fetch(`${url}/operations/unseen/cancel?${query}`, { method: 'POST' });
    expect(await answer.json()).toEqual({ cancelled: true });
  } finally {
    jest.useRealTimers();
  }
  const record = await driverCollection<InboxDocument>(inbox).findOne({ _id: 'unseen' });
  expect(record).toMatchObject({ state: 'cancelled' });
  const keptMs = (record?.expires_at?.getTime() ?? 0) - now.getTime();
  expect(Math.abs(keptMs - 7 * 24 * 3600 * 1000)).toBeLessThan(60_000);
});

test.each([
  ['parked', 'accepted'],
  ['done', 'rejected'],
] as const)(
  'if the stored state of a command is “%s”, a request to cancel the command is %s',
  async (state, end) => {
    const isCancelled = end === 'accepted';
    const record = {
      type: 'orders.create',
      owner: 'admin:1',
      fingerprint: 'of-this-body',
      accepted_at: '',
      decided_at: '',
    };
    const outcome = { problem: { code: 'internal_error' as const }, request_id: 'r' };
    const collection = driverCollection<InboxDocument>(inbox);
    await collection.insertOne({ ...record, _id: `was-${state}`, state, outcome });
    const answer = await fetch(`${url}/operations/was-${state}/cancel?owner=admin:1`, { method: 'POST' });
    expect(await answer.json()).toEqual({ cancelled: isCancelled });
    expect(await collection.findOne({ _id: `was-${state}` })).toMatchObject({
      state: isCancelled ? 'cancelled' : state,
      fingerprint: 'of-this-body',
    });
    // The message of the parked command is removed as if its owner had discarded it, even if another process holds it for a while.
    const requests = await driverCollection<ParkedRequest>(parkedRequests)
      .find({ command: `was-${state}` })
      .toArray();
    const sought_until = expect.any(String) as unknown;
    const discard = { action: 'discard', by: 'admin:1', state: 'asked', sought_until };
    expect(requests).toMatchObject(isCancelled ? [discard] : []);
  },
);
