import { expect, test } from '@jest/globals';
import type { Reply } from '#shared/commands/messages.ts';
import { createReplyWaiters } from '#services/gateway/writes/reply-waiters.ts';

const outcome = { status: 204, location: null, version: null, body: null };
const replyTo = (correlationId: string): Reply => ({
  correlationId,
  outcome,
  replayed: false,
  at: Date.now(),
});

test('each request that waits for a reply receives the reply to its own command', async () => {
  const waiters = createReplyWaiters();
  const [first, second] = [waiters.wait('1', 5000), waiters.wait('2', 5000)];
  waiters.receive(replyTo('unknown'));
  waiters.receive(replyTo('2'));
  waiters.receive(replyTo('1'));
  expect(await first.reply).toMatchObject({ correlationId: '1' });
  expect(await second.reply).toMatchObject({ correlationId: '2' });
  await second.replied;
});

test('a wait for a reply ends with null after its timeout, and a late reply is still recorded', async () => {
  const waiters = createReplyWaiters();
  const { reply, replied } = waiters.wait('1', 1);
  expect(await reply).toBeNull();
  waiters.receive(replyTo('1'));
  await replied;
});

test('a reply that arrives after its wait was cancelled is ignored', async () => {
  const waiters = createReplyWaiters();
  const { reply } = waiters.wait('1', 5000);
  waiters.cancel('1');
  waiters.receive(replyTo('1'));
  const first = await Promise.race([
    reply,
    new Promise((resolve) => setImmediate(() => resolve('no reply'))),
  ]);
  expect(first).toBe('no reply');
});
