import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { EngineModels } from '#shared/engine/commands/engine-models.ts';
import { forgetDeleted } from '#shared/engine/commands/ledger/ledger-model.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { noteId, rowId } from '#shared/engine/decide/ledger-row.ts';
import { openEngine } from '../support/own-service.ts';

let own: Awaited<ReturnType<typeof openEngine>>;
let models: EngineModels;
beforeEach(async () => {
  own = await openEngine();
  ({ models } = own);
});
afterEach(() => own.close());

const at = '2026-01-01T00:00:00.000Z';
const inAnHour = () => new Date(Date.now() + 3_600_000);
const anHourAgo = () => new Date(Date.now() - 3_600_000);

async function plant(subject: string, forgetAt: Date | null): Promise<void> {
  const rows = [
    { _id: rowId(subject, 1), at, kind: 'created' },
    { _id: noteId(subject, 1, at, 'c-1'), at, kind: 'noted', note: 'hers' },
    { _id: rowId(subject, 2), at, kind: 'changed', changes: [] },
    ...(forgetAt ? [{ _id: rowId(subject, 3), at, kind: 'deleted', forget_at: forgetAt }] : []),
  ];
  await models.ledger.collection.insertMany(rows as never[]);
}

async function left(): Promise<Record<string, number>> {
  const rows = await models.ledger.find({}, { _id: 1 }).lean();
  const bySubject = Map.groupBy(rows, ({ _id }) => _id.split(':')[0] ?? '');
  return Object.fromEntries([...bySubject].map(([subject, of]) => [subject, of.length]));
}

test('the timeline of a deleted record is removed after its retention time', async () => {
  await plant('orders/1', anHourAgo());
  await plant('orders/2', inAnHour());
  await plant('orders/11', null);
  await plant('users/1', null);
  expect(await forgetDeleted(models.ledger)).toBe(1);
  expect(await left()).toEqual({ 'orders/2': 4, 'orders/11': 3, 'users/1': 3 });
  expect(await forgetDeleted(models.ledger)).toBe(0);
});

test('each run of the clean-up removes at most 100 timelines of deleted records, oldest deletion first', async () => {
  for (let id = 1; id <= 130; id += 1)
    await plant(`orders/${id}`, new Date(anHourAgo().getTime() - id * 1000));
  expect(await forgetDeleted(models.ledger)).toBe(100);
  const kept = Object.keys(await left());
  expect(kept.sort()).toEqual(Array.from({ length: 30 }, (_, index) => `orders/${index + 1}`).sort());
  expect(await forgetDeleted(models.ledger)).toBe(30);
  expect(await left()).toEqual({});
});

test('the timeline of a record that was deleted and exists again is kept', async () => {
  await plant('orders/1', anHourAgo());
  await plant('orders/2', anHourAgo());
  await driverDatabase(own.database).collection<{ _id: number }>('orders').insertOne({ _id: 2 });
  expect(await forgetDeleted(models.ledger)).toBe(1);
  expect(await left()).toEqual({ 'orders/2': 4 });
  expect(await forgetDeleted(models.ledger)).toBe(0);
});
