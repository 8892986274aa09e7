import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import type { mongo } from 'mongoose';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { fromInboxDocument, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import { eventLogCollection, type LogEntry } from '#shared/engine/events/event-log.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { mountShoppers } from '#services/orders/customers/storage/find-shopper.ts';
import { cleanEvents, cleanOutcomes } from '#services/orders/erasure/storage/clean-kept-data.ts';
import { command } from '../../unit/support/orders-world.ts';
import { discardParked, openErasingOrders, type ErasingOrders } from '../support/erasing-orders.ts';

/** Layla was the guest `guest|1` until staff connected her user to her new account. Then Omar got the guest's id. */
const [layla, omar] = [1, 2];
const guestId = 'guest|1';
const guest = (subject: string) => ({
  area: 'client' as const,
  subject,
  userId: null,
  external: externalUser(guestId),
});

let own: ErasingOrders;
let db: mongo.Db;
let does: ErasingOrders['does'];

beforeEach(async () => {
  own = await openErasingOrders();
  ({ db, does } = own);
  await does(command('inventory.set', { params: { product: 1 }, body: { stock: 9, low_stock_at: 8 } }));
});
afterEach(() => own.close());

/** The guest creates a user and an address. The clock of the gateway is a second ahead. */
async function registers(name: string): Promise<void> {
  const caller = guest(name);
  const at = new Date(Date.now() + 1000).toISOString();
  await does(command('me.update', { caller, at, body: { name, email: `${name}@example.com` } }));
  const place = { line1: `street of ${name}`, city: 'Amman', country: 'JO' };
  await does(command('own-addresses.create', { caller, body: place }));
}

const textsOf = (name: string) => [`${name}@example.com`, `street of ${name}`];

const getsAccount = (external_id: string | null) =>
  does(command('users.update', { params: { user: layla }, body: { external_id } }));

async function outcomes(filter: object = {}): Promise<InboxRecord[]> {
  const found = await db.collection<InboxDocument>('inbox').find(filter).toArray();
  return found.map(fromInboxDocument);
}

async function eventsOf(type: string): Promise<string[]> {
  const entries = await db.collection<LogEntry>(eventLogCollection).find().sort({ _id: 1 }).toArray();
  return entries.flatMap(({ events }) =>
    events.filter((event) => event.type === type).map(({ json }) => json),
  );
}

test.each(['auth0|layla', null])(
  'if staff change a guest’s external_id to %s, an export and an erasure of the guest cover the writes under the former id, but no writes of a shopper who got this id later',
  async (account) => {
    await registers('layla');
    await getsAccount(account);
    await registers('omar');
    const operationsOf = async (user: number) => {
      const { data } = JSON.parse(await own.exported(user)) as { data: { operations: { answer: object }[] } };
      return JSON.stringify(data.operations);
    };
    const ofLayla = await operationsOf(layla);
    for (const text of textsOf('layla')) expect(ofLayla).toContain(text);
    expect(ofLayla).not.toContain('omar');

    await own.erase(layla, [cleanOutcomes]);
    const left = JSON.stringify(await outcomes());
    for (const text of textsOf('layla')) expect(left).not.toContain(text);
    const ofOmar = await operationsOf(omar);
    for (const text of textsOf('omar')) expect([left, ofOmar].every((all) => all.includes(text))).toBe(true);
  },
);

test('an erasure keeps the outcomes and parked commands of the same shopper, who registered again after the erasure', async () => {
  await registers('layla');
  await own.erase(layla);
  await registers('omar');
  const { key } = externalUser(guestId);
  const parked = (accepted_at: string) => ({
    _id: randomUUID(),
    type: 'cart.clear',
    owner: `client:${key}`,
    fingerprint: 'f',
    state: 'parked' as const,
    outcome: { problem: { code: 'internal_error' as const, detail: 'a defect' as never } },
    accepted_at,
    decided_at: '2999-01-01T00:00:00.000Z',
  });
  const [before, since] = [parked('2020-01-01T00:00:00.000Z'), parked('2999-01-01T00:00:00.000Z')];
  await db.collection<InboxDocument>('inbox').insertMany([before, since]);
  await own.clean(layla, [discardParked, cleanOutcomes]);
  const left = JSON.stringify(await outcomes());
  for (const text of textsOf('layla')) expect(left).not.toContain(text);
  for (const text of textsOf('omar')) expect(left).toContain(text);
  expect(JSON.stringify(await outcomes({ _id: before._id }))).not.toContain('a defect');
  expect(await outcomes({ _id: since._id })).toEqual([since]);
});

test('after an erasure, the token with a shopper’s former external id counts as that of a deleted shopper until it belongs to a user again, and a delayed profile request creates no user', async () => {
  const app = express();
  mountShoppers(app, own.models);
  const server = app.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { id, key } = externalUser(guestId);
  const query = new URLSearchParams({ external_id: id, external_key: key }).toString();
  const isGone = async () => {
    const answer = await fetch(`http://localhost:${port}/shopper-gone?${query}`);
    return ((await answer.json()) as { is_gone: boolean }).is_gone;
  };
  try {
    await registers('layla');
    await getsAccount('auth0|layla');
    expect(await isGone()).toBe(false);
    await own.erase(layla);
    expect(await isGone()).toBe(true);
    const body = { name: 'layla', email: 'layla@example.com' };
    const delayed = command('me.update', { caller: guest('layla'), body });
    const [result] = await own.run([{ command: delayed, keepsInbox: true }]);
    expect(result).toMatchObject({ outcome: { problem: { code: 'forbidden' } } });
    await registers('omar');
    expect(await isGone()).toBe(false);
  } finally {
    server.close();
  }
});

test('an erasure removes the subject of the shopper’s token from events about addresses that the shopper deleted earlier, and from stored refusals and events about stock', async () => {
  await registers('layla');
  const caller = guest('layla');
  await does(
    command('own-addresses.delete', { caller, params: { address: 1 } }),
    command('own-addresses.create', { caller, body: { line1: 'x', city: 'Amman', country: 'JO' } }),
    command('cart.add', { caller, body: { product_id: 1, amount: 1 } }),
    command('orders.checkout', { caller, body: { payment_method: 1, address_id: 2 } }),
    command('orders.cancel', { caller, params: { order: 1 } }),
  );
  const stale = command('inventory.set', { params: { product: 1 }, body: { stock: 1 }, ifMatch: 1 });
  await own.run([{ command: stale, keepsInbox: true }]);
  expect(JSON.stringify(await outcomes({ _id: stale.id }))).toContain('"by":"client:layla"');
  // Release 0.6.0 stored the shopper as the author of this event.
  const log = db.collection<LogEntry>(eventLogCollection);
  for (const { _id, events } of await log.find({ 'events.type': 'orders.stock.low.v1' }).toArray()) {
    const named = events.map((event) => ({
      ...event,
      json: event.json.replace('"by":null', '"by":{"area":"client","subject":"layla"}'),
    }));
    await log.updateOne({ _id }, { $set: { events: named } });
  }
  expect(await eventsOf('orders.stock.low.v1')).toEqual([expect.stringContaining('layla')]);
  // A damaged entry about the stock must not stop the erasure.
  const damaged = { events: [{ type: 'orders.stock.low.v1', json: 5 }], owners: [], position: 0 };
  const { insertedId } = await db.collection(eventLogCollection).insertOne(damaged);

  await own.erase(layla, [cleanEvents, cleanOutcomes]);
  await db.collection(eventLogCollection).deleteOne({ _id: insertedId });
  const happened = ['address.created.v2', 'address.deleted.v2', 'stock.low.v1'];
  const left = await Promise.all(happened.map((type) => eventsOf(`orders.${type}`)));
  expect(JSON.stringify(left)).not.toContain('layla');
  const [created, deleted] = left.map((json) =>
    json.map((one) => (JSON.parse(one) as { data: object }).data),
  );
  const by = { area: 'client', subject: String(layla) };
  expect(created).toMatchObject([{ by }, { by }]);
  expect(deleted).toMatchObject([{ by }, { by: { area: 'admin' } }]);
  expect(JSON.stringify(await outcomes({ _id: stale.id }))).not.toContain('layla');
});
