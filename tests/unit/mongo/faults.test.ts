import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { isServerFault, isWriteConflict } from '#shared/mongo/faults.ts';

const { MongoServerError, MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;
const coded = (code: number) => new MongoServerError({ message: 'x', code });
const selection = Object.create(MongoServerSelectionError.prototype, {
  name: { value: 'MongoServerSelectionError' },
}) as Error;

test.each([
  ['a network error', new MongoNetworkError('x')],
  ['no primary found', selection],
  ['not primary', coded(10107)],
  ['shutting down', coded(91)],
  ['write concern not met in time', coded(64)],
])('%s is the database’s fault: the batch waits', (_name, error) => {
  expect([isServerFault(error), isWriteConflict(error)]).toEqual([true, false]);
});

test.each([
  ['a duplicate key', coded(11000)],
  ['a write conflict', coded(112)],
])('%s is another writer’s doing: the batch runs again on fresh data', (_name, error) => {
  expect([isServerFault(error), isWriteConflict(error)]).toEqual([false, true]);
});

test.each([
  ['a broken rule', new TypeError('x is undefined')],
  ['a document that is refused', coded(121)],
  ['one that is too large', coded(10334)],
  ['no error at all', 'x'],
])('%s is neither: the command is at fault', (_name, error) => {
  expect([isServerFault(error), isWriteConflict(error)]).toEqual([false, false]);
});
