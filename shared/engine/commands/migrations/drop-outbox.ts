import { driverDatabase } from '../../../platform/mongo/connect.ts';
import type { Migration } from '../../../platform/mongo/service-data.ts';
import { PlainError } from '../../../platform/settings/plain-error.ts';
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
    ...scanCollections([...further, dropEmptyOutbox]),
  };
}

const name = 'outbox';
const dropEmptyOutbox: Part = {
  estimate: async () => 0,
  batch: async (database, after) => {
    const db = driverDatabase(database);
    if (after !== null || (await db.listCollections({ name }).toArray()).length === 0) return null;
    if ((await db.collection(name).findOne({}, { projection: { _id: 1 } })) !== null)
      throw new PlainError(`The collection ${name} of ${db.databaseName} is not empty, so it stays.`);
    await db.dropCollection(name);
    return { position: name, looked: 0, changed: 0 };
  },
};
