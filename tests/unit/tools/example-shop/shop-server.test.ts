import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createShopServer } from '#tools/example-shop/shop-server.ts';
import { cachedToken } from '#tools/example-shop/shopper-token.ts';
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

describe('what the page requests of the store', () => {
  test('goes there with the token, and comes back as it is', async () => {
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

  test('is given up when the page has left, and the next is answered', async () => {
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

  test('is a 502 where the store does not answer, which the client tries again', async () => {
    answering = (request) => request.socket.destroy();
    expect((await fetch(`${url}/api/x`)).status).toBe(502);
  });

  test('breaks off where its answer does', async () => {
    answering = (request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      setImmediate(() => request.socket.destroy());
    };
    await expect(fetch(`${url}/api/x`).then((answer) => answer.text())).rejects.toThrow();
  });
});

test('a token is made once, again long before its end, and again after it could not be made', async () => {
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
