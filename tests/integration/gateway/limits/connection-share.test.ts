import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestStore, type TestStore } from '../../../support/store.ts';
import { eventually } from '../../../support/eventually.ts';

const [mostConnections, share] = [50, 5];
const held: Socket[] = [];
let store: TestStore;
let behindProxy: TestStore;

beforeAll(async () => {
  const env = { MAX_CONNECTIONS: `${mostConnections}` };
  store = await startTestStore({ only: ['gateway'], env });
  behindProxy = await startTestStore({
    only: ['gateway'],
    namespace: store.namespace,
    env: { ...store.env, ...store.secrets, ...env, TRUST_PROXY: '1' },
  });
}, 60_000);
afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy();
});
afterAll(async () => {
  await behindProxy.stop();
  await store.stop();
});

/**
 * Sends a request over a new connection from this address and keeps the connection open. False if the gateway closed it without
 * a response.
 */
function holdFrom(address: string, url = store.url): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  held.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET /health/live HTTP/1.1\r\nHost: store\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

const holdMany = (count: number, address: string, url?: string) =>
  Promise.all(Array.from({ length: count }, () => holdFrom(address, url)));
const served = (answers: boolean[]) => answers.filter(Boolean).length;

test('a client address that used up its share of connections gets no further ones, unlike other addresses', async () => {
  const [ofOne, ofAnother] = await Promise.all([
    holdMany(mostConnections + 10, '127.0.0.7'),
    holdMany(share, '127.0.0.2'),
  ]);
  expect([served(ofOne), served(ofAnother)]).toEqual([share, share]);
});

test('a client address that closes a connection can open a new connection', async () => {
  await holdMany(share, '127.0.0.8');
  expect(await holdFrom('127.0.0.8')).toBe(false);
  held[0]?.destroy();
  await eventually('a connection to be served', () => holdFrom('127.0.0.8'));
});

test('the gateway responds to health checks on its internal port while its public port is full', async () => {
  for (let host = 10; await holdFrom(`127.0.0.${host}`); host += 1) await holdMany(share, `127.0.0.${host}`);
  const statuses = await Promise.all(
    ['live', 'ready'].map(async (path) => (await fetch(`${store.internalUrl}/health/${path}`)).status),
  );
  expect(statuses).toEqual([200, 200]);
});

test('a client address behind a trusted proxy can have more than its share of connections', async () => {
  expect(served(await holdMany(share * 6, '127.0.0.9', behindProxy.url))).toBe(share * 6);
});
