import { describe, expect, test } from '@jest/globals';
import { decodeReplies, encodeReplies, type EndReply, type Reply } from '#shared/engine/commands/messages.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';

const reply = (correlationId: string, length = 0): Reply => ({
  correlationId,
  outcome: { status: 200, location: null, version: 1, body: 'é'.repeat(length) },
  replayed: false,
  at: 1,
});

describe('replies', () => {
  test('all replies to one gateway are sent in one message, in their sequence', () => {
    const replies = Array.from({ length: 256 }, (_, index) => reply(String(index), 100));
    const messages = encodeReplies(replies);
    expect(messages.map(decodeReplies)).toEqual([replies]);
  });

  test('large replies are split over several messages, and a reply above the limit is sent alone', () => {
    const replies = [reply('a', 100_000), reply('b', 100_000), reply('c', 100_000), reply('d', 2_000_000)];
    const read = encodeReplies(replies).map(decodeReplies);
    expect(read.map((some) => some.length)).toEqual([2, 1, 1]);
    expect(read.flat()).toEqual(replies);
  });

  test('a gateway of 0.6.0 finds no waiting request for the end of bulk work, because it has no correlation id', () => {
    const end: EndReply = { ends: 'a', operation: { _id: 'bulk' } as BulkOperation };
    const [read] = encodeReplies([end]).flatMap(decodeReplies);
    expect(read).toEqual(end);
    expect(read).not.toHaveProperty('correlationId');
  });

  test('encoding an empty list of replies gives no message', () => {
    expect(encodeReplies([])).toEqual([]);
  });
});
