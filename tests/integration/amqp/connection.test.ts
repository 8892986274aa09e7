import { expect, test } from '@jest/globals';
import { keepConnected } from '#shared/platform/amqp/connection.ts';
import { sharedServers } from '../../support/servers.ts';
import { quiet } from '../support/own-servers.ts';

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
