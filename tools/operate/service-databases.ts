import { randomUUID } from 'node:crypto';

import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { reconcileIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { connectDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { readDataVersion, versionOf } from '#shared/platform/mongo/data-version.ts';
import { refuseOtherIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { migrateData, refuseOtherData } from '#shared/platform/mongo/migrate.ts';
import type { ServiceData } from '#shared/platform/mongo/service-data.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { release } from '#shared/platform/process/release.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { services } from './services.ts';
import { inWordsOfFaults } from './store-client.ts';

export type DatabaseSettings = Pick<
  SettingsOf<'indexes'>,
  'MONGODB_URI' | 'STORE_NAMESPACE' | 'STORE_CURRENCY' | 'STORE_TIME_ZONE' | 'LOG_LEVEL'
>;

export type DatabaseWork = (database: Database, data: ServiceData) => Promise<void>;

/** The time to wait for MongoDB, in ms. The time is long enough for a server that was just started. */
const usualPatienceMs = 60_000;

const saidAfterMs = 3000;
/** The line that a command prints while it waits for MongoDB. `ms` is Infinity if it waits without a limit. */
export const waitsFor = (ms: number): string => {
  const most = Number.isFinite(ms) ? `, at most ${Math.round(ms / 1000)} s` : '';
  return `MongoDB does not respond yet: waiting for it${most}. LOG_LEVEL=debug shows why.`;
};

/** Logs each attempt to connect only at the levels `debug` and `trace`, because the caller reports a failure in one line. */
function attemptsLevel({ LOG_LEVEL: level }: DatabaseSettings): DatabaseSettings['LOG_LEVEL'] {
  return level === 'debug' || level === 'trace' ? level : 'silent';
}

/**
 * Opens a service's database with its models, calls `work` and closes the database. Throws a PlainError if
 * MongoDB does not answer, or if the data is not acceptable for this release. Data that this release can
 * migrate is acceptable.
 */
export async function withServiceDatabase(
  service: ServiceName,
  settings: DatabaseSettings,
  work: DatabaseWork,
  giveUpAfterMs = usualPatienceMs,
): Promise<void> {
  const { MONGODB_URI: mongodbUri, STORE_NAMESPACE: namespace } = settings;
  const log = createLog('migrate', attemptsLevel(settings));
  const waiting = setTimeout(() => console.error(waitsFor(giveUpAfterMs)), saidAfterMs);
  const database = await connectDatabase(mongodbUri, `${namespace}_${service}`, log, {
    giveUpAfterMs,
  }).finally(() => clearTimeout(waiting));
  const { data, models } = services[service];
  const worked = inWordsOfFaults(
    'Run this command again when it can; it continues where it stopped.',
    async () => {
      await refuseOtherIdentity(database, storeUnits(settings));
      await refuseOtherData({ database, data, release });
      models(database);
      return work(database, data);
    },
  );
  return worked.finally(() => database.close());
}

/**
 * Migrates a service's data, then its indexes, because a unique index may depend on migrated data. Resumes an aborted run, and
 * changes nothing if everything is already migrated.
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
