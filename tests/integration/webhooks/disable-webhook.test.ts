import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Webhook } from '#services/webhooks/rules/tables.ts';
import { createDisableWebhook } from '#services/webhooks/storage/disable-webhook.ts';
import { driverCollection } from '#shared/mongo/driver-collection.ts';
import { webhookRecord } from '../../support/webhook-record.ts';
import { openWebhooks } from '../support/own-webhooks.ts';
import type { OwnWebhooks } from '../support/own-webhooks.ts';

const now = '2026-01-31T09:30:00.000Z';
const endpoint = webhookRecord(1, now);
let own: OwnWebhooks;
beforeEach(async () => {
  own = await openWebhooks();
  await driverCollection<Webhook>(own.models.webhooks).insertOne({ ...endpoint });
});
afterEach(() => own.close());

const read = () => driverCollection<Webhook>(own.models.webhooks).findOne({ _id: 1 });

test('disabling an endpoint twice keeps the first reason and changes it once', async () => {
  const disable = createDisableWebhook(own.database, own.models);
  await disable(endpoint, 'gone');
  await disable(endpoint, 'undelivered');
  expect(await read()).toMatchObject({ status: 'disabled', disabled_reason: 'gone', version: 2 });
});

test('an endpoint whose URL has changed is not disabled for an answer of its former URL', async () => {
  const url = 'https://other.example.com/';
  await driverCollection<Webhook>(own.models.webhooks).updateOne({ _id: 1 }, { $set: { url, version: 2 } });
  await createDisableWebhook(own.database, own.models)(endpoint, 'gone');
  expect(await read()).toMatchObject({ status: 'active', url });
});
