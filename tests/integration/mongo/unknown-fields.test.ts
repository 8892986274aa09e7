import { beforeAll, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { useDatabase } from '../support/own-servers.ts';

interface Thing {
  _id: number;
  owner: string;
}

const own = await useDatabase();
const schema = new Schema<Thing>({ _id: Number, owner: String }, { collection: 'things' });
const things = own.database.model<Thing>('things', schema);
beforeAll(() => things.insertMany([1, 2].map((_id) => ({ _id, owner: 'one' }))));

// A filter uses an unknown field if the schema renames the field and the filter keeps the old name. Without
// the error, such a filter would match every record.
const filter: object = { ownr: 'other' };

test.each([
  ['find', () => things.find(filter).lean()],
  ['find, with other filters', () => things.find({ $and: [{ owner: 'one' }, filter] }).lean()],
  ['count', () => things.countDocuments(filter)],
  ['delete', () => things.deleteMany(filter)],
  ['update', () => things.updateMany(filter, { $set: { owner: 'two' } })],
])('a filter on a field outside the Mongoose schema throws StrictModeError: %s', async (_how, ask) => {
  await expect(ask()).rejects.toMatchObject({ name: 'StrictModeError' });
  expect(await things.countDocuments({ owner: 'one' })).toBe(2);
});

test('a filter on a field of the Mongoose schema matches only the records with the filtered value', async () => {
  expect(await things.countDocuments({ owner: 'other' })).toBe(0);
});
