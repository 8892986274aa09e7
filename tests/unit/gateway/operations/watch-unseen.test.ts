import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { createLog } from '#shared/process/log.ts';
import type { OperationRef } from '#services/gateway/operations/operation-id.ts';
import { startUnseenWatch } from '#services/gateway/operations/watch-unseen.ts';
import type { UnseenWatch } from '#services/gateway/operations/watch-unseen.ts';

const now = Date.parse('2026-05-01T10:00:00.000Z');
let asked: string[];
let watch: UnseenWatch;

beforeEach(() => {
  jest.useFakeTimers({ now });
  asked = [];
  const ask = (_service: ServiceName, _method: string, path: string) => {
    asked.push(path);
    return Promise.reject(new Error('away'));
  };
  watch = startUnseenWatch({ ask }, createLog('test', 'silent'));
});
afterEach(() => {
  watch.close();
  jest.useRealTimers();
});

/** Watches `count` commands of a service that were accepted `secondsAgo`. */
function add(count: number, service: ServiceName, secondsAgo: number): void {
  const at = new Date(now - secondsAgo * 1000).toISOString();
  for (let index = 0; index < count; index += 1)
    watch.add({ commandId: `${service}-${index}`, service, at } as OperationRef);
}

test('an operation is first queried when it is a minute old', () => {
  add(1, 'orders', 0);
  add(1, 'catalog', 55);
  jest.advanceTimersByTime(10_000);
  expect(asked).toEqual(['/operations/catalog-0']);
});

test('operations of an unavailable service do not delay queries to another service', () => {
  add(1500, 'orders', 600);
  add(2, 'catalog', 61);
  jest.advanceTimersByTime(10_000);
  expect(asked.filter((path) => path.includes('orders'))).toHaveLength(20);
  expect(asked).toEqual(expect.arrayContaining(['/operations/catalog-0', '/operations/catalog-1']));
});
