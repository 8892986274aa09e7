import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { certificateRemedy } from '#shared/process/certificate-fault.ts';
import { PlainError } from '#shared/process/plain-error.ts';
import type { SettingsOf } from '#shared/process/settings/settings.ts';
import type { ServerName } from '#deploy/processes.ts';
import { mongodbUri, rabbitmqUrl, redisUrl } from '#deploy/servers/server-uris.ts';

export interface StoreAddress {
  mongodbUri: string;
  rabbitmqUrl: string;
  namespace: string;
}

/** An error whose cause the operator can correct. */
export class OperatorError extends PlainError {}

/**
 * Returns a handler that throws an OperatorError for an unavailable server. `what`: the server's name in the message. A PlainError is
 * thrown as it is, because it has its own remedy.
 */
export function serverAway(what: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof PlainError) throw error;
    const remedy = certificateRemedy(error);
    if (remedy !== null) throw new OperatorError(`${what}: ${remedy}.`);
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `${what}: ${why}. Start it (npm run servers, where npm start is used), and run this again.`,
    );
  };
}

type GivenServers = Pick<SettingsOf<'audit'>, 'MONGODB_URI' | 'RABBITMQ_URL' | 'STORE_NAMESPACE'>;

/**
 * The addresses of the store's servers: MONGODB_URI and RABBITMQ_URL, or the addresses of the local store in `dataDir`.
 * STORE_NAMESPACE selects one of several stores on the same servers.
 */
export function findStore(given: GivenServers, dataDir: string): StoreAddress {
  return {
    ...findDatabases(given, dataDir),
    rabbitmqUrl: given.RABBITMQ_URL ?? localServer('rabbitmq', rabbitmqUrl, dataDir),
  };
}

/** Like `findStore`, without the broker. */
export function findDatabases(
  given: Pick<GivenServers, 'MONGODB_URI' | 'STORE_NAMESPACE'>,
  dataDir: string,
): Pick<StoreAddress, 'mongodbUri' | 'namespace'> {
  return {
    mongodbUri: given.MONGODB_URI ?? localServer('mongodb', mongodbUri, dataDir),
    namespace: given.STORE_NAMESPACE,
  };
}

/** The address of the store's Redis: REDIS_URL, or the local one if MongoDB is local too. */
export function findRedis(
  given: Pick<SettingsOf<'restore'>, 'MONGODB_URI' | 'REDIS_URL'>,
  dataDir: string,
): string {
  if (given.REDIS_URL !== null) return given.REDIS_URL;
  if (given.MONGODB_URI !== null)
    throw new OperatorError('MONGODB_URI is set, and REDIS_URL is not: set both, or neither.');
  return localServer('redis', redisUrl, dataDir);
}

function localServer(
  server: ServerName,
  uriOf: (host: string, caller: 'operator', passwords: { operator: string }) => string,
  dataDir: string,
): string {
  const local = keptIn(dataDir);
  return uriOf(`127.0.0.1:${local(`${server}-port`)}`, 'operator', { operator: local(`${server}-password`) });
}

function keptIn(folder: string): (name: string) => string {
  const dataDir = resolve(folder);
  const file = join(dataDir, 'settings.json');
  if (!existsSync(file)) {
    throw new OperatorError(
      `No store is known: set MONGODB_URI and RABBITMQ_URL, or name a local store's folder with --data-dir (${file} is not there).`,
    );
  }
  const settings = readKept(file);
  return (name) => {
    const value = settings[name];
    if (value === undefined) {
      throw new OperatorError(
        `${file} names no ${name}: its servers are not local ones. Set MONGODB_URI and RABBITMQ_URL as for npm start.`,
      );
    }
    return value;
  };
}

function readKept(file: string): Record<string, string | undefined> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>;
  } catch (error) {
    throw new OperatorError(
      `${file} can't be read: ${(error as Error).message}. Put the copy of it back (docs/backup.md), or set MONGODB_URI and RABBITMQ_URL.`,
    );
  }
}
