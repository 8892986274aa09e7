import { randomUUID } from 'node:crypto';

import { reconcileIndexes } from '#shared/mongo/build-indexes.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { readDataVersion, versionOf } from '#shared/mongo/data-version.ts';
import { migrateData } from '#shared/mongo/migrate.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import { release } from '#shared/process/release.ts';

/**
 * Brings a service's data and indexes to what this release's processes want. First the data: a unique index may want what a
 * migration has made. Resumes what an earlier run left, and changes nothing where all is done.
 */
export async function applyMigrations(
  database: Database,
  data: ServiceData,
  say: (line: string) => void,
): Promise<void> {
  const sayHere = (line: string) => say(`${data.service}: ${line}`);
  await migrateData({ database, data, release, holder: randomUUID(), say: sayHere });
  const found = await readDataVersion(database);
  await reconcileIndexes(database, data.formerIndexes, versionOf(found, data), sayHere);
}
