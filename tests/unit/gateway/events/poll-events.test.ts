import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import type { Principal } from '#services/gateway/auth/authenticate.ts';
import type { Places } from '#services/gateway/events/cursor.ts';
import { noUser, type Feed, type FeedPage } from '#services/gateway/events/feed.ts';
import { pollEvents } from '#services/gateway/events/events-router.ts';
import { pause } from '../../../support/pause.ts';

const at = (position: number): Places => new Map([['orders', { epoch: 'e', position }]]);
const following = { services: ['orders'], owner: null, type: null, subject: null } as never;
const event = { service: 'orders', position: 1, type: 't', subject: 's', json: '{}' };

/** A feed with an empty first page and an event on the second page; calls `meanwhile` in between. */
function feedWith(meanwhile: () => void): Feed {
  let asked = 0;
  const page = (): FeedPage => ({
    events: asked > 1 ? [event as never] : [],
    next: at(asked),
    hasMore: false,
    delayed: [],
  });
  return {
    now: () => Promise.resolve(at(0)),
    page: () => {
      asked += 1;
      return Promise.resolve(page());
    },
    hold: () => () => undefined,
    wait: async () => {
      meanwhile();
      await pause(1);
    },
    closed: new AbortController().signal,
    close: () => undefined,
  };
}

function poll(principal: Partial<Principal>, meanwhile: () => void = () => undefined): Promise<FeedPage> {
  const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;
  const known = { expiresAt: Date.now() + 60_000, ...principal } as Principal;
  const asked = { places: at(0), limit: 10, waitMs: 5000 };
  return pollEvents(feedWith(meanwhile), following, asked, { principal: known, response });
}

test('a long poll whose session is still valid returns an event that arrives while it waits', async () => {
  expect((await poll({ hasEnded: () => Promise.resolve(false) })).events).toHaveLength(1);
});

test('a long poll fails without showing an event if its session ends while it waits', async () => {
  let isOver = false;
  const hasEnded = () => Promise.resolve(isOver);
  const polled = poll({ hasEnded }, () => void (isOver = true));
  await expect(polled).rejects.toMatchObject({
    code: 'unauthenticated',
    details: { headers: { 'WWW-Authenticate': 'Bearer realm="storefront"' } },
  });
});

test('a long poll fails without showing an event if its token expires while it waits', async () => {
  const expiresAt = Date.now() + 20;
  const polled = poll({ expiresAt }, () => {
    while (Date.now() < expiresAt);
  });
  await expect(polled).rejects.toMatchObject({
    code: 'unauthenticated',
    details: {
      headers: { 'WWW-Authenticate': expect.stringContaining('The token has expired.') as unknown },
    },
  });
});

test('a long poll of a shopper without a user ends with the cursor that it began with, so that the next poll gets the user’s first events', async () => {
  const empty = { events: [], next: at(9), hasMore: false, delayed: [] };
  const feed: Feed = { ...feedWith(() => undefined), page: () => Promise.resolve(empty) };
  const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;
  const principal = { expiresAt: Date.now() + 60_000 } as Principal;
  const poll = (owner: number) =>
    pollEvents(
      feed,
      { ...(following as object), owner } as never,
      { places: at(3), limit: 10, waitMs: 20 },
      { principal, response },
    );
  expect((await poll(noUser)).next).toEqual(at(3));
  expect((await poll(7)).next).toEqual(at(9));
});

test('a long poll returns its event even if the session cannot be checked because Redis is unavailable', async () => {
  const hasEnded = () => Promise.reject(new Error('Redis is away'));
  expect((await poll({ hasEnded })).events).toHaveLength(1);
});
