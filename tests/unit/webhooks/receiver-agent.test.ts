import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Agent } from 'undici';
import { createGuardedAgent, createOpenAgent } from '#services/webhooks/sending/receiver-agent.ts';
import { createSend } from '#services/webhooks/sending/send.ts';
import type { Send } from '#services/webhooks/sending/send.ts';
import { eventually } from '../../support/eventually.ts';
import { startDnsServer } from './dns-server.ts';
import type { DnsServer } from './dns-server.ts';

let server: Server;
let requests: number;
let connections: number;
let port: number;
const opened: { agents: Agent[]; dns: DnsServer[] } = { agents: [], dns: [] };

beforeEach(async () => {
  [requests, connections] = [0, 0];
  server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  for (const agent of opened.agents.splice(0)) await agent.destroy();
  for (const dns of opened.dns.splice(0)) await dns.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function resolving(addressesOf: Parameters<typeof startDnsServer>[0]): Promise<DnsServer> {
  const dns = await startDnsServer(addressesOf);
  opened.dns.push(dns);
  return dns;
}
function guarded(dns?: DnsServer): Agent {
  const agent = createGuardedAgent(dns?.lookUp);
  opened.agents.push(agent);
  return agent;
}
const get = (agent: Agent, host: string) =>
  agent.request({
    origin: `http://${host}:${port}`,
    path: '/',
    method: 'GET',
    signal: AbortSignal.timeout(1500),
  });

describe('a guarded connection', () => {
  // Nothing looks up a literal: the socket's other end tells.
  test.each(['127.0.0.1', '[::ffff:127.0.0.1]'])('to the literal %s sends nothing', async (host) => {
    await expect(get(guarded(), host)).rejects.toThrow('is not allowed');
    expect(requests).toBe(0);
  });

  test('is not made to a name that means a private address', async () => {
    const dns = await resolving(() => ['127.0.0.1']);
    await expect(get(guarded(dns), 'private.example')).rejects.toThrow(
      'the name means 127.0.0.1, which is not allowed',
    );
    expect([dns.asked, connections]).toEqual([['private.example'], 0]);
  });

  test('is made to the public ones alone of mixed addresses', async () => {
    const dns = await resolving(() => ['127.0.0.1', '192.0.2.1', '10.0.0.1']);
    await expect(get(guarded(dns), 'mixed.example')).rejects.toThrow('192.0.2.1, 10.0.0.1');
    // The public one leads nowhere from here: what matters is that the private one is not tried.
    const other = await resolving(() => ['127.0.0.1', '203.0.114.1']);
    await expect(get(guarded(other), 'mixed.example')).rejects.toThrow();
    expect(connections).toBe(0);
  });

  test('waits for no look-up of others, however many are not answered', async () => {
    const dns = await resolving((name) => (name === 'silent.example' ? null : ['127.0.0.1']));
    const silent = Array.from({ length: 16 }, () => dns.lookUp('silent.example').catch(String));
    const first = await Promise.race([...silent, dns.lookUp('other.example')]);
    expect(first).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  test('is looked up anew each time: a name that is bound again to a private address is refused', async () => {
    const dns = await resolving((_name, time) => (time === 1 ? ['203.0.114.1'] : ['127.0.0.1']));
    const agent = guarded(dns);
    await expect(get(agent, 'rebound.example')).rejects.toThrow();
    await expect(get(agent, 'rebound.example')).rejects.toThrow('the name means 127.0.0.1');
    expect([dns.asked.length, connections]).toEqual([2, 0]);
  });
});

describe('sending', () => {
  const sent = async (send: Send, url: string) => {
    const answered = await send(url, {}, '{}');
    if (answered === null) throw new Error('it was stopped');
    return answered;
  };
  const sender = (limitMs?: number, stopping = new AbortController().signal) => {
    const open = createOpenAgent();
    opened.agents.push(open);
    const allowedHosts = ['localhost'];
    return createSend({
      ...{ guarded: guarded(), open, allowedHosts, userAgent: 'test', stopping },
      ...(limitMs !== undefined && { limitMs }),
    });
  };

  test('reaches a host that is allowed by name', async () => {
    const { attempt } = await sent(sender(), `http://localhost:${port}/`);
    expect(attempt).toMatchObject({ status: 204, error: null });
  });

  test('refuses a URL that was allowed once', async () => {
    const { attempt } = await sent(sender(), `http://127.0.0.1:${port}/`);
    expect([attempt.status, attempt.error, connections]).toEqual([
      null,
      'the URL is not allowed any more',
      0,
    ]);
  });

  test('does not wait for another endpoint of the same host that never answers', async () => {
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      requests += 1;
      if (request.url === '/there') response.writeHead(204).end();
    });
    const send = sender(3000);
    const silent = Array.from({ length: 50 }, () => sent(send, `http://localhost:${port}/silent`));
    await eventually('the silent one has been asked', () => requests === 50);
    expect((await sent(send, `http://localhost:${port}/there`)).attempt.status).toBe(204);
    const errors = (await Promise.all(silent)).map(({ attempt }) => attempt.error);
    expect(new Set(errors)).toEqual(new Set(['no answer within 3 s']));
  });

  test('waits 20 s for an answer, and no longer', async () => {
    server.removeAllListeners('request');
    const arrived = once(server, 'request');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    try {
      let isOver = false;
      const answered = sent(sender(), `http://localhost:${port}/`).finally(() => (isOver = true));
      await arrived;
      await jest.advanceTimersByTimeAsync(19_999);
      expect(isOver).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect((await answered).attempt).toMatchObject({ status: null, error: 'no answer within 20 s' });
    } finally {
      jest.useRealTimers();
    }
  });

  test('gives up a receiver that says half a header, and tells so', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.socket?.write('HTTP/1.1 200 OK\r\nx-half'));
    const { attempt } = await sent(sender(200), `http://localhost:${port}/`);
    expect([attempt.status, attempt.error]).toEqual([null, 'no answer within 0.2 s']);
  });

  test('is given up when the process stops, and nothing is known of it', async () => {
    server.removeAllListeners('request');
    const arrived = once(server, 'request');
    const stopping = new AbortController();
    const answered = sender(20_000, stopping.signal)(`http://localhost:${port}/`, {}, '{}');
    await arrived;
    stopping.abort();
    expect(await answered).toBeNull();
  });

  test('keeps the first 2 KB of an answer, and no half of a character', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.end(`x${'é'.repeat(2000)}`));
    const { attempt } = await sent(sender(), `http://localhost:${port}/`);
    expect(attempt.answer).toBe(`x${'é'.repeat(1023)}`);
  });
});
