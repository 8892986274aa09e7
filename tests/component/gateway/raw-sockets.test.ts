import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';

import { problems, type ProblemCode } from '#shared/contracts/errors.ts';
import { callerHeader } from '#shared/platform/http/internal-auth.ts';
import { converse, exchange, type RawAnswer } from '../../support/raw-socket.ts';
import { useGateway } from '../support/gateway.ts';
import type { ProblemBody } from '../../support/resources.ts';
import { pause } from '../../support/pause.ts';

const gateway = await useGateway({ env: { HEADERS_TIMEOUT_SECONDS: '0.5', REQUEST_TIMEOUT_SECONDS: '0.6' } });
const token = await gateway.token();

const head = (line: string, ...headers: string[]) => [line, 'Host: store', ...headers, '', ''].join('\r\n');
const get = (path: string, ...headers: string[]) => head(`GET ${path} HTTP/1.1`, ...headers);
const last = (path: string, ...headers: string[]) => get(path, ...headers, 'Connection: close');
/** A request that an attacker hides inside another request. */
const smuggled = get('/health/live');
const post = (...headers: string[]) => head('POST /api/admin/orders HTTP/1.1', ...headers);

function expectProblem(answer: RawAnswer | undefined, code: ProblemCode): ProblemBody {
  const problem = JSON.parse(answer?.body ?? '') as ProblemBody;
  expect(answer?.status).toBe(problems[code].status);
  expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(problem).toMatchObject({ code, status: answer?.status, title: problems[code].title });
  expect(problem.request_id).toBe(answer?.headers['x-request-id']);
  return problem;
}

async function expectRefusedOnce(bytes: string | Uint8Array, code: ProblemCode = 'malformed_query') {
  const answers = await exchange(gateway.url, bytes);
  expect(answers).toHaveLength(1);
  expectProblem(answers[0], code);
}

test('the instance of an error response is a URI, even if the path has characters that a URI must not contain', async () => {
  const asked = last('/api/nothing/a"<b>{c}%ZZ%20', `Authorization: Bearer ${token}`);
  const [answer] = await exchange(gateway.url, asked);
  const problem = expectProblem(answer, 'not_found');
  expect(problem).toMatchObject({ instance: '/api/nothing/a%22%3Cb%3E%7Bc%7D%25ZZ%20' });
});

describe('a request hidden in another request', () => {
  test.each<[string, string]>([
    [
      'Content-Length before Transfer-Encoding: chunked',
      `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
    ],
    [
      'Transfer-Encoding: chunked before Content-Length',
      `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`,
    ],
    ['two different Content-Length headers', `${post('Content-Length: 0', 'Content-Length: 44')}${smuggled}`],
    [
      'the same Content-Length header twice',
      `${post('Content-Length: 2', 'Content-Length: 2')}{}${smuggled}`,
    ],
    ['a list of lengths in Content-Length', `${post('Content-Length: 0, 44')}${smuggled}`],
    ['a plus sign in Content-Length', `${post('Content-Length: +0')}${smuggled}`],
    ['a negative Content-Length', `${post('Content-Length: -1')}${smuggled}`],
    ['a hexadecimal Content-Length', `${post('Content-Length: 0x0')}${smuggled}`],
    ['a Content-Length beyond 64 bits', `${post('Content-Length: 99999999999999999999')}${smuggled}`],
    ['an unknown transfer coding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`],
    [
      'a chunked coding that is not last',
      `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
    ],
    [
      'two Transfer-Encoding headers',
      `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}0\r\n\r\n${smuggled}`,
    ],
    ['a blank before the colon', `${post('Transfer-Encoding : chunked')}0\r\n\r\n${smuggled}`],
    [
      'a vertical tab in Transfer-Encoding',
      `${post('Transfer-Encoding: \u000bchunked')}0\r\n\r\n${smuggled}`,
    ],
    ['an invalid chunk size', `${post('Transfer-Encoding: chunked')}0x0\r\n\r\n${smuggled}`],
    ['a negative chunk size', `${post('Transfer-Encoding: chunked')}-1\r\n\r\n${smuggled}`],
    [
      'a chunk size beyond 64 bits',
      `${post('Transfer-Encoding: chunked')}fffffffffffffffff\r\n\r\n${smuggled}`,
    ],
    ['a chunk longer than its size', `${post('Transfer-Encoding: chunked')}1\r\nabc\r\n0\r\n\r\n${smuggled}`],
    ['a folded header', `${post('X-A: b\r\n Content-Length: 0')}${smuggled}`],
    ['a bare LF', `POST /api/admin/orders HTTP/1.1\nHost: store\nContent-Length: 0\n\n${smuggled}`],
    ['a bare LF within headers', `${post('X-A: b\nContent-Length: 0')}${smuggled}`],
    ['a bare CR within headers', `${post('X-A: b\rContent-Length: 0')}${smuggled}`],
    ['a NUL in a header', `${post('X-A: \u0000')}${smuggled}`],
    ['a header without a colon', `${post('Content-Length')}${smuggled}`],
    ['a header without a name', `${post(': 0')}${smuggled}`],
    ['an unknown HTTP version', `${head('GET /health/live HTTP/3.7')}${smuggled}`],
    ['a blank in the path', `${get('/health /live')}${smuggled}`],
    ['an HTTP/2 preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${smuggled}`],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ])('a request with %s is rejected, and no request hidden in it is executed', async (_name, bytes) => {
    await expectRefusedOnce(Buffer.from(bytes, 'latin1'));
  });
});

test('the gateway rejects an HTTP/0.9 request, which has no headers', async () => {
  // The response has no length. Its body ends when the connection ends.
  const [answer] = await exchange(gateway.url, head('GET /health/live HTTP/0.9', 'Connection: close'));
  expect(answer?.status).toBe(400);
});

describe('ambiguous headers', () => {
  test.each<[string, string]>([
    ['two Host headers', get('/health/live', 'Host: other', 'Connection: close')],
    ['no Host header', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'two Authorization headers',
      last('/api/admin/nothing', 'Authorization: Bearer a', 'Authorization: Bearer b'),
    ],
  ])('the gateway rejects an ambiguous request with %s', async (_name, bytes) => {
    await expectRefusedOnce(bytes);
  });
});

describe('headers that the gateway ignores', () => {
  const admitted = () => `Authorization: Bearer ${token}`;

  test.each<[string, string[]]>([
    [
      'a Connection header that lists other headers',
      ['Connection: close, X-Request-Id, Authorization, Host', 'X-Request-Id: hop'],
    ],
    [
      'forged headers with an internal identity',
      [`${callerHeader}: guessed`, 'X-Forwarded-User: admin', 'X-Request-Id: hop'],
    ],
    [
      'path headers that a proxy would set',
      ['X-Original-URL: /health/live', 'X-Rewrite-URL: /docs', 'X-Request-Id: hop'],
    ],
    [
      'a request to upgrade to HTTP/2',
      ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__', 'X-Request-Id: hop'],
    ],
    ['an unknown Expect header', ['Expect: the-unexpected', 'X-Request-Id: hop']],
  ])('the gateway ignores %s', async (_name, headers) => {
    const [answer, ...others] = await exchange(gateway.url, last('/api/nothing', admitted(), ...headers));
    expect(others).toEqual([]);
    expect(expectProblem(answer, 'not_found').request_id).toBe('hop');
  });

  test('a token in an HTTP trailer does not authenticate a request', async () => {
    const bytes = `${post('Transfer-Encoding: chunked', 'Trailer: Authorization', 'Connection: close')}0\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    expectProblem((await exchange(gateway.url, bytes))[0], 'unauthenticated');
  });

  test('a request with an absolute URL is routed by the path of the URL', async () => {
    const [answer] = await exchange(
      gateway.url,
      last('http://elsewhere.example/api/nothing?a=b', admitted()),
    );
    expect(expectProblem(answer, 'not_found').instance).toBe('/api/nothing');
  });

  test('a line break in a request id adds no header to the response', async () => {
    for (const id of ['a\r\nX-Injected: 1', 'a%0d%0aX-Injected: 1', 'a\\r\\nX-Injected: 1']) {
      const [answer] = await exchange(gateway.url, last('/api/nothing', admitted(), `X-Request-Id: ${id}`));
      expect(answer?.headers).not.toHaveProperty('x-injected');
      expect(answer?.body).not.toContain('X-Injected');
    }
  });
});

describe('oversized headers', () => {
  test('the gateway rejects a request with more than 16 KiB of headers or URL with a problem+json body', async () => {
    await expectRefusedOnce(get('/health/live', `X-Long: ${'x'.repeat(17_000)}`), 'header_too_large');
    await expectRefusedOnce(get(`/api/admin/orders?search=${'(a+)+$'.repeat(8400)}`), 'header_too_large');
  });

  test('the gateway rejects a request with 100 headers or more instead of silently ignoring some', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`);
    const [fits] = await exchange(gateway.url, last('/health/live', ...many(90)));
    expect(fits?.status).toBe(200);
    expectProblem((await exchange(gateway.url, last('/health/live', ...many(100))))[0], 'header_too_large');
    expectProblem((await exchange(gateway.url, last('/health/live', ...many(1700))))[0], 'header_too_large');
  });
});

describe('pipelined requests', () => {
  test('pipelined requests get their responses in the sequence of the requests', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `pipelined-${index}`);
    const bytes = ids.map((id) => get('/api/nothing', `X-Request-Id: ${id}`)).join('');
    const answers = await exchange(gateway.url, bytes + last('/health/live'));
    expect(answers.map(({ headers }) => headers['x-request-id']).slice(0, -1)).toEqual(ids);
    expect(answers.at(-1)?.status).toBe(200);
  });

  const invalid = () =>
    post(`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Content-Length: 2') + '{}';

  test('invalid bytes that a client sends after a response get 400 and do not change that response', async () => {
    const answers = await converse(gateway.url, async (socket) => {
      socket.write(invalid());
      await once(socket, 'data');
      socket.write('rubbish\r\n\r\n');
    });
    expect(answers.map(({ status }) => status)).toEqual([422, 400]);
    expectProblem(answers[0], 'validation_failed');
    expectProblem(answers[1], 'malformed_query');
  });

  test('invalid bytes that arrive together with a request close the connection without any response', async () => {
    expect(await exchange(gateway.url, `${invalid()}rubbish\r\n\r\n`)).toEqual([]);
  });
});

describe('a slow client', () => {
  /** Sends a byte every 100 ms while the server keeps the connection open. */
  const trickle = (start: string) => async (socket: Socket) => {
    socket.write(start);
    while (!socket.destroyed) {
      await pause(100);
      if (socket.writable) socket.write('a');
    }
  };
  const slow: [string, () => string][] = [
    ['its headers', () => 'GET /health/live HTTP/1.1\r\nHost: store\r\nX-Slow: '],
    [
      'its body',
      () => post(`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Content-Length: 1000'),
    ],
    [
      'a chunk of its body',
      () => `${post(`Authorization: Bearer ${token}`, 'Transfer-Encoding: chunked')}ffff\r\n`,
    ],
  ];

  test.each(slow)('a client that sends %s too slowly gets 408 and is disconnected', async (_name, start) => {
    const [answer, ...others] = await converse(gateway.url, trickle(start()));
    expectProblem(answer, 'request_timeout');
    expect(others).toEqual([]);
  });

  test('a client of normal speed gets responses during and after an attack by two hundred slow clients', async () => {
    const crowd = Array.from({ length: 200 }, () => converse(gateway.url, trickle(slow[0]?.[1]() ?? '')));
    expect((await gateway.request('GET', '/health/live')).status).toBe(200);
    const answers = await Promise.all(crowd);
    expect(new Set(answers.map(([answer]) => answer?.status))).toEqual(new Set([408]));
    expect((await gateway.request('GET', '/health/live')).status).toBe(200);
  });
});

test('the malformed requests of the preceding tests leave no internal error in the gateway’s log', () => {
  expect(gateway.log()).not.toContain('internal_error');
  expect(gateway.log()).not.toContain('request failed');
});
