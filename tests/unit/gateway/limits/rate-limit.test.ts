import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createRateLimiter } from '#services/gateway/limits/rate-limit.ts';
import { pause } from '../../../support/pause.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

function client(port: number): Redis {
  const redis = new Redis(port, '127.0.0.1', {
    enableOfflineQueue: false,
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', () => undefined);
  closers.push(() => redis.disconnect());
  return redis;
}

/** A fake Redis server; `answer` implements the needed part of the protocol. */
async function wire(
  answer: (socket: Socket, request: string) => void,
): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => answer(socket, data.toString()));
    closers.push(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, server };
}

describe('while Redis is unreachable', () => {
  const unreachable = (): Redis => client(1);

  test('while Redis is unreachable, a process enforces the rate limit with its own counts', async () => {
    const take = createRateLimiter({ redis: unreachable(), namespace: 't' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => take('subject:1', 3)));
    expect(answers.map((answer) => answer.allowed)).toEqual([true, true, true, false, false]);
    expect(answers.map((answer) => answer.remaining)).toEqual([2, 1, 0, 0, 0]);
    expect(answers[0]).toEqual({ allowed: true, limit: 3, remaining: 2, retryAfterSeconds: 0 });
    expect(answers[4]).toEqual({ allowed: false, limit: 3, remaining: 0, retryAfterSeconds: 60 });
    expect((await take('subject:2', 3)).allowed).toBe(true);
  });

  test('while Redis is unreachable, a rate-limit window ends a minute after its first request', async () => {
    let clock = 1_000_000;
    const take = createRateLimiter({ redis: unreachable(), namespace: 't', now: () => clock });
    await take('a', 1);
    clock += 59_500;
    expect(await take('a', 1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    clock += 500;
    expect((await take('a', 1)).allowed).toBe(true);
  });

  test('while Redis is unreachable, a wall clock that is set back does not prolong a rate-limit window', async () => {
    let wallClock = Date.now();
    const read = jest.spyOn(Date, 'now').mockImplementation(() => wallClock);
    closers.push(() => read.mockRestore());
    const take = createRateLimiter({ redis: unreachable(), namespace: 't', windowMs: 10 });
    await take('a', 1);
    wallClock -= 3_600_000;
    await pause(20);
    expect((await take('a', 1)).allowed).toBe(true);
  });

  test('while Redis is unreachable, a full in-memory rate limiter forgets the caller whose last request is the longest ago', async () => {
    const take = createRateLimiter({ redis: unreachable(), namespace: 't' });
    await take('first', 1);
    for (let n = 0; n < 10_000; n += 1) await take(`address:${n}`, 1);
    expect((await take('first', 1)).allowed).toBe(true);
    expect((await take('address:9999', 1)).allowed).toBe(false);
  });
});

describe('while Redis does not respond', () => {
  test('while Redis does not respond, at most one request at a time waits for Redis, and the rate limit still applies', async () => {
    let asked = 0;
    const { port } = await wire((_socket, request) => (asked += request.split('eval').length - 1));
    const redis = client(port);
    await once(redis, 'ready');
    let clock = 1_000_000;
    const take = createRateLimiter({ redis, namespace: 't', now: () => clock });
    await take('a', 2);
    for (let n = 0; n < 1000; n += 1) await take(`b${n}`, 2);
    // If each of these requests had queried Redis, each would have waited for the timeout.
    expect(asked).toBe(1);
    clock += 1001;
    const both = await Promise.all([take('a', 2), take('a', 2)]);
    expect(asked).toBe(2);
    expect(both.filter((answer) => answer.allowed)).toHaveLength(1);
  });

  test('if Redis stops responding, the rate limiter continues from the last count that Redis returned', async () => {
    let isSilent = false;
    const { port } = await wire((socket, request) => {
      if (!isSilent) socket.write(request.includes('eval') ? '*3\r\n:1\r\n:2\r\n:30000\r\n' : '+OK\r\n');
    });
    const redis = client(port);
    await once(redis, 'ready');
    const take = createRateLimiter({ redis, namespace: 't' });
    expect(await take('a', 3)).toEqual({ allowed: true, limit: 3, remaining: 1, retryAfterSeconds: 0 });
    isSilent = true;
    expect(await take('a', 3)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await take('a', 3)).toEqual({ allowed: false, limit: 3, remaining: 0, retryAfterSeconds: 30 });
  });

  test('the rate limiter does not treat a pause of its own process as a timeout of Redis', async () => {
    const { port } = await wire((socket, request) => {
      socket.write(request.includes('eval') ? '*3\r\n:1\r\n:2\r\n:30000\r\n' : '+OK\r\n');
      const end = performance.now() + 120;
      while (performance.now() < end);
    });
    const redis = client(port);
    await once(redis, 'ready');
    const take = createRateLimiter({ redis, namespace: 't' });
    expect((await take('a', 10)).remaining).toBe(8);
  });
});
