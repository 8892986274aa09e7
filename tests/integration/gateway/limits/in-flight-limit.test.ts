import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { Problem } from '#shared/contracts/errors.ts';
import { createInFlightLimit, type InFlightLimit } from '#services/gateway/limits/in-flight-limit.ts';
import { sharedServers } from '../../../support/servers.ts';
import { connectRedisTwice, ownName } from '../../support/own-servers.ts';
import { eventually } from '../../../support/eventually.ts';

let connections: [Redis, Redis];
beforeAll(async () => {
  connections = await connectRedisTwice();
});
afterAll(() => connections.forEach((redis) => redis.disconnect()));

const limit = 3;
type Gateways = [one: InFlightLimit, two: InFlightLimit];
const gateways = (namespace = ownName()) =>
  connections.map((redis) => createInFlightLimit({ redis, namespace, limit })) as Gateways;

/** Returns the error of a rejected command. Null if the command was counted. */
async function refusal(acquiring: Promise<void>): Promise<unknown> {
  try {
    await acquiring;
    return null;
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, ...error.details.extra };
    throw error;
  }
}
const refused = { code: 'too_many_requests', unfinished: limit, limit };

test('two gateways share one count of unfinished commands per owner', async () => {
  const [one, two] = gateways();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      refusal((index % 2 ? one : two).acquire('admin:a', `c${index}`)),
    ),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(limit);
  expect(await refusal(one.acquire('admin:a', 'another'))).toMatchObject({
    code: 'too_many_requests',
    limit,
  });
  expect(await refusal(two.acquire('admin:b', 'another'))).toBeNull();
});

test('the end of a command frees its slot in the limit at every gateway', async () => {
  const [one, two] = gateways();
  for (const command of ['c1', 'c2', 'c3']) await one.acquire('client:7', command);
  expect(await refusal(two.acquire('client:7', 'c4'))).toEqual(refused);
  one.release('client:7', 'c2');
  await eventually('a free slot', async () => (await refusal(two.acquire('client:7', 'c4'))) === null);
  expect(await refusal(one.acquire('client:7', 'c5'))).toEqual(refused);
});

test('a retry of a command that already counts towards the limit is accepted and not counted again', async () => {
  const [one, two] = gateways();
  for (const command of ['c1', 'c2', 'c3']) await one.acquire('client:7', command);
  for (const gateway of [one, two]) expect(await refusal(gateway.acquire('client:7', 'c3'))).toBeNull();
  one.release('client:7', 'c1');
  await eventually('a free slot', async () => (await refusal(one.acquire('client:7', 'c4'))) === null);
});

test('commands that were already accepted count even above the limit, and the next command is rejected', async () => {
  const [one] = gateways();
  expect(one.hasAny('client:7')).toBe(false);
  for (const command of ['c1', 'c2', 'c3', 'c4']) await one.add('client:7', command);
  expect(one.hasAny('client:7')).toBe(true);
  expect(await refusal(one.acquire('client:7', 'c5'))).toEqual({ ...refused, unfinished: 4 });
});

test('each gateway counts its own unfinished commands while Redis is unavailable', async () => {
  const away = new Redis(sharedServers().redisUrl, { lazyConnect: true, enableOfflineQueue: false });
  const alone = createInFlightLimit({ redis: away, namespace: ownName(), limit });
  for (const command of ['c1', 'c2', 'c3'])
    expect(await refusal(alone.acquire('client:7', command))).toBeNull();
  expect(await refusal(alone.acquire('client:7', 'c4'))).toEqual(refused);
  alone.release('client:7', 'c1');
  expect(await refusal(alone.acquire('client:7', 'c4'))).toBeNull();
});

test('the count of unfinished commands of an owner with a long name has a short Redis key that expires', async () => {
  const namespace = ownName();
  const [one] = gateways(namespace);
  await one.acquire(`admin:${'s'.repeat(500)}`, 'c1');
  const [redis] = connections;
  const keys = await redis.keys(`${namespace}:*`);
  expect(keys).toHaveLength(1);
  expect(keys[0]?.length).toBeLessThan(150);
  expect(await redis.pttl(keys[0] ?? '')).toBeGreaterThan(0);
});
