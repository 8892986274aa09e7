import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServiceClient, type ServiceClient } from '#services/gateway/reads/service-client.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { createLog } from '#shared/platform/process/log.ts';

/** Accepts connections, but never sends anything. */
let silent: Server;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(() => {
  silent.close();
  for (const socket of sockets) socket.destroy();
});

function clientBy(scheme: 'http' | 'https'): ServiceClient {
  const service = {
    url: `${scheme}://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    proof: { name: 'GATEWAY_ORDERS_SECRET' as const, secret: 'a secret of these tests' },
  };
  const services = { catalog: service, orders: service, webhooks: service };
  return createServiceClient(services, createLog('gateway', 'silent'));
}

test('if a service does not complete the TLS handshake, the gateway reports the service as unavailable within 2.5 seconds', async () => {
  const client = clientBy('https');
  const startedAt = performance.now();
  expect(await client.isReady('orders')).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2500);
  for (const socket of sockets) socket.destroy();
  await client.close();
}, 30_000);

test('if a service hangs, the gateway stops checking an invalid write by the service’s data within 4.5 seconds', async () => {
  const client = clientBy('http');
  const startedAt = performance.now();
  expect(await client.check('orders', {} as Command)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(4500);
  for (const socket of sockets) socket.destroy();
  await client.close();
}, 30_000);
