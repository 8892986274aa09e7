import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { mongodbUri, rabbitmqUrl, redisUrl } from '#deploy/servers/server-uris.ts';

export interface StoreAddress {
  mongodbUri: string;
  rabbitmqUrl: string;
  namespace: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A mistake of the operator: its message is all there is to tell. */
export class OperatorError extends Error {}

/**
 * Where the store's servers are: MONGODB_URI and RABBITMQ_URL, or else those of the local store that runs on `dataDir`.
 * STORE_NAMESPACE names the store among others on the same servers.
 */
export function findStore(environment: Environment, dataDir: string): StoreAddress {
  const { MONGODB_URI: mongodb, RABBITMQ_URL: rabbitmq, STORE_NAMESPACE: namespace = 'store' } = environment;
  if (mongodb && rabbitmq) return { mongodbUri: mongodb, rabbitmqUrl: rabbitmq, namespace };
  const local = readSettings(resolve(dataDir));
  const at = (server: string) => `127.0.0.1:${local(`${server}-port`)}`;
  return {
    mongodbUri: mongodb ?? mongodbUri(at('mongodb'), 'operator', { operator: local('mongodb-password') }),
    rabbitmqUrl:
      rabbitmq ?? rabbitmqUrl(at('rabbitmq'), 'operator', { operator: local('rabbitmq-password') }),
    namespace,
  };
}

/** As `findStore`, for tools that need the databases alone. */
export function findMongodb(
  environment: Environment,
  dataDir: string,
): Pick<StoreAddress, 'mongodbUri' | 'namespace'> {
  const { MONGODB_URI: mongodb, STORE_NAMESPACE: namespace = 'store' } = environment;
  if (mongodb) return { mongodbUri: mongodb, namespace };
  const local = readSettings(resolve(dataDir));
  const host = `127.0.0.1:${local('mongodb-port')}`;
  return { mongodbUri: mongodbUri(host, 'operator', { operator: local('mongodb-password') }), namespace };
}

/** Where the store's Redis is: REDIS_URL, or that of the local store if MongoDB is the local one, too. */
export function findRedis(environment: Environment, dataDir: string): string {
  const { REDIS_URL: redis, MONGODB_URI: mongodb } = environment;
  if (redis) return redis;
  if (mongodb) throw new OperatorError('MONGODB_URI is set, and REDIS_URL is not: set both, or neither.');
  const local = readSettings(resolve(dataDir));
  return redisUrl(`127.0.0.1:${local('redis-port')}`, 'operator', { operator: local('redis-password') });
}

function readSettings(dataDir: string): (name: string) => string {
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
