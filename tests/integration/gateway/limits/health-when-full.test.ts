import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestStore, type TestStore } from '../../../support/store.ts';

const [mostConnections, share] = [20, 5];
const held: Socket[] = [];
let store: TestStore;

beforeAll(async () => {
  store = await startTestStore({ only: ['gateway'], env: { MAX_CONNECTIONS: `${mostConnections}` } });
});
afterAll(async () => {
  for (const socket of held) socket.destroy();
  await store.stop();
});

/**
 * Sends a request over a new connection from this address and keeps the connection open. False if the gateway closed it without
 * a response.
 */
function holdFrom(address: string): Promise<boolean> {
  const { hostname, port } = new URL(store.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  held.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET /health/live HTTP/1.1\r\nHost: store\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

test('while its public port accepts no more connections, the gateway responds to health checks on its internal port', async () => {
  for (let host = 10; await holdFrom(`127.0.0.${host}`); host += 1)
    await Promise.all(Array.from({ length: share }, () => holdFrom(`127.0.0.${host}`)));
  const statuses = await Promise.all(
    ['live', 'ready'].map(async (path) => (await fetch(`${store.internalUrl}/health/${path}`)).status),
  );
  expect(statuses).toEqual([200, 200]);
});
