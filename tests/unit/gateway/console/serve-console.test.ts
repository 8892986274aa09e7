import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { admitStrangers } from '#services/gateway/auth/access.ts';
import { createConsoleFiles } from '#services/gateway/console/console-files.ts';
import { createConsoleRouter } from '#services/gateway/console/serve-console.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { createLog } from '#shared/platform/process/log.ts';

/** Serves a console that has one file with a digest in its name and one without. */
let server: Server;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/main-Ab3.js'), 'export {};');
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  const take = async () => ({ allowed: true, limit: 600, remaining: 599, retryAfterSeconds: 0 });
  const app = express();
  app.use(requestContext(createLog('test', 'silent')), admitStrangers({ take, perMinute: 600 }));
  app.use(createConsoleRouter({ files: createConsoleFiles(folder), signInBy: 'link', imageHosts: [] }));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const aboutOneRequest = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'];

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/console/${path}`, init);
}

test('the response for a console file that shared caches may store has no request id and no rate limit headers', async () => {
  const first = await ask('assets/main-Ab3.js');
  const tag = first.headers.get('etag') ?? '';
  const again = await ask('assets/main-Ab3.js', { headers: { 'if-none-match': tag } });
  expect([first.status, again.status]).toEqual([200, 304]);
  for (const { headers } of [first, again]) {
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const name of aboutOneRequest) expect([name, headers.get(name)]).toEqual([name, null]);
  }
});

test('a request for a console file with If-None-Match: * gets 304', async () => {
  expect((await ask('icon.svg', { headers: { 'if-none-match': '*' } })).status).toBe(304);
});

test('the response for a console file with Cache-Control: no-cache has a request id and rate limit headers', async () => {
  const { headers } = await ask('icon.svg');
  expect(headers.get('cache-control')).toBe('no-cache');
  for (const name of aboutOneRequest) expect([name, headers.get(name)]).not.toEqual([name, null]);
});
