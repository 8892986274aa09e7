import { describe, expect, test } from '@jest/globals';
import {
  commandFromEvent,
  decodeCommand,
  decodeEvent,
  decodeReplies,
  encode,
  encodeReplies,
  toCloudEvent,
  type EndReply,
  type Reply,
} from '#shared/engine/commands/messages.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { ledgerCommand } from '../support/ledger.ts';

const draft = { type: 'orders.order.placed.v1', subject: 'orders/12', data: { version: 3, id: 12 } };
const now = '2026-05-01T10:00:00.000Z';
const event = () => toCloudEvent(draft, { source: '/orders', now, traceparent: '00-a-b-01' });

describe('events', () => {
  test('an event is a CloudEvent 1.0 with the record’s version and the request’s trace context', () => {
    expect(event()).toEqual({
      specversion: '1.0',
      type: draft.type,
      subject: 'orders/12',
      source: '/orders',
      time: now,
      datacontenttype: 'application/json',
      traceparent: '00-a-b-01',
      data: { version: 3, id: 12 },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    });
  });

  test('each event has a unique id, and has no traceparent if the request has no trace', () => {
    expect(event().id).not.toBe(event().id);
    expect(toCloudEvent(draft, { source: '/orders', now, traceparent: undefined })).not.toHaveProperty(
      'traceparent',
    );
  });

  test('an event is decoded from its bytes and becomes a command with the event’s type', () => {
    const sent = event();
    expect(commandFromEvent(decodeEvent(encode(sent)))).toMatchObject({
      id: sent.id,
      type: draft.type,
      body: draft.data,
      at: now,
      ifMatch: null,
    });
  });
});

test('a command is unchanged after encoding and decoding', () => {
  const command = ledgerCommand('pay', { account: 1, amount: 5 });
  expect(decodeCommand(encode(command))).toEqual(command);
});

test.each([
  '',
  'null',
  '5',
  '[]',
  '{}',
  '{"id":1,"type":"x","caller":{}}',
  '{"id":"x","type":"x"}',
  '\u0000',
  '{"id":',
])('the bytes %j are rejected both as a command and as an event', (bytes) => {
  expect(() => decodeCommand(Buffer.from(bytes))).toThrow();
  expect(() => decodeEvent(Buffer.from(bytes))).toThrow();
});

test.each([
  '{"id":"x","type":"x","at":"2026-05-01T09:00:00.000Z","caller":null}',
  '{"id":"x","type":"x","caller":{}}',
  '{"id":"x","type":"x","caller":{},"at":null}',
  '{"id":"x","type":"x","caller":{},"at":1777626000000}',
  '{"id":"x","type":"x","caller":{},"at":"yesterday"}',
])('the bytes %j are rejected as a command', (bytes) => {
  expect(() => decodeCommand(Buffer.from(bytes))).toThrow();
});

test.each(['{"id":"x","type":"x","data":null}'])('the bytes %j are rejected as an event', (bytes) => {
  expect(() => decodeEvent(Buffer.from(bytes))).toThrow();
});

const reply = (correlationId: string, length = 0): Reply => ({
  correlationId,
  outcome: { status: 200, location: null, version: 1, body: 'é'.repeat(length) },
  replayed: false,
  at: 1,
});

describe('replies', () => {
  test('small replies to the same gateway are sent together in one message and keep their sequence', () => {
    const replies = Array.from({ length: 256 }, (_, index) => reply(String(index), 100));
    const messages = encodeReplies(replies);
    expect(messages.map(decodeReplies)).toEqual([replies]);
  });

  test('large replies are split over several messages, and a reply above the size limit is sent in its own message', () => {
    const replies = [reply('a', 100_000), reply('b', 100_000), reply('c', 100_000), reply('d', 2_000_000)];
    const read = encodeReplies(replies).map(decodeReplies);
    expect(read.map((some) => some.length)).toEqual([2, 1, 1]);
    expect(read.flat()).toEqual(replies);
  });

  test('the message that reports the completion of bulk work has no correlation id, so a gateway of release 0.6.0 ignores it', () => {
    const end: EndReply = { ends: 'a', operation: { _id: 'bulk' } as BulkOperation };
    const [read] = encodeReplies([end]).flatMap(decodeReplies);
    expect(read).toEqual(end);
    expect(read).not.toHaveProperty('correlationId');
  });

  test('encoding an empty list of replies gives no message', () => {
    expect(encodeReplies([])).toEqual([]);
  });
});
