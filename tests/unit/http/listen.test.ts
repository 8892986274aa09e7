import { Agent, get } from 'node:http';
import { expect, test } from '@jest/globals';
import { listen } from '#shared/http/listen.ts';
import type { Listening } from '#shared/http/listen.ts';

const longerThanThisTest = 120_000;

/** The status, over a connection that is kept. */
function ask(agent: Agent, { server }: Listening): Promise<number | undefined> {
  const { port } = server.address() as { port: number };
  return new Promise((resolve, reject) => {
    const request = get({ agent, port, host: '127.0.0.1' }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject);
  });
}

test('a client that goes on asking over a kept connection does not hold up the stop', async () => {
  const listening = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asking = (async () => {
    let answered = 0;
    try {
      for (; ; answered += 1) await ask(agent, listening);
    } catch (error) {
      return { answered, code: (error as NodeJS.ErrnoException).code };
    }
  })();
  await ask(agent, listening);
  await listening.close(longerThanThisTest);
  const { answered, code } = await asking;
  expect(answered).toBeGreaterThan(0);
  // Told to close, it came back, and nobody listened any more; or it asked as the connection was closed.
  expect(['ECONNREFUSED', 'ECONNRESET']).toContain(code);
  agent.destroy();
});

test('a request that is under way is answered before the stop', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
  const listening = await listen(
    (_request, response) => {
      arrive(undefined);
      void released.then(() => response.end());
    },
    0,
    '127.0.0.1',
  );
  const agent = new Agent({ keepAlive: true });
  const asked = ask(agent, listening);
  await arrived;
  const closed = listening.close(longerThanThisTest);
  release(undefined);
  expect(await asked).toBe(200);
  await closed;
  agent.destroy();
});
