import { internalVariables, type KeptSecrets } from '#deploy/internal-secrets.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { holdIdentity, refuseOtherIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { dataKeys, keyCheck, type KeyChecks } from '#shared/platform/process/key-checks.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import {
  applyMigrations,
  withServiceDatabase,
  type DatabaseSettings,
  type DatabaseWork,
} from '#tools/operate/service-databases.ts';
import type { ServerUris } from './process-environment.ts';
import type { Say } from './progress.ts';

/**
 * Migrates the data of a local store before its processes start. Throws if the data was made with other keys.
 */
export async function migrateStore(
  { mongodbUri, uriOf }: Pick<ServerUris, 'mongodbUri' | 'uriOf'>,
  settings: Omit<DatabaseSettings, 'MONGODB_URI'>,
  { kept, say }: { kept: KeptSecrets; say: Say },
): Promise<void> {
  const identity = { ...storeUnits(settings), keys: keysOf(kept) };
  const within = (service: ServiceName, work: DatabaseWork) => {
    const MONGODB_URI = uriOf?.('mongodb', service) ?? mongodbUri;
    return withServiceDatabase(service, { ...settings, MONGODB_URI }, work);
  };
  // Checks all databases first, and stores keys only if all checks succeed. If several checks fail, the reported error is
  // always the error of the first of these services.
  const checks = await Promise.allSettled(
    serviceNames.map((name) => within(name, (database) => refuseOtherIdentity(database, identity))),
  );
  for (const check of checks) if (check.status === 'rejected') throw check.reason;
  // Writes to one service's database after the other. So if two stores with different keys are first started at the same time,
  // one of them fails at the first database.
  for (const name of serviceNames) await within(name, (database) => holdIdentity(database, identity));
  await Promise.all(
    serviceNames.map((name) => within(name, (database, data) => applyMigrations(database, data, say))),
  );
}

/** The check values for the keys of all processes. */
function keysOf(kept: KeptSecrets): KeyChecks {
  const variables = internalVariables(
    ['command-id-key', 'operation-id-key', 'webhook-secrets-key'],
    kept,
    Date.now(),
  );
  const { OPERATION_ID_OLD_KEY: former } = variables;
  return Object.fromEntries(
    dataKeys.map((name) => {
      const accepted = name === 'OPERATION_ID_KEY' && former !== undefined ? [former] : [];
      return [name, keyCheck(name, variables[name] ?? '', accepted)];
    }),
  );
}
