import { driverDatabase, type Database } from '../../mongo/connect.ts';
import { MigrationRefused } from '../../mongo/migrate.ts';
import type { Migration } from '../../mongo/service-data.ts';
import { scanCollections } from './scan-collections.ts';

type Part = Parameters<typeof scanCollections>[0][number];

/**
 * No release from 0.6.0 on writes to the collection `outbox`. It waits for workers of 0.6.0 to stop, because they look for
 * entries there. They still work on the data afterwards: when they start, they create the empty collection again.
 * `further`: other parts, which run first.
 */
export function dropOutbox(version: number, summary: string, further: readonly Part[] = []): Migration {
  return {
    version,
    summary,
    runsBeside: true,
    mayWait: true,
    ...scanCollections([...further, dropEmpty('outbox')]),
  };
}

function dropEmpty(name: string): Part {
  const among = (database: Database) => driverDatabase(database).listCollections({ name }).toArray();
  return {
    estimate: async () => 0,
    batch: async (database, after) => {
      if (after !== null || (await among(database)).length === 0) return null;
      const db = driverDatabase(database);
      if ((await db.collection(name).findOne({}, { projection: { _id: 1 } })) !== null)
        throw new MigrationRefused(`The collection ${name} of ${db.databaseName} is not empty, so it stays.`);
      await db.dropCollection(name);
      return { position: name, looked: 0, changed: 0 };
    },
  };
}
