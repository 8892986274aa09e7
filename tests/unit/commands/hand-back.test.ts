import { expect, test } from '@jest/globals';
import { handBackAll } from '#shared/engine/commands/consume.ts';

const never = () => new Promise<never>(() => undefined);
const gone = () => Promise.reject(new Error('Channel closed'));

/** A channel that records its method calls; `instead` replaces some methods. */
function consuming(
  instead: { cancel?: () => Promise<never>; close?: () => Promise<never>; closed?: Promise<never> } = {},
) {
  const calls: string[] = [];
  const call = async (name: string) => void calls.push(name);
  return {
    calls,
    consumers: ['a', 'b'],
    channel: {
      cancel: (tag: string) => instead.cancel?.() ?? call(`cancel ${tag}`).then(() => ({ consumerTag: tag })),
      nackAll: () => void call('nack'),
      close: () => instead.close?.() ?? call('close the channel'),
    },
    connection: { close: () => call('close the connection').then(() => instead.closed) },
  };
}

test('a stopping worker cancels its subscriptions, returns unfinished messages to their queue, then closes its connection', async () => {
  const all = consuming();
  await handBackAll(all, 1000);
  expect(all.calls).toEqual(['cancel a', 'cancel b', 'nack', 'close the channel', 'close the connection']);
});

test.each([
  ['dies while its subscriptions end', { cancel: gone }],
  ['dies while it closes', { close: gone }],
  ['never responds', { cancel: never }],
  ['never closes', { close: never }],
  ['never responds, nor closes with its connection', { cancel: never, closed: never() }],
])(
  'if the RabbitMQ channel %s, a stopping worker cannot return its unfinished messages, and closes the connection',
  async (_what, instead) => {
    const all = consuming(instead);
    await expect(handBackAll(all, 20)).rejects.toThrow(/closed|within 20 ms/);
    expect(all.calls.at(-1)).toBe('close the connection');
  },
);
