import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import type { Principal } from '#services/gateway/auth/authenticate.ts';
import type { Places } from '#services/gateway/events/cursor.ts';
import { noUser, type Feed, type FeedPage } from '#services/gateway/events/feed.ts';
import { streamEvents, usualHeartbeatMs } from '#services/gateway/events/stream-events.ts';
import { eventually } from '../../../support/eventually.ts';
import { pause } from '../../../support/pause.ts';

const at = (position: number): Places => new Map([['orders', { epoch: 'e', position }]]);
const pageAt = (position: number): FeedPage => ({
  events: [],
  next: at(position),
  hasMore: false,
  delayed: [],
});

/** The positions in the heartbeats of a stream that begins at position 7, and whose filter matches no event. */
async function heartbeats(owner: number | null): Promise<number[]> {
  let position = 7;
  const closing = new AbortController();
  const feed: Feed = {
    now: () => Promise.resolve(at(0)),
    // Events that do not match advance the position.
    page: () => Promise.resolve(pageAt((position += 1))),
    hold: () => () => undefined,
    wait: (_places, ms) => pause(ms),
    closed: closing.signal,
    close: () => undefined,
  };
  const response = Object.assign(new PassThrough(), { flushHeaders: () => undefined });
  let text = '';
  response.on('data', (piece: Buffer) => (text += piece.toString()));
  const seal = (places: Places) => `p${places.get('orders')?.position ?? 0}`;
  const streaming = streamEvents(
    feed,
    { services: ['orders'], owner, type: null, subject: null } as never,
    { first: pageAt(7), places: at(7), rendering: { seal, show: (json) => json }, heartbeatMs: 10 },
    { principal: { expiresAt: Date.now() + 60_000 } as Principal, response: response as unknown as Response },
  );
  await eventually('two heartbeats', () => text.split('\n\n').length > 2);
  closing.abort();
  await streaming;
  expect(text).toMatch(/^(: waiting\nid: p\d+\n\n)+$/);
  return [...text.matchAll(/id: p(\d+)/g)].map(([, number]) => Number(number));
}

test('an event stream whose filter matches no event sends heartbeats with the position that it has reached', async () => {
  const positions = await heartbeats(null);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  expect(positions[0]).toBeGreaterThanOrEqual(7);
});

test('the event stream of a shopper without a user sends heartbeats with the position at which it began, so that the next stream gets the user’s first events', async () => {
  expect(new Set(await heartbeats(noUser))).toEqual(new Set([7]));
});

test('the default interval between an event stream’s heartbeats is 15 seconds', () => {
  expect(usualHeartbeatMs).toBe(15_000);
});
