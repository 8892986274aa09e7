import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { isOwnFault, isServerFault, isTimeExceeded, isWriteConflict } from '#shared/mongo/faults.ts';

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
  ['no primary found', selection],
  ['not primary', coded(10107)],
  ['shutting down', coded(91)],
  ['write concern not met in time', coded(64)],
  ['not authorised', coded(13)],
  ['an authentication that fails', coded(18)],
  ['a role that is gone', coded(31)],
  ['a full disk', coded(14031)],
  ['a time-out', coded(50)],
])('%s is the database’s fault: the batch waits', (_name, error) => {
  expect(faultsOf(error)).toEqual({ server: true, conflict: false, own: false });
});

test.each([50, 290])('code %d says that the work took longer than it may: less of it may do', (code) => {
  expect(isTimeExceeded(coded(code))).toBe(true);
});

test('a write conflict is another writer’s doing: the batch runs again on fresh data', () => {
  expect(faultsOf(coded(112))).toEqual({ server: false, conflict: true, own: false });
});

test('a duplicate key is another writer’s doing, and the command’s own if it stays', () => {
  expect(faultsOf(coded(11000))).toEqual({ server: false, conflict: true, own: true });
});

test.each([
  ['a broken rule', new TypeError('x is undefined')],
  ['a document that is refused', coded(121)],
  ['one that is too large', coded(10334)],
  ['a bad value', coded(2)],
  ['no error at all', 'x'],
])('%s is the command’s own fault', (_name, error) => {
  expect(faultsOf(error)).toEqual({ server: false, conflict: false, own: true });
});

test.each([
  ['a code that nobody knows', coded(987_654)],
  ['an internal error', coded(1)],
  ['an error of the driver', new MongoRuntimeError('x')],
  ['a connection that was reset', Object.assign(new Error('x'), { syscall: 'read', code: 'ECONNRESET' })],
])('%s is nobody’s fault for certain: it never counts against the command', (_name, error) => {
  expect(faultsOf(error)).toEqual({ server: false, conflict: false, own: false });
});
