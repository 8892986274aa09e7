import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { isOwnFault, isServerFault, isTimeExceeded, isWriteConflict } from '#shared/platform/mongo/faults.ts';

const { MongoServerError, MongoNetworkError, MongoServerSelectionError, MongoRuntimeError } = mongoose.mongo;
const coded = (code: number) => new MongoServerError({ message: 'x', code });
const selection = Object.create(MongoServerSelectionError.prototype, {
  name: { value: 'MongoServerSelectionError' },
}) as Error;
const faultsOf = (error: unknown) => ({
  server: isServerFault(error),
  conflict: isWriteConflict(error),
  own: isOwnFault(error),
});

test.each([
  ['a network error', new MongoNetworkError('x')],
  ['a replica set without a primary', selection],
  ['a server that is not primary', coded(10107)],
  ['a server that is shutting down', coded(91)],
  ['a write concern that times out', coded(64)],
  ['a database user without the needed permission', coded(13)],
  ['a failed authentication', coded(18)],
  ['a database role that does not exist', coded(31)],
  ['a full disk', coded(14031)],
  ['an exceeded time limit', coded(50)],
])('the worker treats %s as a fault of the database', (_name, error) => {
  expect(faultsOf(error)).toEqual({ server: true, conflict: false, own: false });
});

test.each([50, 290])('the worker treats the MongoDB error code %d as an exceeded time limit', (code) => {
  expect(isTimeExceeded(coded(code))).toBe(true);
});

test('the worker treats MongoDB’s WriteConflict error as a conflict with another writer, not as the command’s own fault', () => {
  expect(faultsOf(coded(112))).toEqual({ server: false, conflict: true, own: false });
});

test('the worker treats a duplicate-key error as a possible conflict with another writer and as a possible fault of the command', () => {
  expect(faultsOf(coded(11000))).toEqual({ server: false, conflict: true, own: true });
});

test.each([
  ['a programming error', new TypeError('x is undefined')],
  ['a document that fails validation', coded(121)],
  ['a document that is too large', coded(10334)],
  ['a value that MongoDB rejects', coded(2)],
  ['a thrown value that is not an Error', 'x'],
])('the worker treats %s as the command’s own fault', (_name, error) => {
  expect(faultsOf(error)).toEqual({ server: false, conflict: false, own: true });
});

test.each([
  ['an unknown error code of MongoDB', coded(987_654)],
  ['an internal error of MongoDB', coded(1)],
  ['an error in the driver', new MongoRuntimeError('x')],
  ['a connection that was reset', Object.assign(new Error('x'), { syscall: 'read', code: 'ECONNRESET' })],
])(
  'the worker treats %s neither as a conflict nor as the command’s own fault, because the cause is uncertain',
  (_name, error) => {
    expect(faultsOf(error)).toEqual({ server: false, conflict: false, own: false });
  },
);
