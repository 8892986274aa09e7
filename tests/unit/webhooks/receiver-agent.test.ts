import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Agent } from 'undici';
import { createGuardedAgent, createOpenAgent } from '#services/webhooks/sending/receiver-agent.ts';
import { createSend, type Send } from '#services/webhooks/sending/send.ts';
import { createAuthority, pemOf } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { startDnsServer, type DnsServer } from './dns-server.ts';

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
    signal: AbortSignal.timeout(500),
  });
/** The error of a request to an unreachable address. A blocked address would have the error "not allowed" instead. */
const failureOf = async (agent: Agent, host: string): Promise<string> =>
  get(agent, host).then(() => 'answered', String);

describe('the guarded connection of a webhook', () => {
  // A literal address needs no DNS look-up, so the socket's remote address is checked.
  test.each(['127.0.0.1', '[::ffff:127.0.0.1]'])(
    'the connection guard of webhooks sends nothing to the private IP address %s',
    async (host) => {
      await expect(get(guarded(), host)).rejects.toThrow('is not allowed');
      expect(requests).toBe(0);
    },
  );

  test('the connection guard of webhooks opens no connection to a host name that resolves to a private address', async () => {
    const dns = await resolving(() => ['127.0.0.1']);
    await expect(get(guarded(dns), 'private.example')).rejects.toThrow(
      'the name resolves to 127.0.0.1, which is not allowed',
    );
    expect([dns.asked, connections]).toEqual([['private.example'], 0]);
  });

  test('the connection guard of webhooks tries only the public addresses of a host name', async () => {
    const dns = await resolving(() => ['127.0.0.1', '192.0.2.1', '10.0.0.1']);
    await expect(get(guarded(dns), 'mixed.example')).rejects.toThrow('192.0.2.1, 10.0.0.1');
    // The public address is unreachable from here. So the test shows only that the agent does not try the
    // private address.
    const other = await resolving(() => ['127.0.0.1', '203.0.114.1']);
    const failure = await failureOf(guarded(other), 'mixed.example');
    expect(failure).not.toMatch(/not allowed|answered/);
    expect(connections).toBe(0);
  });

  test('the DNS look-up for a webhook does not wait for unanswered look-ups of other host names', async () => {
    const dns = await resolving((name) => (name === 'silent.example' ? null : ['127.0.0.1']));
    const silent = Array.from({ length: 16 }, () => dns.lookUp('silent.example').catch(String));
    const first = await Promise.race([...silent, dns.lookUp('other.example')]);
    expect(first).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  test('the connection guard of webhooks looks up a host name for each request, and opens no connection if the name now has a private address', async () => {
    const dns = await resolving((_name, time) => (time === 1 ? ['203.0.114.1'] : ['127.0.0.1']));
    const agent = guarded(dns);
    expect(await failureOf(agent, 'rebound.example')).not.toMatch(/not allowed|answered/);
    await expect(get(agent, 'rebound.example')).rejects.toThrow('the name resolves to 127.0.0.1');
    expect([dns.asked.length, connections]).toEqual([2, 0]);
  });
});

test('the connections of webhooks offer only HTTP/1.1', async () => {
  const { certFile, keyFile } = createAuthority().issue('receiver');
  const offered: string[][] = [];
  const secure = createTlsServer({
    cert: pemOf(certFile),
    key: pemOf(keyFile),
    ALPNCallback: ({ protocols }) => {
      offered.push(protocols);
      return undefined;
    },
  });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const { port: securePort } = secure.address() as AddressInfo;
  const open = createOpenAgent();
  opened.agents.push(open);
  const request = { origin: `https://127.0.0.1:${securePort}`, path: '/', method: 'GET' } as const;
  await expect(open.request(request)).rejects.toThrow();
  await new Promise((resolve) => secure.close(resolve));
  expect(offered).toEqual([['http/1.1']]);
});

describe('sending a webhook', () => {
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
      guarded: guarded(),
      open,
      allowedHosts,
      userAgent: 'test',
      stopping,
      ...(limitMs !== undefined && { limitMs }),
    });
  };

  test('a webhook is sent to a private host that is explicitly allowed', async () => {
    const { attempt } = await sent(sender(), `http://localhost:${port}/`);
    expect(attempt).toMatchObject({ status: 204, error: null });
  });

  test('a webhook is not sent to a URL that is no longer allowed', async () => {
    const { attempt } = await sent(sender(), `http://127.0.0.1:${port}/`);
    expect([attempt.status, attempt.error, connections]).toEqual([
      null,
      'the URL is not allowed any more',
      0,
    ]);
  });

  test('a webhook does not wait for another endpoint on the same host that never responds', async () => {
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      requests += 1;
      if (request.url === '/there') response.writeHead(204).end();
    });
    const send = sender(1000);
    const silent = Array.from({ length: 50 }, () => sent(send, `http://localhost:${port}/silent`));
    await eventually('the silent one has been asked', () => requests === 50);
    expect((await sent(send, `http://localhost:${port}/there`)).attempt.status).toBe(204);
    const errors = (await Promise.all(silent)).map(({ attempt }) => attempt.error);
    expect(new Set(errors)).toEqual(new Set(['no answer within 1 s']));
  });

  test('a webhook request fails if its receiver does not respond within 20 s', async () => {
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

  test('a webhook times out if its receiver sends only part of the response headers', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.socket?.write('HTTP/1.1 200 OK\r\nx-half'));
    const { attempt } = await sent(sender(200), `http://localhost:${port}/`);
    expect([attempt.status, attempt.error]).toEqual([null, 'no answer within 0.2 s']);
  });

  test('a webhook request that is in progress when the process stops ends without a result, neither delivered nor failed', async () => {
    server.removeAllListeners('request');
    const arrived = once(server, 'request');
    const stopping = new AbortController();
    const answered = sender(20_000, stopping.signal)(`http://localhost:${port}/`, {}, '{}');
    await arrived;
    stopping.abort();
    expect(await answered).toBeNull();
  });

  test('a webhook attempt stores at most the first 2 KB of the response and cuts them at the end of a whole character', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.end(`x${'é'.repeat(2000)}`));
    const { attempt } = await sent(sender(), `http://localhost:${port}/`);
    expect(attempt.answer).toBe(`x${'é'.repeat(1023)}`);
  });
});
