import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import express from 'express';
import { setPrincipal } from '#services/gateway/auth/access.ts';
import { createEventsRouter } from '#services/gateway/events/events-router.ts';
import type { Feed } from '#services/gateway/events/feed.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { createCallerLimit } from '#services/gateway/limits/caller-limit.ts';
import { plain } from '../../../support/plain.ts';
import { pause } from '../../../support/pause.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const page = { events: [], next: new Map(), hasMore: false, delayed: [] };
/** A feed in which nothing happens. */
const feed: Feed = {
  now: () => Promise.resolve(new Map()),
  page: () => Promise.resolve(page),
  hold: () => () => undefined,
  wait: (_page, _ms, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  closed: new AbortController().signal,
  close: () => undefined,
};

/**
 * Opens the event stream of a shopper of an external identity provider. Resolves with whether the stream ends within half a
 * second.
 */
async function hasEnded(user: { id: number } | null): Promise<boolean> {
  const router = createEventsRouter({
    feed,
    countStream: createCallerLimit(10, 'too_many_streams', 5),
    openReads: { begin: () => Promise.resolve() },
    secret: 'a secret of this test',
    locale: { currencyDecimals: 2, timeZone: 'UTC' },
    services: { ask: () => Promise.resolve(user) },
    unknownUserMs: 50,
  });
  const app = express().use(requestContext(plain.log));
  app.use((_request, response, next) => {
    const external = { id: 'auth0|rana', key: '~rana' };
    const scopes = new Set(['client'] as const);
    setPrincipal(response, {
      subject: 'rana',
      scopes,
      userId: null,
      external,
      expiresAt: Date.now() + 60_000,
    });
    next();
  });
  server = app.use(router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const leaving = new AbortController();
  const { body } = await fetch(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/client/events`,
    { headers: { accept: 'text/event-stream' }, signal: leaving.signal },
  );
  const end = body?.pipeTo(new WritableStream()).then(
    () => true,
    () => false,
  );
  const isOver = await Promise.race([end, pause(500).then(() => false)]);
  leaving.abort();
  return isOver === true;
}

test('the event stream of a shopper without a user record soon ends, so that the shopper’s next stream can find a user record created meanwhile', async () => {
  expect(await hasEnded(null)).toBe(true);
});

test('the event stream of a shopper with a user record stays open', async () => {
  expect(await hasEnded({ id: 7 })).toBe(false);
});
