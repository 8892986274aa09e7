import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { createServiceClient } from '#services/gateway/reads/service-client.ts';
import { createLog } from '#shared/platform/process/log.ts';

test('if a service does not complete the TLS handshake, the gateway reports the service as unavailable within 2.5 seconds', async () => {
  // Accepts connections, but never replies to the TLS handshake.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const service = {
    url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    proof: { name: 'GATEWAY_ORDERS_SECRET' as const, secret: 'a secret of these tests' },
  };
  const client = createServiceClient(
    { catalog: service, orders: service, webhooks: service },
    createLog('gateway', 'silent'),
  );
  const startedAt = performance.now();
  expect(await client.isReady('orders')).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2500);
  silent.close();
  for (const socket of sockets) socket.destroy();
  await client.close();
}, 30_000);
