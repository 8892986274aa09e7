import { internalVariables, type KeptSecrets } from '#deploy/internal-secrets.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { holdIdentity, refuseOtherIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { dataKeys, keyCheck, type KeyChecks } from '#shared/platform/process/key-checks.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import {
  applyMigrations,
  withServiceDatabase,
  type DatabaseSettings,
} from '#tools/operate/service-databases.ts';
import type { ServerUris } from './process-environment.ts';
import type { Say } from './progress.ts';

/**
 * Migrates the data of a local store before its processes start. Throws if the data was made with other keys. If two first starts run
 * at the same time, the second therefore stops at the first database.
 */
export async function migrateStore(
  { mongodbUri, uriOf }: Pick<ServerUris, 'mongodbUri' | 'uriOf'>,
  settings: Omit<DatabaseSettings, 'MONGODB_URI'>,
  { kept, say }: { kept: KeptSecrets; say: Say },
): Promise<void> {
  const identity = { ...storeUnits(settings), keys: keysOf(kept) };
  const reach = (service: ServiceName) => ({
    ...settings,
    MONGODB_URI: uriOf?.('mongodb', service) ?? mongodbUri,
  });
  // Checks all databases first, so that the keys are stored in none of them if one check fails.
  for (const service of serviceNames)
    await withServiceDatabase(service, reach(service), (database) => refuseOtherIdentity(database, identity));
  for (const service of serviceNames) {
    await withServiceDatabase(service, reach(service), async (database, data) => {
      await holdIdentity(database, identity);
      await applyMigrations(database, data, say);
    });
  }
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
