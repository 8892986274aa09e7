import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type * as Main from '#clients/typescript/src/main.ts';
import { startScriptedStore, type ScriptedStore } from './scripted-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'storefront-react-native-'));
let store: ScriptedStore;
beforeAll(async () => (store = await startScriptedStore()));
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true });
});

test('a list of the TypeScript client can be iterated with Babel’s `for await` in an engine without Symbol.asyncIterator', async () => {
  const outfile = join(folder, 'client.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../../../../clients/typescript/src/main.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outfile,
    define: { 'Symbol.asyncIterator': 'undefined' },
  });
  const { createClient, adminOrdersList } = (await import(pathToFileURL(outfile).href)) as typeof Main;
  store.plays({ status: 200, body: { data: [{ id: 2 }, { id: 1 }], meta: { next_cursor: null } } });
  const list = adminOrdersList({ client: createClient({ baseUrl: store.url }) }) as unknown as Record<
    string,
    () => AsyncGenerator
  >;
  const ids: unknown[] = [];
  for await (const order of list['@@asyncIterator']?.() ?? []) ids.push(order);
  expect(ids).toEqual([{ id: 2 }, { id: 1 }]);
});
