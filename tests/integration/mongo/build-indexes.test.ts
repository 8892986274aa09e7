import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { buildIndexes, planAll, reconcileIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import type { IndexDefinition } from '#shared/platform/mongo/index-plan.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { openDatabase, type OwnDatabase } from '../support/own-servers.ts';

let own: OwnDatabase;
let said: string[];
const say = (line: string) => void said.push(line);
beforeEach(async () => {
  own = await openDatabase();
  said = [];
});
afterEach(() => own.close());

/** Declares other indexes for the collection, as another release could. */
function declare(database: Database, ...indexes: IndexDefinition[]): void {
  if (database.models['Thing']) database.deleteModel('Thing');
  const things = new Schema<{ _id: number }>({ _id: Number }, { collection: 'things', versionKey: false });
  for (const { key, ...options } of indexes) things.index(key as never, options as never);
  database.model('Thing', things);
}

function things() {
  return driverDatabase(own.database).collection<{ _id: number; colour?: string | null }>('things');
}

async function names(): Promise<string[]> {
  return (await things().indexes()).map(({ name }) => name ?? '').sort();
}

describe('index builds', () => {
  test('concurrent index builds create all missing indexes', async () => {
    declare(own.database, { key: { colour: 1 }, unique: true, sparse: true }, { key: { size: 1, _id: -1 } });
    await Promise.all([buildIndexes(own.database), buildIndexes(own.database), buildIndexes(own.database)]);
    expect(await names()).toEqual(['_id_', 'colour_1', 'size_1__id_-1']);
    for (const { plan } of await planAll(own.database, [], 1))
      expect(plan).toEqual({ build: [], lifetimes: [], drop: [], foreign: [] });
  });

  test('reconciling indexes keeps an operator’s own index and drops an index that is no longer declared', async () => {
    declare(own.database, { key: { colour: 1 } });
    await buildIndexes(own.database);
    await things().createIndex({ weight: 1 }, {}, {});
    declare(own.database, { key: { size: 1 } });
    await reconcileIndexes(own.database, [{ collection: 'things', key: { colour: 1 } }], 1, say);
    expect(await names()).toEqual(['_id_', 'size_1', 'weight_1']);
    expect(said).toEqual(['things: dropped the index colour_1']);
  });

  test.each<[string, IndexDefinition, IndexDefinition, string]>([
    ['unique', { key: { colour: 1 } }, { key: { colour: 1 }, unique: true }, 'colour_1_v2'],
    ['sparse', { key: { colour: 1 } }, { key: { colour: 1 }, sparse: true }, 'colour_1_v2'],
    [
      'partial',
      { key: { colour: 1 } },
      { key: { colour: 1 }, partialFilterExpression: { colour: 'red' } },
      'colour_1_v2',
    ],
    [
      'one with a longer expiry time',
      { key: { colour: 1 }, expireAfterSeconds: 5 },
      { key: { colour: 1 }, expireAfterSeconds: 9 },
      'colour_1',
    ],
  ])(
    'reconciling indexes updates an existing index whose declaration becomes %s',
    async (_what, before, after, name) => {
      declare(own.database, before);
      await buildIndexes(own.database);
      declare(own.database, after);
      await reconcileIndexes(own.database, [], 1, say);
      expect(await names()).toEqual(['_id_', name]);
      const [, found] = await things().indexes();
      expect(found).toMatchObject(after);
      await reconcileIndexes(own.database, [], 1, say);
      expect(await names()).toEqual(['_id_', name]);
    },
  );

  test('reconciling indexes keeps an index if its replacement cannot be built', async () => {
    declare(own.database, { key: { colour: 1 } });
    await buildIndexes(own.database);
    await things().insertMany([
      { _id: 1, colour: 'red' },
      { _id: 2, colour: 'red' },
    ]);
    declare(own.database, { key: { colour: 1 }, unique: true });
    await expect(reconcileIndexes(own.database, [], 1, say)).rejects.toThrow('colour must be unique');
    expect(await names()).toEqual(['_id_', 'colour_1']);
  });

  test('building a unique index fails with the ids of records that share a value', async () => {
    declare(own.database);
    await buildIndexes(own.database);
    await things().insertMany([
      { _id: 1, colour: 'red' },
      { _id: 2, colour: 'blue' },
      { _id: 3, colour: 'red' },
      { _id: 4 },
      { _id: 5 },
    ]);
    declare(own.database, { key: { colour: 1 }, unique: true, sparse: true });
    const refused = buildIndexes(own.database).catch((error: unknown) => error);
    const error = await refused;
    expect(error).toBeInstanceOf(PlainError);
    expect((error as Error).message).toBe(
      'things: colour must be unique, and these records (by id) share a value: {"colour":"red"} in 1, 3. Change or remove ' +
        'all but one of each, then run this again.',
    );
    await things().deleteOne({ _id: 3 });
    await buildIndexes(own.database);
    expect(await names()).toEqual(['_id_', 'colour_1']);
  });
});
