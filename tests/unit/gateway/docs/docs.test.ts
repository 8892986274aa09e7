import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import express from 'express';
import { mountDocs } from '#services/gateway/docs/docs.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const servers: Server[] = [];
/** Two gateways: one without and one with a configured URL. */
let [anyHost, oneHost] = ['', ''];

async function start(publicUrl: string | null): Promise<string> {
  const app = express();
  const baseUrl = ({ originalUrl }: express.Request) => `https://${originalUrl.split('host=')[1] ?? ''}`;
  mountDocs(app, { baseUrl, publicUrl, locale, exchange: 'store.events' });
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
beforeAll(async () => {
  anyHost = await start(null);
  oneHost = await start('https://store.example/shop');
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const get = (path: string, headers: Record<string, string> = {}, url = anyHost) =>
  fetch(url + path, { headers });

describe('the OpenAPI documents for two hosts', () => {
  test('OpenAPI documents for two hosts differ only in their server URL', async () => {
    const documentOf = async (host: string) => (await get(`/openapi.json?host=${host}`)).text();
    const first = await documentOf('a.example');
    expect(first).toContain('"servers":[{"url":"https://a.example"}]');
    expect(JSON.parse(first)).toMatchObject({ openapi: '3.1.0', paths: expect.any(Object) });
    expect(await documentOf('b.example')).toBe(first.replace('https://a.example', 'https://b.example'));
    expect(await documentOf('a.example')).toBe(first);
  });

  test('OpenAPI documents for two hosts have different ETags', async () => {
    const tagOf = async (host: string) => (await get(`/openapi.json?host=${host}`)).headers.get('etag') ?? '';
    const [first, other] = [await tagOf('a.example'), await tagOf('b.example')];
    expect(other).not.toBe(first);
    const again = await get('/openapi.json?host=a.example', { 'if-none-match': first });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('/openapi.json?host=b.example', { 'if-none-match': first })).status).toBe(200);
  });

  test('the OpenAPI document is not rendered again for each host name of a request', async () => {
    const render = jest.spyOn(JSON, 'stringify');
    for (let host = 0; host < 20; host += 1) await (await get(`/openapi.json?host=h${host}.example`)).text();
    const texts = render.mock.results.map(({ value }) => String(value).length);
    render.mockRestore();
    expect(texts.filter((length) => length > 1000)).toEqual([]);
  });
});

test.each(['/docs', '/docs/errors', '/asyncapi.json', '/docs/assets/swagger-ui-bundle.js'])(
  'the gateway sends %s in full, but responds with 304 to a client that sends the current ETag',
  async (path) => {
    const answer = await get(path);
    const tag = answer.headers.get('etag') ?? '';
    expect(answer.headers.get('content-length')).toBe(String((await answer.arrayBuffer()).byteLength));
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
    // A rendered document ignores the headers Range and If-Match.
    expect((await get(path, { range: 'bytes=99999999-', 'if-match': '"x"' })).status).toBe(200);
  },
);

test('the content security policy of a documentation page allows connections only to the page’s origin and the API’s public URL', async () => {
  const answer = await get('/docs?host=evil.example;script-src', {}, oneHost);
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' https://store.example;");
  expect(policy).not.toContain('evil');
});

describe('the root path', () => {
  test('a JSON request for the root path gets links to the API documents and the reference', async () => {
    const answer = await get('/', { accept: 'application/json' });
    const links = (await answer.json()) as Record<string, string>;
    expect([answer.status, links]).toEqual([
      200,
      expect.objectContaining({ openapi: '/openapi.json', reference: '/docs', asyncapi: '/asyncapi.json' }),
    ]);
    for (const path of [links['openapi'], links['reference'], links['errors'], links['asyncapi']])
      expect((await get(path ?? '')).status).toBe(200);
  });

  test('the root path redirects a browser to the API reference', async () => {
    const answer = await fetch(`${anyHost}/`, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  });
});
