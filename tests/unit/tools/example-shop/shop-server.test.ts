import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cachedToken, createShopServer } from '#tools/example-shop/shop-server.ts';
import { eventually } from '../../../support/eventually.ts';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

let answering: Answering;
let servers: Server[];
let url: string;

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  const store = createServer((request, response) => answering(request, response));
  const address = await listening(store);
  const shop = createShopServer({
    store: new URL(address),
    token: async () => 'its-token',
    files: new Map(),
  });
  url = await listening(shop);
  servers = [shop, store];
});
afterEach(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

describe('requests that the example shop proxies', () => {
  test('the example shop’s server forwards a request with its own token instead of the browser’s token and cookie, and returns the response unchanged', async () => {
    answering = (request, response) => {
      const { authorization, cookie, host } = request.headers;
      response.writeHead(422, { 'retry-after': '7', 'content-type': 'application/json' });
      const isOurs = url.endsWith(host ?? '');
      response.write([authorization, cookie, isOurs, request.url, ''].join(' '));
      request.pipe(response);
    };
    const headers = { cookie: 'a=b', authorization: 'Bearer other' };
    const answer = await fetch(`${url}/api/x?y=%2F`, { method: 'POST', body: 'body', headers });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([422, '7']);
    expect(await answer.text()).toBe('Bearer its-token  false /api/x?y=%2F body');
  });

  test('the example shop’s server cancels a forwarded request when the browser disconnects, and still serves the next request', async () => {
    let gone = false;
    let arrived = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    answering = (_, response) => {
      response.once('close', () => (gone = true));
      arrived();
    };
    const leaving = new AbortController();
    const left = fetch(`${url}/api/x`, { signal: leaving.signal });
    await isThere;
    leaving.abort();
    await expect(left).rejects.toThrow();
    await eventually('the end of the request', () => gone);
    answering = (_, response) => response.end('next');
    expect(await (await fetch(`${url}/api/x`)).text()).toBe('next');
  });

  test('the example shop’s server responds with 502 if the store closes the connection without a response', async () => {
    answering = (request) => request.socket.destroy();
    expect((await fetch(`${url}/api/x`)).status).toBe(502);
  });

  test('the example shop’s server breaks off its response if the store’s response breaks off', async () => {
    answering = (request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      setImmediate(() => request.socket.destroy());
    };
    await expect(fetch(`${url}/api/x`).then((answer) => answer.text())).rejects.toThrow();
  });
});

test('the example shop’s server caches its token, renews it well before it expires, and tries again after a failed renewal', async () => {
  let [now, made] = [0, 0];
  const token = cachedToken(
    async () => {
      made += 1;
      if (made === 2) throw new Error('not now');
      return `token ${made}`;
    },
    () => now,
  );
  expect([await token(), await token()]).toEqual(['token 1', 'token 1']);
  now = 7 * 3_600_000;
  await expect(token()).rejects.toThrow('not now');
  expect(await token()).toBe('token 3');
});
