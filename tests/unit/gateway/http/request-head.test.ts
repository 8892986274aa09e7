import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { createPublicServer } from '#services/gateway/http/public-server.ts';
import { requireUnambiguousHeaders } from '#services/gateway/http/request-head.ts';
import type { Problem } from '#shared/contracts/errors.ts';
import { plain } from '../../../support/plain.ts';

let server: Server;
beforeAll(async () => {
  const refuse: ErrorRequestHandler = (error: Problem, _request, response, _next) => {
    response.status(error.status).json(error.details);
  };
  const read: RequestHandler = (_request, response) => void response.end('read');
  const app = express().use(requireUnambiguousHeaders, read, refuse);
  const limits = {
    HEADERS_TIMEOUT_SECONDS: 5,
    REQUEST_TIMEOUT_SECONDS: 5,
    MAX_CONNECTIONS: 100,
    CONNECTIONS_PER_ADDRESS: 100,
    TRUST_PROXY: 0,
  };
  server = createPublicServer(app, limits, plain).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function ask(path: string, ...headers: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const lines = [`GET ${path} HTTP/1.1`, 'Connection: close', ...headers, '', ''];
  socket.write(lines.join('\r\n'));
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  await once(socket, 'close');
  return text;
}
const host = 'Host: store.example';

test.each<[name: string, path: string, headers: string[], detail: string]>([
  ['too many headers', '/', [host, ...Array.from({ length: 99 }, (_, n) => `x-${n}: 1`)], '100 headers'],
  ['a long Accept header', '/', [host, `Accept: ${'a/b,'.repeat(300)}`], 'accept may have at most 1024'],
  [
    'a long Accept-Language header',
    '/',
    [host, `Accept-Language: ${'a,'.repeat(600)}`],
    'accept-language may have at most 1024',
  ],
  ['a long Prefer header', '/', [host, `Prefer: ${'a,'.repeat(600)}`], 'prefer may have at most 1024'],
  ['a long path', `/${'a'.repeat(2048)}`, [host], 'path of a URL may have at most 2048'],
  ['a long path before a query', `/${'a'.repeat(2048)}?a=1`, [host], 'path of a URL may have at most 2048'],
  ['a long query', `/?a=${'b'.repeat(8200)}`, [host], 'query of a URL may have at most 8192'],
  ['a long host', '/', [`Host: ${'a'.repeat(256)}`], 'host may have at most 255'],
])('a request with %s is rejected, and the error shows the limit', async (_name, path, headers, detail) => {
  const answer = await ask(path, ...headers);
  expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) /);
  expect(answer).toContain(detail);
});

test('a request whose headers reach every limit exactly is accepted', async () => {
  const headers = Array.from({ length: 96 }, (_, n) => `x-${n}: 1`);
  const accept = `Accept: ${'a/b,'.repeat(256)}`;
  const path = `/${'a'.repeat(2047)}?${'b'.repeat(8191)}`;
  expect(await ask(path, host, accept, ...headers)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  '',
  '[',
  'a b',
  '%',
  ':',
  'store.example:port',
  'store.example:99999',
  '<script>',
  'store.example/console',
  'a@store.example',
  'a?b',
  'a#b',
  'a\\b',
])('the invalid Host header %j is rejected', async (name) => {
  const answer = await ask('/', `Host: ${name}`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The header host names no host.');
});

test.each(['store.example', 'STORE.example.:80', '127.0.0.1:3000', '[::1]:3000', 'store_1', 'store:'])(
  'the Host header %s is accepted',
  async (name) => {
    expect(await ask('/', `Host: ${name}`)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('a malformed absolute URL is rejected and a valid one is accepted', async () => {
  for (const url of ['http://[/console/', 'http://store.example:99999/', 'http://a%b/']) {
    const answer = await ask(url, host);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('The URL of the request cannot be read.');
  }
  expect(await ask('http://store.example/console/', host)).toMatch(/^HTTP\/1\.1 200 /);
});
