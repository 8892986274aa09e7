import { expect, test } from '@jest/globals';

import { eventually } from '../../support/eventually.ts';

test('the test helper eventually() calls its function until it returns a truthy value, and returns this value', async () => {
  const things = [null, undefined, 0, '', false, 'there', 'later'];
  expect(await eventually('a thing', () => things.shift())).toBe('there');
});

test('the test helper eventually() runs a failing expectation again until the expectation holds', async () => {
  let value = 0;
  const seen = await eventually('three', () => {
    value += 1;
    expect(value).toBe(3);
    return value;
  });
  expect(seen).toBe(3);
});

test('if time runs out, the error of the test helper eventually() states what was awaited and the last value', async () => {
  const late = eventually('the worker to stop', async () => null, 30);
  await expect(late).rejects.toThrow('Not within 30 ms: the worker to stop. Last seen: null');
});

test('if time runs out, the error of the test helper eventually() contains the last error and the cause of this error', async () => {
  const cause = new Error('3 orders, not 4');
  const late = eventually('four orders', () => Promise.reject<string>(cause), 30);
  await expect(late).rejects.toMatchObject({
    message: 'Not within 30 ms: four orders. 3 orders, not 4',
    cause,
  });
});
