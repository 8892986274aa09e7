import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createReadRefused } from '#services/gateway/http/public-server.ts';
import { pause } from '../../../support/pause.ts';

const size = 4 * 1024 * 1024;
let server: Server;
let socket: Socket;

afterEach(() => {
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Connects to a server that rejects `/refused` before it reads the body, and `/begun` after the first bytes of the body. */
async function open(bytesPerSecond: number): Promise<{ asked: IncomingMessage[]; text: () => string }> {
  const readRefused = createReadRefused(bytesPerSecond);
  const asked: IncomingMessage[] = [];
  server = createServer((request, response) => {
    readRefused(request, response);
    asked.push(request);
    if (request.url === '/begun') request.once('data', () => response.writeHead(413).end('refused'));
    else response.writeHead(401).end(request.method === 'GET' ? 'next' : 'refused');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part: string) => (text += part)).on('error', () => undefined);
  return { asked, text: () => text };
}

const post = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

test.each([
  ['before its body was read', '/refused'],
  ['after the first bytes of its body', '/begun'],
])(
  'if a request was rejected %s, the next request on the same connection still gets its response',
  async (_when, path) => {
    const { text } = await open(64 * 1024 * 1024);
    socket.write(post(path) + get);
    await until(() => text().includes('next'));
    expect(text()).toContain('refused');
  },
);

test.each([
  ['before its body was read', '/refused'],
  ['after the first bytes of its body', '/begun'],
])(
  'if a request was rejected %s, the server reads the rest of the body no faster than the limit for rejected bodies',
  async (_when, path) => {
    const { asked, text } = await open(64 * 1024);
    socket.write(post(path));
    await until(() => text().includes('refused'));
    const [request] = asked;
    // Without the limit, reading the body would take a few milliseconds.
    await pause(300);
    expect(request?.socket.bytesRead).toBeLessThan(size / 4);
    expect(request?.complete).toBe(false);
  },
);
