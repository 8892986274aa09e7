import { describe, expect, test } from '@jest/globals';

import { endpoints } from '#services/gateway/http/routes.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { shareOf } from '../../support/hostile-inputs.ts';
import { exchange } from '../../support/raw-socket.ts';
import { useGateway } from '../support/gateway.ts';

/** Sends bytes that no client library would send. Each character of the text becomes one byte on the socket. */

const gateway = await useGateway({ reply: () => null, answer: () => ({ data: [] }) });
const token = await gateway.token('admin', 'admin client');

const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;
const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const digits = '9'.repeat(400);

/** An id that no record has. */
const noId = '777777777';
/** Hostile texts to use as a record id. */
const segments = [
  ...bytes.map((byte) => `${noId}${hex(byte)}`),
  // Every byte unescaped, except bytes that would end the request line or the path.
  ...bytes.filter((byte) => byte > 0x20).map((byte) => `${noId}${String.fromCharCode(byte)}`),
  '%',
  '%Z',
  '%ZZ',
  '%u0041',
  '%C3%A9',
  '%C0%80',
  '%E0%80%AF',
  '%F4%90%80%80',
  '%ED%A0%80',
  '%FF%FE',
  '%00',
  '0',
  '-1',
  '+1',
  `0${noId}`,
  '1.0',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '٣',
  '１',
  'null',
  '__proto__',
  '9007199254740993',
  '999999999999999',
  '9999999999999999',
  '18446744073709551616',
  digits,
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '..%2f..%2fetc',
  '%5c',
  ';a=b',
  'a:b',
  '{id}',
  '*',
  '$ne',
  '[$gt]',
  "'",
  '%27%20or%201=1',
  'a'.repeat(12_000),
  '%C3%A9'.repeat(2000),
];

/** Hostile texts to use as an operation id, with various lengths in characters and bytes. */
const operationIds = [
  ...segments,
  'abc.%C3%A9aaaaaaaaaaaaaaaaaaaaa',
  `abc.${'%D9%85'.repeat(22)}`,
  `abc.${'%F0%9F%98%80'.repeat(11)}`,
  ...bytes.map((byte) => `abc.${'a'.repeat(21)}${hex(byte)}`),
  '.',
  '..',
  'a.',
  '.a',
  'a.b.c',
  `${'A'.repeat(6000)}.${'a'.repeat(22)}`,
];

const operationPaths = ['/api/operations/:id', '/api/operations/:id/events', '/api/operations/:id/report'];
/** Each path once, because the same code parses the parameters for all methods. */
const declared = new Map(
  endpoints
    .map(({ declared: { method, path } }) => [path, method.toUpperCase()] as const)
    .filter(([path]) => path.includes('/:')),
);
const routes: [route: string, hostile: string[]][] = [
  ...[...declared].map(([path, method]): [string, string[]] => [`${method} ${path}`, segments]),
  ...operationPaths.map((path): [string, string[]] => [`GET ${path}`, operationIds]),
  ['DELETE /api/operations/:id', operationIds],
  ...['/docs/assets/:name', '/:nothing', '/health/:nothing', '/api/:nothing'].map(
    (path): [string, string[]] => [`GET ${path}`, segments],
  ),
];

const headersOf = (bearer = token) => `Host: x\r\nAuthorization: Bearer ${bearer}\r\nConnection: close\r\n`;

async function expectNoFault(request: string): Promise<void> {
  const answers = await exchange(gateway.url, Buffer.from(request, 'latin1'));
  expect(answers.map(({ status }) => status)).toEqual([expect.any(Number)]);
  const [{ status, body } = { status: 0, body: '' }] = answers;
  const seen = { status, body: body.slice(0, 300) };
  expect(seen).toEqual({ ...seen, status: Math.min(Math.max(status, 200), 499) });
}

/** The same code parses the ids of all routes, so each hostile id is sent to only a few routes. */
const shares = routes.map(
  ([route, hostile], place) => [route, shareOf(hostile, { parts: 12, place })] as const,
);

describe(`every byte as an id, each sent to a twelfth of ${routes.length} routes`, () => {
  test.each(shares)(
    'the route %s responds to every hostile id with a status below 500',
    async (route, hostile) => {
      const [method = '', template = ''] = route.split(' ');
      await forEachCase(
        hostile,
        (segment) => segment.slice(0, 60),
        async (segment) => {
          const path = template.replaceAll(/:\w+/g, () => segment);
          await expectNoFault(`${method} ${path} HTTP/1.1\r\n${headersOf()}Content-Length: 0\r\n\r\n`);
        },
      );
    },
  );
});

const names = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Cookie',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Origin',
  'Prefer',
  'Range',
  'Traceparent',
  'X-Forwarded-For',
  'X-Http-Method-Override',
  'X-Request-Id',
];
/** HTTP forbids all other bytes, and Node rejects a header with such a byte before our code runs. */
const inHeaders = bytes.filter((byte) => byte > 0x1f && byte !== 0x7f);

describe('every byte in a third of the headers', () => {
  test.each(names)(
    'a request whose header %s contains hostile bytes gets a status below 500',
    async (name) => {
      const others = headersOf()
        .split('\r\n')
        .filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
        .join('\r\n');
      const lines = ['GET /api/client/addresses', 'POST /api/client/addresses', 'GET /openapi.json'];
      // Each byte is tested in a third of the headers.
      const bytesOfHeader = shareOf(inHeaders, { parts: 3, place: names.indexOf(name) });
      const values = [
        ...bytesOfHeader.map((byte) => `"a${String.fromCharCode(byte)}b"`),
        '',
        '"',
        ',;=',
        digits,
      ];
      await forEachCase(
        values.entries(),
        ([, value]) => value.slice(0, 60),
        async ([index, value]) => {
          const line = lines[index % lines.length] ?? '';
          await expectNoFault(`${line} HTTP/1.1\r\n${others}${name}: ${value}\r\nContent-Length: 0\r\n\r\n`);
        },
      );
    },
  );
});
