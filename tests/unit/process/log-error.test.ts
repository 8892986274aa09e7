import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { errorForLog } from '#shared/platform/process/log.ts';

describe('an error in the log', () => {
  test('a logged error has its type, message, code and stack', () => {
    const logged = errorForLog(Object.assign(new TypeError('no such thing'), { code: 'E_NONE' }));
    expect(logged).toMatchObject({ type: 'TypeError', message: 'no such thing', code: 'E_NONE' });
    expect(logged.stack).toContain('log-error.test.ts');
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
