import { givenSetting } from '#shared/process/settings/own-settings.ts';
import type { Reader } from '#shared/process/settings/setting.ts';
import { settingNames, settingOf } from '#shared/process/settings/settings.ts';
import { internalSecrets, internalVariables, variableOf } from '#deploy/internal-secrets.ts';
import { processes, serverVariables, type ProcessName, type ServerName } from '#deploy/processes.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import type { DataDir } from './data-dir.ts';

export interface ServerUris {
  mongodbUri: string;
  redisUrl: string;
  rabbitmqUrl: string;
  /** Returns the address of a server for the user of a process. If absent, all processes use the same address. */
  uriOf?: (server: ServerName, user: ServerUser) => string;
}

/** The environment that all processes share. */
export function commonEnvironment(
  dataDir: DataDir,
  urls: Record<ProcessName, string>,
  more: NodeJS.ProcessEnv = {},
): Record<string, string> {
  const common = {
    STORE_NAMESPACE: givenSetting('STORE_NAMESPACE') ?? 'store',
    CATALOG_URL: urls['catalog-api'],
    ORDERS_URL: urls['orders-api'],
    WEBHOOKS_URL: urls['webhooks-api'],
    AUTH_KEYS_DIR: dataDir.folder('keys'),
    LOG_LEVEL: givenSetting('LOG_LEVEL') ?? 'info',
    NODE_ENV: 'production',
    // The compile cache saves 20 MiB and half of the start time, because processes need not load the type compiler or compile code.
    NODE_COMPILE_CACHE: dataDir.folder('compile-cache'),
  };
  return { ...common, ...more };
}

/**
 * This process's environment, reduced to the servers and secrets that the given process uses. Each server's address has the process's
 * own user.
 */
export function ownEnvironment(name: ProcessName, servers: ServerUris, dataDir: DataDir): NodeJS.ProcessEnv {
  const secrets = internalVariables(processes[name].secrets, dataDir, Date.now());
  const own = withoutSecrets(withoutOthers(process.env), name);
  return { ...own, ...serversOf(name, servers), ...secrets };
}

/** Removes the secrets that `reader` does not read, such as a backup's key. Without `reader`, removes all secrets. */
export function withoutSecrets(environment: NodeJS.ProcessEnv, reader?: Reader): NodeJS.ProcessEnv {
  const others = settingNames.filter((name) => {
    const { isSecret, readBy } = settingOf(name);
    return isSecret === true && (reader === undefined || !readBy.includes(reader));
  });
  const variables = new Set<string>(others);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !variables.has(name)));
}

function withoutOthers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const former = ['INTERNAL_SECRET', 'OPERATION_ID_OLD_KEY', 'OPERATION_ID_OLD_KEY_UNTIL'];
  const variables = new Set([
    ...Object.values(serverVariables),
    ...internalSecrets.map(variableOf),
    ...former,
  ]);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !variables.has(name)));
}

function serversOf(name: ProcessName, servers: ServerUris): NodeJS.ProcessEnv {
  const { user, servers: reached } = processes[name];
  const { mongodbUri: mongodb, redisUrl: redis, rabbitmqUrl: rabbitmq } = servers;
  const common: Record<ServerName, string> = { mongodb, redis, rabbitmq };
  return Object.fromEntries(
    reached.map((server) => [serverVariables[server], servers.uriOf?.(server, user) ?? common[server]]),
  );
}
