import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import type { ChannelModel } from 'amqplib';
import { decodeReplies } from '#shared/engine/commands/messages.ts';
import { createReplier, type Replier } from '#shared/engine/commands/reply.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { createLog, type Log } from '#shared/platform/process/log.ts';

type Publish = (exchange: string, routingKey: string, body: Buffer, options?: object) => boolean;

const waiting = [
  { replyTo: 'one', correlationId: '1' },
  { replyTo: 'two', correlationId: '2' },
  { replyTo: 'one', correlationId: '3' },
];
const operation = { _id: 'bulk', status: 'succeeded', waiting } as BulkOperation;
const shown = { _id: 'bulk', status: 'succeeded' };

const quiet = createLog('test', 'silent');

async function openReplier(
  publish: Publish,
  { channel = new EventEmitter(), log = quiet, close = () => Promise.resolve() } = {},
): Promise<Replier> {
  const replier = createReplier('store', log);
  await replier.use({
    createChannel: () => Promise.resolve(Object.assign(channel, { publish })),
    close,
    connection: { blocked: false },
  } as unknown as ChannelModel);
  return replier;
}

test('when bulk work ends, each gateway gets one message for all of its requests that wait for this work', async () => {
  const sent: unknown[] = [];
  const replier = await openReplier((exchange, routingKey, body, options) => {
    sent.push([exchange, routingKey, decodeReplies(body), options]);
    return true;
  });
  replier.replyEnded(operation, waiting);
  // Without `mandatory`, the broker drops a reply to a gateway that has stopped.
  expect(sent).toEqual([
    ['store.replies', 'one', ['1', '3'].map((ends) => ({ ends, operation: shown })), undefined],
    ['store.replies', 'two', [{ ends: '2', operation: shown }], undefined],
  ]);
});

test('the message about the end of bulk work is dropped without an error if the channel is closing or missing', async () => {
  const replier = await openReplier(() => {
    throw new Error('Channel closing');
  });
  expect(() => replier.replyEnded(operation, waiting)).not.toThrow();
  expect(() => createReplier('store', quiet).replyEnded(operation, waiting)).not.toThrow();
});

test('if RabbitMQ closes the channel for replies, the worker logs the error and closes the connection, so that the next connection has a new channel', async () => {
  const calls: unknown[] = [];
  const channel = new EventEmitter();
  const refused = new Error('ACCESS_REFUSED');
  await openReplier(() => true, {
    channel,
    log: { warn: (...args: unknown[]) => void calls.push(args) } as unknown as Log,
    close: () => Promise.resolve(void calls.push('close the connection')),
  });
  channel.emit('error', refused);
  channel.emit('close');
  expect(calls).toEqual([[{ err: refused }, 'channel for replies failed'], 'close the connection']);
});
