import { beforeEach, describe, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { isTooLarge, isWriteConflict } from '#shared/platform/mongo/faults.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import {
  writeInParts,
  writeTogether,
  type Operation,
  type WriteStatement,
} from '#shared/platform/mongo/write-statement.ts';
import { useDatabase } from '../support/own-servers.ts';

interface Thing {
  _id: number;
  name: string;
}

const own = await useDatabase();
const things = own.database.model<Thing>('things', new Schema<Thing>({ _id: Number, name: String }));
beforeEach(async () => {
  await things.deleteMany({});
  await things.insertMany([1, 2, 3].map((_id) => ({ _id, name: 'old' })));
});

const insert = (_id: number, name = 'new') => ({ insertOne: { document: { _id, name } as never } });
const rename = (_id: number, name: string, upsert = false) => ({
  updateOne: { filter: { _id }, update: { $set: { name } as never }, upsert },
});

const run = (write: WriteStatement, operations: Operation[]) =>
  inTransaction(own.database, (session) => write(things as never, operations, session));
const stored = async () =>
  (await things.find().sort({ _id: 1 }).lean()).map(({ _id, name }) => `${_id} ${name}`);

describe.each([
  ['one database command for all successive operations of one kind', writeTogether],
  ['as many database commands as their size requires', writeInParts],
])('write operations of a transaction are sent in %s', (how, write) => {
  test(`write operations of mixed kinds, sent in ${how}, take effect in sequence`, async () => {
    const operations: Operation[] = [
      insert(4),
      rename(4, 'renamed'),
      { deleteOne: { filter: { _id: 1 } } },
      insert(1, 'again'),
      { replaceOne: { filter: { _id: 2 }, replacement: { name: 'replaced' } } },
      { replaceOne: { filter: { _id: 7 }, replacement: { name: 'made' }, upsert: true } },
      rename(8, 'made', true),
      rename(9, 'nowhere'),
    ];
    await run(write, operations);
    expect(await stored()).toEqual(['1 again', '2 replaced', '3 old', '4 renamed', '7 made', '8 made']);
  });

  test(`failing write operations, sent in ${how}, throw the database’s error and change nothing`, async () => {
    const failure = await run(write, [insert(4), insert(2), insert(5)]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 11000 });
    expect(isWriteConflict(failure)).toBe(true);
    expect(await stored()).toEqual(['1 old', '2 old', '3 old']);
  });
});

describe('writes beyond the size of one command', () => {
  // One size above the limit of the database, and one above the limit of the driver's buffer.
  test.each([8.1, 12])(
    'two writes of %d MiB each are too large for one database command but succeed in several commands',
    async (size) => {
      const large = 'x'.repeat(size * 1024 * 1024);
      const operations = [insert(4, large), insert(5, large)];
      const refused = await run(writeTogether, operations).catch((error: unknown) => error);
      expect(isTooLarge(refused)).toBe(true);
      expect((await stored()).length).toBe(3);
      await run(writeInParts, operations);
      expect((await stored()).length).toBe(5);
    },
  );
});
