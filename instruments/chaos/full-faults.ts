import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';

import { bounceServer } from './chaos-store.ts';
import type { Fault } from './fault.ts';
import { changeSurely } from './witness.ts';

/**
 * Fills the disk of the database, so that mongod exits. The process starts again once the disk has free
 * space.
 */
export function fullDiskFault(): Fault {
  return {
    kind: 'disk full',
    target: 'mongodb',
    isLong: true,
    strike: async ({ store, holdMs }) => {
      const { databaseDisk: disk } = store;
      if ('missing' in disk) return { notTried: disk.missing };
      await disk.fill();
      try {
        await sleep(holdMs);
      } finally {
        disk.empty();
      }
      await bounceServer(store.servers, 'mongodb', 'SIGTERM');
      return true;
    },
  };
}

/**
 * Redis reaches `maxmemory` and rejects writes. Bulk work waits during this fault, but single writes must
 * succeed.
 */
export function fullRedisFault(): Fault {
  return {
    kind: 'memory full',
    target: 'redis',
    strike: async ({ store, client, shop, holdMs, complain }) => {
      const redis = new Redis(store.servers.redisUrl, { maxRetriesPerRequest: 1 });
      redis.on('error', () => undefined);
      try {
        await redis.config('SET', 'maxmemory', '1');
        const asked = await changeSurely(client, shop);
        if (asked.state !== 'ok')
          complain(`a write while Redis was full did not succeed: ${asked.story.join(', ')}`);
        await sleep(holdMs);
      } finally {
        await redis.config('SET', 'maxmemory', '0');
        redis.disconnect();
      }
      return true;
    },
  };
}
