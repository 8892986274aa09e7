import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import express, { type ErrorRequestHandler, type Request } from 'express';
import type { ReadRequest } from '#shared/contracts/kit/define.ts';
import type { Problem } from '#shared/contracts/errors.ts';
import { listen, listenOn, type Listening } from '#shared/platform/http/listen.ts';
import { createServiceApp } from '#shared/engine/reads/service-app.ts';
import { createPublicServer } from '#services/gateway/http/public-server.ts';
import { createOpenReads, type ReadKind } from '#services/gateway/limits/open-reads.ts';
import { createSlowReaders } from '#services/gateway/limits/slow-readers.ts';
import {
  connections,
  createServiceClient,
  type ServiceClient,
} from '#services/gateway/reads/service-client.ts';
import { eventually } from '../../../support/eventually.ts';
import { quiet } from '../../support/own-servers.ts';
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
const row = { text: 'ä'.repeat(5000) };
const rows = 2000;
const tooLongToWait = 120_000;
const perCaller = 100;

let service: Listening;
let services: ServiceClient;
let gateway: Listening;
let clients: Socket[];
/** The number of lists that the service is sending. */
let open = 0;

/** More data than all buffers can hold. Rows are large, because large rows are written faster. Pauses let other readers run. */
async function* manyRows(): AsyncGenerator {
  open += 1;
  try {
    for (let sent = 0; sent < rows; sent += 1) {
      yield row;
      if (sent % 10 === 0) await pause(1);
    }
  } finally {
    open -= 1;
  }
}

beforeAll(async () => {
  const app = createServiceApp({
    caller: proof,
    reads: {
      one: async () => ({ kind: 'one' as const, data: row, version: 7 }),
      many: async () => ({
        kind: 'stream' as const,
        rows: manyRows(),
        count: async () => rows,
        leave: () => undefined,
      }),
    },
    check: async () => [],
    health: () => ({}),
    log: quiet,
  });
  service = await listen(app, anyPort, plain);
  const { port } = service.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  services = createServiceClient(
    { orders: { url, proof }, catalog: { url, proof }, webhooks: { url, proof } },
    quiet,
  );
});
afterAll(async () => {
  await services.close();
  await service.close();
});
beforeEach(() => void (clients = []));
afterEach(async () => {
  for (const client of clients) client.destroy();
  await gateway.close({ deadlineMs: 0 });
  await eventually('the service to have sent its last list', () => open === 0);
});

async function startGateway(timeoutMs: number, patienceMs = tooLongToWait): Promise<void> {
  const slowReaders = createSlowReaders({ timeoutMs });
  const { waitingMs } = slowReaders;
  const longestWaitMs = tooLongToWait;
  const openReads = createOpenReads({ perCaller, connections, waitingMs, longestWaitMs, patienceMs });
  const app = express();
  app.get('/:caller/:kind', async (request: Request<{ caller: string; kind: ReadKind }>, response) => {
    const { caller, kind } = request.params;
    await openReads.begin(caller, 'orders', kind, response);
    const endpoint = { service: 'orders', id: kind === 'whole' ? 'many' : 'one' } as const;
    await services.read({ endpoint, request: asked, kind, ifNoneMatch: undefined }, response);
  });
  const refuse: ErrorRequestHandler = (error: Problem, _request, response, _next) => {
    response.status(error.status).set(error.details.headers).json(error.details);
  };
  app.use(refuse);
  const limits = {
    HEADERS_TIMEOUT_SECONDS: 10,
    REQUEST_TIMEOUT_SECONDS: 30,
    MAX_CONNECTIONS: 10_000,
    CONNECTIONS_PER_ADDRESS: 1000,
    TRUST_PROXY: 0,
  };
  const server = createPublicServer(app, limits, plain);
  slowReaders.watch(server);
  gateway = await listenOn(server, anyPort);
}

const portOf = ({ server }: Listening) => (server.address() as AddressInfo).port;
const ask = (path: string) => fetch(`http://127.0.0.1:${portOf(gateway)}/${path}`);

/** Sends a request and does not read the response. The socket buffers a part of the response. */
async function askWithoutReading(path: string): Promise<Socket> {
  const client = connect(portOf(gateway), '127.0.0.1');
  clients.push(client);
  await once(client, 'connect');
  client.on('error', () => undefined);
  client.write(`GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return client;
}

describe('256 clients that do not read', () => {
  test('256 clients that read nothing do not block other clients’ pages and lists', async () => {
    await startGateway(tooLongToWait, 1000);
    for (let client = 0; client < 256; client += 1) await askWithoutReading(`stranger-${client % 8}/whole`);
    await eventually('every connection for lists to be taken', () => open >= connections.whole);
    expect(open).toBe(connections.whole);
    expect((await ask('reader/brief')).status).toBe(200);
    expect(await services.isReady('orders')).toBe(true);
    // To free a connection for this request, the gateway ends one of the 256 unread responses before their time limit.
    const { data } = (await (await ask('reader/whole')).json()) as { data: unknown[] };
    expect(data).toHaveLength(rows);
  });
});

describe('a client', () => {
  test('a client that reads nothing for too long is disconnected, and the query of its list ends', async () => {
    await startGateway(1500);
    const client = await askWithoutReading('stranger/whole');
    await eventually('the list to begin', () => open === 1);
    await eventually('the list to end', () => open === 0);
    client.resume();
    await once(client, 'close');
  });

  test('a client that reads slowly receives its whole list', async () => {
    await startGateway(1500);
    const answer = await ask('reader/whole');
    let length = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > 15_000_000) await pause(20);
    }
    expect(length).toBeGreaterThan(20_000_000);
  });

  test('a client that is idle between two requests stays connected', async () => {
    await startGateway(100);
    const client = await askWithoutReading('reader/brief');
    await once(client, 'data');
    await pause(500);
    client.write('GET /reader/brief HTTP/1.1\r\nHost: x\r\n\r\n');
    const [again] = (await once(client, 'data')) as [Buffer];
    expect(again.toString()).toMatch(/^HTTP\/1.1 200/);
  });

  test('a client above its limit of open and waiting reads gets 429 until one of its reads ends', async () => {
    await startGateway(tooLongToWait);
    for (let read = 0; read < perCaller; read += 1) await askWithoutReading('greedy/whole');
    const refused = await eventually('the next one to be refused', async () => {
      const answer = await ask('greedy/brief');
      return answer.status === 429 ? answer : null;
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests', extra: { limit: perCaller } });
    expect((await ask('other/brief')).status).toBe(200);
    clients[0]?.destroy();
    await eventually('the caller to be let in again', async () => (await ask('greedy/brief')).status === 200);
  });
});
