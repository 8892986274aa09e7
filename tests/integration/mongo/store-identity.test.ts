import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  forgetKeys,
  holdIdentity,
  readIdentity,
  refuseOtherIdentity,
} from '#shared/platform/mongo/hold-identity.ts';
import { connectDatabase, driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { keyCheck } from '#shared/platform/process/key-checks.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { readSettings } from '#shared/platform/settings/read-settings.ts';
import { migrateStore } from '#tools/local-stack/migrate-store.ts';
import { sharedServers } from '../../support/servers.ts';
import { quiet } from '../support/own-servers.ts';

const dollars = { currency: 'USD', timeZone: 'UTC' };
const dinars = { currency: 'KWD', timeZone: 'Asia/Kuwait' };

describe('the identity of a database’s data', () => {
  let database: Database;
  const meta = () => driverDatabase(database).collection('meta');
  beforeAll(async () => {
    const name = `test-${randomBytes(5).toString('hex')}_orders`;
    database = await connectDatabase(sharedServers().mongodbUri, name, quiet);
  });
  beforeEach(() => meta().deleteMany({}));
  afterAll(async () => {
    await database.dropDatabase();
    await database.close();
  });

  test('the first process stores its currency and time zone with the data, and a later process with the same settings accepts them', async () => {
    await holdIdentity(database, dollars);
    await holdIdentity(database, dollars);
    expect(await meta().find().toArray()).toMatchObject([
      { _id: 'identity', currency: 'USD', time_zone: 'UTC', written_at: expect.any(Date) },
    ]);
  });

  test('a new database, and a database of an earlier release without an id, get one permanent id', async () => {
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

  test('the error about settings that differ from those stored with the data lists each setting and the stored value', async () => {
    await holdIdentity(database, dollars);
    const refused = holdIdentity(database, dinars);
    await expect(refused).rejects.toThrow(PlainError);
    await expect(refused).rejects.toThrow(
      /do not fit the data of \S+_orders[^]*STORE_CURRENCY is "KWD".*"USD"\. Set STORE_CURRENCY=USD\.\n.*Set STORE_TIME_ZONE=UTC\./,
    );
    await expect(holdIdentity(database, { ...dollars, timeZone: 'Asia/Amman' })).rejects.toThrow(
      /^[^]*STORE_TIME_ZONE is "Asia\/Amman"(?![^]*STORE_CURRENCY)/,
    );
  });

  test('an unknown currency is rejected for new data, but accepted if the existing data was created with this currency', async () => {
    const unknown = { ...dollars, currency: 'XXZ' };
    await expect(holdIdentity(database, unknown)).rejects.toThrow('STORE_CURRENCY is "XXZ"');
    expect(await meta().findOne()).toBeNull();
    const began = { _id: 'identity' as never, currency: 'XXZ', time_zone: 'UTC', written_at: new Date() };
    await meta().insertOne(began);
    await holdIdentity(database, unknown);
  });

  test('an operator’s command compares its currency and time zone with those stored with the data, but never stores them itself', async () => {
    await refuseOtherIdentity(database, dinars);
    expect(await meta().countDocuments()).toBe(0);
    await holdIdentity(database, dollars);
    await refuseOtherIdentity(database, dollars);
    await expect(refuseOtherIdentity(database, dinars)).rejects.toThrow(PlainError);
  });

  test('if processes with two different currencies start concurrently, only the processes whose currency was stored first continue', async () => {
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

describe('the keys of a database’s data', () => {
  const namespace = `test-${randomBytes(5).toString('hex')}`;
  const opened: Database[] = [];
  beforeAll(async () => {
    for (const service of serviceNames)
      opened.push(await connectDatabase(sharedServers().mongodbUri, `${namespace}_${service}`, quiet));
  });
  beforeEach(async () => {
    for (const database of opened) await database.dropDatabase();
  });
  afterAll(async () => {
    for (const database of opened) {
      await database.dropDatabase();
      await database.close();
    }
  });

  const ofKey = (key: string) => ({ ...dollars, keys: { COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', key) } });
  const storedIn = async (database: Database) => (await readIdentity(database)).keys;
  const valuesOf = ({ keys }: ReturnType<typeof ofKey>) => ({ COMMAND_ID_KEY: keys.COMMAND_ID_KEY.value });
  const first = () => {
    const [database] = opened;
    if (database === undefined) throw new Error('No database is open');
    return database;
  };

  test('the first process with a secret key stores a check value of the key, and a process with another key is rejected', async () => {
    await holdIdentity(first(), dollars);
    expect(await storedIn(first())).toEqual({});
    await holdIdentity(first(), ofKey('one'));
    await holdIdentity(first(), ofKey('one'));
    expect(await storedIn(first())).toEqual(valuesOf(ofKey('one')));
    await expect(holdIdentity(first(), ofKey('two'))).rejects.toThrow(/^COMMAND_ID_KEY is not the key/);
    await holdIdentity(first(), dollars);
  });

  test('after a process has started with a new secret key and still accepts the former key, a process with only the former key is rejected', async () => {
    const rotated = { ...dollars, keys: { OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', 'new', ['old']) } };
    const former = { ...dollars, keys: { OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', 'old') } };
    await holdIdentity(first(), former);
    await holdIdentity(first(), rotated);
    await expect(holdIdentity(first(), former)).rejects.toThrow(PlainError);
  });

  test('after the check values of secret keys are removed from the data, the next process may start with another key', async () => {
    await holdIdentity(first(), ofKey('one'));
    expect(await forgetKeys(first())).toEqual(['COMMAND_ID_KEY']);
    expect(await forgetKeys(first())).toEqual([]);
    await holdIdentity(first(), ofKey('two'));
  });

  test('if processes with two different secret keys start concurrently, only the processes whose key was stored first continue', async () => {
    for (let round = 0; round < 5; round += 1) {
      await first().dropDatabase();
      const wanted = Array.from({ length: 16 }, (_, index) => ofKey(index % 2 === 0 ? 'one' : 'two'));
      const held = await Promise.allSettled(wanted.map((identity) => holdIdentity(first(), identity)));
      const winners = wanted.filter((_, index) => held[index]?.status === 'fulfilled').map(valuesOf);
      expect(winners).toHaveLength(8);
      expect(new Set(winners.map(({ COMMAND_ID_KEY: value }) => value)).size).toBe(1);
      expect(await storedIn(first())).toEqual(winners[0]);
    }
  });

  test('if two npm starts use the same databases concurrently, one fails, and all databases store the key of the successful start', async () => {
    const { mongodbUri } = sharedServers();
    const settings = readSettings({ MONGODB_URI: mongodbUri, STORE_NAMESPACE: namespace }, 'migrate');
    const start = async () => {
      const words = new Map<string, string>();
      const secret = (name: string) => {
        const word = words.get(name) ?? randomBytes(24).toString('hex');
        words.set(name, word);
        return word;
      };
      const kept = { kept: (name: string) => words.get(name), secret };
      await migrateStore({ mongodbUri }, settings, { kept, say: () => undefined });
      return keyCheck('COMMAND_ID_KEY', secret('command-id-key')).value;
    };
    const [one, two] = await Promise.allSettled([start(), start()]);
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
    const [winner, loser] = one.status === 'fulfilled' ? [one, two] : [two, one];
    expect(loser).toMatchObject({ reason: expect.any(PlainError) });
    for (const database of opened)
      expect(await storedIn(database)).toMatchObject({
        COMMAND_ID_KEY: (winner as { value: unknown }).value,
      });
  });
});
