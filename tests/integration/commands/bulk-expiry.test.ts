import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EngineModels } from '#shared/engine/commands/engine-models.ts';
import { type BulkModels, settleExpiry } from '#shared/engine/commands/bulk-models.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { askTime } from '#shared/platform/mongo/store-clock.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { openEngine } from '../support/own-service.ts';

const week = 7 * 24 * 3600 * 1000;
let own: Awaited<ReturnType<typeof openEngine>>;
let models: BulkModels & EngineModels;
beforeEach(async () => {
  own = await openEngine();
  ({ models } = own);
});
afterEach(() => own.close());

/** Inserts an operation with three chunks. Only the document of the operation gets `expiry`, and the chunks get no expiry. */
async function plant(id: string, status: string, expiry?: Date): Promise<void> {
  await models.inbox.collection.insertOne({ _id: id, state: 'done', outcome: { status: 202 } } as never);
  const chunks = [0, 1, 2].map((index) => ({ _id: `${id}:${index}`, ids: [index] }));
  await models.bulkChunks.collection.insertMany(chunks as never);
  await models.bulk.collection.insertOne({ _id: id, status, ...(expiry && { expires_at: expiry }) } as never);
}

/** The expiries of the five documents of an operation. Null means that the document does not expire. */
async function ends(id: string): Promise<(Date | null)[]> {
  const found = [
    ...(await models.inbox.find({ _id: id }).lean()),
    ...(await models.bulk.find({ _id: id }).lean()),
    ...(await models.bulkChunks.find({ _id: operator({ $gt: `${id}:`, $lt: `${id};` }) }).lean()),
  ];
  return found.map((document) => document.expires_at ?? null);
}
const never = Array<null>(5).fill(null);

async function expectInAWeek(dates: (Date | null)[]): Promise<void> {
  const now = (await askTime(driverDatabase(own.database))).getTime();
  expect(dates).toHaveLength(5);
  for (const date of dates) expect(Math.abs((date?.getTime() ?? 0) - now - week)).toBeLessThan(60_000);
}

describe('expiry of the documents of bulk operations', () => {
  test.each(['queued', 'running'])(
    'the MongoDB documents of a %s bulk operation do not expire',
    async (status) => {
      await plant('mine', status);
      await settleExpiry(models);
      expect(await ends('mine')).toEqual(never);
    },
  );

  test.each(['succeeded', 'partly_succeeded', 'failed', 'cancelled'])(
    'all documents of a %s bulk operation expire a week after an expiry sweep finds the operation',
    async (status) => {
      await plant('mine', status);
      await settleExpiry(models);
      const first = await ends('mine');
      await expectInAWeek(first);
      await settleExpiry(models);
      expect(await ends('mine')).toEqual(first);
    },
  );

  test('an expiry sweep gives all documents of a bulk operation an expiry, even if one of the documents already has an expiry', async () => {
    await plant('mixed', 'succeeded', new Date(Date.now() + week));
    await settleExpiry(models);
    await expectInAWeek(await ends('mixed'));
  });

  test('if an expiry sweep stopped half-way, the next sweep sets the missing expiries of the bulk operation', async () => {
    await plant('half', 'succeeded');
    await models.bulkChunks.collection.updateOne({ _id: 'half:0' } as never, {
      $set: { expires_at: new Date(0) },
    });
    await settleExpiry(models);
    await expectInAWeek(await ends('half'));
  });

  test('an expiry sweep does not change a bulk operation whose id begins with the id of an ended operation', async () => {
    await plant('ab', 'succeeded');
    await plant('abc', 'queued');
    await settleExpiry(models);
    await expectInAWeek(await ends('ab'));
    expect(await ends('abc')).toEqual(never);
  });
});

test('the expiry sweep sets no expiry for the stored outcome of a parked command, and keeps the expiry of a finished command’s outcome', async () => {
  const expiry = new Date(Date.now() + 3600_000);
  await models.inbox.collection.insertMany([
    { _id: 'parked', state: 'parked', outcome: { problem: { code: 'internal_error' } } },
    { _id: 'done', state: 'done', outcome: { status: 204 }, expires_at: expiry },
  ] as never);
  await settleExpiry(models);
  expect((await models.inbox.findById('parked').lean())?.expires_at).toBeUndefined();
  expect((await models.inbox.findById('done').lean())?.expires_at).toEqual(expiry);
});
