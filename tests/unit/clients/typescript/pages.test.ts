import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { adminOrdersList, adminOrdersRead, operationsReport } from '#clients/typescript/src/main.ts';
import { startScriptedStore, type Behaviour, type ScriptedStore } from './scripted-store.ts';

let store: ScriptedStore;
beforeAll(async () => (store = await startScriptedStore()));
afterAll(() => store.stop());

const page = (ids: number[], meta?: Record<string, unknown>): Behaviour => ({
  status: 200,
  body: { data: ids.map((id) => ({ id })), ...(meta && { meta }) },
});
const queries = () =>
  store.seen.map(({ url }) => Object.fromEntries(new URL(url, 'http://store').searchParams));

async function idsOf(list: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

test('the TypeScript client’s list iterator follows cursors and sends the filters with every page', async () => {
  store.plays(page([3, 2], { next_cursor: 'a/b' }), 'reset', page([1], { next_cursor: null }));
  const query = { filters: { status: 'pending', user_id: 7 }, sort: '-id' };
  expect(await idsOf(adminOrdersList({ client: store.client, query }))).toEqual([3, 2, 1]);
  const always = { 'filters[status]': 'pending', 'filters[user_id]': '7', sort: '-id' };
  const first = { ...always, paginate: 'cursor', per_page: '100' };
  expect(queries()).toEqual([first, { ...first, cursor: 'a/b' }, { ...first, cursor: 'a/b' }]);
});

test('the TypeScript client’s list iterator with paginate=true follows page numbers', async () => {
  store.plays(page([3], { last_page: 2 }), page([1], { last_page: 2 }));
  const query = { paginate: 'true', per_page: 1 } as const;
  expect(await idsOf(adminOrdersList({ client: store.client, query }))).toEqual([3, 1]);
  expect(queries().map(({ page: number }) => number)).toEqual(['1', '2']);
});

test('the TypeScript client’s list iterator with paginate=false reads a single response', async () => {
  store.plays(page([3, 1]));
  expect(await idsOf(adminOrdersList({ client: store.client, query: { paginate: 'false' } }))).toEqual([
    3, 1,
  ]);
});

test('the TypeScript client’s list iterator fetches no further page once the caller leaves the loop', async () => {
  store.plays(page([3, 2], { next_cursor: 'c' }));
  for await (const { id } of adminOrdersList({ client: store.client })) if (id === 2) break;
  expect(store.seen).toHaveLength(1);
});

test('an NDJSON report in the TypeScript client can be iterated line by line or awaited as an array', async () => {
  const headers = { 'Content-Type': 'application/x-ndjson; charset=utf-8' };
  const [first, second] = [
    { id: 1, outcome: 'changed' },
    { id: 2, outcome: 'refused' },
  ];
  const lines = [first, second].map((line) => `${JSON.stringify(line)}\n`).join('');
  store.plays('cut', { status: 200, headers, body: lines });
  const report = operationsReport({ client: store.client, path: { id: 'a.b' } });
  expect(await idsOf(report)).toEqual([1, 2]);
  expect(await report).toEqual([first, second]);
});

test('awaiting a call of the TypeScript client returns the data of a single record, or the whole response body of a list', async () => {
  store.plays({ status: 200, headers: { ETag: '"7-en"', 'X-Request-Id': 'r-9' }, body: { data: { id: 1 } } });
  expect(await adminOrdersRead({ client: store.client, path: { order: 1 } })).toEqual({ id: 1 });
  expect(await adminOrdersRead({ client: store.client, path: { order: 1 } }).withResponse()).toMatchObject({
    data: { id: 1 },
    etag: '"7-en"',
    requestId: 'r-9',
    status: 200,
  });
  store.plays(page([1]));
  expect(await adminOrdersList({ client: store.client })).toEqual({ data: [{ id: 1 }] });
});
