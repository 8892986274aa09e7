import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { Problem } from '#shared/contracts/errors.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { sendProblem } from '#services/gateway/http/send-problem.ts';
import { foreignOrigin } from '#services/gateway/session/refusals.ts';
import { eventually } from '../../../support/eventually.ts';

let server: Server;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  lines = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  };
  const log = pino({}, new Writable({ write }));
  const app = express();
  app.use(requestContext(log));
  app.get('/health/live', (_request, response) => void response.json({}));
  app.get('/health/ready', (_request, response) => void response.status(503).json({}));
  app.get('/api/many', () => {
    throw new Problem('too_many_requests');
  });
  app.get('/console/session', () => {
    throw foreignOrigin('https://shop.example');
  });
  app.get('/console/sign-in', (_request, response) => void response.json({}));
  app.get('/api/last', (_request, response) => void response.json({}));
  app.use(sendProblem(log));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The log after these requests and one final request. */
async function logOf(...paths: string[]): Promise<Record<string, unknown>[]> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of [...paths, '/api/last']) await (await fetch(url + path)).text();
  await eventually('the log line of the last request', () => lines.some(({ path }) => path === '/api/last'));
  return lines.filter(({ path }) => path !== '/api/last');
}

test('successful health checks are not logged, and a failed health check is logged once', async () => {
  const log = await logOf('/health/live', '/health/live', '/health/ready');
  expect(log).toMatchObject([{ path: '/health/ready', status: 503 }]);
});

test('fifty requests above the rate limit leave a single line in the log', async () => {
  const log = await logOf(...Array.from({ length: 50 }, () => '/api/many'));
  expect(log).toMatchObject([{ path: '/api/many', status: 429, refused: 'too_many_requests' }]);
});

test('a session request that is rejected because of its origin is logged with the reason and the client’s address', async () => {
  const [line] = await logOf('/console/session');
  expect(line).toMatchObject({ status: 403, refused: 'forbidden: foreign_origin' });
  expect(line?.['from']).toMatch(/127\.0\.0\.1$/);
});

test.each(['/console/sign-in', '/Console/Sign-In/'])(
  'a sign-in at %s is logged with the client’s address',
  async (path) => {
    const [line] = await logOf(path);
    expect(line).toMatchObject({ path, status: 200 });
    expect(line?.['from']).toMatch(/127\.0\.0\.1$/);
  },
);

test('a successful request is logged without the client’s address', async () => {
  await logOf();
  const [line] = lines;
  expect(line).toMatchObject({ path: '/api/last', status: 200 });
  expect(Object.keys(line ?? {})).not.toContain('from');
});
