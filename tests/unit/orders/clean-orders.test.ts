import { expect, jest, test } from '@jest/globals';
import type { mongo } from 'mongoose';
import type { RunBatch } from '#shared/engine/commands/run-batch.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { cleanOrders } from '#services/orders/erasure/storage/clean-orders.ts';
import { erasedPeople } from '#services/orders/erasure/storage/erased-people.ts';
import { now } from '../support/orders-world.ts';

const people = erasedPeople([
  { _id: 7, version: 1, at: now, owners: [], addresses: [], by: null, rounds: 0, due_at: now },
]);

/** A database without orders of the person. */
const db = {
  collection: () => ({
    find: () => ({ sort: () => ({ limit: () => ({ toArray: () => Promise.resolve([]) }) }) }),
  }),
} as unknown as mongo.Db;

test('if the clean-up after a user’s erasure cannot remove the user’s addresses and cart, a warning in the log contains the user’s id', async () => {
  const log = createLog('test', 'silent');
  const warn = jest.spyOn(log, 'warn');
  const refused = { kind: 'decided', outcome: { problem: { code: 'conflict' } } } as unknown as Awaited<
    ReturnType<RunBatch>
  >[number];
  const run: RunBatch = (deliveries) => Promise.resolve(deliveries.map(() => refused));
  await cleanOrders({ db, run, decimals: 2, log }, people, null);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ subject: 'users/7' }), expect.any(String));
});
