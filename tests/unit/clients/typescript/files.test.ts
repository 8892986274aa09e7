import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { adminOrdersList, fileOf } from '#clients/typescript/src/main.ts';
import { startScriptedStore, type ScriptedStore } from './scripted-store.ts';

let store: ScriptedStore;
beforeAll(async () => (store = await startScriptedStore()));
afterAll(() => store.stop());

const headers = {
  'Content-Type': 'application/x-ndjson; charset=utf-8',
  'Content-Disposition': 'attachment; filename="orders-2026-01-31-1230.ndjson"',
};
const ask = () => fileOf(adminOrdersList({ client: store.client, query: { format: 'ndjson' } }));

test('a file that the TypeScript client downloads has unchanged content and the file name from Content-Disposition', async () => {
  store.plays({ status: 200, headers, body: '{"id":1}\n' });
  const { name, content } = await ask();
  expect([name, await content.text()]).toEqual(['orders-2026-01-31-1230.ndjson', '{"id":1}\n']);
  expect(store.seen[0]?.url).toContain('format=ndjson');
});

test('the TypeScript client retries a file download that is cut off', async () => {
  store.plays('cut', { status: 200, headers, body: '{"id":1}\n' });
  expect(await (await ask()).content.text()).toBe('{"id":1}\n');
  expect(store.seen).toHaveLength(2);
});

test('a file download of the TypeScript client rejects with the API’s error, and also rejects if the response is not a file', async () => {
  const problem = { code: 'validation_failed', message: 'The selected fields is invalid.', errors: {} };
  store.plays({ status: 422, body: problem });
  await expect(ask()).rejects.toMatchObject({ code: 'validation_failed' });
  store.plays({ status: 200, body: { data: [] } });
  await expect(fileOf(adminOrdersList({ client: store.client }))).rejects.toThrow(
    'The response is not a file',
  );
});
