import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import { createCallerLimit } from '#services/gateway/limits/caller-limit.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { createOpenReads } from '#services/gateway/limits/open-reads.ts';
import { operationId } from '#services/gateway/commands/operation-id.ts';
import { createOperationsRouter } from '#services/gateway/commands/operations-router.ts';
import { connections, type ServiceClient } from '#services/gateway/reads/service-client.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { pause } from '../../../support/pause.ts';

const keys = { signs: 'a key of this test', accepted: [] };
const queued = { record: null, bulk: null };
const workers = { isWorkerAlive: true, takenUpTo: null };
const finished = { status: 204, location: null, version: null, body: null };
const serviceOf = (commandId: string) => (commandId.startsWith('catalog') ? 'catalog' : 'orders');

let server: Server | undefined;
/** The command ids in each request to a service. */
let questions: string[][];
let done: Set<string>;
let stop: AbortController;

beforeEach(() => {
  questions = [];
  done = new Set();
  stop = new AbortController();
});
afterEach(() => new Promise((resolve) => server?.close(resolve)));

const known = (_id: string) =>
  done.has(_id)
    ? { record: { _id, state: 'done', outcome: finished, accepted_at: new Date().toISOString() }, bulk: null }
    : queued;

const ask: ServiceClient['ask'] = async (_service, method, path, body) => {
  const commands =
    method === 'POST' ? (body as { commands: string[] }).commands : [path.split('/').at(-1) ?? ''];
  questions.push(commands);
  await pause(5);
  if (method === 'GET') return { ...known(commands[0] ?? ''), ...workers };
  return { operations: commands.map(known), ...workers };
};

async function listen(expiresAt: number): Promise<string> {
  const router = createOperationsRouter({
    services: { ask, stream: async () => null },
    openReads: createOpenReads({ perCaller: 1, connections, waitingMs: () => 0 }),
    queuedRecords: { find: async () => null },
    submitCommand: () => Promise.reject(new Error('This test writes nothing')),
    countStream: createCallerLimit(1000, 'too_many_streams', 5),
    stopping: stop.signal,
    keepAliveMs: 50,
    keys,
    baseUrl: () => '',
    locale: { currencyDecimals: 2, timeZone: 'UTC' },
  });
  const app = express().use(requestContext(createLog('test', 'silent')));
  app.use((_request, response, next) => {
    const scopes = new Set(['admin:read'] as const);
    response.locals['principal'] = { subject: 'a', userId: null, scopes, expiresAt };
    next();
  });
  server = createServer(app.use(router)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/operations`;
}

function idOf(commandId: string): string {
  const at = new Date().toISOString();
  return operationId(
    { commandId, service: serviceOf(commandId), type: 'orders.create', owner: 'a', at },
    keys,
  );
}

async function follow(url: string, commandId: string): Promise<string> {
  return (await fetch(`${url}/${idOf(commandId)}/events`)).text();
}

const statuses = (events: string) => [...events.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);

test.each([
  ['that is about to expire', 500],
  ['that expired within the clock tolerance', -1000],
])(
  'an operation’s event stream with a token %s sends the operation’s state once and then ends',
  async (_name, leftMs) => {
    const events = await follow(await listen(Date.now() + leftMs), 'orders-1');
    expect(statuses(events)).toEqual(['queued']);
  },
);

test('the event stream of an unfinished operation ends when the gateway stops', async () => {
  // Nothing else ends these streams: their token never expires, and their operations never finish.
  const url = await listen(Infinity);
  const streams = Promise.all([follow(url, 'orders-1'), follow(url, 'catalog-1')]);
  while (questions.length < 3) await pause(10);
  stop.abort();
  expect((await streams).map(statuses)).toEqual([['queued'], ['queued']]);
});

test('an operation’s event stream that begins while the gateway stops sends the operation’s state once and then ends', async () => {
  const url = await listen(Date.now() + 60_000);
  stop.abort();
  expect(statuses(await follow(url, 'orders-1'))).toEqual(['queued']);
});

test('an operation’s event stream sends heartbeats while the operation does not change', async () => {
  const url = await listen(Date.now() + 60_000);
  const leaving = new AbortController();
  const { body } = await fetch(`${url}/${idOf('orders-1')}/events`, { signal: leaving.signal });
  let text = '';
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    if (text.split(': waiting\n\n').length > 2) break;
  }
  leaving.abort();
  expect(text.match(/^event: /gm)).toHaveLength(1);
});

test('many event streams of operations share their requests to a service, and each request lists an operation only once', async () => {
  const startedAt = performance.now();
  const url = await listen(Date.now() + 1000);
  const commands = Array.from(
    { length: 500 },
    (_, index) => `${index % 2 ? 'catalog' : 'orders'}-${index % 8}`,
  );
  const streams = await Promise.all(commands.map((command) => follow(url, command)));
  expect(streams.map(statuses)).toEqual(commands.map(() => ['queued']));
  // Each service gets one request per 300 ms for all open streams. New streams wait for the request in progress, so their first
  // look-ups share requests too.
  const rounds = (performance.now() - startedAt) / 300;
  const opening = 2 * 100;
  expect(questions.length).toBeLessThan(2 * rounds + opening);
  for (const asked of questions) expect(new Set(asked).size).toBe(asked.length);
  expect(Math.max(...questions.map(({ length }) => length))).toBe(4);
}, 30_000);

test('each of several concurrent event streams ends with the final state of the operation that it was opened for', async () => {
  const url = await listen(Infinity);
  const commands = ['orders-1', 'catalog-1', 'orders-2', 'orders-1'];
  const streams = commands.map((command) => follow(url, command));
  while (questions.length < 8) await pause(10);
  for (const command of commands) {
    done.add(command);
    await pause(20);
  }
  expect((await Promise.all(streams)).map(statuses)).toEqual(commands.map(() => ['queued', 'succeeded']));
}, 30_000);
