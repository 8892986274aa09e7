import { applyMigrations } from '#tools/operate/migrate/apply-migrations.ts';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import { withServiceDatabase } from '#tools/operate/migrate/service-databases.ts';
import type { DatabaseSettings } from '#tools/operate/migrate/service-databases.ts';
import type { ServerUris } from './process-environment.ts';
import type { Say } from './progress.ts';

/** Brings the data of a store on this machine to this release's version, before its processes start. */
export async function migrateStore(
  { mongodbUri, uriOf }: Pick<ServerUris, 'mongodbUri' | 'uriOf'>,
  settings: Omit<DatabaseSettings, 'MONGODB_URI'>,
  say: Say,
): Promise<void> {
  for (const service of serviceNames) {
    const reached = { ...settings, MONGODB_URI: uriOf?.('mongodb', service) ?? mongodbUri };
    await withServiceDatabase(service, reached, (database, data) => applyMigrations(database, data, say));
  }
}
