import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Problem } from '#shared/contracts/errors.ts';
import { readBody } from '#services/gateway/body/receive-body.ts';
import { createPublicServer } from '#services/gateway/http/public-server.ts';
import { plain } from '../../../support/plain.ts';
import { pause } from '../../../support/pause.ts';

const limits = { MAX_CONNECTIONS: 100, CONNECTIONS_PER_ADDRESS: 100, TRUST_PROXY: 0 };
let server: Server;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function connectionTo(answer: RequestListener, timeoutMs = 5000, more = {}): Promise<Socket> {
  const timeout = timeoutMs / 1000;
  const timeouts = { HEADERS_TIMEOUT_SECONDS: timeout, REQUEST_TIMEOUT_SECONDS: timeout };
  server = createPublicServer(answer, { ...limits, ...timeouts, ...more }, plain).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connected();
}

function connected(options = {}): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', ...options });
  sockets.push(socket);
  return socket.on('error', () => undefined).resume();
}

function textOf(socket: Socket): () => string {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  return () => text;
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: store.example\r\n\r\n`;

test('the public server closes a connection beyond the limit for one IP address, and keeps serving the earlier connection from this address', async () => {
  const first = await connectionTo((_request, response) => void response.end('.'), 5000, {
    CONNECTIONS_PER_ADDRESS: 1,
  });
  await closed(connected());
  first.write(get('/'));
  await once(first, 'data');
});

describe('pipelined requests', () => {
  test('pipelined requests are processed one after another, in the sequence of their arrival', async () => {
    let [atOnce, most] = [0, 0];
    const socket = await connectionTo((request, response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end(`<${request.url ?? ''}>`);
      }, 5);
    });
    const text = textOf(socket);
    socket.write(Array.from({ length: 20 }, (_, index) => get(`/${index}`)).join(''));
    while (!text().includes('</19>')) await pause(5);
    expect(most).toBe(1);
    const answered = [...text().matchAll(/<\/(\d+)>/g)].map(([, index]) => Number(index));
    expect(answered).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('a request on another connection is processed before the remaining pipelined requests of the first connection', async () => {
    const order: string[] = [];
    const waiting: ServerResponse[] = [];
    const socket = await connectionTo((request, response) => {
      order.push(request.url ?? '');
      waiting.push(response);
    });
    socket.write(get('/a') + get('/b') + get('/c'));
    while (order.length < 1) await pause(5);
    connected().write(get('/other'));
    while (order.length < 2) await pause(5);
    expect(order).toEqual(['/a', '/other']);
  });

  test('if a connection pipelines too many requests, the server closes it after a last response with Connection: close', async () => {
    const answered: string[] = [];
    const socket = await connectionTo((request, response) => {
      answered.push(request.url ?? '');
      setTimeout(() => response.end('.'), 1);
    });
    const text = textOf(socket);
    socket.write(Array.from({ length: 33 }, (_, index) => get(`/${index}`)).join(''));
    while (answered.length < 20) await pause(1);
    // The limit applies even if the server has already processed some earlier requests.
    socket.write(get('/late').repeat(67));
    await once(socket, 'close');
    const heads = text().split('HTTP/1.1 200 OK').slice(1);
    expect(heads).toHaveLength(33);
    expect(answered).toHaveLength(33);
    expect(heads.slice(0, -1).filter((head) => head.includes('Connection: close'))).toEqual([]);
    expect(heads.at(-1)).toContain('Connection: close');
  });

  test('after a flood of pipelined requests, the server closes all connections from the same IP address, even new connections', async () => {
    const answered: string[] = [];
    const socket = await connectionTo((request, response) => {
      answered.push(request.url ?? '');
      response.end('.');
    });
    const other = connected();
    await once(other, 'connect');
    socket.write(Array.from({ length: 500 }, (_, index) => get(`/${index}`)).join(''));
    await Promise.all([closed(socket), closed(other)]);
    const again = connected();
    again.write(get('/again'));
    await closed(again);
    expect(answered).not.toContain('/again');
    expect(answered.length).toBeLessThan(34);
  });
});

describe('the rest of a request that arrives after its 408', () => {
  const head = 'POST / HTTP/1.1\r\nHost: store.example\r\nContent-Type: application/json\r\n';
  const whole = `${head}Content-Length: 7\r\n\r\n{"a":1}`;

  /** Sends the rest after the 408. Resolves with what the server's handler did until the server closed the connection. */
  async function sendLate(cut: number): Promise<string[]> {
    const done: string[] = [];
    await connectionTo((request, response) => {
      done.push('began');
      void readBody(
        request,
        { bytes: 1000, values: 10 },
        { take: () => undefined, heavyTurn: (read) => read() },
      )
        .then(
          () => done.push('read'),
          (error: unknown) => done.push(error instanceof Problem ? error.code : 'defect'),
        )
        .then(() => response.end());
    }, 200);
    // A client that does not end its side of the connection when the server does.
    const socket = connected({ allowHalfOpen: true });
    const text = textOf(socket);
    socket.write(whole.slice(0, cut));
    while (!text().includes('"code":"request_timeout"')) await pause(5);
    socket.write(whole.slice(cut));
    while ((await promisify(server.getConnections.bind(server))()) > 0) await pause(5);
    return done;
  }

  test('a request whose head is completed only after its 408 starts nothing', async () => {
    expect(await sendLate(30)).toEqual([]);
  });

  test('a request whose body is completed only after its 408 is treated as incomplete', async () => {
    expect(await sendLate(whole.length - 3)).toEqual(['began', 'malformed_body']);
  });
});

describe('a body of many small chunks', () => {
  test('a request body of many small chunks is read completely, with pauses in which the server serves other connections', async () => {
    const socket = await connectionTo((request, response) => {
      void readBody(
        request,
        { bytes: 2 ** 20, values: 1000 },
        { take: () => undefined, heavyTurn: (read) => read() },
      ).then(({ fields }) => response.end(JSON.stringify(fields)));
    });
    const [received] = (await once(server, 'connection')) as [Socket];
    let pauses = 0;
    received.on('pause', () => (pauses += 1));
    const text = textOf(socket);
    const body = JSON.stringify({ note: 'x'.repeat(20_000) });
    const pieces = Array.from(body, (letter) => `1\r\n${letter}\r\n`).join('');
    const head = 'POST / HTTP/1.1\r\nHost: store.example\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`);
    while (!text().includes(body)) await pause(5);
    expect(pauses).toBeGreaterThan(0);
  });
});

test('request bodies of many small chunks on several connections from one IP address are all read completely', async () => {
  const first = await connectionTo((request, response) => {
    request.resume().once('end', () => response.end('whole'));
  });
  const all = [first, connected(), connected()];
  const texts = all.map(textOf);
  const head = 'POST / HTTP/1.1\r\nHost: store.example\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (const socket of all) socket.write(`${head}${'1\r\na\r\n'.repeat(2000)}0\r\n\r\n`);
  while (texts.some((text) => !text().includes('whole'))) await pause(5);
  expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});
