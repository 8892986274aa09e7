import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';

import { isReplying } from '#shared/platform/redis/connect-redis.ts';
import { sharedServers } from '../../support/servers.ts';
import { startTcpProxy, throughProxy } from '../../support/tcp-proxy.ts';

test('the check whether Redis replies fails if Redis hangs while the connection stays open', async () => {
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
