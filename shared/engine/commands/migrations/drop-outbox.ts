import { driverDatabase, type Database } from '../../../platform/mongo/connect.ts';
import { MigrationRefused } from '../../../platform/mongo/migrate.ts';
import type { Migration } from '../../../platform/mongo/service-data.ts';
import { scanCollections } from './scan-collection.ts';

type Part = Parameters<typeof scanCollections>[0][number];

/**
 * Since release 0.6.0, no release writes to the collection `outbox`. Workers of 0.6.0 still read the collection, so the
 * migration waits until these workers have stopped. If one of them starts later, it creates the empty collection again.
 * `further`: scans to run first.
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
