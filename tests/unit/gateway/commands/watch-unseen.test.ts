import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { unseenCommands } from '#shared/platform/telemetry/metrics.ts';
import type { OperationRef } from '#services/gateway/commands/operation-id.ts';
import { startUnseenWatch, type UnseenWatch } from '#services/gateway/commands/watch-unseen.ts';

const now = Date.parse('2026-05-01T10:00:00.000Z');
let asked: string[];
/** The services' information about each command; null if the services are unavailable. */
let known: object | null;
let watch: UnseenWatch;

beforeEach(() => {
  jest.useFakeTimers({ now });
  [asked, known] = [[], null];
  const ask = (_service: ServiceName, _method: string, path: string) => {
    asked.push(path);
    return known === null ? Promise.reject(new Error('away')) : Promise.resolve(known);
  };
  watch = startUnseenWatch({ ask }, createLog('test', 'silent'));
});
afterEach(() => {
  watch.close();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Watches `count` commands for a service that were accepted `secondsAgo`. */
function add(count: number, service: ServiceName, secondsAgo: number): void {
  const at = new Date(now - secondsAgo * 1000).toISOString();
  for (let index = 0; index < count; index += 1)
    watch.add({ commandId: `${service}-${index}`, service, at } as OperationRef);
}

test('the check for lost commands looks up an operation only after the operation is a minute old', () => {
  add(1, 'orders', 0);
  add(1, 'catalog', 55);
  jest.advanceTimersByTime(10_000);
  expect(asked).toEqual(['/operations/catalog-0']);
});

test('while one service is unavailable, the check for lost commands queries another service without delay', () => {
  add(1500, 'orders', 600);
  add(2, 'catalog', 61);
  jest.advanceTimersByTime(10_000);
  expect(asked.filter((path) => path.includes('orders'))).toHaveLength(20);
  expect(asked).toEqual(expect.arrayContaining(['/operations/catalog-0', '/operations/catalog-1']));
});

test('the metric of commands that no worker has received counts each such command once, and counts no command that a worker has received', async () => {
  const count = jest.spyOn(unseenCommands, 'add');
  const takenUpTo = new Date(now + 60_000).toISOString();
  known = { record: null, bulk: null, isWorkerAlive: true, takenUpTo };
  add(1, 'orders', 70);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(count.mock.calls).toEqual([[1, { 'store.service': 'orders' }]]);
  known = { ...known, record: { _id: 'catalog-0', state: 'done' } };
  add(1, 'catalog', 70);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(count).toHaveBeenCalledTimes(1);
});
