import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { readDataVersion, versionCollection, type DataVersion } from '#shared/platform/mongo/data-version.ts';
import { holdLease, leaseModel } from '#shared/platform/mongo/leases.ts';
import { migrateData } from '#shared/platform/mongo/migrate.ts';
import { prepareDatabase } from '#shared/engine/service/open-service.ts';
import { newestVersion, type ServiceData } from '#shared/platform/mongo/service-data.ts';
import { refuseUnauditable } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestStore, type TestStore } from '../../support/store.ts';
import { openDatabase, ownName, quiet, type OwnDatabase } from '../support/own-servers.ts';

const newest = newestVersion(catalogData);
let namespace: string;
let own: OwnDatabase;
beforeEach(async () => {
  namespace = ownName();
  own = await openDatabase(`${namespace}_catalog`);
});
afterEach(() => own.close());

async function plantVersion(more: Partial<DataVersion>): Promise<void> {
  await versionCollection(own.database).insertOne({
    _id: 'data-version',
    release: '9.0.0',
    version: 1,
    ...more,
  });
}

function collection(name: string) {
  return driverDatabase(own.database).collection<{ _id: number | string; isDone?: boolean }>(name);
}

function startApi(): Promise<TestStore> {
  return startTestStore({ namespace, only: ['catalog-api'] });
}

describe('a process', () => {
  test('the first process on an empty database records the data version', async () => {
    const store = await startApi();
    await store.stop();
    expect(await readDataVersion(own.database)).toMatchObject({ version: newest, needs: newest });
  });

  test('a process refuses data of a later release and prints both versions and the remedy', async () => {
    await plantVersion({ version: newest + 2 });
    await expect(startApi()).rejects.toThrow(
      new RegExp(
        `version ${newest + 2}, written by release 9.0.0, but release \\S+ knows only up to version ${newest}. Start release 9.0.0`,
      ),
    );
  });

  test('a process accepts data of a newer release if the newer release only added to the data', async () => {
    await plantVersion({ version: newest + 2, needs: newest });
    const store = await startApi();
    await store.stop();
    expect(await readDataVersion(own.database)).toMatchObject({ version: newest + 2, release: '9.0.0' });
  });

  test('a process accepts data of release 0.6.0 that is not migrated to this release yet, and logs the command that migrates it', async () => {
    await plantVersion({ version: catalogData.floor, release: '0.6.0', needs: 4 });
    const store = await startApi();
    await eventually('the log names the command', () =>
      store.log('catalog-api').includes('npm run migrate -- --apply'),
    );
    await store.stop();
    expect(await readDataVersion(own.database)).toMatchObject({ version: catalogData.floor });
  });

  test('a process refuses data older than release 0.6.0 with an error that names this release', async () => {
    await plantVersion({ version: catalogData.floor - 1, release: '0.5.0' });
    await expect(startApi()).rejects.toThrow(
      'The data of catalog has version 5, but this release reads only version 6 or later. Start release 0.6.0 with ' +
        'this data, and run its `migrate --apply` until `--plan` lists nothing.',
    );
  });
});

const atFloor = { version: ordersData.floor, release: '0.6.0', needs: 5 };
const migrated = {
  ...atFloor,
  applied: [{ version: 8, release: '0.6.0', at: new Date(0), looked: 0, changed: 0 }],
};
const remedy =
  '. Start release 0.6.0 with this data, and run its `migrate --apply` until `--plan` lists nothing.';

describe('data that release 0.6.0 has to finish', () => {
  const cases: [string, () => Promise<unknown>, string][] = [
    [
      'older than release 0.6.0',
      () => plantVersion({ version: 7 }),
      'has version 7, but this release reads only version 8 or later',
    ],
    [
      'in the middle of the migration to release 0.6.0',
      () => plantVersion({ version: 7, migrating: { to: 8, by: 'one', position: 3, looked: 3, changed: 3 } }),
      'has version 7 (the migration to version 8 has begun), but this release reads only version 8 or later',
    ],
    [
      'with records but without a data version',
      () => collection('orders').insertOne({ _id: 1 }),
      'has records and no version',
    ],
    [
      'with events that only release 0.6.0 can publish',
      async () => {
        await plantVersion(atFloor);
        await collection('outbox').insertOne({ _id: 1 });
      },
      'has events in the collection `outbox`, which only workers of release 0.6.0 publish',
    ],
    [
      'with unfinished erasures of release 0.6.0',
      async () => {
        await plantVersion(migrated);
        await collection('erasure_rounds').insertOne({ _id: 'former-deletions', isDone: false });
      },
      'has former deletions of customers, which only workers of release 0.6.0 finish',
    ],
    [
      'that no worker of release 0.6.0 has used since the migration to release 0.6.0',
      () => plantVersion(migrated),
      'has former deletions of customers, which only workers of release 0.6.0 finish',
    ],
  ];

  test.each(cases)(
    'a process and a migration refuse data %s and change nothing',
    async (_what, plant, reason) => {
      await plant();
      const before = await readDataVersion(own.database);
      const sentence = `The data of orders ${reason}${remedy}`;
      await expect(prepareDatabase(own.database, ordersData, quiet)).rejects.toThrow(sentence);
      await expect(migrate(ordersData)).rejects.toThrow(sentence);
      expect(await readDataVersion(own.database)).toEqual(before);
    },
  );

  test('the audit refuses data older than release 0.6.0', async () => {
    await plantVersion({ version: catalogData.floor - 1 });
    const client = own.database.getClient();
    await expect(refuseUnauditable(client, namespace)).rejects.toThrow(
      `this release reads only version 6 or later${remedy}`,
    );
  });

  test.each<[string, () => Promise<unknown>]>([
    ['was created by release 0.6.0, whose workers never ran', () => plantVersion(atFloor)],
    [
      'release 0.6.0 has migrated and whose pending erasures it has finished',
      async () => {
        await plantVersion(migrated);
        await collection('erasure_rounds').insertOne({ _id: 'former-deletions', isDone: true });
      },
    ],
  ])('a process accepts data that %s', async (_what, plant) => {
    await plant();
    await prepareDatabase(own.database, ordersData, quiet);
    expect(await readDataVersion(own.database)).toMatchObject({ version: ordersData.floor });
  });
});

async function migrate(data: ServiceData): Promise<string[]> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await migrateData({ database: own.database, data, release: '1.0.0', holder: 'test', say });
  return said;
}

describe('the migration from release 0.6.0', () => {
  beforeEach(async () => {
    await plantVersion(migrated);
    await collection('erasure_rounds').insertMany([
      { _id: 'former-deletions', isDone: true },
      { _id: 'round' },
    ]);
    await driverDatabase(own.database).createCollection('outbox');
  });
  const names = async () =>
    (await driverDatabase(own.database).listCollections().toArray()).map(({ name }) => name);

  test('the migration from release 0.6.0 removes the empty collection “outbox” and the progress record of the finished erasure job, but not that of another job', async () => {
    await migrate(ordersData);
    expect(await names()).not.toContain('outbox');
    expect(await collection('erasure_rounds').find().toArray()).toEqual([{ _id: 'round' }]);
    expect(await readDataVersion(own.database)).toMatchObject({ version: 9, needs: 5 });
    await prepareDatabase(own.database, ordersData, quiet);
  });

  test('an interrupted migration from release 0.6.0 continues, even if it has already removed the progress record of the finished erasure job', async () => {
    await collection('erasure_rounds').deleteOne({ _id: 'former-deletions' });
    const migrating = { to: 9, by: 'another', position: '[0,"former-deletions"]', looked: 1, changed: 1 };
    await versionCollection(own.database).updateOne({ _id: 'data-version' }, { $set: { migrating } });
    await prepareDatabase(own.database, ordersData, quiet);
    await migrate(ordersData);
    expect(await names()).not.toContain('outbox');
    expect(await readDataVersion(own.database)).toMatchObject({ version: 9 });
  });

  test('the migration from release 0.6.0 waits while a worker of release 0.6.0 is alive', async () => {
    await holdLease(leaseModel(own.database), 'worker-alive:w', 'w', 60_000, { knows_data: 8 });
    expect(await migrate(ordersData)).toEqual([expect.stringMatching(/^version 9 waits/)]);
    expect(await names()).toContain('outbox');
    expect(await readDataVersion(own.database)).toMatchObject({ version: 8 });
  });

  test('the migration from release 0.6.0 fails and keeps the collection “outbox” if a worker of release 0.6.0 wrote to it after the check', async () => {
    const data = { ...ordersData, floorWork: [] };
    await collection('outbox').insertOne({ _id: 1 });
    await expect(migrate(data)).rejects.toThrow('The collection outbox of');
    expect(await collection('outbox').countDocuments()).toBe(1);
  });
});
