import { EventEmitter } from 'node:events';
import { afterEach, expect, jest, test } from '@jest/globals';
import { followStoreClock, storeNow } from '#shared/platform/mongo/store-clock.ts';

const day = 24 * 3600 * 1000;

/** A database whose clock is ahead of this process’s clock. */
function databaseAhead(ms: number) {
  const command = () =>
    Promise.resolve({ localTime: new Date(performance.timeOrigin + performance.now() + ms) });
  return Object.assign(new EventEmitter(), { db: { command } }) as never;
}
const aheadMs = () => storeNow().getTime() - (performance.timeOrigin + performance.now());

afterEach(() => void jest.useRealTimers());

test('the store’s time follows the process’s clock until the database’s clock is known, and then the database’s clock', async () => {
  expect(Math.abs(aheadMs())).toBeLessThan(1000);
  await followStoreClock(databaseAhead(3 * day));
  expect(Math.abs(aheadMs() - 3 * day)).toBeLessThan(1000);
});

test.each([4 * day, -4 * day])(
  'the store’s time continues evenly when the process’s clock jumps by %s ms',
  async (jump) => {
    await followStoreClock(databaseAhead(0));
    const before = storeNow().getTime();
    jest.useFakeTimers({ now: Date.now() + jump, doNotFake: ['performance'] });
    expect(Math.abs(storeNow().getTime() - before)).toBeLessThan(1000);
  },
);
