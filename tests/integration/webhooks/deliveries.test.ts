import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newDelivery } from '#services/webhooks/deliveries/delivery.ts';
import { createDeliveries, type Deliveries } from '#services/webhooks/deliveries/storage/deliveries.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { rowId } from '#shared/engine/decide/ledger-row.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { openWebhooks, type OwnWebhooks } from '../support/own-webhooks.ts';

const [webhook, now, later] = [1, '2026-01-31T09:30:00.000Z', '2026-01-31T10:30:00.000Z'];
let own: OwnWebhooks;
let deliveries: Deliveries;
beforeEach(async () => {
  own = await openWebhooks();
  deliveries = createDeliveries(own.models, 3_600_000);
});
afterEach(() => own.close());

const kept = () => own.deliveries;

/** Inserts deliveries for one record. They have consecutive ids and are due now. */
async function plant(subject: string, first: number, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => {
    const event = { id: `e${first + index}`, type: 'orders.order.updated.v2', subject };
    return newDelivery(first + index, { _id: webhook }, event, now);
  });
  await kept().insertMany(all);
}

/** Inserts the ledger row that the deletion of an endpoint leaves. */
async function deleted(id: number): Promise<void> {
  const row = { _id: rowId(`webhooks/${id}`, 2), at: now, kind: 'deleted', last: { _id: id, version: 1 } };
  await driverCollection<{ _id: string }>(own.models.ledger).insertOne(row);
}

const waitUntil = (id: number, until: string, tried = 1) =>
  kept().updateOne({ _id: id }, { $set: { next_attempt_at: until, tried } });

const due = async () => {
  const lanes = await deliveries.dueLanes(webhook, now, [], 100);
  return lanes.map(({ name, deliveries: first }) => [name, ...first.map(({ _id }) => _id)]);
};

/** The number of documents that MongoDB examined during `work`. */
async function examinedBy(work: () => Promise<unknown>): Promise<number> {
  const driver = driverDatabase(own.database);
  await driver.command({ profile: 2 });
  await work();
  await driver.command({ profile: 0 });
  const asked = await driver
    .collection('system.profile')
    .find<{ docsExamined?: number }>({ ns: `${own.database.name}.deliveries` })
    .toArray();
  return asked.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
}

test('up to ten webhook deliveries about each record are due at a time, starting with the record that has waited longest', async () => {
  await plant('orders/1', 1, 12);
  await plant('orders/2', 13, 2);
  await kept().updateOne({ _id: 13 }, { $set: { next_attempt_at: '2026-01-31T09:00:00.000Z' } });
  expect(await due()).toEqual([
    ['orders/2', 13, 14],
    ['orders/1', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  ]);
});

test('a failed webhook delivery delays all 449 later deliveries of the same record, but not the delivery of a second record', async () => {
  await plant('orders/1', 1, 450);
  await plant('orders/2', 451, 1);
  await waitUntil(1, later);
  expect(await due()).toEqual([['orders/2', 451]]);
  expect(await kept().countDocuments({ lane: 'orders/1', next_attempt_at: later })).toBe(450);
});

test('finding due webhook deliveries reads few MongoDB documents even if thousands of deliveries wait behind one delivery', async () => {
  await plant('orders/1', 1, 3000);
  expect(await examinedBy(due)).toBeLessThan(500);
  await kept().updateMany({}, { $set: { next_attempt_at: later } });
  await plant('orders/1', 3001, 1);
  expect(await examinedBy(due)).toBeLessThan(1000);
  expect(await due()).toEqual([]);
});

describe('deliveries after a failed delivery', () => {
  test('after a failed webhook delivery is moved out of its queue, the deliveries behind it are due', async () => {
    await plant('orders/1', 1, 3);
    await waitUntil(1, later);
    await due();
    await kept().updateOne({ _id: 1 }, { $set: { lane: '~1' } });
    await deliveries.release({ _id: 1, webhook_id: webhook }, 'orders/1', now);
    expect(await due()).toEqual([['orders/1', 2, 3]]);
  });

  test('webhook deliveries that wait behind a failed delivery can be released before the failed delivery is recorded as delivered', async () => {
    await plant('orders/1', 1, 3);
    await waitUntil(1, later);
    await due();
    await deliveries.release({ _id: 1, webhook_id: webhook }, 'orders/1', now);
    await kept().updateOne({ _id: 1 }, { $set: { status: 'delivered', next_attempt_at: null } });
    expect(await due()).toEqual([['orders/1', 2, 3]]);
  });

  test('webhook deliveries behind a failed delivery keep waiting as long as the failed delivery waits for its next attempt', async () => {
    await plant('orders/1', 1, 3);
    await waitUntil(1, later);
    await due();
    await deliveries.release({ _id: 4, webhook_id: webhook }, 'orders/1', now);
    expect(await due()).toEqual([]);
    expect((await kept().findOne({ _id: 1 }))?.next_attempt_at).toBe(later);
  });
});

test('deleting a webhook endpoint removes all its 10,999 deliveries and no others', async () => {
  await plant('orders/1', 1, 11_000);
  await kept().updateOne({ _id: 5 }, { $set: { webhook_id: webhook + 1 } });
  await deleted(webhook);
  await deliveries.forget(webhook);
  expect((await kept().find().toArray()).map(({ _id }) => _id)).toEqual([5]);
});

test('webhook deliveries are kept if their endpoint is missing but no command deleted it', async () => {
  await plant('orders/1', 1, 3);
  await driverCollection<{ _id: string }>(own.models.ledger).insertOne({
    _id: rowId(`webhooks/${webhook}`, 1),
  });
  await deliveries.forget(webhook);
  await deliveries.forget(webhook + 1);
  expect(await kept().countDocuments()).toBe(3);
});
