import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';

import { isReplying } from '#shared/platform/redis/connect-redis.ts';
import { sharedServers } from '../../support/servers.ts';
import { startTcpProxy, throughProxy } from '../../support/tcp-proxy.ts';

test('a Redis server that hangs with an open connection counts as not replying', async () => {
  const { redisUrl } = sharedServers();
  const proxy = await startTcpProxy(redisUrl);
  const redis = new Redis(throughProxy(redisUrl, proxy));
  redis.on('error', () => undefined);
  try {
    expect(await isReplying(redis, 10_000)).toBe(true);
    proxy.blackHole();
    expect(redis.status).toBe('ready');
    expect(await isReplying(redis, 50)).toBe(false);
  } finally {
    redis.disconnect();
    await proxy.close();
  }
});
