import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PlainError } from '#shared/process/plain-error.ts';
import { readSettings } from '#shared/process/settings/read-settings.ts';
import type { Environment } from '#shared/process/settings/read-settings.ts';
import { mongodbUri, rabbitmqUrl } from '#deploy/servers/server-uris.ts';

export interface StoreAddress {
  mongodbUri: string;
  rabbitmqUrl: string;
  namespace: string;
}

/** A mistake of the operator. */
export class OperatorError extends PlainError {}

/**
 * Where the store's servers are: MONGODB_URI and RABBITMQ_URL, or else those of the local store that runs on `dataDir`.
 * STORE_NAMESPACE names the store among others on the same servers.
 */
export function findStore(environment: Environment, dataDir: string): StoreAddress {
  const read = readSettings(environment, 'audit');
  const { MONGODB_URI: mongodb, RABBITMQ_URL: rabbitmq, STORE_NAMESPACE: namespace } = read;
  if (mongodb && rabbitmq) return { mongodbUri: mongodb, rabbitmqUrl: rabbitmq, namespace };
  const local = keptIn(resolve(dataDir));
  const at = (server: string) => `127.0.0.1:${local(`${server}-port`)}`;
  return {
    mongodbUri: mongodb ?? mongodbUri(at('mongodb'), 'operator', { operator: local('mongodb-password') }),
    rabbitmqUrl:
      rabbitmq ?? rabbitmqUrl(at('rabbitmq'), 'operator', { operator: local('rabbitmq-password') }),
    namespace,
  };
}

function keptIn(dataDir: string): (name: string) => string {
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
