import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { Problem } from '#shared/errors.ts';
import { createUnfinishedWrites } from '#services/gateway/limits/in-flight-limit.ts';
import type { UnfinishedWrites } from '#services/gateway/limits/in-flight-limit.ts';
import { sharedServers } from '../../../support/servers.ts';
import { connectRedisTwice, ownName } from '../../support/own-servers.ts';
import { eventually } from '../../../support/eventually.ts';

let connections: Redis[];
beforeAll(async () => {
  connections = await connectRedisTwice();
});
afterAll(() => connections.forEach((redis) => redis.disconnect()));

const limit = 3;
type Gateways = [one: UnfinishedWrites, two: UnfinishedWrites];
const gateways = (namespace = ownName()) =>
  connections.map((redis) => createUnfinishedWrites({ redis, namespace, limit })) as Gateways;

/** How many more there may be: `null` when taken. */
async function refusal(taking: Promise<void>): Promise<unknown> {
  try {
    await taking;
    return null;
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, ...error.details.extra };
    throw error;
  }
}
const refused = { code: 'too_many_requests', unfinished: limit, limit };

test('two gateways share one count of each caller, taken at once', async () => {
  const [one, two] = gateways();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => refusal((index % 2 ? one : two).take('admin:a', `c${index}`))),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(limit);
  expect(await refusal(one.take('admin:a', 'another'))).toMatchObject({ code: 'too_many_requests', limit });
  expect(await refusal(two.take('admin:b', 'another'))).toBeNull();
});

test('one that is over makes room, at whichever gateway', async () => {
  const [one, two] = gateways();
  for (const command of ['c1', 'c2', 'c3']) await one.take('client:7', command);
  expect(await refusal(two.take('client:7', 'c4'))).toEqual(refused);
  one.release('client:7', 'c2');
  await eventually('room', async () => (await refusal(two.take('client:7', 'c4'))) === null);
  expect(await refusal(one.take('client:7', 'c5'))).toEqual(refused);
});

test('a retry of one that is counted is let through, and counts once', async () => {
  const [one, two] = gateways();
  for (const command of ['c1', 'c2', 'c3']) await one.take('client:7', command);
  for (const gateway of [one, two]) expect(await refusal(gateway.take('client:7', 'c3'))).toBeNull();
  one.release('client:7', 'c1');
  await eventually('room', async () => (await refusal(one.take('client:7', 'c4'))) === null);
});

test('one that was accepted already is counted beyond the limit, and the next refused', async () => {
  const [one] = gateways();
  expect(one.has('client:7')).toBe(false);
  for (const command of ['c1', 'c2', 'c3', 'c4']) await one.add('client:7', command);
  expect(one.has('client:7')).toBe(true);
  expect(await refusal(one.take('client:7', 'c5'))).toEqual({ ...refused, unfinished: 4 });
});

test('while Redis is away each gateway counts by itself', async () => {
  const away = new Redis(sharedServers().redisUrl, { lazyConnect: true, enableOfflineQueue: false });
  const alone = createUnfinishedWrites({ redis: away, namespace: ownName(), limit });
  for (const command of ['c1', 'c2', 'c3']) expect(await refusal(alone.take('client:7', command))).toBeNull();
  expect(await refusal(alone.take('client:7', 'c4'))).toEqual(refused);
  alone.release('client:7', 'c1');
  expect(await refusal(alone.take('client:7', 'c4'))).toBeNull();
});

test('leaves a key that ends by itself', async () => {
  const namespace = ownName();
  const [one] = gateways(namespace);
  await one.take(`admin:${'s'.repeat(500)}`, 'c1');
  const [redis] = connections;
  const keys = (await redis?.keys(`${namespace}:*`)) ?? [];
  expect(keys).toHaveLength(1);
  expect(keys[0]?.length).toBeLessThan(150);
  expect(await redis?.pttl(keys[0] ?? '')).toBeGreaterThan(0);
});
