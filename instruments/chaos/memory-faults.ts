import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Fault } from './fault.ts';
import { changeSurely } from './witness.ts';

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
