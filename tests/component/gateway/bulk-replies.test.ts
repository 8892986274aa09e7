import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { BulkStatus } from '#shared/engine/decide/bulk-operation.ts';
import type { Reply } from '#shared/engine/commands/messages.ts';
import { at, bulkOperation, total } from '../support/bulk-work.ts';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
/** The paths of operations for which the gateway asked the service, oldest first. */
let looks: string[];
/** The state of the bulk work that the service returns when the gateway asks for it. Null if the service is unavailable. */
let stored: BulkStatus | null;
/**
 * The final states that the workers report, in the sequence of the commands. Null if a report does not
 * arrive.
 */
let ends: (BulkStatus | null)[];
/** Whether the gateway stops, which ends the waits for final states. */
let isStopping: boolean;
/** Whether the service accepts requests but never responds. The workers then report the end only after such a request. */
let isHanging: boolean;
/** Resolves when the gateway asks the service for the number of the caller's unfinished bulk operations. */
let counted: PromiseWithResolvers<undefined>;
/** Resolves when the gateway has sent the command, and begins to wait for its end. */
let begun: PromiseWithResolvers<undefined>;
/** Resolves when the gateway asks the service for the state of bulk work. */
let looked: PromiseWithResolvers<undefined>;

beforeEach(async () => {
  [looks, stored, ends] = [[], null, []];
  [isStopping, isHanging] = [false, false];
  [counted, begun, looked] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()];
  gateway = await startGateway({
    reply,
    ended: async (command) => {
      begun.resolve(undefined);
      if (isStopping) return null;
      const status = ends.shift() ?? null;
      if (status === null) return never();
      if (isHanging) await looked.promise;
      return bulkOperation(command.id, status);
    },
    ask: async (_service, _method, path) => {
      const isCount = path.includes('unfinished');
      if (isCount) counted.resolve(undefined);
      else {
        looks.push(path);
        looked.resolve(undefined);
      }
      if (isHanging) return never();
      if (isCount) return { count: 0 };
      if (stored === null) throw new Error('the service is unavailable');
      const bulk = bulkOperation(path.replace('/operations/', ''), stored);
      return { record: null, bulk, isWorkerAlive: true, takenUpTo: null };
    },
  });
});
afterEach(async () => {
  jest.useRealTimers();
  await gateway.stop();
});

const never = () => new Promise<never>(() => undefined);

/** The first command starts the bulk work. Later commands repeat its request, so their reply is marked as replayed. */
function reply({ id }: Command): Reply {
  const outcome = { status: 202, location: null, version: null, body: null, background: true as const };
  return { correlationId: id, outcome, replayed: gateway.sent.length > 1, at: Date.now() };
}

async function update(headers: Record<string, string> = {}) {
  const token = await gateway.token();
  const json = { ids: [4, 5], status: 'confirmed' };
  return gateway.request('PUT', '/api/admin/orders/bulk-update', { token, json, headers });
}

const done = { data: { status: 'succeeded', progress: { total, done: total, failed: 0 }, finished_at: at } };

/** Fakes the timers, which a test then advances. The clock stays real. */
function fakeTimers(): void {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
}

test('if the worker reports the end of bulk work, the gateway responds without a further request to the worker’s service', async () => {
  ends = ['succeeded'];
  const answer = await update();
  expect([answer.status, looks]).toEqual([200, []]);
  expect(answer.body).toMatchObject(done);
});

test('if the gateway stops, a request that waits for the end of bulk work gets 202 after a single look at the state of this work', async () => {
  [isStopping, stored] = [true, 'running'];
  const answer = await update({ prefer: 'wait=30' });
  expect([answer.status, answer.body]).toMatchObject([202, { data: { status: 'running' } }]);
  expect(looks).toHaveLength(1);
});

test('a request that repeats bulk work with the same idempotency key gets the first response, marked as replayed', async () => {
  ends = ['succeeded', 'succeeded'];
  const headers = { 'Idempotency-Key': 'one-key' };
  const [first, joined] = [await update(headers), await update(headers)];
  expect([joined.status, looks]).toEqual([200, []]);
  expect(joined.body).toEqual(first.body);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(joined.headers.get('idempotency-replayed')).toBe('true');
});

test('if the worker does not report the end of bulk work within a second, the gateway requests the result from the worker’s service', async () => {
  stored = 'succeeded';
  fakeTimers();
  const answering = update();
  await begun.promise;
  await jest.advanceTimersByTimeAsync(999);
  expect(looks).toEqual([]);
  jest.advanceTimersByTime(1);
  const answer = await answering;
  expect([answer.status, looks.length]).toEqual([200, 1]);
  expect(answer.body).toMatchObject(done);
});

test('if bulk work is still running after the wait that the client requested, the response is 202 with the progress of the work', async () => {
  stored = 'running';
  const answer = await update({ Prefer: 'wait=1' });
  expect([answer.status, looks.length]).toEqual([202, 1]);
  expect(answer.body).toMatchObject({ data: { status: 'running', progress: { total, done: 0, failed: 0 } } });
});

test('if no worker reports the end of bulk work and the service is unavailable, the response is 202 with the status queued', async () => {
  const answer = await update({ Prefer: 'wait=1' });
  expect([answer.status, looks.length]).toEqual([202, 1]);
  expect(answer.body).toMatchObject({ data: { status: 'queued', progress: { total, done: 0, failed: 0 } } });
});

describe('while the service accepts requests but never responds', () => {
  beforeEach(() => {
    isHanging = true;
    fakeTimers();
  });

  /** Sends bulk work, and ends the wait for the number of the caller's unfinished bulk operations. */
  async function updateUncounted(headers: Record<string, string>) {
    const answering = update(headers);
    await counted.promise;
    jest.advanceTimersByTime(1500);
    await begun.promise;
    return { answering };
  }

  test('bulk work with Prefer: respond-async gets 202 after the gateway has waited 1.5 s for the service', async () => {
    const { answering } = await updateUncounted({ Prefer: 'respond-async' });
    const answer = await answering;
    expect([answer.status, answer.body]).toMatchObject([202, { data: { status: 'queued' } }]);
    expect(looks).toEqual([]);
  });

  test('when the wait of a client ends, bulk work gets 202 after the gateway has waited one more second for the service', async () => {
    const { answering } = await updateUncounted({ Prefer: 'wait=0' });
    await jest.advanceTimersByTimeAsync(0);
    await looked.promise;
    jest.advanceTimersByTime(1000);
    const answer = await answering;
    expect([answer.status, answer.body]).toMatchObject([202, { data: { status: 'queued' } }]);
    expect(looks).toHaveLength(1);
  });

  test('if the worker reports the end of bulk work, the gateway responds without waiting for the service', async () => {
    ends = ['succeeded'];
    const { answering } = await updateUncounted({});
    await jest.advanceTimersByTimeAsync(1000);
    // No timer ends the gateway's wait for the service, so only the worker's report can cause this response.
    const answer = await answering;
    expect([answer.status, answer.body]).toMatchObject([200, done]);
    expect(looks).toHaveLength(1);
  });
});
