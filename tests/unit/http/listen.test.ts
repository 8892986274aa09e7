import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { listen, listenOn, type Listening } from '#shared/platform/http/listen.ts';
import { eventually } from '../../support/eventually.ts';
import { anyPort, plain } from '../../support/plain.ts';
import { pause } from '../../support/pause.ts';

const longerThanThisTest = 120_000;

/** The status of a response over a kept-alive connection. */
function ask(agent: Agent, { server }: Listening): Promise<number | undefined> {
  return askAt(agent, (server.address() as { port: number }).port);
}

function askAt(agent: Agent, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get({ agent, port, host: '127.0.0.1' }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject);
  });
}

test('a client that keeps sending requests on one connection does not delay the server’s stop', async () => {
  const listening = await listen((_request, response) => void response.end(), anyPort, plain);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // Stored now, because a stopped server has no address.
  const { port } = listening.server.address() as { port: number };
  const asking = (async () => {
    let answered = 0;
    try {
      for (; ; answered += 1) await askAt(agent, port);
    } catch (error) {
      return { answered, code: (error as NodeJS.ErrnoException).code };
    }
  })();
  await ask(agent, listening);
  await listening.close({ deadlineMs: longerThanThisTest });
  const { answered, code } = await asking;
  expect(answered).toBeGreaterThan(0);
  // The client reconnected to the stopped server, or sent a request while the connection closed.
  expect(['ECONNREFUSED', 'ECONNRESET']).toContain(code);
  agent.destroy();
});

test('a request in progress gets its response before the server stops', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
  const listening = await listen(
    (_request, response) => {
      arrive(undefined);
      void released.then(() => response.end());
    },
    anyPort,
    plain,
  );
  const agent = new Agent({ keepAlive: true });
  const asked = ask(agent, listening);
  await arrived;
  const closed = listening.close({ deadlineMs: longerThanThisTest });
  release(undefined);
  expect(await asked).toBe(200);
  await closed;
  agent.destroy();
});

/** A client with its own kept-alive connection; records the responses and how the connection ends. */
async function keptConnection({ server }: Listening) {
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').setNoDelay();
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString()));
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve('closed'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
  });
  await once(socket, 'connect');
  return {
    ask: () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    answers: () => text.split('HTTP/1.1 ').slice(1),
    ended,
  };
}

test('a request sent on a kept-alive connection as the server stops gets a response with Connection: close', async () => {
  const listening = await listen((_request, response) => void response.end('ok'), anyPort, plain);
  const clients = await Promise.all(Array.from({ length: 8 }, () => keptConnection(listening)));
  for (const client of clients) client.ask();
  await eventually('the first answers', () => clients.every((client) => client.answers().length === 1));
  // The request has been sent, but the server has not read it yet.
  for (const client of clients) client.ask();
  await listening.close();
  expect(await Promise.all(clients.map((client) => client.ended))).toEqual(Array(8).fill('closed'));
  for (const client of clients) {
    const [, last] = client.answers();
    expect(last).toMatch(/^200 OK\r\n/);
    expect(last).toMatch(/^connection: close\r$/im);
  }
});

test('a server that waits before it stops still responds on old and new connections, and then closes all of them', async () => {
  const listening = await listen((_request, response) => void response.end('ok'), anyPort, plain);
  const idle = await keptConnection(listening);
  idle.ask();
  await eventually('the first answer', () => idle.answers().length === 1);
  const closed = listening.close({ lingerMs: 600 });
  await pause(200);
  const late = await keptConnection(listening);
  for (const client of [idle, late]) client.ask();
  expect(await Promise.all([idle.ended, late.ended])).toEqual(['closed', 'closed']);
  expect(idle.answers()[1]).toMatch(/^200 OK\r\n/);
  expect(late.answers()[0]).toMatch(/^200 OK\r\n/);
  await closed;
});

test.each(['PORT', 'INTERNAL_PORT'] as const)(
  'a server whose port is in use fails with an error that names its setting %s',
  async (setting) => {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const second = listenOn(createServer(), { PORT: port, HOST: '127.0.0.1', setting });
    await expect(second).rejects.toThrow(
      `Port ${port} is taken by another process. Set ${setting} to a free port.`,
    );
    first.close();
  },
);
