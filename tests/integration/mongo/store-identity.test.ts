import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { processNames } from '#deploy/processes.ts';
import { holdIdentity, refuseOtherIdentity } from '#shared/mongo/hold-identity.ts';
import { connectDatabase, driverDatabase } from '#shared/mongo/connect.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { createLog } from '#shared/process/log.ts';
import { PlainError } from '#shared/process/plain-error.ts';
import { sharedServers } from '../../support/servers.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStoreOrder } from '../../support/store.ts';

const dollars = { currency: 'USD', timeZone: 'UTC' };
const dinars = { currency: 'KWD', timeZone: 'Asia/Kuwait' };

describe('what a database’s data means', () => {
  let database: Database;
  const meta = () => driverDatabase(database).collection('meta');
  beforeAll(async () => {
    const name = `test-${randomBytes(5).toString('hex')}_orders`;
    database = await connectDatabase(sharedServers().mongodbUri, name, createLog('test', 'silent'));
  });
  beforeEach(() => meta().deleteMany({}));
  afterAll(async () => {
    await database.dropDatabase();
    await database.close();
  });

  test('is written down by whoever is first, and held from then on', async () => {
    await holdIdentity(database, dollars);
    await holdIdentity(database, dollars);
    expect(await meta().find().toArray()).toMatchObject([
      { _id: 'identity', currency: 'USD', time_zone: 'UTC', written_at: expect.any(Date) },
    ]);
  });

  test('has a name of its own, which data of earlier releases gets, too, and which stays', async () => {
    await meta().insertOne({
      _id: 'identity' as never,
      currency: 'USD',
      time_zone: 'UTC',
      written_at: new Date(),
    });
    await Promise.all(Array.from({ length: 8 }, () => holdIdentity(database, dollars)));
    const [named] = await meta().find().toArray();
    expect(named?.['data_id']).toMatch(/^[0-9a-f-]{36}$/);
    await holdIdentity(database, dollars);
    expect(await meta().find().toArray()).toEqual([named]);
    await meta().deleteMany({});
    await holdIdentity(database, dollars);
    expect((await meta().findOne())?.['data_id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is refused in one go where both differ, with what to set', async () => {
    await holdIdentity(database, dollars);
    const refused = holdIdentity(database, dinars);
    await expect(refused).rejects.toThrow(PlainError);
    await expect(refused).rejects.toThrow(
      /_orders has another meaning[^]*STORE_CURRENCY is "KWD".*"USD": set STORE_CURRENCY=USD\.\n.*set STORE_TIME_ZONE=UTC\./,
    );
    await expect(holdIdentity(database, { ...dollars, timeZone: 'Asia/Amman' })).rejects.toThrow(
      /^[^]*STORE_TIME_ZONE is "Asia\/Amman"(?![^]*STORE_CURRENCY)/,
    );
  });

  test('is held by a command, too, which writes down nothing', async () => {
    await refuseOtherIdentity(database, dinars);
    expect(await meta().countDocuments()).toBe(0);
    await holdIdentity(database, dollars);
    await refuseOtherIdentity(database, dollars);
    await expect(refuseOtherIdentity(database, dinars)).rejects.toThrow(PlainError);
  });

  test('has one writer among many that start at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await meta().deleteMany({});
      const wanted = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? dollars : dinars));
      const held = await Promise.allSettled(wanted.map((identity) => holdIdentity(database, identity)));
      const winners = wanted.filter((_, index) => held[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(8);
      expect(new Set(winners).size).toBe(1);
      const losers = held.filter((one) => one.status === 'rejected');
      expect(losers.every(({ reason }) => reason instanceof PlainError)).toBe(true);
    }
  });
});

describe('a store begun in dollars', () => {
  const namespace = `test-${randomBytes(5).toString('hex')}`;
  const failure = (order: TestStoreOrder) =>
    startTestStore({ ...order, namespace }).then(
      async (store) => {
        await store.stop();
        return 'it started';
      },
      (error: unknown) => String(error),
    );

  test('is refused by every process that is told another currency', async () => {
    const store = await startTestStore({ namespace });
    try {
      const env = { STORE_CURRENCY: 'KWD' };
      for (const name of processNames.filter((one) => one !== 'gateway'))
        expect(await failure({ env, only: [name] })).toContain('set STORE_CURRENCY=USD');
      const { 'catalog-api': catalog, 'orders-api': orders, 'webhooks-api': webhooks } = store.urls;
      const secrets = {
        ...store.secrets,
        ...{ CATALOG_URL: catalog, ORDERS_URL: orders, WEBHOOKS_URL: webhooks },
      };
      const refused = await failure({ env: { ...env, ...secrets }, only: ['gateway'] });
      expect(refused).toMatch(
        /the (catalog|orders|webhooks) service has another meaning[^]*set STORE_CURRENCY=USD/,
      );
      expect(await failure({ env: secrets, only: ['gateway'] })).toBe('it started');
    } finally {
      await store.stop();
    }
  }, 120_000);
});
