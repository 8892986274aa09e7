import { givenSetting } from '#shared/platform/settings/own-settings.ts';
import type { Reader } from '#shared/platform/settings/setting.ts';
import { settingNames, settingOf } from '#shared/platform/settings/settings.ts';
import { internalVariables } from '#deploy/internal-secrets.ts';
import { processes, serverVariables, type ProcessName, type ServerName } from '#deploy/processes.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import type { DataDir } from './data-dir.ts';

export interface ServerUris {
  mongodbUri: string;
  redisUrl: string;
  rabbitmqUrl: string;
  /**
   * Returns the address of a server for the user of a process. Without this function, all processes use the
   * same address.
   */
  uriOf?: (server: ServerName, user: ServerUser) => string;
}

export function commonEnvironment(
  dataDir: DataDir,
  urls: Record<ProcessName, string>,
  more: NodeJS.ProcessEnv = {},
): Record<string, string> {
  return {
    STORE_NAMESPACE: givenSetting('STORE_NAMESPACE') ?? 'store',
    CATALOG_URL: urls['catalog-api'],
    ORDERS_URL: urls['orders-api'],
    WEBHOOKS_URL: urls['webhooks-api'],
    AUTH_KEYS_DIR: dataDir.folder('keys'),
    LOG_LEVEL: givenSetting('LOG_LEVEL') ?? 'info',
    NODE_ENV: 'production',
    // The compile cache saves each process 20 MiB of memory and half of the start time, because Node need not strip types or
    // compile code.
    NODE_COMPILE_CACHE: dataDir.folder('compile-cache'),
    ...(more as Record<string, string>),
  };
}

/**
 * This process's environment, with only the servers and secrets that the given roles of one process use. The
 * address of each server contains the process's own user.
 */
export function ownEnvironment(
  roles: readonly ProcessName[],
  servers: ServerUris,
  dataDir: DataDir,
): NodeJS.ProcessEnv {
  const { mongodbUri: mongodb, redisUrl: redis, rabbitmqUrl: rabbitmq } = servers;
  const common: Record<ServerName, string> = { mongodb, redis, rabbitmq };
  const addresses: NodeJS.ProcessEnv = {};
  for (const { user, servers: reached } of roles.map((role) => processes[role]))
    for (const server of reached)
      addresses[serverVariables[server]] = servers.uriOf?.(server, user) ?? common[server];
  const secrets = roles.flatMap((role) => processes[role].secrets);
  // A local store has its former keys in the data folder, not in the environment.
  const { OPERATION_ID_OLD_KEY, OPERATION_ID_OLD_KEY_UNTIL, ...own } = withoutSecrets(process.env, ...roles);
  return { ...own, ...addresses, ...internalVariables(secrets, dataDir, Date.now()) };
}

/** Removes the secrets that none of the `readers` reads, such as a backup's key. Without readers, removes all secrets. */
export function withoutSecrets(environment: NodeJS.ProcessEnv, ...readers: Reader[]): NodeJS.ProcessEnv {
  const others = settingNames.filter((name) => {
    const { isSecret, readBy } = settingOf(name);
    return isSecret === true && !readers.some((reader) => readBy.includes(reader));
  });
  const variables = new Set<string>(others);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !variables.has(name)));
}
