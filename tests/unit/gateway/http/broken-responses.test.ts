import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import express, { type Express } from 'express';
import { pino } from 'pino';
import { createServiceApp } from '#shared/engine/reads/service-app.ts';
import { sendPieces } from '#shared/platform/http/send-pieces.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { sendProblem } from '#services/gateway/http/send-problem.ts';
import { eventually } from '../../../support/eventually.ts';

function linesOf() {
  const lines: Record<string, unknown>[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  };
  return { lines, log: pino({}, new Writable({ write })) };
}

async function ask(app: Express, path: string): Promise<Response> {
  const server = app.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return fetch(url, { headers: { 'x-store-caller': 'a secret', connection: 'close' } });
}

async function* broken(pieces: number): AsyncGenerator<string> {
  for (let sent = 0; sent < pieces; sent += 1) yield Promise.resolve('x'.repeat(1000));
  throw new Error('the database failed');
}

const { lines, log } = linesOf();
const breakOff = { msg: 'a response broke off', err: { message: 'the database failed' } };

test('if the database fails in the middle of a list, the service breaks the response off and logs the cause', async () => {
  const rows = broken(1000);
  const list = { kind: 'stream' as const, rows, leave: () => undefined, count: () => Promise.resolve(0) };
  const service = createServiceApp({
    caller: { name: 'GATEWAY_ORDERS_SECRET', secret: 'a secret' },
    reads: { many: () => Promise.resolve(list) },
    check: () => Promise.resolve([]),
    health: () => ({}),
    log,
  });
  const asked = encodeURIComponent(JSON.stringify({ language: 'en', caller: {} }));
  const answer = await ask(service, `/reads/many?request=${asked}`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  await eventually('the log line with the cause', () => lines.some(({ path }) => path === '/reads/many'));
  expect(lines.find(({ path }) => path === '/reads/many')).toMatchObject(breakOff);
});

const gateway = (pieces: number) =>
  express()
    .use(requestContext(log))
    .get('/export', async (_request, response) => {
      response.setHeader('Content-Disposition', 'attachment; filename="orders.csv"');
      await sendPieces(response, broken(pieces));
    })
    .use(sendProblem(log));

test('if creating an export file fails in the middle of the response, the gateway breaks the response off and logs the cause', async () => {
  const answer = await ask(gateway(1000), '/export');
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  const id = answer.headers.get('x-request-id');
  await eventually('the log line with the cause', () =>
    lines.some(({ request_id, msg }) => request_id === id && msg === breakOff.msg),
  );
  expect(lines.find(({ request_id }) => request_id === id)).toMatchObject(breakOff);
});

test('if creating an export file fails before its first byte, the response has status 500 and no Content-Disposition', async () => {
  const answer = await ask(gateway(0), '/export');
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([500, null]);
});
