import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDisableWebhook, pauseRestored } from '#services/webhooks/endpoints/storage/change-by-store.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { webhookRecord } from '../../support/webhook-record.ts';
import { openWebhooks, type OwnWebhooks } from '../support/own-webhooks.ts';

const now = '2026-01-31T09:30:00.000Z';
const endpoint = webhookRecord(1, now);
let own: OwnWebhooks;
beforeEach(async () => {
  own = await openWebhooks();
  await own.webhooks.insertOne({ ...endpoint });
});
afterEach(() => own.close());

const read = () => own.webhooks.findOne({ _id: 1 });

test('disabling a webhook endpoint twice changes the endpoint once and keeps the first reason', async () => {
  const disable = createDisableWebhook(own.database, own.models);
  await disable(endpoint, 'gone');
  await disable(endpoint, 'undelivered');
  expect(await read()).toMatchObject({ status: 'disabled', disabled_reason: 'gone', version: 2 });
});

test('a response from a webhook endpoint’s former URL does not disable the endpoint', async () => {
  const url = 'https://other.example.com/';
  await own.webhooks.updateOne({ _id: 1 }, { $set: { url, version: 2 } });
  await createDisableWebhook(own.database, own.models)(endpoint, 'gone');
  expect(await read()).toMatchObject({ status: 'active', url });
});

test('after a restore from a backup, each active webhook endpoint is paused once, and its timeline records this', async () => {
  const stopped = { ...webhookRecord(2, now), status: 'disabled' as const };
  await own.webhooks.insertOne(stopped);
  const db = driverDatabase(own.database);
  const restored = (...list: object[]) =>
    db
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'restores' }, { $set: { epoch: list.length, list } }, { upsert: true });

  await restored({ epoch: 1 });
  expect(await pauseRestored(own.database, own.models)).toEqual([]);

  await restored({ epoch: 1 }, { epoch: 2, pauses_endpoints: true });
  expect(await pauseRestored(own.database, own.models)).toEqual([1]);
  expect(await read()).toMatchObject({ status: 'paused', version: 2 });
  const [row] = await db.collection('ledger').find().toArray();
  expect(row).toMatchObject({ _id: 'webhooks/1:0000000002', by: { area: 'admin', subject: 'restore' } });

  await own.webhooks.updateOne({ _id: 1 }, { $set: { status: 'active', version: 3 } });
  expect(await pauseRestored(own.database, own.models)).toEqual([]);
  expect(await own.webhooks.findOne({ _id: 2 })).toEqual(stopped);
});
