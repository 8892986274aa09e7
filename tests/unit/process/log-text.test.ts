import { expect, test } from '@jest/globals';
import { cutTexts, errorForLog } from '#shared/platform/process/log.ts';

test('a long text in a log line is cut after its beginning, and its original length is added', () => {
  const line = { path: `/${'a'.repeat(15_000)}`, subject: 'x'.repeat(512), status: 404, method: 'GET' };
  const cut = cutTexts(line);
  expect(cut).toEqual({ ...line, path: `/${'a'.repeat(511)}… (15001 characters)` });
  expect(cutTexts({ path: '/api', ms: 3 })).toEqual({ path: '/api', ms: 3 });
});

test('a logged error has shortened texts and a limited chain of causes', () => {
  let error = new Error('x'.repeat(100_000));
  for (let causes = 0; causes < 100; causes += 1) error = new Error('y'.repeat(100_000), { cause: error });
  expect(JSON.stringify(errorForLog(error)).length).toBeLessThan(40_000);
  expect(errorForLog('z'.repeat(100_000)).message.length).toBeLessThan(2_000);
});
