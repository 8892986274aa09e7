import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { errorForLog } from '#shared/process/log-error.ts';

describe('what a log tells of an error', () => {
  test('is its kind, message, code and place', () => {
    const told = errorForLog(Object.assign(new TypeError('no such thing'), { code: 'E_NONE' }));
    expect(told).toMatchObject({ type: 'TypeError', message: 'no such thing', code: 'E_NONE' });
    expect(told.stack).toContain('log-error.test.ts');
  });

  test('is no value of a record that has a duplicate key, nor the record', () => {
    const told = errorForLog(
      new mongoose.mongo.MongoServerError({
        message: 'E11000 duplicate key error index: email_1 dup key: { email: "rana@example.com" }',
        code: 11000,
        keyValue: { email: 'rana@example.com' },
      }),
    );
    expect(told).toMatchObject({
      type: 'MongoServerError',
      message: 'E11000 duplicate key error index: email_1 dup key: {…}',
      code: 11000,
    });
    expect(JSON.stringify(told)).not.toContain('rana');
  });

  test('holds for its cause, and for what is no error', () => {
    const told = errorForLog(new Error('outer', { cause: new Error('dup key: { a: 1 }') }));
    expect(told.cause?.message).toBe('dup key: {…}');
    expect(errorForLog('thrown text')).toEqual({ type: 'string', message: 'thrown text' });
  });
});
