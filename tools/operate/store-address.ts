import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PlainError } from '#shared/process/plain-error.ts';
import type { SettingsOf } from '#shared/process/settings/settings.ts';
import { mongodbUri, rabbitmqUrl } from '#deploy/servers/server-uris.ts';

export interface StoreAddress {
  mongodbUri: string;
  rabbitmqUrl: string;
  namespace: string;
}

/** A mistake of the operator. */
export class OperatorError extends PlainError {}

type GivenServers = Pick<SettingsOf<'audit'>, 'MONGODB_URI' | 'RABBITMQ_URL' | 'STORE_NAMESPACE'>;

/**
 * Where the store's servers are: MONGODB_URI and RABBITMQ_URL, or else those of the local store that runs on `dataDir`.
 * STORE_NAMESPACE names the store among others on the same servers.
 */
export function findStore(given: GivenServers, dataDir: string): StoreAddress {
  return { ...findDatabases(given, dataDir), rabbitmqUrl: given.RABBITMQ_URL ?? localBroker(dataDir) };
}

/** As `findStore`, for who needs no broker. */
export function findDatabases(
  given: Pick<GivenServers, 'MONGODB_URI' | 'STORE_NAMESPACE'>,
  dataDir: string,
): Pick<StoreAddress, 'mongodbUri' | 'namespace'> {
  return { mongodbUri: given.MONGODB_URI ?? localDatabase(dataDir), namespace: given.STORE_NAMESPACE };
}

function localDatabase(dataDir: string): string {
  const local = keptIn(dataDir);
  return mongodbUri(`127.0.0.1:${local('mongodb-port')}`, 'operator', {
    operator: local('mongodb-password'),
  });
}

function localBroker(dataDir: string): string {
  const local = keptIn(dataDir);
  return rabbitmqUrl(`127.0.0.1:${local('rabbitmq-port')}`, 'operator', {
    operator: local('rabbitmq-password'),
  });
}

function keptIn(folder: string): (name: string) => string {
  const dataDir = resolve(folder);
  const file = join(dataDir, 'settings.json');
  if (!existsSync(file)) {
    throw new OperatorError(
      `No store is known: set MONGODB_URI and RABBITMQ_URL, or name a local store's folder with --data-dir (${file} is not there).`,
    );
  }
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>;
  return (name) => {
    const value = settings[name];
    if (value === undefined) {
      throw new OperatorError(
        `${file} names no ${name}: its servers were given from outside. Set MONGODB_URI and RABBITMQ_URL as for npm start.`,
      );
    }
    return value;
  };
}
