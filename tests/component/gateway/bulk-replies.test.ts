import { afterEach, beforeEach, expect, test } from '@jest/globals';
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
/** Resolves when the gateway asks the service for the state of bulk work. */
let looked: PromiseWithResolvers<undefined>;

beforeEach(async () => {
  looks = [];
  stored = null;
  ends = [];
  isStopping = false;
  isHanging = false;
  looked = Promise.withResolvers();
  gateway = await startGateway({
    reply,
    ended: (command) => {
      if (isStopping) return Promise.resolve(null);
      const status = ends.shift() ?? null;
      if (status === null) return never();
      const end = bulkOperation(command.id, status);
      return isHanging ? looked.promise.then(() => end) : Promise.resolve(end);
    },
    ask: (_service, _method, path) => {
      if (path.includes('unfinished')) return isHanging ? never() : Promise.resolve({ count: 0 });
      looks.push(path);
      looked.resolve(undefined);
      if (isHanging) return never();
      const id = path.replace('/operations/', '');
      if (stored === null) return Promise.reject(new Error('the service is unavailable'));
      const bulk = bulkOperation(id, stored);
      return Promise.resolve({ record: null, bulk, isWorkerAlive: true, takenUpTo: null });
    },
  });
});
afterEach(() => gateway.stop());

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

test('if the worker reports the end of bulk work, the gateway responds without a further request to the worker’s service', async () => {
  ends = ['succeeded'];
  const answer = await update();
  expect([answer.status, looks]).toEqual([200, []]);
  expect(answer.body).toMatchObject(done);
});

test('if the gateway stops, a request that waits for the end of bulk work at once gets 202 with the present state of this work', async () => {
  [isStopping, stored] = [true, 'running'];
  const startedAt = performance.now();
  const answer = await update({ prefer: 'wait=30' });
  expect([answer.status, answer.body]).toMatchObject([202, { data: { status: 'running' } }]);
  expect(performance.now() - startedAt).toBeLessThan(1000);
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
  const startedAt = performance.now();
  const answer = await update();
  const ms = performance.now() - startedAt;
  expect([answer.status, looks.length]).toEqual([200, 1]);
  expect(answer.body).toMatchObject(done);
  expect(ms).toBeGreaterThan(900);
  expect(ms).toBeLessThan(3000);
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

test('while the service hangs, bulk work with Prefer: respond-async gets 202 within 2.5 seconds', async () => {
  isHanging = true;
  const startedAt = performance.now();
  const answer = await update({ Prefer: 'respond-async' });
  expect([answer.status, answer.body]).toMatchObject([202, { data: { status: 'queued' } }]);
  expect(performance.now() - startedAt).toBeLessThan(2500);
});

test('if the service hangs when the client’s wait ends, the response is 202 soon afterwards', async () => {
  isHanging = true;
  const startedAt = performance.now();
  const answer = await update({ Prefer: 'wait=2' });
  expect([answer.status, answer.body]).toMatchObject([202, { data: { status: 'queued' } }]);
  // The gateway waits a second longer for the state of the work.
  expect(performance.now() - startedAt).toBeLessThan(4500);
});

test('if the worker reports the end of bulk work while the service hangs, the gateway responds at once', async () => {
  [isHanging, ends] = [true, ['succeeded']];
  const answering = update();
  await looked.promise;
  const endedAt = performance.now();
  const answer = await answering;
  expect([answer.status, answer.body]).toMatchObject([200, done]);
  expect(performance.now() - endedAt).toBeLessThan(500);
});
