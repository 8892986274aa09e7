import { Redis } from 'ioredis';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { connectOnce } from '../../connect-redis.ts';

const atOnce = 1000;
const patienceMs = 10_000;

export interface StoreKeys {
  /**
   * Removes all keys of the store, and returns the number of removed keys. The workers later create the missing jobs again from
   * the data in MongoDB, and request limits count from zero.
   */
  remove: () => Promise<number>;
  close: () => void;
}

export async function openKeys(url: string, namespace: string): Promise<StoreKeys> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    commandTimeout: patienceMs,
    retryStrategy: () => null,
    disableClientInfo: true,
  });
  await connectOnce(redis).catch(noAnswer);
  return { remove: () => removeKeys(redis, namespace).catch(noAnswer), close: () => redis.disconnect() };
}

async function removeKeys(redis: Redis, namespace: string): Promise<number> {
  let removed = 0;
  for await (const keys of redis.scanStream({ match: `${namespace}:*`, count: atOnce }) as AsyncIterable<
    string[]
  >)
    if (keys.length > 0) removed += await redis.unlink(...keys);
  return removed;
}

function noAnswer(error: unknown): never {
  const why = (error as Error).message.replace(/\.$/, '');
  throw new PlainError(`Redis does not respond: ${why}. Run this command again when it does.`);
}
