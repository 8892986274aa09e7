import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import type { ServerName } from '#deploy/processes.ts';
import { serverUris } from '#deploy/servers/server-uris.ts';

export interface StoreAddress {
  mongodbUri: string;
  rabbitmqUrl: string;
  namespace: string;
}

type GivenServers = Pick<SettingsOf<'audit'>, 'MONGODB_URI' | 'RABBITMQ_URL' | 'STORE_NAMESPACE'>;

/**
 * The addresses of the store's servers: MONGODB_URI and RABBITMQ_URL, or the addresses of the local store in `dataDir`.
 * STORE_NAMESPACE selects one of several stores on the same servers.
 */
export function findStore(given: GivenServers, dataDir: string): StoreAddress {
  return {
    ...findDatabases(given, dataDir),
    rabbitmqUrl: given.RABBITMQ_URL ?? localServer('rabbitmq', dataDir),
  };
}

/** Like `findStore`, but without the address of the broker. */
export function findDatabases(
  given: Pick<GivenServers, 'MONGODB_URI' | 'STORE_NAMESPACE'>,
  dataDir: string,
): Pick<StoreAddress, 'mongodbUri' | 'namespace'> {
  return {
    mongodbUri: given.MONGODB_URI ?? localServer('mongodb', dataDir),
    namespace: given.STORE_NAMESPACE,
  };
}

/** The address of the store's Redis: REDIS_URL, or the local Redis if MongoDB is local too. */
export function findRedis(
  given: Pick<SettingsOf<'restore'>, 'MONGODB_URI' | 'REDIS_URL'>,
  dataDir: string,
): string {
  if (given.REDIS_URL !== null) return given.REDIS_URL;
  if (given.MONGODB_URI !== null)
    throw new PlainError('MONGODB_URI is set, but REDIS_URL is not. Set both, or neither.');
  return localServer('redis', dataDir);
}

function localServer(server: ServerName, dataDir: string): string {
  const file = join(resolve(dataDir), 'settings.json');
  if (!existsSync(file)) {
    throw new PlainError(
      `Found no store, because ${file} does not exist. Set MONGODB_URI and RABBITMQ_URL, or name a local store's folder with --data-dir.`,
    );
  }
  const settings = readKept(file);
  const kept = (name: string) => {
    const value = settings[name];
    if (value !== undefined) return value;
    throw new PlainError(
      `${file} has no ${name}, because this store's servers are not local. Set MONGODB_URI and RABBITMQ_URL as for npm start.`,
    );
  };
  const host = `127.0.0.1:${kept(`${server}-port`)}`;
  return serverUris[server](host, 'operator', { operator: kept(`${server}-password`) });
}

function readKept(file: string): Record<string, string | undefined> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>;
  } catch (error) {
    throw new PlainError(
      `${file} can't be read: ${(error as Error).message}. Restore your copy of it (docs/operate/backup.md), or set MONGODB_URI and RABBITMQ_URL.`,
    );
  }
}
