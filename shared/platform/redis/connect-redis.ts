import { Redis } from 'ioredis';
import { logCertificateFaults } from '../process/certificate-fault.ts';
import type { Log } from '../process/log.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { countReconnects } from '../telemetry/observe.ts';

/** Options of every connection. Client info is off, because the store's Redis user is not allowed to set it. */
export const redisOptions = {
  retryStrategy: (attempt: number) => Math.min(100 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2),
  disableClientInfo: true,
};

export function connectRedis(url: string, log: Log): { producer: Redis; consumer: Redis } {
  // While Redis is unavailable, the producer must fail at once, but the consumer must wait.
  const producer = new Redis(url, { ...redisOptions, enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const consumer = new Redis(url, { ...redisOptions, maxRetriesPerRequest: null });
  watchRedis([producer, consumer], log);
  return { producer, consumer };
}

export function watchRedis(connections: readonly Redis[], log: Log): void {
  const logCertificates = logCertificateFaults('Redis', log);
  for (const connection of connections) {
    connection.on('error', (error: Error) => log.debug({ err: error }, 'redis not reachable'));
    connection.on('error', logCertificates);
    connection.on('ready', countReconnects('redis'));
  }
}

/** Limits the wait for a reply, for work that can continue without Redis. */
export function withRedisTimeout(reply: Promise<unknown>): Promise<unknown> {
  return withTimeout(reply, 50);
}

/** Whether Redis replies in time. A connection stays open even if Redis hangs, so an open connection proves nothing. */
export function isReplying(redis: Redis, withinMs: number): Promise<boolean> {
  // The Redis user of each process may ask for the time, but may not ping.
  return withTimeout(redis.time(), withinMs).then(
    () => true,
    () => false,
  );
}
