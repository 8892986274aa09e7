import { expect, test } from '@jest/globals';
import { watchOthers } from '#shared/commands/bulk-pace.ts';

test('bulk work pauses for longer than it worked while other clients write to the database', () => {
  const others = watchOthers();
  expect(others.restAfter(10, 0)).toBe(0);
  others.wrote(11, 100);
  expect([100, 600, 601].map((now) => others.areAtWork(now))).toEqual([true, true, false]);
  expect([100, 600, 601].map((now) => others.restAfter(10, now))).toEqual([15, 15, 0]);
});

test('the few database writes of background jobs cause no pause of bulk work', () => {
  const others = watchOthers();
  others.wrote(10, 100);
  expect(others.restAfter(10, 100)).toBe(0);
});
