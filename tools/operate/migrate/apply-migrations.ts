import { randomUUID } from 'node:crypto';

import { reconcileIndexes } from '#shared/mongo/build-indexes.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { readDataVersion, versionOf } from '#shared/mongo/data-version.ts';
import { migrateData } from '#shared/mongo/migrate.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import { release } from '#shared/process/release.ts';

/**
 * Migrates a service's data, then its indexes, because a unique index may depend on migrated data. Resumes an aborted run, and
 * changes nothing if all is done.
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
