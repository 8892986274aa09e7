import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { beginData, readDataVersion } from '#shared/platform/mongo/data-version.ts';
import { holdLease, leaseModel } from '#shared/platform/mongo/leases.ts';
import { migrateData } from '#shared/platform/mongo/migrate.ts';
import { scanCollection } from '#shared/engine/commands/migrations/scan-collection.ts';
import type { Migration, ServiceData } from '#shared/platform/mongo/service-data.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { readSettings } from '#shared/platform/settings/read-settings.ts';
import { withServiceDatabase } from '#tools/operate/service-databases.ts';
import { sharedServers } from '../../support/servers.ts';
import { eventually } from '../../support/eventually.ts';
import { openDatabase, ownName, type OwnDatabase } from '../support/own-servers.ts';

/** Records per batch. */
const atOnce = 1000;
const records = 2600;
let own: OwnDatabase;
let said: string[];
/** All records, each with the number of times that it was changed. */
const changes = () => things().find({}).toArray();

beforeEach(async () => {
  own = await openDatabase();
  said = [];
  await beginData(own.database, 1, '0.3.0');
  await things().insertMany(Array.from({ length: records }, (_, index) => ({ _id: index + 1, times: 0 })));
});
afterEach(() => own.close());

function things() {
  return driverDatabase(own.database).collection<{ _id: number; times: number }>('things');
}

/** A migration that counts changes on each record; `meanwhile` runs after a batch's change, before its position is saved. */
function counting(
  version: number,
  meanwhile: (batch: number) => Promise<void> | void = () => undefined,
): Migration {
  let batches = 0;
  return {
    version,
    summary: 'count',
    runsBeside: true,
    ...scanCollection<{ _id: number }>({
      collection: 'things',
      matching: {},
      change: async (found) => {
        const ids = found.map(({ _id }) => _id);
        const { modifiedCount } = await things().updateMany({ _id: { $in: ids } }, { $inc: { times: 1 } });
        await meanwhile((batches += 1));
        return modifiedCount;
      },
    }),
  };
}

function dataOf(...migrations: Migration[]): ServiceData {
  return { service: 'orders', floor: 1, floorWork: [], readsFrom: 1, migrations, formerIndexes: [] };
}

function run(data: ServiceData, more: { holder?: string; leaseMs?: number; release?: string } = {}) {
  const say = (line: string) => void said.push(line);
  return migrateData({ database: own.database, data, release: '0.4.0', holder: 'one', say, ...more });
}

describe('data of the oldest accepted version', () => {
  test('data of the oldest accepted version is migrated to the version of this release, each record once', async () => {
    await run(dataOf(counting(2), counting(3)));
    const done = await readDataVersion(own.database);
    expect(done).toMatchObject({ version: 3, release: '0.4.0', needs: 1 });
    expect(done?.migrating).toBeUndefined();
    expect(done?.applied).toMatchObject([
      { version: 2, looked: records, changed: records },
      { version: 3, looked: records, changed: records },
    ]);
    await run(dataOf(counting(2), counting(3)));
    expect((await changes()).every(({ times }) => times === 2)).toBe(true);
  });

  test('an empty database gets the data version of this release without a migration', async () => {
    await driverDatabase(own.database).dropDatabase();
    await run(dataOf(counting(2)));
    expect(await readDataVersion(own.database)).toMatchObject({ version: 2, needs: 2 });
    expect(said).toEqual([]);
  });
});

describe('an interrupted migration', () => {
  test('an interrupted migration continues where it stopped and repeats at most one batch', async () => {
    const ended = counting(2, (batch) => {
      if (batch === 2) throw new Error('killed');
    });
    await expect(run(dataOf(ended))).rejects.toThrow('killed');
    expect(await readDataVersion(own.database)).toMatchObject({
      version: 1,
      migrating: { to: 2, position: atOnce, looked: atOnce },
    });
    await run(dataOf(counting(2)), { holder: 'two' });
    const times = (await changes()).map((record) => record.times);
    // The interrupted batch ran twice, all others once.
    expect(times.filter((many) => many === 1)).toHaveLength(records - atOnce);
    expect(times.filter((many) => many === 2)).toHaveLength(atOnce);
    expect(said.join('\n')).toContain('continuing after 1000 documents');
    expect(await readDataVersion(own.database)).toMatchObject({ version: 2, applied: [{ looked: records }] });
  });

  test('if a migration run hangs, a second run takes over, and the first run later ends without writing', async () => {
    let goOn: () => void = () => undefined;
    const hanging = counting(2, (batch) =>
      batch === 2 ? new Promise<void>((resolve) => (goOn = resolve)) : undefined,
    );
    const first = run(dataOf(hanging), { leaseMs: 300 }).catch((error: unknown) => error);
    await eventually('the first run hangs', async () => {
      return (await readDataVersion(own.database))?.migrating?.position === atOnce;
    });
    await run(dataOf(counting(2)), { holder: 'two', leaseMs: 300 });
    expect(said).toContain('another migration runs, waiting for it');
    goOn();
    expect(await first).toMatchObject({
      name: 'PlainError',
      message: 'Another run has taken over the migration of orders: this one ends.',
    });
    expect(await readDataVersion(own.database)).toMatchObject({ version: 2, applied: [{ looked: records }] });
  });
});

test('two concurrent migration runs change each record once', async () => {
  await Promise.all([
    run(dataOf(counting(2)), { holder: 'one' }),
    run(dataOf(counting(2)), { holder: 'two' }),
  ]);
  expect((await changes()).every(({ times }) => times === 1)).toBe(true);
});

describe('a migration that needs earlier processes stopped', () => {
  test('a migration that requires stopped processes is refused while a worker is alive, and locks out older releases after it has run', async () => {
    const contract = { ...counting(2), runsBeside: false };
    await holdLease(leaseModel(own.database), 'worker-alive:w', 'w', 60_000);
    await expect(run(dataOf(contract))).rejects.toThrow('Stop all processes of orders');
    expect((await changes()).every(({ times }) => times === 0)).toBe(true);
    await leaseModel(own.database).deleteOne({ _id: 'worker-alive:w' });
    await run(dataOf(contract));
    expect(await readDataVersion(own.database)).toMatchObject({ version: 2, needs: 2 });
  });
});

describe('a migration that may be postponed', () => {
  const waiting = (): Migration => ({ ...counting(3), runsBeside: false, mayWait: true });
  const beat = (holder: string, more: object) =>
    holdLease(leaseModel(own.database), `worker-alive:${holder}`, holder, 60_000, more);

  test.each([
    ['does not report which data it knows', {}],
    ['knows only earlier data versions', { knows_data: 2 }],
  ])('a postponable migration and all later migrations wait while a live worker %s', async (_what, more) => {
    await beat('new', { knows_data: 4 });
    await beat('old', more);
    await run(dataOf(counting(2), waiting(), counting(4)));
    expect(await readDataVersion(own.database)).toMatchObject({ version: 2, needs: 1 });
    expect((await changes()).every(({ times }) => times === 1)).toBe(true);
    expect(said.at(-1)).toMatch(/^version 3 waits: a worker of an earlier release is alive/);
  });

  test('a postponable migration runs if all live workers know its version, and then locks out older releases', async () => {
    await beat('new', { knows_data: 3 });
    await run(dataOf(counting(2), waiting()));
    expect(await readDataVersion(own.database)).toMatchObject({ version: 3, needs: 3 });
  });
});

test('a migration refuses data that a newer release wrote', async () => {
  await run(dataOf(counting(2), { ...counting(3), runsBeside: false }), { release: '0.9.0' });
  await expect(run(dataOf(counting(2)))).rejects.toThrow('written by release 0.9.0');
});

describe('a command on an unavailable database', () => {
  const settingsOf = (mongodbUri: string) =>
    readSettings({ MONGODB_URI: mongodbUri, STORE_NAMESPACE: ownName(), LOG_LEVEL: 'silent' }, 'migrate');
  const reached = (uri: string) => ({ ...settingsOf(uri), MONGODB_URI: uri });

  test('an operator’s tool gives up on an unavailable database after its timeout, with a one-line message', async () => {
    let isCalled = false;
    const work = () => Promise.resolve(void (isCalled = true));
    const given = withServiceDatabase('orders', reached('mongodb://127.0.0.1:1/'), work, 1000);
    await expect(given).rejects.toThrow(/^MongoDB did not respond for 1 s: [^\n]*$/);
    await expect(given).rejects.toThrow(PlainError);
    expect(isCalled).toBe(false);
  });

  test('if the database becomes unavailable while an operator’s tool runs, the tool fails with a one-line message', async () => {
    const given = withServiceDatabase('orders', reached(sharedServers().mongodbUri), async (database) => {
      await database.getClient().close();
      await driverDatabase(database).collection('things').findOne();
    });
    await expect(given).rejects.toThrow(/^MongoDB cannot do it now: [^\n]*it continues where it stopped\.$/);
    await expect(given).rejects.toThrow(PlainError);
  });
});
