import { expect, test } from '@jest/globals';
import type { Reply } from '#shared/engine/commands/messages.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { createReplyWaiters } from '#services/gateway/commands/reply-waiters.ts';

const outcome = { status: 204, location: null, version: null, body: null };
const replyTo = (correlationId: string): Reply => ({
  correlationId,
  outcome,
  replayed: false,
  at: Date.now(),
});

const accepted = (correlationId: string): Reply => ({
  ...replyTo(correlationId),
  outcome: { ...outcome, status: 202, background: true },
});
const operation = { _id: 'bulk', status: 'succeeded' } as BulkOperation;
const soon = <T>(promise: Promise<T>) =>
  Promise.race([promise, new Promise((resolve) => setImmediate(() => resolve('nothing')))]);

test('each waiting request receives the worker’s reply to its own command', async () => {
  const waiters = createReplyWaiters();
  const [first, second] = [waiters.wait('1', 5000), waiters.wait('2', 5000)];
  waiters.receive(replyTo('unknown'));
  waiters.receive(replyTo('2'));
  waiters.receive(replyTo('1'));
  expect(await first.reply).toMatchObject({ correlationId: '1' });
  expect(await second.reply).toMatchObject({ correlationId: '2' });
  await second.replied;
});

test('a request that waits for a worker’s reply gets null after its timeout, and is still notified if the reply arrives later', async () => {
  const waiters = createReplyWaiters();
  const { reply, replied } = waiters.wait('1', 1);
  expect(await reply).toBeNull();
  waiters.receive(replyTo('1'));
  await replied;
});

test('after a request has cancelled its wait for a worker’s reply, the reply is ignored when it arrives', async () => {
  const waiters = createReplyWaiters();
  const { reply } = waiters.wait('1', 5000);
  waiters.cancel('1');
  waiters.receive(replyTo('1'));
  expect(await soon(reply)).toBe('nothing');
});

test('a request that waits for bulk work receives the worker’s reply to its own command first, and the finished operation when the work ends', async () => {
  const waiters = createReplyWaiters();
  const both = [waiters.wait('1', 5000), waiters.wait('2', 5000)];
  for (const id of ['1', '2']) waiters.receive(accepted(id));
  for (const ends of ['1', '2']) waiters.receive({ ends, operation });
  for (const { reply, ended } of both) {
    expect(await soon(reply)).toMatchObject({ outcome: { status: 202 } });
    expect(await soon(ended)).toBe(operation);
  }
});

test('a waiting request learns that its bulk work has ended even if this notification arrives before the first reply', async () => {
  const waiters = createReplyWaiters();
  const { reply, ended } = waiters.wait('1', 5000);
  waiters.receive({ ends: '1', operation });
  waiters.receive(accepted('1'));
  expect(await soon(reply)).toMatchObject({ outcome: { status: 202 } });
  expect(await soon(ended)).toBe(operation);
});

test('a worker’s message about the end of bulk work is ignored if the request that started this work no longer waits', async () => {
  const waiters = createReplyWaiters();
  const { reply, ended } = waiters.wait('1', 1);
  expect(await reply).toBeNull();
  waiters.receive(accepted('1'));
  waiters.receive({ ends: '1', operation });
  expect(await soon(ended)).toBe('nothing');
});

test('if the gateway stops, every request that waits for a worker’s reply gets null at once, and is still notified if the reply arrives later', async () => {
  const waiters = createReplyWaiters();
  const [single, bulk] = [waiters.wait('1', 30_000), waiters.wait('2', 30_000)];
  waiters.receive(accepted('2'));
  waiters.endWaits();
  expect(await soon(single.reply)).toBeNull();
  expect(await soon(bulk.reply)).toMatchObject({ outcome: { status: 202 } });
  expect(await soon(bulk.ended)).toBeNull();
  waiters.receive(replyTo('1'));
  await single.replied;
});
