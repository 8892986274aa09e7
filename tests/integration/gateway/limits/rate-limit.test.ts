import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { createRateLimiter, type TakeAllowance } from '#services/gateway/limits/rate-limit.ts';
import { connectRedisTwice, ownName } from '../../support/own-servers.ts';
import { eventually } from '../../../support/eventually.ts';

let connections: [Redis, Redis];
beforeAll(async () => {
  connections = await connectRedisTwice();
});
afterAll(() => connections.forEach((redis) => redis.disconnect()));

type Gateways = [one: TakeAllowance, two: TakeAllowance];
const gateways = (windowMs = 60_000, namespace = ownName()) =>
  connections.map((redis) => createRateLimiter({ redis, namespace, windowMs })) as Gateways;

test('two gateways share one rate limit', async () => {
  const [one, two] = gateways();
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, index) => (index % 2 ? one : two)('caller:1', 20)),
  );
  expect(taken.filter((allowance) => allowance.allowed)).toHaveLength(20);
  expect(taken.map((allowance) => allowance.remaining).filter((left) => left === 0)).toHaveLength(11);
  expect(await one('caller:1', 20)).toMatchObject({ allowed: false, limit: 20, remaining: 0 });
  expect(await two('caller:2', 20)).toMatchObject({ allowed: true, remaining: 19 });
});

test('if several callers send requests concurrently, each request counts only towards the rate limit of its own caller', async () => {
  const [take] = gateways();
  const asked: [name: string, limit: number][] = [
    ['caller:1', 1],
    ['caller:2', 3],
    ['checkout:2', 1],
    ['caller:1', 1],
    ['caller:2', 3],
    ['checkout:3', 2],
  ];
  const taken = await Promise.all(asked.map(([name, limit]) => take(name, limit)));
  expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false, true, true]);
  expect(taken.map(({ limit }) => limit)).toEqual([1, 3, 1, 1, 3, 2]);
  expect(taken.map(({ remaining }) => remaining)).toEqual([0, 2, 0, 0, 1, 1]);
  expect(taken[3]?.retryAfterSeconds).toBe(60);
});

test('a request above the rate limit gets a Retry-After time and does not extend the time window of the limit', async () => {
  const [take] = gateways(3000);
  await take('caller:1', 1);
  const refused = await take('caller:1', 1);
  expect(refused).toMatchObject({ allowed: false });
  expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(3);
  await eventually('the window to end', async () => (await take('caller:1', 1)).allowed, 6000);
});

test('stores with different namespaces have separate rate limits', async () => {
  const [[one], [two]] = [gateways(), gateways()];
  expect((await one('caller:1', 1)).allowed).toBe(true);
  expect((await two('caller:1', 1)).allowed).toBe(true);
});

test('the Redis key of a rate limit is short even if the caller’s name is long, and expires with the limit’s time window', async () => {
  const namespace = ownName();
  const [take] = gateways(300, namespace);
  await take(`caller:${'1'.repeat(500)}`, 5);
  const [redis] = connections;
  const keys = await redis.keys(`${namespace}:*`);
  expect(keys).toHaveLength(1);
  expect(keys[0]?.length).toBeLessThan(150);
  await eventually('the key to expire', async () => (await redis.keys(`${namespace}:*`)).length === 0, 5000);
});
