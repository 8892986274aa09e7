import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { recordParked } from '#shared/engine/commands/inbox.ts';
import { ledgerCommand } from '../support/ledger.ts';

/** Records a command as parked in a database that rejects the write with this error code. */
function parkAgainst(code: number): Promise<boolean> {
  const error = new mongoose.mongo.MongoServerError({ message: 'x', code });
  const inbox = { collection: { replaceOne: () => Promise.reject(error) } };
  return recordParked({ inbox: inbox as never }, ledgerCommand('pay'), 'it failed');
}

test('if a command’s final outcome is already stored, the worker does not record the command as parked', async () => {
  expect(await parkAgainst(11000)).toBe(false);
});

test('a database error while a command is being recorded as parked is thrown to the worker', async () => {
  await expect(parkAgainst(112)).rejects.toThrow(mongoose.mongo.MongoServerError);
});
