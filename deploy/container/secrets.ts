/**
 * `secrets`: on the first start, generates the secrets or uses the secrets in the environment. Writes the files for each
 * container into a folder of STORE_VOLUMES, which is that container's volume. Later runs keep each secret, unless a setting now
 * provides another. They update all other files, so the servers receive changed permissions.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { internalVariables, variableOf } from '../internal-secrets.ts';
import { processes, processNames, serverVariables, type ServerName } from '../processes.ts';
import { passwordsOf, passwordVariables } from '../servers/passwords.ts';
import { rabbitmqDefinitions } from '../servers/rabbitmq-definitions.ts';
import { redisAcl } from '../servers/redis-acl.ts';
import { serverUris, type Caller } from '../servers/server-uris.ts';

const usage = `Usage: secrets

Creates every missing secret, or takes it from the environment. Then writes for each container a file with only its secrets.`;

await runCommand(() => {
  if (readCommandLine({ name: 'secrets', usage, options: {}, reader: 'secrets' }) !== null)
    layAll(ownSettings('secrets'));
});

function layAll(settings: SettingsOf<'secrets'>): void {
  const { STORE_NAMESPACE: namespace, STORE_VOLUMES: volumes } = settings;
  const { kept, secret, save } = openKept(settings);
  const lay = (volume: string, file: string, content: string, mode?: number) =>
    layFile(join(volumes, volume, file), content, mode);
  const passwords = {
    mongodb: passwordsOf('mongodb', secret),
    redis: passwordsOf('redis', secret),
    rabbitmq: passwordsOf('rabbitmq', secret),
  };
  const hosts = {
    mongodb: settings.MONGODB_MEMBERS,
    redis: settings.REDIS_HOST,
    rabbitmq: settings.RABBITMQ_HOSTS,
  };
  const uri = (server: ServerName, caller: Caller): string =>
    serverUris[server](hosts[server], caller, passwords[server], { tls: settings.SERVERS_TLS });

  for (const name of processNames) {
    const { user, servers, secrets } = processes[name];
    const variables = servers.map((server) => [serverVariables[server], uri(server, user)] as const);
    const internal = internalVariables(secrets, { secret, kept }, Date.now());
    lay(name, 'store.json', JSON.stringify({ ...Object.fromEntries(variables), ...internal }));
  }
  const ofRestore = {
    MONGODB_URI: uri('mongodb', 'restore'),
    RABBITMQ_URL: uri('rabbitmq', 'restore'),
    REDIS_URL: uri('redis', 'restore'),
  };
  lay('backup', 'store.json', JSON.stringify({ MONGODB_URI: uri('mongodb', 'backup') }));
  lay('restore', 'store.json', JSON.stringify(ofRestore));
  const ofOperator = {
    MONGODB_URI: uri('mongodb', 'operator'),
    RABBITMQ_URL: uri('rabbitmq', 'operator'),
    ...passwordVariables('mongodb', passwords.mongodb),
  };
  lay('operator', 'store.json', JSON.stringify(ofOperator));
  // The servers refuse secrets in files that other users of the machine can read.
  lay('mongodb-secrets', 'replica-set.key', secret('mongodb-key'), 0o400);
  lay('redis-secrets', 'users.acl', `${redisAcl(namespace, passwords.redis).join('\n')}\n`, 0o400);
  lay('redis-secrets', 'password', passwords.redis.operator, 0o400);
  lay('rabbitmq-secrets', 'definitions.json', rabbitmqDefinitions(namespace, passwords.rabbitmq), 0o400);
  lay('rabbitmq-secrets', '.erlang.cookie', secret('erlang-cookie'), 0o400);
  save();
  console.log(`The secrets of ${processNames.length} processes and three servers are in their volumes.`);
}

/**
 * Generates each secret once and keeps it, unless a setting provides it: the setting for `rabbitmq-orders-password` is
 * RABBITMQ_ORDERS_PASSWORD.
 */
function openKept(settings: SettingsOf<'secrets'>) {
  const file = join(settings.STORE_VOLUMES, 'secrets', 'kept.json');
  const words = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>)
    : {};
  const given: Readonly<Record<string, unknown>> = { ...settings };
  return {
    kept: (name: string) => words[name],
    secret: (name: string): string => {
      const supplied = given[variableOf(name)];
      const word = typeof supplied === 'string' ? supplied : (words[name] ?? randomBytes(24).toString('hex'));
      words[name] = word;
      return word;
    },
    save: () => layFile(file, JSON.stringify(words), 0o600),
  };
}

/**
 * Every user may read the file, because only one container mounts the volume and its process may have any user id. Files that
 * would not change are not written. A new file is synced to disk before it is renamed to `path`. After a power cut, either the
 * old or the new file therefore exists.
 */
function layFile(path: string, content: string, mode = 0o444): void {
  if (contentOf(path) === content) return;
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, content, { mode, flush: true });
  renameSync(`${path}.new`, path);
}

/** The content of a file. Null if the file does not exist or this user may not read it. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
