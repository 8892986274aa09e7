import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ChannelModel } from 'amqplib';
import { createBells, type Bells } from '#shared/platform/amqp/bells.ts';
import { connectBroker } from '#shared/platform/amqp/connection.ts';
import { bellsExchange } from '#shared/platform/amqp/topology.ts';
import { ownName, quiet, useBroker } from '../support/own-servers.ts';
import { eventually } from '../../support/eventually.ts';
import { pause } from '../../support/pause.ts';

const broker = await useBroker();
let namespace: string;
let connections: ChannelModel[];

beforeEach(() => {
  namespace = ownName();
  connections = [];
});
afterEach(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await broker.channel.deleteExchange(bellsExchange(namespace));
});

interface Hearing {
  bells: Bells;
  heard: () => number;
}

/** A process that receives the wake-up message (a bell) `orders.placed`. */
function hearing(): Hearing {
  const bells = createBells({ namespace, service: 'orders', log: quiet });
  let times = 0;
  bells.on('orders', 'placed', () => (times += 1));
  return { bells, heard: () => times };
}

async function connect({ bells }: Hearing): Promise<void> {
  const connection = await connectBroker(broker.url, 'a test');
  connections.push(connection);
  await bells.use(connection);
}

test('a process receives its own wake-up message immediately, even without RabbitMQ', () => {
  const one = hearing();
  one.bells.ring('orders', 'placed');
  one.bells.ring('orders', 'committed');
  expect(one.heard()).toBe(1);
});

test('many equal wake-up messages that a process sends in one moment reach another process as one message', async () => {
  const [one, other] = [hearing(), hearing()];
  await connect(one);
  await connect(other);
  const before = other.heard();
  for (let times = 0; times < 50; times += 1) one.bells.ring('orders', 'placed');
  await eventually('the other process hears the bell', () => other.heard() > before);
  await pause(50);
  expect(other.heard()).toBe(before + 1);
});

test('a process does not receive its own wake-up message a second time from RabbitMQ', async () => {
  const one = hearing();
  await connect(one);
  const before = one.heard();
  one.bells.ring('orders', 'placed');
  await pause(100);
  expect(one.heard()).toBe(before + 1);
});

test('after connecting to RabbitMQ, a process acts as if it had received each kind of wake-up message, because it may have missed some', async () => {
  const one = hearing();
  await connect(one);
  expect(one.heard()).toBe(1);
});

test('a process that reconnects to RabbitMQ receives wake-up messages even if RabbitMQ still has the process’s former queue', async () => {
  const [one, other] = [hearing(), hearing()];
  await connect(one);
  await connect(one);
  await connect(other);
  await connections.shift()?.close();
  const before = one.heard();
  other.bells.ring('orders', 'placed');
  await eventually('the process hears the bell', () => one.heard() === before + 1);
});
