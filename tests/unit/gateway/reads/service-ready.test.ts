import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
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

test('if a service does not complete the TLS handshake, the gateway reports the service as unavailable after a second', async () => {
  const client = clientBy('https');
  const second = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(second.signal);
  const connected = once(silent, 'connection');
  const ready = client.isReady('orders');
  expect(timeout.mock.calls).toEqual([[1000]]);
  timeout.mockRestore();
  await connected;
  second.abort();
  expect(await ready).toBe(false);
  for (const socket of sockets) socket.destroy();
  await client.close();
});

test('if a service hangs, the gateway checks an invalid write by the service’s data for at most 3 seconds', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  try {
    const client = clientBy('http');
    const connected = once(silent, 'connection');
    const errors = client.check('orders', {} as Command);
    await connected;
    jest.advanceTimersByTime(3000);
    expect(await errors).toEqual([]);
    for (const socket of sockets) socket.destroy();
    await client.close();
  } finally {
    jest.useRealTimers();
  }
});
