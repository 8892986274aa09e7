import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type * as StoreClock from '#shared/platform/mongo/store-clock.ts';

const day = 24 * 3600 * 1000;
const source = new URL('../../../shared/platform/mongo/store-clock.ts', import.meta.url).href;

/** A new instance of the module, which knows no database's clock. Other test files in this Jest worker use another instance. */
let clock: typeof StoreClock;
let instances = 0;
let opened: EventEmitter[] = [];

beforeEach(async () => {
  clock = (await import(`${source}?instance=${(instances += 1)}`)) as typeof StoreClock;
});
afterEach(() => {
  jest.useRealTimers();
  for (const database of opened) database.emit('close');
  opened = [];
});

/** A database whose clock is ahead of this process’s clock. */
function databaseAhead(ms: number) {
  const command = () =>
    Promise.resolve({ localTime: new Date(performance.timeOrigin + performance.now() + ms) });
  const database = Object.assign(new EventEmitter(), { db: { command } });
  opened.push(database);
  return database as never;
}
const aheadMs = () => clock.storeNow().getTime() - (performance.timeOrigin + performance.now());

test('storeNow() returns the time of the process’s clock at first, and the database’s time once the process has read it', async () => {
  expect(Math.abs(aheadMs())).toBeLessThan(1000);
  await clock.followStoreClock(databaseAhead(3 * day));
  expect(Math.abs(aheadMs() - 3 * day)).toBeLessThan(1000);
});

test.each([4 * day, -4 * day])(
  'storeNow() does not jump when the process’s clock jumps by %s ms',
  async (jump) => {
    await clock.followStoreClock(databaseAhead(0));
    const before = clock.storeNow().getTime();
    jest.useFakeTimers({ now: Date.now() + jump, doNotFake: ['performance'] });
    expect(Math.abs(clock.storeNow().getTime() - before)).toBeLessThan(1000);
  },
);
