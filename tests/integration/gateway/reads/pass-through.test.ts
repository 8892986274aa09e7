import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import type { ReadRequest } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { listen } from '#shared/platform/http/listen.ts';
import { createServiceApp } from '#shared/engine/reads/service-app.ts';
import { createServiceClient, type ServiceClient } from '#services/gateway/reads/service-client.ts';
import { quiet } from '../../support/own-servers.ts';
import { eventually } from '../../../support/eventually.ts';
import { anyPort, plain } from '../../../support/plain.ts';
import { pause } from '../../../support/pause.ts';

const proof = { name: 'GATEWAY_ORDERS_SECRET' as const, secret: 'a secret of these tests' };
const asked: ReadRequest = {
  params: {},
  query: { search: null, filters: {}, sort: [], paging: { kind: 'all' } },
  caller: { area: 'admin', subject: 'a', userId: null },
  language: 'en',
  url: '',
  parameters: [],
};
const brief = { kind: 'brief', ifNoneMatch: undefined } as const;
const row = { text: 'ä'.repeat(500) };

let services: ServiceClient;
let away: ServiceClient;
let url: string;
/** More rows than all buffers can hold for a client that does not read. */
const moreThanBuffersHold = 50_000;

/** The number of rows read from the endless list, and whether its reader was stopped. */
const endless = { rows: 0, isOver: false };
/** A read for a client that disconnected before the read began. */
let lateRead: Promise<void> | undefined;
const listening: Awaited<ReturnType<typeof listen>>[] = [];

async function* rows(count: number): AsyncGenerator {
  for (let sent = 0; sent < count; sent += 1) yield row;
}

async function* brokenRows(): AsyncGenerator {
  yield* rows(1000);
  throw new Error('the database went away');
}

async function* endlessRows(): AsyncGenerator {
  try {
    const enough = endless.rows + moreThanBuffersHold;
    while (endless.rows < enough) {
      endless.rows += 1;
      yield row;
      if (endless.rows % 100 === 0) await pause(1);
    }
  } finally {
    endless.isOver = true;
  }
}

async function started(app: Parameters<typeof listen>[0]): Promise<string> {
  const http = await listen(app, anyPort, plain);
  listening.push(http);
  const address = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

const known = { count: async () => 5000, leave: () => undefined };

beforeAll(async () => {
  const service = createServiceApp({
    caller: proof,
    reads: {
      one: async () => ({ kind: 'one' as const, data: row, version: 7 }),
      many: async () => ({ kind: 'stream' as const, rows: rows(5000), ...known }),
      broken: async () => ({ kind: 'stream' as const, rows: brokenRows(), ...known }),
      endless: async () => ({ kind: 'stream' as const, rows: endlessRows(), ...known }),
      refused: async () => {
        throw new Problem('not_found');
      },
    },
    check: async () => [],
    health: () => ({}),
    log: quiet,
  });
  const dying = await started((_request, response) => {
    response.writeHead(404, { 'content-length': '100' }).write('{"problem":');
    setImmediate(() => response.destroy());
  });
  const orders = await started(service);
  const catalog = { url: dying, proof };
  services = createServiceClient({ orders: { url: orders, proof }, catalog, webhooks: catalog }, quiet);
  away = createServiceClient(
    { orders: { url: 'http://127.0.0.1:1', proof }, catalog, webhooks: catalog },
    quiet,
  );
  const app = express();
  app.get('/gone', (_request, response) => {
    const closed = once(response, 'close');
    const endpoint = { service: 'orders', id: 'endless' } as const;
    lateRead = closed.then(() => services.read({ endpoint, request: asked, ...brief }, response));
    response.destroy();
  });
  const read =
    (from: ServiceClient, service: 'orders' | 'catalog') => async (request: Request, response: Response) => {
      const endpoint = { service, id: String(request.params['id']) };
      await from.read(
        { endpoint, request: asked, kind: 'brief', ifNoneMatch: request.headers['if-none-match'] },
        response,
      );
    };
  app.get('/orders/:id', read(services, 'orders'));
  app.get('/dying/:id', read(services, 'catalog'));
  app.get('/away/:id', read(away, 'orders'));
  const refuse: ErrorRequestHandler = (error: Problem, _request, response, _next) => {
    response.status(error.status).json(error.details);
  };
  url = await started(app.use(refuse));
});
afterAll(async () => {
  await services.close();
  await away.close();
  for (const { close } of listening) await close();
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${url}/${path}`, init);

describe('a forwarded read', () => {
  test('the gateway forwards a service’s response to a read with the same bytes, length and ETag', async () => {
    const answer = await ask('orders/one');
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toEqual([200, { data: row }]);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"7-en-[\w-]{16}"$/);
    const known = await ask('orders/one', { headers: { 'if-none-match': tag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });

  test('a slow client receives the whole of a long response that the gateway forwards from a service', async () => {
    const answer = await ask('orders/many');
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      if (chunks.length % 20 === 0) await pause(5);
    }
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: unknown[] };
    expect([data.length, data.at(-1)]).toEqual([5000, row]);
  });

  test('if a service aborts its response to a forwarded read, the gateway aborts the response to the client', async () => {
    const answer = await ask('orders/broken');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test('the gateway forwards a read only as fast as its client receives it, and ends the read when the client disconnects', async () => {
    const leaving = new AbortController();
    const answer = await ask('orders/endless', { signal: leaving.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    const standsStill = async () => {
      const before = endless.rows;
      await pause(300);
      return endless.rows === before;
    };
    await eventually('the service to wait for the client', standsStill);
    expect(endless.isOver).toBe(false);
    leaving.abort();
    await eventually('the service to stop', () => endless.isOver);
  });

  test('if a service responds to a forwarded read with an error, the client gets this error', async () => {
    const answer = await ask('orders/refused');
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  test.each([
    ['refuses connections', 'away', 'orders'],
    ['breaks off its response', 'dying', 'catalog'],
  ])(
    'if a service %s, the gateway responds to a read of this service with 503 and the service’s name',
    async (_how, path, part) => {
      const answer = await ask(`${path}/one`);
      expect([answer.status, await answer.json()]).toMatchObject([
        503,
        { code: 'unavailable', extra: { part } },
      ]);
    },
  );

  test('the gateway does not forward the read of a client that has already disconnected', async () => {
    const before = endless.rows;
    await expect(ask('gone')).rejects.toThrow();
    await lateRead;
    expect(endless.rows).toBe(before);
  });
});

test('if the gateway cannot read the events of a service, the gateway’s error has the network error as its cause', async () => {
  const cause = { code: 'ECONNREFUSED' };
  await expect(away.log('orders', '/events')).rejects.toMatchObject({ code: 'unavailable', cause });
});
