import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import express from 'express';
import { createCallerLimit } from '#services/gateway/limits/caller-limit.ts';
import { queuedOperation } from '#services/gateway/operations/operation-resource.ts';
import { streamOperation, tooManyStreams } from '#services/gateway/operations/stream-operation.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

let asked = 0;

async function follow(expiresAt: number, streamCount = 1): Promise<string[]> {
  const operation = queuedOperation('id', { type: 'catalog.product.create', at: new Date().toISOString() });
  asked = 0;
  const find = async () => {
    asked += 1;
    const reference = { at: operation.created_at, commandId: 'c', type: operation.type } as never;
    return { reference, operation };
  };
  const streams = createCallerLimit(streamCount, tooManyStreams);
  const app = express().get('/:id', (request, response) => {
    response.locals['principal'] = { subject: 'a', expiresAt };
    return streamOperation({ find, streams }, request, response);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/id`;
  return Promise.all(Array.from({ length: streamCount }, async () => (await fetch(url)).text()));
}

test.each([
  ['that is about to expire', 500],
  ['that expired within the tolerance of clocks', -1000],
])('with a token %s the operation is told once', async (_name, leftMs) => {
  const [events = ''] = await follow(Date.now() + leftMs);
  expect(events.match(/^event: operation$/gm) ?? []).toHaveLength(1);
  expect(events).toContain('"status":"queued"');
});

test('very many streams ask more seldom', async () => {
  const count = 500;
  await follow(Date.now() + 2500, count);
  // Each alone asks eight times in this time; of so many, once when it begins and about once every two seconds.
  expect(asked).toBeLessThanOrEqual(4 * count);
});
