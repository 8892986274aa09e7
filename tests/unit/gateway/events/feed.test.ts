import { expect, test } from '@jest/globals';

import { createFeed, type Following } from '#services/gateway/events/feed.ts';
import type { ReadServiceLog } from '#services/gateway/events/service-log.ts';
import { eventually } from '../../../support/eventually.ts';

const following: Following = { services: ['orders'], owner: null, type: null, subject: null };
const bells = { on: () => undefined };

test('a long poll for events that the gateway must read from an unavailable service waits instead of returning at once', async () => {
  let isAvailable = true;
  let reads = 0;
  const readLog: ReadServiceLog = (_service, { after }) => {
    reads += 1;
    if (!isAvailable) return Promise.reject(new Error('unavailable'));
    const [epoch, last] = ['e', 200];
    return Promise.resolve({
      answer: { epoch, last, through: after === 'now' ? last : 200, isBehind: false },
      events: [],
    });
  };
  const feed = createFeed(readLog, bells);
  const letGo = feed.hold(['orders']);
  await eventually('the first read of the event log', () => reads > 0);
  isAvailable = false;
  const place = new Map([['orders', { epoch: 'e', position: 50 }] as const]);
  const page = await feed.page(following, place, 10);
  expect(page).toMatchObject({ events: [], delayed: ['orders'] });
  let hasWaited = false;
  const leaving = new AbortController();
  const waiting = feed.wait(page, 60_000, leaving.signal).then(() => (hasWaited = true));
  await new Promise(setImmediate);
  expect(hasWaited).toBe(false);
  leaving.abort();
  await waiting;
  letGo();
  feed.close();
});
