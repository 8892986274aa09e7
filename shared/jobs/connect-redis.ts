import { Redis } from 'ioredis';
import { logCertificateFaults } from '../process/certificate-fault.ts';
import type { Log } from '../process/log.ts';
import { countReconnects } from '../telemetry/observe.ts';

/** The connections of a queue's producer and its worker. */
export function connectRedis(url: string, log: Log): { producer: Redis; consumer: Redis } {
  const retryStrategy = (attempt: number) => Math.min(100 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2);
  // Without Redis the producer must fail immediately, but the worker must wait for Redis. Client info is off,
  // because our Redis user is not allowed to set it.
  const common = { retryStrategy, disableClientInfo: true };
  const producer = new Redis(url, { ...common, enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const consumer = new Redis(url, { ...common, maxRetriesPerRequest: null });
  const logCertificates = logCertificateFaults('Redis', log);
  for (const connection of [producer, consumer]) {
    connection.on('error', (error: Error) => log.debug({ err: error }, 'redis not reachable'));
    connection.on('error', logCertificates);
    connection.on('ready', countReconnects('redis'));
  }
  return { producer, consumer };
}
