import { catalogModels } from '#services/catalog/storage/models.ts';
import { webhooksModels } from '#services/webhooks/storage/models.ts';
import { ordersModels } from '#services/orders/storage/orders-models.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { connectDatabase, type Database } from '#shared/mongo/connect.ts';
import { isServerFault } from '#shared/mongo/faults.ts';
import { refuseOtherIdentity } from '#shared/mongo/hold-identity.ts';
import { refuseOtherData } from '#shared/mongo/migrate.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import { createLog } from '#shared/process/log.ts';
import { knownData } from '../known-data.ts';
import { PlainError } from '#shared/process/plain-error.ts';
import { release } from '#shared/process/release.ts';
import type { SettingsOf } from '#shared/process/settings/settings.ts';
import { storeUnits } from '#shared/process/store-identity.ts';

/** Declares the collections of each service's database. */
const declare = { catalog: catalogModels, orders: ordersModels, webhooks: webhooksModels } as const;

/** The settings of a command that opens databases. */
export type DatabaseSettings = Pick<
  SettingsOf<'indexes'>,
  'MONGODB_URI' | 'STORE_NAMESPACE' | 'STORE_CURRENCY' | 'STORE_TIME_ZONE' | 'LOG_LEVEL'
>;

/** Long enough for a server that has just been started. */
const usualPatienceMs = 60_000;

const saidAfterMs = 3000;
const waitsFor = (ms: number) => {
  const most = Number.isFinite(ms) ? `, ${Math.round(ms / 1000)} s at the most` : '';
  return `MongoDB does not answer yet; it is waited for${most}. LOG_LEVEL=debug shows why.`;
};

/** The caller reports a failure in one line; the attempts with their stacks are logged only on request. */
function attemptsLevel({ LOG_LEVEL: level }: DatabaseSettings): DatabaseSettings['LOG_LEVEL'] {
  return level === 'debug' || level === 'trace' ? level : 'silent';
}

/** The database is temporarily unable to do the work. */
export class DatabaseAway extends PlainError {}

/**
 * Opens a service's database with its models, calls `work` and closes it. Throws a PlainError for data that this release would
 * refuse, and if MongoDB does not answer. Data that this release migrates is accepted.
 */
export async function withServiceDatabase<Result>(
  service: ServiceName,
  settings: DatabaseSettings,
  work: (database: Database, data: ServiceData) => Promise<Result>,
  giveUpAfterMs = usualPatienceMs,
): Promise<Result> {
  const { MONGODB_URI: mongodbUri, STORE_NAMESPACE: namespace } = settings;
  const log = createLog('migrate', attemptsLevel(settings));
  const waiting = setTimeout(() => console.error(waitsFor(giveUpAfterMs)), saidAfterMs);
  const database = await connectDatabase(mongodbUri, `${namespace}_${service}`, log, {
    giveUpAfterMs,
  }).finally(() => clearTimeout(waiting));
  try {
    const data = knownData[service];
    await refuseOtherIdentity(database, storeUnits(settings));
    await refuseOtherData({ database, data, release });
    declare[service](database);
    batchModels(database);
    return await work(database, data);
  } catch (error) {
    if (!isServerFault(error)) throw error;
    throw new DatabaseAway(
      `MongoDB cannot do it now: ${(error as Error).message}. Run this again once it can: it goes on where it was.`,
    );
  } finally {
    await database.close();
  }
}
