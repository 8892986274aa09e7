import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ConnectionFailed,
  InternalError,
  NotFound,
  shopCartAdd,
  shopCartRead,
  shopOrdersCheckout,
  StoreError,
  TooManyRequests,
  Unavailable,
  ValidationFailed,
} from '#clients/typescript/src/main.ts';
import { waitMs } from '#clients/typescript/src/retries.ts';
import { refused, startScriptedStore, type Behaviour, type ScriptedStore } from './scripted-store.ts';
import { pause } from '../../../support/pause.ts';

let store: ScriptedStore;
beforeAll(async () => (store = await startScriptedStore()));
afterAll(() => store.stop());

const placed: Behaviour = { status: 201, body: { data: { id: 7 } } };
const busy = refused(429, 'too_many_requests', { 'Retry-After': '3' });
const down = refused(503, 'unavailable', { 'Retry-After': '2' }, { part: 'broker' });

const checkOut = (more: object = {}) =>
  shopOrdersCheckout({ client: store.client, body: { payment_method: 1, address_id: 1 }, ...more });

/** Returns the StoreError that a call rejects with; throws any other error. */
async function rejection(call: Promise<unknown>): Promise<StoreError> {
  const error = await call.then(
    () => new Error('It was answered.'),
    (reason: unknown) => reason,
  );
  if (error instanceof StoreError) return error;
  throw error as Error;
}

describe('writes', () => {
  test.each<[string, Behaviour]>([
    ['a reset connection', 'reset'],
    ['a response that is cut off', 'cut'],
    ['a 429 response', busy],
    ['a 503 response', down],
    ['an unconfirmed outcome', refused(503, 'outcome_unknown', { 'Retry-After': '2' })],
    ['a request that timed out', refused(408, 'request_timeout')],
    ['an error page from a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ])(
    'the TypeScript client retries a write after %s, with the same body and idempotency key',
    async (_, behaviour) => {
      store.plays(behaviour, behaviour, placed);
      const call = checkOut();
      expect(await call).toEqual({ id: 7 });
      expect(store.seen).toHaveLength(3);
      expect(new Set(store.seen.map(({ body }) => body)).size).toBe(1);
      expect(new Set(store.seen.map(({ headers }) => headers['idempotency-key']))).toEqual(
        new Set([call.idempotencyKey]),
      );
    },
  );

  test('a call of the TypeScript client with infinite timeouts is sent once and gets its response', async () => {
    store.plays(placed);
    expect(await checkOut({ timeoutMs: Infinity, tryTimeoutMs: Infinity })).toEqual({ id: 7 });
    expect(store.seen).toHaveLength(1);
  });

  test('the TypeScript client gives each write a new idempotency key unless the caller sets one', async () => {
    store.plays(placed);
    const keys = [checkOut(), checkOut(), checkOut({ headers: { 'Idempotency-Key': 'mine' } })].map(
      ({ idempotencyKey }) => idempotencyKey,
    );
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  test('the TypeScript client sends a write even if the caller does not await the call', async () => {
    store.plays(placed);
    void checkOut();
    await shopCartRead({ client: store.client });
    expect(store.seen.some(({ method }) => method === 'POST')).toBe(true);
  });

  test('the TypeScript client’s error for a failed write has the write’s idempotency key, so that the caller can retry the write later', async () => {
    store.plays('reset');
    const call = checkOut();
    const error = await rejection(call);
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(error.idempotencyKey).toBe(call.idempotencyKey);
  });

  test.each<[string, string, Behaviour]>([
    ['a reset connection', 'connection_failed', 'reset'],
    ['an unconfirmed outcome', 'outcome_unknown', refused(503, 'outcome_unknown')],
    ['an error page from a proxy', 'unexpected_answer', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ])(
    'if a write gets %s and then 503 and 429 until its timeout, the TypeScript client rejects with %s, because the first try may have executed the write',
    async (_, code, behaviour) => {
      store.plays(behaviour, down, busy);
      const call = checkOut({ timeoutMs: 9000 });
      expect(await rejection(call)).toMatchObject({ code, idempotencyKey: call.idempotencyKey });
      expect(store.seen.length).toBeGreaterThan(2);
    },
  );

  test('if every try of a write gets 408, 429 or 503, the TypeScript client rejects with the last error, because no try executed the write', async () => {
    store.plays(refused(408, 'request_timeout'), busy, down);
    expect(await rejection(checkOut({ timeoutMs: 9000 }))).toBeInstanceOf(Unavailable);
  });

  test('the TypeScript client does not retry a write after validation_failed, not_found or internal_error', async () => {
    for (const [status, code, type] of [
      [422, 'validation_failed', ValidationFailed],
      [404, 'not_found', NotFound],
      [500, 'internal_error', InternalError],
    ] as const) {
      store.plays(refused(status, code), placed);
      expect(await rejection(checkOut())).toBeInstanceOf(type);
      expect(store.seen).toHaveLength(1);
    }
  });

  test('the TypeScript client retries a write that gets no response, and each try has its own timeout', async () => {
    store.plays('hang', 'hang', placed);
    expect(await checkOut({ tryTimeoutMs: 200 })).toEqual({ id: 7 });
    expect(store.seen).toHaveLength(3);
  });

  test('if a write has the header Prefer: wait=1, the TypeScript client extends the timeout of each try by the requested wait', async () => {
    store.plays('hang', placed);
    const fast = store.clientWith({ tryTimeoutMs: 30 });
    const order = shopOrdersCheckout({
      client: fast,
      body: { payment_method: 1, address_id: 1 },
      headers: { Prefer: 'wait=1' },
    });
    const isEarly = await Promise.race([order.then(() => false), pause(300).then(() => true)]);
    expect(isEarly).toBe(true);
    expect(await order).toEqual({ id: 7 });
  });
});

describe('reads', () => {
  test('the TypeScript client retries a read like a write, but without an idempotency key', async () => {
    store.plays('reset', 'cut', down, { status: 200, body: { data: { items: [], items_total: 0 } } });
    expect(await shopCartRead({ client: store.client })).toEqual({ items: [], items_total: 0 });
    expect(store.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill(undefined));
  });

  test('if a read gets a reset connection and then 503 until its timeout, the TypeScript client rejects with the 503', async () => {
    store.plays('reset', down);
    expect(await rejection(shopCartRead({ client: store.client, timeoutMs: 9000 }))).toBeInstanceOf(
      Unavailable,
    );
  });

  test('the TypeScript client sends a read only when the caller awaits it, and only once even if it is awaited twice', async () => {
    store.plays({ status: 200, body: { data: {} } });
    const read = shopCartRead({ client: store.client });
    await pause(50);
    expect(store.seen).toHaveLength(0);
    await Promise.all([read, read.withResponse()]);
    expect(store.seen).toHaveLength(1);
  });
});

describe('wait before a retry', () => {
  test('the TypeScript client waits before a retry at least as long as Retry-After says', async () => {
    store.plays(busy, down, placed);
    await checkOut();
    expect(store.waits[0]).toBeGreaterThanOrEqual(3000);
    expect(store.waits[1]).toBeGreaterThanOrEqual(2000);
  });

  test('the TypeScript client waits before a retry until the date in Retry-After', async () => {
    const inAMinute = new Date(Date.now() + 30_000).toUTCString();
    store.plays({ status: 503, headers: { 'Retry-After': inAMinute }, body: 'later' }, placed);
    await checkOut();
    expect(store.waits[0]).toBeGreaterThan(20_000);
  });

  test('the TypeScript client’s wait before a retry doubles up to ten seconds, with jitter', () => {
    const failure = new ConnectionFailed('connection_failed', '');
    const at = (random: number) => [1, 2, 3, 20].map((tries) => waitMs(failure, tries, random));
    expect(at(0)).toEqual([100, 200, 400, 5000]);
    expect(at(1)).toEqual([200, 400, 800, 10_000]);
  });

  test('a call of the TypeScript client fails without a retry if Retry-After ends after the call’s timeout', async () => {
    store.plays(refused(429, 'too_many_requests', { 'Retry-After': '61' }), placed);
    const error = await rejection(checkOut());
    expect(error).toBeInstanceOf(TooManyRequests);
    expect(error.retryAfterMs).toBe(61_000);
    expect(store.waits).toEqual([]);
  });

  test('a call of the TypeScript client stops retrying before its timeout and rejects with the last error', async () => {
    store.plays(down);
    const error = await rejection(checkOut({ timeoutMs: 9000 }));
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Unavailable).part).toBe('broker');
    expect(store.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(9000);
    expect(store.seen.length).toBeGreaterThan(1);
  });
});

describe('abort signals', () => {
  const left = new Error('The shopper left.');

  test('an abort signal ends a request of the TypeScript client that has no response yet', async () => {
    store.plays('hang');
    const { signal, ...controller } = withAbort();
    const call = checkOut({ signal });
    setTimeout(controller.abort, 30);
    await expect(call).rejects.toBe(left);
    expect(store.seen).toHaveLength(1);
  });

  test('an abort signal ends the TypeScript client’s wait before a retry', async () => {
    store.plays(down, placed);
    const { signal, abort } = withAbort();
    store.duringWait(abort);
    const call = shopCartAdd({ client: store.client, body: { product_id: 1, amount: 1 }, signal });
    await expect(call).rejects.toBe(left);
    expect(store.seen).toHaveLength(1);
  });

  test('a call of the TypeScript client with an already aborted signal sends no request', async () => {
    store.plays(placed);
    await expect(checkOut({ signal: AbortSignal.abort(left) })).rejects.toBe(left);
    expect(store.seen).toHaveLength(0);
  });

  function withAbort() {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort(left) };
  }
});
