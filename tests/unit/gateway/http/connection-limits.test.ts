import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, test } from '@jest/globals';
import { createServer } from '#shared/platform/http/create-server.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { CertificateFiles } from '#shared/platform/settings/certificate-files.ts';
import { limitConnections } from '#services/gateway/http/connection-limits.ts';
import { createAuthority } from '../../../support/certificates.ts';
import { eventually } from '../../../support/eventually.ts';

const usual = { MAX_CONNECTIONS: 100, CONNECTIONS_PER_ADDRESS: null, TRUST_PROXY: 0 };

const warned: [fields: object, text: string][] = [];
const log = { warn: (fields: object, text: string) => void warned.push([fields, text]) } as unknown as Log;
const sockets: Socket[] = [];
let server: Server;

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  warned.length = 0;
});

async function start(
  limits: Partial<Parameters<typeof limitConnections>[1]>,
  { certFile, keyFile }: Partial<CertificateFiles> = {},
): Promise<void> {
  const certified = { TLS_CERT_FILE: certFile ?? null, TLS_KEY_FILE: keyFile ?? null, log };
  server = createServer({}, certified, (_request, response) => void response.end('ok'));
  limitConnections(server, { ...usual, ...limits }, log);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

const portOf = () => (server.address() as AddressInfo).port;

function opened(localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: portOf(), localAddress });
  sockets.push(socket.on('error', () => undefined).resume());
  return socket;
}

/** Whether the server responds to a request over a new connection. */
function isServed(localAddress = '127.0.0.1'): Promise<boolean> {
  const socket = opened(localAddress);
  socket.write('GET / HTTP/1.1\r\nHost: store\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

const refusedLines = () => warned.map(([fields, text]) => ({ ...fields, text }));

test('a connection beyond the limit for one IP address is rejected until another connection from this address closes', async () => {
  await start({ CONNECTIONS_PER_ADDRESS: 2 });
  expect([await isServed(), await isServed(), await isServed()]).toEqual([true, true, false]);
  expect(await isServed('127.0.0.2')).toBe(true);
  sockets[0]?.destroy();
  await eventually('a connection to be served', () => isServed());
});

test('a connection without a request counts towards the connection limit of its IP address', async () => {
  await start({ CONNECTIONS_PER_ADDRESS: 1 });
  await once(opened('127.0.0.1'), 'connect');
  expect(await isServed()).toBe(false);
});

test.each<[what: string, first: string, second: string, isServed: boolean]>([
  ['an IPv4 address and its IPv6 form as the same client', '203.0.113.9', '::ffff:203.0.113.9', false],
  ['two addresses of one IPv6 network as the same client', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', false],
  ['addresses of two IPv6 networks as different clients', '2001:db8:1:2::1', '2001:db8:1:3::1', true],
])('the connection limit counts %s', (_what, first, second, secondIsServed) => {
  const emitter = new EventEmitter() as Server;
  const accepted: string[] = [];
  emitter.on('connection', ({ remoteAddress = '' }) => void accepted.push(remoteAddress));
  limitConnections(emitter, { ...usual, CONNECTIONS_PER_ADDRESS: 1 }, log);
  for (const remoteAddress of [first, second]) {
    const socket = { remoteAddress, resetAndDestroy: () => undefined };
    emitter.emit('connection', Object.assign(new EventEmitter(), socket));
  }
  expect(accepted).toEqual(secondIsServed ? [first, second] : [first]);
});

test('a single IP address may use all connections of a server that runs behind a proxy', async () => {
  await start({ MAX_CONNECTIONS: 3, TRUST_PROXY: 1 });
  const served = [await isServed(), await isServed(), await isServed()];
  expect([...served, await isServed('127.0.0.2')]).toEqual([true, true, true, false]);
});

test('connections without a TLS handshake count towards the limit, and a connection over the limit is closed before its handshake', async () => {
  await start({ CONNECTIONS_PER_ADDRESS: 2 }, createAuthority().issue('share'));
  let handshakes = 0;
  server.on('secureConnection', () => (handshakes += 1)).on('tlsClientError', () => (handshakes += 1));
  const shakesHands = () => {
    const socket = connectTls({ host: '127.0.0.1', port: portOf(), rejectUnauthorized: false });
    sockets.push(socket.on('error', () => undefined));
    return new Promise<boolean>((resolve) => {
      socket.once('secureConnect', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
  };
  expect(await shakesHands()).toBe(true);
  await once(opened('127.0.0.1'), 'connect');
  expect(await shakesHands()).toBe(false);
  expect(handshakes).toBe(1);
  sockets[0]?.destroy();
  await eventually('a connection to complete its TLS handshake', shakesHands);
});

test('if the server rejects many connections, it logs a single line for each reason, with the IP address of one rejected client', async () => {
  await start({ MAX_CONNECTIONS: 3, CONNECTIONS_PER_ADDRESS: 2 });
  for (let asked = 0; asked < 5; asked += 1) await isServed();
  expect(refusedLines()).toEqual([
    {
      address: '127.0.0.1',
      refused: 1,
      text: 'connections are refused: an address has CONNECTIONS_PER_ADDRESS open',
    },
  ]);
  for (let asked = 0; asked < 5; asked += 1) await isServed('127.0.0.2');
  expect(refusedLines().slice(1)).toEqual([
    { address: '127.0.0.2', refused: 1, text: 'connections are refused: MAX_CONNECTIONS are open' },
  ]);
});
