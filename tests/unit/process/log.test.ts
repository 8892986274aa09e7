import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { cutTexts, errorForLog } from '#shared/platform/process/log.ts';

describe('an error in the log', () => {
  test('a logged error has its type, message, code and stack', () => {
    const logged = errorForLog(Object.assign(new TypeError('no such thing'), { code: 'E_NONE' }));
    expect(logged).toMatchObject({ type: 'TypeError', message: 'no such thing', code: 'E_NONE' });
    expect(logged.stack).toContain('log.test.ts');
  });

  test('a logged duplicate-key error of MongoDB contains no value of the record', () => {
    const logged = errorForLog(
      new mongoose.mongo.MongoServerError({
        message: 'E11000 duplicate key error index: email_1 dup key: { email: "rana@example.com" }',
        code: 11000,
        keyValue: { email: 'rana@example.com' },
      }),
    );
    expect(logged).toMatchObject({
      type: 'MongoServerError',
      message: 'E11000 duplicate key error index: email_1 dup key: {…}',
      code: 11000,
    });
    expect(JSON.stringify(logged)).not.toContain('rana');
  });

  test('a logged error contains its cause without values of records, and a thrown string is logged as text', () => {
    const logged = errorForLog(new Error('outer', { cause: new Error('dup key: { a: 1 }') }));
    expect(logged.cause?.message).toBe('dup key: {…}');
    expect(errorForLog('thrown text')).toEqual({ type: 'string', message: 'thrown text' });
  });
});

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
