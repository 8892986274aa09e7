import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ChannelModel } from 'amqplib';
import { connectBroker, ensureClosed, keepConnected } from '#shared/platform/amqp/connection.ts';
import { openChannel } from '#shared/platform/amqp/topology.ts';
import { sharedServers } from '../../support/servers.ts';
import { startTcpProxy, throughProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { quiet } from '../support/own-servers.ts';

let proxy: TcpProxy;
beforeEach(async () => {
  proxy = await startTcpProxy(sharedServers().rabbitmqUrl);
});
afterEach(() => proxy.close());

const brokerUrl = () => throughProxy(sharedServers().rabbitmqUrl, proxy);

/** Discards all bytes from now on, and breaks the connections once the current code has sent its requests. */
function loseConnections(): void {
  proxy.blackHole();
  setImmediate(proxy.heal);
}

test('if a RabbitMQ connection is closed while it is being opened, it stays closed and its setup does not run', async () => {
  let setUps = 0;
  const link = keepConnected({
    url: sharedServers().rabbitmqUrl,
    name: 'closed at once',
    log: quiet,
    setUp: () => {
      setUps += 1;
      return Promise.resolve();
    },
  });
  await link.close();
  expect([setUps, link.isOpen]).toEqual([0, false]);
});

test.each([
  ['channel', openChannel],
  ['connection', (connection: ChannelModel) => Promise.resolve(connection)],
])(
  'closing a RabbitMQ %s ends even if the broker disappears before it confirms the close',
  async (_what, open) => {
    const connection = await connectBroker(brokerUrl(), 'lost');
    connection.on('error', () => undefined);
    const one = await open(connection);
    loseConnections();
    await ensureClosed(one);
    // A second call finds it closed.
    await ensureClosed(one);
  },
);

test.each([
  ['while the set-up waits', () => new Promise<never>(() => undefined)],
  ['after the set-up has failed', () => Promise.reject(new Error('a queue cannot be declared'))],
])('if RabbitMQ disappears %s, the connection is opened and set up again', async (_when, end) => {
  let setUps = 0;
  const link = keepConnected({
    url: brokerUrl(),
    name: 'lost',
    log: quiet,
    setUp: async () => {
      setUps += 1;
      if (setUps > 1) return;
      loseConnections();
      await end();
    },
  });
  await link.ready;
  expect([setUps, link.isOpen]).toEqual([2, true]);
  await link.close();
});
