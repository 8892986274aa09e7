import { DuplicateRecords } from '#shared/mongo/build-indexes.ts';
import { MigrationRefused } from '#shared/mongo/migrate.ts';
import { applyMigrations } from '#tools/operate/migrate/apply-migrations.ts';
import { serviceNames, withServiceDatabase } from '#tools/operate/migrate/service-databases.ts';
import type { ServerUris } from './process-environment.ts';
import type { Say } from './progress.ts';
import { SetUpError } from './set-up-error.ts';

/** Brings the data of a store on this machine to this release's version, before its processes start. */
export async function migrateStore(
  { mongodbUri, uriOf }: Pick<ServerUris, 'mongodbUri' | 'uriOf'>,
  say: Say,
): Promise<void> {
  const namespace = process.env['STORE_NAMESPACE'] ?? 'store';
  for (const service of serviceNames) {
    const address = { mongodbUri: uriOf?.('mongodb', service) ?? mongodbUri, namespace };
    try {
      await withServiceDatabase(service, address, (database, data) => applyMigrations(database, data, say));
    } catch (error) {
      const isForOperator = error instanceof MigrationRefused || error instanceof DuplicateRecords;
      throw isForOperator ? new SetUpError(error.message) : error;
    }
  }
}
