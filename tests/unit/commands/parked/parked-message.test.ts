import { expect, test } from '@jest/globals';

import {
  discardedRecord,
  readParked,
  redriveHeaders,
} from '#shared/engine/commands/parked/parked-message.ts';

const command = {
  id: 'c1',
  type: 'orders.create',
  params: {},
  body: {},
  language: 'en',
  fingerprint: 'f',
  ifMatch: null,
  caller: { area: 'admin', subject: 'me', userId: null },
  requestId: 'r1',
  at: '2026-11-21T10:00:00.000Z',
};
const content = Buffer.from(JSON.stringify(command));

test('a parked message shows its command, the reason and the queue that it came from', () => {
  const headers = {
    'x-attempt': 3,
    'x-parked-from': 'store.orders.commands.2',
    'x-parked-reason': 'Error: broken',
  };
  expect(readParked('orders', { content, properties: { messageId: 'c1', headers } })).toMatchObject({
    id: 'c1',
    kind: 'command',
    type: 'orders.create',
    owner: 'admin:me',
    attempts: 4,
    from: 'store.orders.commands.2',
    reason: 'Error: broken',
    requestId: 'r1',
  });
});

test('the queue and reason of a dead-lettered message are read from its x-death header, ignoring entries for expired retry delays', () => {
  const deaths = [
    { queue: 'store.orders.retry.1000', reason: 'expired' },
    { queue: 'store.orders.commands.5', reason: 'delivery_limit' },
  ];
  const read = readParked('orders', {
    content,
    properties: { messageId: 'c1', headers: { 'x-death': deaths } },
  });
  expect(read).toMatchObject({
    from: 'store.orders.commands.5',
    reason: 'dead-lettered by the broker: delivery_limit',
  });
});

test('a parked message with invalid bytes is listed as unreadable and without a command', () => {
  const read = readParked('orders', { content: Buffer.from('?'), properties: {} });
  expect(read).toMatchObject({ kind: 'unreadable', id: '', from: null, command: null });
});

test('sending a parked message to its queue again (redrive) resets its number of attempts and keeps its trace context', () => {
  const headers = {
    traceparent: 't',
    'x-attempt': 3,
    'x-death': [],
    'x-first-death-queue': 'q',
    'x-parked-reason': 'r',
  };
  expect(redriveHeaders(headers, { by: 'ann', id: 'a1' })).toEqual({
    traceparent: 't',
    'x-redriven-by': 'ann',
    'x-redrive': 'a1',
  });
});

test('the record of a discarded command has a final outcome, which states that staff discarded the command', () => {
  const { command: read } = readParked('orders', { content, properties: {} });
  if (!read) throw new Error('not read');
  const record = discardedRecord(read, '2026-11-21T11:00:00.000Z');
  expect(record).toMatchObject({ _id: 'c1', state: 'done', owner: 'admin:me', fingerprint: 'f' });
  expect(JSON.stringify(record.outcome)).toContain('staff discarded it');
});
