import type { Redis } from 'ioredis';

/**
 * Connects once. Rejects with the cause, such as a wrong password. `redis.connect()` itself rejects with
 * "Connection is closed" for every cause.
 */
export async function connectOnce(redis: Redis): Promise<void> {
  let cause: Error | undefined;
  redis.on('error', (error: Error) => (cause = error));
  try {
    await redis.connect();
  } catch (closed) {
    throw cause ?? closed;
  }
}
