import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';

import { sharedStore, startGatewayOf, type TestStore } from '../../support/store.ts';
import { callersOf, type Callers } from '../support/callers.ts';
import type { Caller, Reply } from '../../support/caller.ts';
import { expectRefusal } from '../../support/refusals.ts';

const [perMinute, checkoutsPerMinute] = [30, 3];
/**
 * If Redis is slow, as on a busy machine, each gateway counts alone. The test then fails, and is retried with
 * another caller.
 */
jest.retryTimes(2, { logErrorsBeforeRetry: true });
let lastCaller = 900_100;

/** Gateways of the shared store. */
let first: TestStore;
/** This gateway trusts one proxy. */
let second: TestStore;
let callers: Callers;
let atSecond: Callers;

beforeAll(async () => {
  const env = {
    RATE_LIMIT_PER_MINUTE: `${perMinute}`,
    CHECKOUT_RATE_LIMIT_PER_MINUTE: `${checkoutsPerMinute}`,
  };
  [first, second] = await Promise.all([
    startGatewayOf(sharedStore(), env),
    startGatewayOf(sharedStore(), { ...env, TRUST_PROXY: '1' }),
  ]);
  callers = callersOf(first);
  atSecond = callersOf(second);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

function expectTooMany(reply: Reply, limit: number): void {
  expect(expectRefusal(reply, 'too_many_requests').message).toBe('Too Many Attempts.');
  expect(reply.header('x-ratelimit-limit')).toBe(`${limit}`);
  expect(reply.header('x-ratelimit-remaining')).toBe('0');
  const wait = Number(reply.header('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
}

test('responses show how many requests the caller has left in the current minute, and the next request after the last gets 429', async () => {
  const client = callers.clientOf((lastCaller += 1));
  for (let left = perMinute - 1; left >= 0; left -= 1) {
    const reply = await client.get('/api/client/products');
    expect([reply.status, reply.header('x-ratelimit-remaining')]).toEqual([200, `${left}`]);
    expect(reply.header('x-ratelimit-limit')).toBe(`${perMinute}`);
  }
  expectTooMany(await client.get('/api/client/products'), perMinute);
  expectTooMany(await client.get('/api/client/nothing'), perMinute);
  expect((await callers.clientOf(900_002).get('/api/client/products')).status).toBe(200);
});

test('callers without a valid token share the rate limit of their IP address', async () => {
  // Uses other addresses, because other tests send requests from the address of this machine.
  const address = { 'x-forwarded-for': '203.0.113.50' };
  const ask = (caller: Caller) => caller.get('/api/client/products', address);
  const answers: Reply[] = [];
  for (let sent = 0; sent < perMinute; sent += 1)
    answers.push(await ask(sent % 2 === 0 ? atSecond.anonymous : atSecond.withToken(`nonsense${sent}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expectTooMany(await ask(atSecond.anonymous), perMinute);
  expect((await atSecond.clientOf(900_004).get('/api/client/products')).status).toBe(200);
});

describe('a forged address', () => {
  /** Sends twice the limit, so that the test also succeeds if a rate limit window ends meanwhile. */
  async function statuses(gateway: Callers, addressOf: (index: number) => string): Promise<number[]> {
    const replies = Array.from({ length: 2 * perMinute + 1 }, (_, index) =>
      gateway.anonymous.get('/api/client/products', { 'x-forwarded-for': addressOf(index) }),
    );
    return (await Promise.all(replies)).map(({ status }) => status);
  }

  test('a forged X-Forwarded-For does not evade the rate limit when no proxy is trusted', async () => {
    expect(await statuses(callers, (index) => `198.51.100.${index}`)).toContain(429);
  });

  test('a forged X-Forwarded-For does not evade the rate limit behind a trusted proxy', async () => {
    expect(await statuses(atSecond, (index) => `198.51.100.${index}, 203.0.113.9`)).toContain(429);
    const elsewhere = await atSecond.anonymous.get('/api/client/products', {
      'x-forwarded-for': '203.0.113.10',
    });
    expectRefusal(elsewhere, 'unauthenticated');
  });
});

test('requests for API documents and unknown paths count towards the rate limit of an IP address, but health checks do not', async () => {
  const paths = ['/openapi.json', '/docs', '/docs/assets/docs.css', '/asyncapi.json', '/nothing', '/'];
  const from = (address: string) => (path: string) =>
    atSecond.anonymous.get(path, { 'x-forwarded-for': address });
  const ask = from('203.0.113.77');
  const refused = async (path: string) => {
    const reply = await ask(path);
    return { status: reply.status, problem: reply.problem, header: reply.header('retry-after') };
  };
  for (let left = perMinute - 1; left >= 0; left -= 1) {
    const path = paths[left % paths.length] ?? '';
    // Requests with different queries count towards the same limit.
    const reply = await ask(`${path}?host=${left}`);
    expect([path, reply.header('x-ratelimit-remaining')]).toEqual([path, `${left}`]);
  }
  for (const path of paths) {
    const { status, problem, header } = await refused(path);
    expect([path, status, problem.code]).toEqual([path, 429, 'too_many_requests']);
    expect(Number(header)).toBeGreaterThan(0);
  }
  expectTooMany(await ask('/api/client/products'), perMinute);
  for (const path of ['/health/live', '/health/ready']) expect((await ask(path)).status).toBe(200);
  expect((await from('203.0.113.78')('/openapi.json')).status).toBe(200);
});

test('a shopper who reaches the rate limit for checkouts gets 429 for further checkouts, but can still read products', async () => {
  const client = callers.clientOf((lastCaller += 1));
  const path = '/api/client/orders/checkout';
  // The shopper does not exist.
  for (let sent = 0; sent < checkoutsPerMinute; sent += 1)
    expectRefusal(await client.post(path, {}), 'forbidden');
  expectTooMany(await client.post(path, {}), checkoutsPerMinute);
  // The router treats the path with a slash at its end as the same path.
  expectTooMany(await client.post(`${path}/`, {}), checkoutsPerMinute);
  expect((await client.get('/api/client/products')).status).toBe(200);
});
