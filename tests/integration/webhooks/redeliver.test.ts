import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newDelivery } from '#services/webhooks/deliveries/delivery.ts';
import { createDeliveries, type Deliveries } from '#services/webhooks/deliveries/storage/deliveries.ts';
import { type RunBatch } from '#shared/engine/commands/run-batch.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { webhookRecord } from '../../support/webhook-record.ts';
import { ended } from '../../unit/support/outcome.ts';
import { openWebhooks, type OwnWebhooks } from '../support/own-webhooks.ts';

const now = '2026-01-31T09:30:00.000Z';
const endpoint = webhookRecord(1, now);
let own: OwnWebhooks;
let run: RunBatch;
let deliveries: Deliveries;
beforeEach(async () => {
  own = await openWebhooks();
  deliveries = createDeliveries(own.models, 3_600_000);
  run = own.runner();
  await own.webhooks.insertOne(endpoint);
  await own.deliveryEvents.insertOne({ _id: 'e1', version: 1, json: '{}' });
  const event = { id: 'e1', type: 'orders.order.updated.v2', subject: 'orders/1' };
  await kept().insertOne(newDelivery(7, endpoint, event, now));
});
afterEach(() => own.close());

const kept = () => own.deliveries;
const read = async () => {
  const found = await kept().findOne({ _id: 7 });
  if (!found) throw new Error('there is no delivery');
  return found;
};

async function redeliver(): Promise<number | undefined> {
  const command = {
    id: randomUUID(),
    type: 'webhook-deliveries.redeliver',
    params: { webhook: 1, delivery: 7 },
    body: {},
    caller: { area: 'admin' as const, subject: 'boss', userId: null },
    language: 'en' as const,
    fingerprint: 'print',
    ifMatch: null,
    at: now,
    requestId: 'request',
  };
  const [result] = await run([{ command, keepsInbox: true }]);
  return result && ended(result).status;
}
const failedAttempt = { at: now, status: 500, ms: 1, error: 'answered 500', answer: '' };

test('a webhook delivery that an admin sends again does not expire while it waits', async () => {
  await deliveries.record(await read(), failedAttempt, { status: 'failed' });
  expect(await read()).toHaveProperty('expires_at');
  expect(await redeliver()).toBe(200);
  expect(await read()).toMatchObject({ status: 'pending', tried: 0, lane: '~7' });
  expect(await read()).not.toHaveProperty('expires_at');
});

test('the event of a webhook delivery that an admin sends again is kept until the new attempts end', async () => {
  await own.deliveryEvents.updateOne({ _id: 'e1' }, { $set: { expires_at: new Date(Date.now() + 60_000) } });
  expect(await redeliver()).toBe(200);
  const { json, expires_at: expiry } = (await own.deliveryEvents.findOne({ _id: 'e1' })) ?? {};
  expect(json).toBe('{}');
  expect(expiry?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
});

test('if an admin sends a webhook delivery again during an attempt, the failure of this attempt does not end the delivery', async () => {
  await redeliver();
  const underWay = await read();
  expect(await redeliver()).toBe(200);
  await deliveries.record(underWay, failedAttempt, { status: 'failed' });
  expect(await read()).toMatchObject({ status: 'pending', tried: 0, attempts: [] });
});

test('a receiver’s responses are removed from a webhook delivery within a day, even if an admin sent the delivery again', async () => {
  const answered = { ...failedAttempt, answer: 'Lana Haddad is not known here' };
  await deliveries.record(await read(), answered, { status: 'failed' });
  expect(await redeliver()).toBe(200);
  await deliveries.record(await read(), answered, { status: 'delivered' });
  await deliveries.forgetAnswers(new Date(Date.now() + 22 * 3_600_000));
  expect((await read()).attempts).toEqual([answered, answered]);
  await deliveries.forgetAnswers(new Date(Date.now() + 24 * 3_600_000));
  const { attempts, ...rest } = await read();
  expect(attempts).toEqual([1, 2].map(() => ({ ...answered, answer: null })));
  expect(rest).toMatchObject({ status: 'delivered' });
  expect(rest).not.toHaveProperty('answers_until');
  const outcomes = await driverCollection<{ _id: string }>(own.models.inbox).find().toArray();
  expect(outcomes).toHaveLength(1);
  expect(JSON.stringify(outcomes)).not.toContain('Lana');
});
