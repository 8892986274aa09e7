import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { driverDatabase } from '#shared/mongo/connect.ts';
import { readDataVersion, versionCollection, type DataVersion } from '#shared/mongo/data-version.ts';
import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { newestVersion } from '#shared/mongo/service-data.ts';
import { startTestStore, type TestStore } from '../../support/store.ts';
import { openDatabase, ownName, type OwnDatabase } from '../support/own-servers.ts';

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

function startApi(): Promise<TestStore> {
  return startTestStore({ namespace, only: ['catalog-api'] });
}

describe('a process', () => {
  test('the first process on an empty database records the data version', async () => {
    const store = await startApi();
    await store.stop();
    expect(await readDataVersion(own.database)).toMatchObject({ version: newest, needs: newest });
  });

  test('a process refuses data of a later release and names both versions and the remedy', async () => {
    await plantVersion({ version: newest + 2 });
    await expect(startApi()).rejects.toThrow(
      new RegExp(
        `version ${newest + 2}, written by release 9.0.0, and release \\S+ knows version ${newest}: start release 9.0.0`,
      ),
    );
  });

  test('a process works on newer data that only has additions', async () => {
    await plantVersion({ version: newest + 2, needs: newest });
    const store = await startApi();
    await store.stop();
    expect(await readDataVersion(own.database)).toMatchObject({ version: newest + 2, release: '9.0.0' });
  });

  test('a process works on data of earlier releases, logs the migrate command and records no version', async () => {
    await driverDatabase(own.database).collection<{ _id: number }>('products').insertOne({ _id: 1 });
    const store = await startApi();
    const log = store.log('catalog-api');
    await store.stop();
    expect(log).toContain('npm run migrate -- --apply');
    expect(await versionCollection(own.database).countDocuments({ _id: 'data-version' })).toBe(0);
  });
});
