import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hasLeft } from '#services/gateway/reads/forward-read.ts';
import { pause } from '../../../support/pause.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
let server: Server;
let known: boolean[];

beforeEach(async () => {
  known = [];
  server = createServer((_request, response) => {
    void hasLeft(response).then((left) => {
      known.push(left);
      response.end('answer');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function outcome(): Promise<boolean | undefined> {
  while (known.length === 0) await pause(5);
  return known[0];
}

/** Sends a request and disconnects in another thread. This thread waits, so the server receives both at the same time. */
function askAndLeave(): void {
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const client = `
    const { closed, port, get } = require('node:worker_threads').workerData;
    const socket = require('node:net').connect(port, '127.0.0.1', () => socket.end(get));
    socket.on('finish', () => { Atomics.store(closed, 0, 1); Atomics.notify(closed, 0); }).resume();
    socket.on('error', () => undefined);`;
  const { port } = server.address() as AddressInfo;
  new Worker(client, { eval: true, workerData: { closed, port, get }, execArgv: [] });
  Atomics.wait(closed, 0, 0, 10_000);
}

test('a client that closed its connection right after sending its request counts as disconnected', async () => {
  askAndLeave();
  expect(await outcome()).toBe(true);
});

test('a client that waits for its response does not count as disconnected', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(get);
  expect(await outcome()).toBe(false);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('answer');
  socket.destroy();
});
