/**
 * `secrets`: on the first start makes what nobody may know, or takes it from the environment, and lays out for each
 * container what that one needs: a folder of STORE_VOLUMES each, which are volumes. Run again, it keeps every secret and
 * writes the rest anew, so that changed permissions reach the servers.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { internalVariables } from '../internal-secrets.ts';
import { processes, processNames, serverVariables } from '../processes.ts';
import type { ServerName } from '../processes.ts';
import { passwordsOf } from '../servers/passwords.ts';
import { rabbitmqDefinitions } from '../servers/rabbitmq-definitions.ts';
import { redisAcl } from '../servers/redis-acl.ts';
import { mongodbUri, rabbitmqUrl, redisUrl } from '../servers/server-uris.ts';
import type { Caller } from '../servers/server-uris.ts';

const namespace = process.env['STORE_NAMESPACE'] ?? 'store';
const volumes = process.env['STORE_VOLUMES'] ?? '/volumes';
const kept = readKept();

const passwords = {
  mongodb: passwordsOf('mongodb', secret),
  redis: passwordsOf('redis', secret),
  rabbitmq: passwordsOf('rabbitmq', secret),
};
const hosts = {
  mongodb: process.env['MONGODB_MEMBERS'] ?? 'mongodb:27017',
  redis: process.env['REDIS_HOST'] ?? 'redis:6379',
  rabbitmq: process.env['RABBITMQ_HOSTS'] ?? 'rabbitmq',
};

for (const name of processNames) {
  const { user, servers, secrets } = processes[name];
  const variables = servers.map((server) => [serverVariables[server], uri(server, user)] as const);
  const internal = internalVariables(secrets, { secret, keep, kept: (word) => kept[word] }, Date.now());
  lay(name, 'store.env', environment({ ...Object.fromEntries(variables), ...internal }));
}
lay('backup', 'store.env', environment({ MONGODB_URI: uri('mongodb', 'backup') }));
lay(
  'restore',
  'store.env',
  environment({
    MONGODB_URI: uri('mongodb', 'restore'),
    RABBITMQ_URL: uri('rabbitmq', 'restore'),
    REDIS_URL: uri('redis', 'restore'),
  }),
);
lay(
  'operator',
  'store.env',
  environment({
    MONGODB_URI: uri('mongodb', 'operator'),
    RABBITMQ_URL: uri('rabbitmq', 'operator'),
    MONGODB_PASSWORD: passwords.mongodb.operator,
    MONGODB_BACKUP_PASSWORD: passwords.mongodb.backup,
    MONGODB_RESTORE_PASSWORD: passwords.mongodb.restore,
    MONGODB_GATEWAY_PASSWORD: passwords.mongodb.gateway,
    MONGODB_CATALOG_PASSWORD: passwords.mongodb.catalog,
    MONGODB_ORDERS_PASSWORD: passwords.mongodb.orders,
  }),
);
// A server refuses a key that others of its machine could read.
lay('mongodb-secrets', 'replica-set.key', secret('mongodb-key'), 0o400);
lay('redis-secrets', 'users.acl', lines(redisAcl(namespace, passwords.redis)), 0o400);
lay('rabbitmq-secrets', 'definitions.json', rabbitmqDefinitions(namespace, passwords.rabbitmq), 0o400);
lay('rabbitmq-secrets', '.erlang.cookie', secret('erlang-cookie'), 0o400);
saveKept();
console.log(`The secrets of ${processNames.length} processes and three servers are in their volumes.`);

function uri(server: ServerName, caller: Caller): string {
  const make = { mongodb: mongodbUri, redis: redisUrl, rabbitmq: rabbitmqUrl };
  return make[server](hosts[server], caller, passwords[server]);
}

/** A word made once and kept, unless the environment gives it: `rabbitmq-orders-password` as RABBITMQ_ORDERS_PASSWORD. */
function secret(name: string): string {
  const given = process.env[name.toUpperCase().replaceAll('-', '_')];
  const word = given ?? kept[name] ?? randomBytes(24).toString('hex');
  keep(name, word);
  return word;
}

function keep(name: string, word: string): void {
  kept[name] = word;
}

function environment(variables: Record<string, string>): string {
  return lines(Object.entries(variables).map(([name, value]) => `${name}="${value}"`));
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

/** Each volume is mounted by the one container that needs it; inside it the reader may have any id. */
function lay(volume: string, file: string, content: string, mode = 0o444): void {
  const path = join(volumes, volume, file);
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, content, { mode });
  renameSync(`${path}.new`, path);
}

function keptFile(): string {
  return join(volumes, 'secrets', 'kept.json');
}

function readKept(): Record<string, string | undefined> {
  if (!existsSync(keptFile())) return {};
  return JSON.parse(readFileSync(keptFile(), 'utf8')) as Record<string, string>;
}

function saveKept(): void {
  lay('secrets', 'kept.json', JSON.stringify(kept), 0o600);
}
