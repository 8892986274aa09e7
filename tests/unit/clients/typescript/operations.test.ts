import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  adminOrdersBulkUpdate,
  Conflict,
  followOperation,
  OperationCancelled,
  OperationParked,
  OutcomeUnknown,
  OutOfStock,
  PreconditionFailed,
  shopOrdersCheckout,
  TimedOut,
} from '#clients/typescript/src/main.ts';
import {
  operation,
  problem,
  refused,
  startScriptedStore,
  type Behaviour,
  type ScriptedStore,
} from './scripted-store.ts';

let store: ScriptedStore;
beforeAll(async () => (store = await startScriptedStore()));
afterAll(() => store.stop());

const answer = (body: unknown, status = 200): Behaviour => ({ status, body });
const taken = answer(operation('queued'), 202);
const running = answer(operation('running'));
const placed = answer({ data: { id: 7 } }, 201);
const succeeded = answer(
  operation('succeeded', { result: { status: 201, location: '/api/client/orders/7', data: { id: 7 } } }),
);
const unconfirmed = refused(
  503,
  'outcome_unknown',
  { 'Retry-After': '2' },
  { operation: '/api/operations/op-1' },
);

const checkOut = (more: object = {}) =>
  shopOrdersCheckout({ client: store.client, body: { payment_method: 1, address_id: 1 }, ...more });
const methods = () => store.seen.map(({ method }) => method);
const keysOfWrites = () =>
  store.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);

describe('writes with an unknown outcome', () => {
  test('while the operation of a write with an unknown outcome is running, the TypeScript client polls it and does not resend the write', async () => {
    store.plays(unconfirmed, running, running, succeeded);
    expect(await checkOut()).toEqual({ id: 7 });
    expect(methods()).toEqual(['POST', 'GET', 'GET', 'GET']);
  });

  test('after a write with an unknown outcome, the TypeScript client resends it with the same Idempotency-Key if its operation is queued, or not known to the server', async () => {
    for (const status of ['queued', 'unknown']) {
      store.plays(unconfirmed, answer(operation(status)), placed);
      expect(await checkOut()).toEqual({ id: 7 });
      expect(methods()).toEqual(['POST', 'GET', 'POST']);
      expect(new Set(keysOfWrites()).size).toBe(1);
      expect(store.waits[0]).toBeGreaterThanOrEqual(2000);
    }
  });

  test('if the operation of a write with an unknown outcome cannot be read, the TypeScript client resends the write with the same idempotency key', async () => {
    store.plays(unconfirmed, 'reset', placed);
    expect(await checkOut()).toEqual({ id: 7 });
    expect(methods()).toEqual(['POST', 'GET', 'POST']);
    expect(new Set(keysOfWrites()).size).toBe(1);
  });

  test('if a write’s outcome stays unknown until the timeout, the TypeScript client fails with outcome_unknown and the idempotency key', async () => {
    store.plays(unconfirmed, answer(operation('queued')), unconfirmed, answer(operation('queued')));
    const call = checkOut({ timeoutMs: 1500 });
    await expect(call).rejects.toMatchObject({
      code: 'outcome_unknown',
      operation: '/api/operations/op-1',
      idempotencyKey: call.idempotencyKey,
    });
    await expect(call).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});

describe('accepted writes', () => {
  test('after a 202 response to a write, the TypeScript client polls the operation until its outcome is known, even if one poll fails', async () => {
    store.plays(taken, running, 'reset', running, succeeded);
    expect(await checkOut()).toEqual({ id: 7 });
    expect(methods()).toEqual(['POST', 'GET', 'GET', 'GET', 'GET']);
    expect(store.seen.slice(1).every(({ url }) => url === '/api/operations/op-1')).toBe(true);
  });

  test('a call of the TypeScript client that gets 202 and fails later rejects with the failed operation’s error', async () => {
    const products = [{ product_id: 3, requested: 2, available: 1 }];
    const error = problem('out_of_stock', { status: 422, products });
    store.plays(taken, answer(operation('failed', { error })));
    const refusal = await checkOut().catch((reason: unknown) => reason);
    expect(refusal).toBeInstanceOf(OutOfStock);
    expect(refusal).toMatchObject({ products, status: 422, requestId: 'r-1' });
  });

  test('a call of the TypeScript client that gets 202 and then fails with precondition_failed rejects with the tag of the current version', async () => {
    const error = problem('precondition_failed', { status: 412, version: 4, changes: [] });
    store.plays(taken, answer(operation('failed', { error })));
    const refusal = await checkOut().catch((reason: unknown) => reason);
    expect(refusal).toBeInstanceOf(PreconditionFailed);
    expect(refusal).toMatchObject({ etag: '"4-en"' });
  });

  test('the TypeScript client’s error for a parked operation has the message and the id of the failed request, even if the caller may not see why it is parked', async () => {
    store.plays(taken, answer(operation('parked', { error: problem('internal_error', { status: 500 }) })));
    await expect(checkOut()).rejects.toMatchObject({
      code: 'operation_parked',
      message: 'It is internal_error.',
      requestId: 'r-1',
    });
  });

  test.each([
    ['parked', problem('internal_error', { status: 500 }), OperationParked],
    ['cancelled', null, OperationCancelled],
  ])(
    'a call of the TypeScript client that gets 202 and is then %s rejects with the error class for that status',
    async (status, error, type) => {
      store.plays(taken, answer(operation(status, { error, note: 'Because.' })));
      const call = checkOut();
      await expect(call).rejects.toBeInstanceOf(type);
      await expect(call).rejects.toThrow('Because.');
    },
  );

  test('if the store no longer knows the operation of a write that got 202, the TypeScript client resends the write with the same idempotency key', async () => {
    store.plays(taken, answer(operation('unknown')), placed);
    expect(await checkOut()).toEqual({ id: 7 });
    expect(methods()).toEqual(['POST', 'GET', 'POST']);
    expect(new Set(keysOfWrites()).size).toBe(1);
  });

  test('the TypeScript client stops polling for the outcome of a write at the call’s timeout', async () => {
    store.plays(taken, running);
    const call = checkOut({ timeoutMs: 3000 });
    await expect(call).rejects.toBeInstanceOf(TimedOut);
    await expect(call).rejects.toMatchObject({ idempotencyKey: call.idempotencyKey });
    expect(store.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(3000);
  });

  test('the timeout of a TypeScript client’s call includes the time of earlier tries of the same write', async () => {
    store.plays(refused(503, 'unavailable', { 'Retry-After': '2' }), taken, running);
    await expect(checkOut({ timeoutMs: 4000 })).rejects.toBeInstanceOf(TimedOut);
    expect(store.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(4000);
  });

  test('the TypeScript client’s wait for an operation’s outcome times out even while a poll has no response', async () => {
    store.plays(taken);
    const followed = await checkOut().operation();
    store.plays('hang');
    await expect(followed.done({ timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timed_out',
      cause: { code: 'connection_failed' },
    });
    expect(methods()).toEqual(['GET']);
  });

  test.each([
    ['unavailable', 503],
    ['too_many_requests', 429],
  ])(
    'a call of the TypeScript client that gets 202 rejects with timed_out if polls get %s until the timeout, so that the write does not look rejected',
    async (code, status) => {
      store.plays(taken, running, refused(status, code, { 'Retry-After': '2' }));
      const call = checkOut({ timeoutMs: 5000 });
      await expect(call).rejects.toMatchObject({
        code: 'timed_out',
        cause: { code, status },
        idempotencyKey: call.idempotencyKey,
      });
      expect(keysOfWrites()).toHaveLength(1);
    },
  );

  test('a call of the TypeScript client that gets 202 rejects with timed_out if it must resend the write and gets 503 until the timeout', async () => {
    store.plays(taken, answer(operation('unknown')), refused(503, 'unavailable', { 'Retry-After': '2' }));
    const call = checkOut({ timeoutMs: 5000 });
    await expect(call).rejects.toMatchObject({
      code: 'timed_out',
      cause: { code: 'unavailable' },
      idempotencyKey: call.idempotencyKey,
    });
    expect(new Set(keysOfWrites()).size).toBe(1);
  });

  test('the TypeScript client’s progress iterator yields each new status or progress of an operation once', async () => {
    const at = (done: number) => answer(operation('running', { progress: { total: 9, done, failed: 0 } }));
    store.plays(taken, at(0), at(3), at(3), at(6), succeeded);
    const followed = await checkOut().operation();
    expect(followed.id).toBe('op-1');
    expect(methods()).toEqual(['POST']);
    const seen: number[] = [];
    for await (const { progress } of followed.progress()) seen.push(progress.done);
    expect(seen).toEqual([0, 0, 3, 6, 0]);
    expect(await followed.done()).toEqual({ id: 7 });
  });

  test('the TypeScript client’s polling interval for a write’s outcome grows up to 3.75 seconds', async () => {
    store.plays(taken, ...Array<Behaviour>(12).fill(running), succeeded);
    await checkOut();
    const [first = 0] = store.waits;
    expect(store.waits).toEqual([...store.waits].sort((a, b) => a - b));
    expect(store.waits.at(-1)).toBeGreaterThan(10 * first);
    expect(Math.max(...store.waits)).toBeLessThanOrEqual(3750);
  });

  test('an abort signal ends the TypeScript client’s wait for an operation’s outcome', async () => {
    store.plays(taken, running);
    const followed = await checkOut().operation();
    await expect(followed.done({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });

  test('the TypeScript client can cancel an operation even if the first response is lost, but not after the operation has succeeded', async () => {
    const cancelled = answer(operation('cancelled'));
    for (const answers of [[cancelled], ['reset', refused(409, 'conflict'), cancelled]] as Behaviour[][]) {
      store.plays(taken, ...answers);
      const followed = await checkOut().operation();
      expect((await followed.cancel()).status).toBe('cancelled');
    }
    store.plays(taken, refused(409, 'conflict'), succeeded);
    await expect((await checkOut().operation()).cancel()).rejects.toBeInstanceOf(Conflict);
  });
});

test('a call of the TypeScript client that immediately gets its final response has no operation to track or cancel', async () => {
  store.plays(placed);
  const call = checkOut();
  const followed = await call.operation();
  expect(followed.id).toBeNull();
  for await (const record of followed.progress()) throw new Error(record.status);
  expect([await followed.done(), await call]).toEqual([{ id: 7 }, { id: 7 }]);
  await expect(followed.cancel()).rejects.toBeInstanceOf(Conflict);
  expect(store.seen).toHaveLength(1);
});

test('awaiting a bulk call of the TypeScript client returns the operation, whatever its final status', async () => {
  const counts = { changed: 1, unchanged: 0, not_found: 1, refused: 0 };
  for (const status of ['partly_succeeded', 'failed', 'cancelled']) {
    const type = 'orders.bulk-update';
    store.plays(
      answer(operation('queued', { type }), 202),
      answer(operation(status, { type, result: counts })),
    );
    const done = await adminOrdersBulkUpdate({
      client: store.client,
      body: { ids: [1, 2], status: 'confirmed' },
    });
    expect(done).toMatchObject({ status, result: counts });
  }
});

test('the TypeScript client can track an earlier operation by its id', async () => {
  store.plays(succeeded);
  const found = await followOperation<{ id: number }>({ client: store.client, id: 'op-1' });
  expect(await found.done()).toEqual({ id: 7 });
});
