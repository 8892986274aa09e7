import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { inWordsOfFaults } from '#tools/operate/store-client.ts';

const { MongoNetworkError, MongoServerError } = mongoose.mongo;
const ending = (error: Error) =>
  inWordsOfFaults('Run it again.', () => Promise.reject(error)).catch((thrown: unknown) => thrown);

test('a command reports a MongoDB that is unavailable or has a full disk in one sentence with the remedy', async () => {
  const outOfRoom = new MongoServerError({ message: 'no space left', code: 14031 });
  for (const error of [new MongoNetworkError('connection reset'), outOfRoom]) {
    const thrown = await ending(error);
    expect(thrown).toBeInstanceOf(PlainError);
    expect((thrown as Error).message).toBe(`MongoDB cannot do it now: ${error.message}. Run it again.`);
  }
});

test('a command that fails because of a programming error throws this error unchanged, and a successful command returns its result', async () => {
  const mistake = new TypeError('x is not a function');
  expect(await ending(mistake)).toBe(mistake);
  expect(await inWordsOfFaults('', () => Promise.resolve(5))).toBe(5);
});
