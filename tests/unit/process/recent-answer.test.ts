import { expect, test } from '@jest/globals';
import { recentAnswer } from '#shared/process/recent-answer.ts';

function counting() {
  let asked = 0;
  return recentAnswer(() => Promise.resolve((asked += 1)));
}

test('all who do with an answer of that age share it', async () => {
  const recent = counting();
  expect(await Promise.all([recent(60_000), recent(60_000)])).toEqual([1, 1]);
  expect(await recent(60_000)).toBe(1);
});

test('who wants one of this moment has it asked for, and the others have it too', async () => {
  const recent = counting();
  expect([await recent(60_000), await recent(0), await recent(60_000)]).toEqual([1, 2, 2]);
});

test('a failure is as good an answer', async () => {
  let asked = 0;
  const recent = recentAnswer(() => Promise.reject(new Error(`the ${(asked += 1)}. time`)));
  for (const age of [60_000, 60_000]) await expect(recent(age)).rejects.toThrow('the 1. time');
  await expect(recent(0)).rejects.toThrow('the 2. time');
});
