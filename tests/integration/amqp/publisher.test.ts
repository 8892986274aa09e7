import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect, type ChannelModel } from 'amqplib';
import { createPublisher, PublishError, type Publisher } from '#shared/platform/amqp/publisher.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { startTcpProxy, throughProxy } from '#tests/support/tcp-proxy.ts';
import { openBroker, ownName, type OwnBroker } from '../support/own-servers.ts';
import { eventually } from '../../support/eventually.ts';

let broker: OwnBroker;
let publisher: Publisher;
let queue: string;
let connection: ChannelModel;
beforeAll(async () => {
  broker = await openBroker();
});
afterAll(() => broker.close());
beforeEach(async () => {
  queue = ownName();
  connection = await connect(broker.url);
  connection.on('error', () => undefined);
  publisher = createPublisher();
  await publisher.use(connection);
});
afterEach(async () => {
  await broker.channel.deleteQueue(queue);
  await connection.close().catch(() => undefined);
});

let lastId = 0;
async function publish(
  to: string,
  on = publisher,
  timeoutMs = 5000,
  exchange = '',
  messageId = `m-${(lastId += 1)}`,
): Promise<string> {
  try {
    const options = { messageId };
    await on.publish({ exchange, routingKey: to, body: Buffer.from('x'), options }, timeoutMs);
    return 'safe';
  } catch (error) {
    if (error instanceof PublishError) return error.failure;
    throw error;
  }
}
const quorum = { durable: true, arguments: { 'x-queue-type': 'quorum' } };

describe('the publisher', () => {
  test('a published message is persistent and in its queue when publish() resolves', async () => {
    await broker.channel.assertQueue(queue, quorum);
    expect(await Promise.all(Array.from({ length: 50 }, () => publish(queue)))).toEqual(
      Array(50).fill('safe'),
    );
    expect(await broker.count(queue)).toBe(50);
    const message = await broker.channel.get(queue);
    expect(message && message.properties.deliveryMode).toBe(2);
  });

  test('a message without a matching queue is reported as unroutable, even though the broker confirms it', async () => {
    expect(await publish(queue)).toBe('unroutable');
    await broker.channel.assertQueue(queue, quorum);
    expect(await publish(queue)).toBe('safe');
    await broker.channel.deleteQueue(queue);
    expect(await publish(queue)).toBe('unroutable');
  });

  test('a confirm that arrives in time counts, even if the process is paused until after the timeout', async () => {
    await broker.channel.assertQueue(queue, quorum);
    const published = publish(queue, publisher, 50);
    // Pauses the process as soon as the message is sent.
    setImmediate(() => setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)));
    expect(await published).toBe('safe');
  });

  test('concurrent messages to queues that exist and queues that do not exist each get their own publishing result', async () => {
    await broker.channel.assertQueue(queue, quorum);
    const ends = await Promise.all(
      Array.from({ length: 40 }, (_, index) => publish(index % 2 === 0 ? queue : `${queue}-gone`)),
    );
    expect(ends).toEqual(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'safe' : 'unroutable')));
  });

  test('concurrent messages with the same id, to queues that exist and queues that do not exist, each get their own publishing result', async () => {
    await broker.channel.assertQueue(queue, quorum);
    const same = (to: string) => publish(to, publisher, 5000, '', 'the same');
    const places = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? queue : `${queue}-gone`));
    expect(await Promise.all(places.map(same))).toEqual(
      places.map((place) => (place === queue ? 'safe' : 'unroutable')),
    );
    expect(await broker.count(queue)).toBe(100);
  });

  test('concurrent messages with one id are all reported as unroutable when no queue matches', async () => {
    const same = () => publish(queue, publisher, 5000, '', 'the same');
    for (let round = 0; round < 50; round += 1) {
      expect(await Promise.all([same(), same(), same()])).toEqual(Array(3).fill('unroutable'));
    }
  });

  test('a full queue rejects a message, and accepts messages again once it is emptied', async () => {
    const full = { durable: true, arguments: { 'x-max-length': 3, 'x-overflow': 'reject-publish' } };
    await broker.channel.assertQueue(queue, full);
    const ends = [];
    for (let count = 0; count < 6; count += 1) ends.push(await publish(queue));
    expect(ends.slice(0, 3)).toEqual(Array(3).fill('safe'));
    expect(ends.at(-1)).toBe('refused');
    await broker.channel.purgeQueue(queue);
    await eventually('room in the queue', async () => (await publish(queue)) === 'safe');
  });

  test('if the broker closes the channel, the message in flight is reported as unconfirmed, and the next message as unavailable', async () => {
    await broker.channel.assertQueue(queue, quorum);
    expect(await publish(queue, publisher, 5000, 'an exchange that is not there')).toBe('unconfirmed');
    expect(publisher.isOpen).toBe(false);
    expect(await publish(queue)).toBe('unavailable');
    await publisher.use(connection);
    expect(await publish(queue)).toBe('safe');
    expect(await broker.count(queue)).toBe(1);
  });

  test('the publisher closes its connection when its channel closes, even if no messages are in flight', async () => {
    const proxy = await startTcpProxy(broker.url);
    const behind = await connect(throughProxy(broker.url, proxy));
    behind.on('error', () => undefined);
    const idle = createPublisher();
    await idle.use(behind);
    const closed = new Promise((resolve) => behind.once('close', resolve));
    expect(await proxy.closeChannel(seededRandom(1))).toBe(true);
    await eventually('the publisher to know', () => !idle.isOpen);
    await closed;
    await proxy.close();
  });

  test('publishing a message before the RabbitMQ connection opens or after it closes returns the result “unavailable”', async () => {
    expect(await publish(queue, createPublisher())).toBe('unavailable');
    await connection.close();
    await eventually('the publisher to know', () => !publisher.isOpen);
    expect(await publish(queue)).toBe('unavailable');
  });

  test('a message that is not confirmed in time is reported as unconfirmed, and later messages use a new channel', async () => {
    await broker.channel.assertQueue(queue, quorum);
    const proxy = await startTcpProxy(broker.url);
    const behind = await connect(throughProxy(broker.url, proxy));
    behind.on('error', () => undefined);
    const slow = createPublisher();
    await slow.use(behind);
    expect(await publish(queue, slow)).toBe('safe');
    proxy.blackHole();
    expect(await publish(queue, slow, 200)).toBe('unconfirmed');
    proxy.heal();
    await eventually('the broken connection to be noticed', () => !slow.isOpen);
    await slow.use(connection);
    expect(await publish(queue, slow)).toBe('safe');
    await proxy.close();
  });
});
