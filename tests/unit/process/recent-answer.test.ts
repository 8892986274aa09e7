import { expect, test } from '@jest/globals';
import { recentAnswer } from '#shared/platform/process/recent-answer.ts';

function counting() {
  let asked = 0;
  return recentAnswer(() => Promise.resolve((asked += 1)));
}

test('callers of recentAnswer() that accept a response up to a minute old share one request', async () => {
  const recent = counting();
  expect(await Promise.all([recent(60_000), recent(60_000)])).toEqual([1, 1]);
  expect(await recent(60_000)).toBe(1);
});

test('a caller of recentAnswer() that needs a fresh response causes a new request, whose response later callers share', async () => {
  const recent = counting();
  expect([await recent(60_000), await recent(0), await recent(60_000)]).toEqual([1, 2, 2]);
});

test('if a request of recentAnswer() failed, later callers that accept a response of this age get the same error without a new request', async () => {
  let asked = 0;
  const recent = recentAnswer(() => Promise.reject(new Error(`the ${(asked += 1)}. time`)));
  for (const age of [60_000, 60_000]) await expect(recent(age)).rejects.toThrow('the 1. time');
  await expect(recent(0)).rejects.toThrow('the 2. time');
});
