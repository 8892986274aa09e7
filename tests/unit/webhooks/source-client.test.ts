import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSources, type Sources } from '#services/webhooks/store/source-client.ts';

let answer: { status: number; body: string };
let server: Server;
let sources: Sources;

beforeEach(async () => {
  server = createServer((_request, response) => void response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sources = createSources({
    catalog: { url, proof: { name: 'WEBHOOKS_CATALOG_SECRET', secret: 'one' } },
    orders: { url, proof: { name: 'WEBHOOKS_ORDERS_SECRET', secret: 'one' } },
  });
});
afterEach(async () => {
  await sources.close();
  await new Promise((resolve) => server.close(resolve));
});

const readLog = () => sources.log('orders', { after: 0, limit: 1 }, new AbortController().signal);

test('reading events or a record from an orders service with another WEBHOOKS_ORDERS_SECRET fails, and the error names this setting', async () => {
  answer = { status: 404, body: '' };
  for (const read of [readLog, () => sources.record('orders/12')])
    await expect(read()).rejects.toThrow(
      /^WEBHOOKS_ORDERS_SECRET differs from the secret of the orders service\. /,
    );
});

test('if the orders service responds with 404 for a record, the webhooks worker treats the record as absent (null)', async () => {
  answer = { status: 404, body: '{"code":"not_found"}' };
  expect(await sources.record('orders/12')).toBeNull();
});

test('if the orders service cannot return a webhook’s record, the error states the response status, even if the response is not JSON', async () => {
  answer = { status: 502, body: '<html>' };
  await expect(sources.record('orders/12')).rejects.toThrow('the orders service responded with status 502');
});
