import { beforeEach, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import { useDatabase } from '../support/own-servers.ts';
import { queriesOf } from '../support/queries-of.ts';

interface Thing {
  _id: number;
  name: string;
  search?: string;
}

const own = await useDatabase();
const schema = new Schema<Thing>({ _id: Number, name: String, search: String }, { collection: 'things' });
const things = own.database.model<Thing>('things', schema);
let readThing: ReturnType<typeof createReadById<Thing>>;
beforeEach(async () => {
  await things.collection.deleteMany();
  const made = [1, 2, 3].map((id) => ({ _id: id, name: `thing ${id}`, search: 'text' }));
  await things.collection.insertMany(made as never);
  readThing = createReadById<Thing>(things);
});

const thing = (id: number) => ({ _id: id, name: `thing ${id}` });

test('reading a record by id returns the record without its search text, or null if no record has this id', async () => {
  expect(await readThing(2)).toEqual(thing(2));
  expect(await readThing(9)).toBeNull();
});

test('concurrent reads by id share one query and each return their own record', async () => {
  const read = async () => {
    const found = await Promise.all([1, 3, 9, 1].map((id) => readThing(id)));
    expect(found).toEqual([thing(1), thing(3), null, thing(1)]);
  };
  expect(await queriesOf(own.database, 'things', read)).toBe(1);
  expect(await queriesOf(own.database, 'things', () => readThing(1).then(() => readThing(1)))).toBe(2);
});

test('a read that begins after a change returns the changed record, even if an earlier query is still in flight', async () => {
  const early = readThing(1);
  await new Promise((resolve) => setImmediate(resolve));
  await things.collection.updateOne({ _id: 1 as never }, { $set: { name: 'changed' } });
  expect(await readThing(1)).toEqual({ _id: 1, name: 'changed' });
  await early;
});

test('a failing query fails only the reads that wait for it', async () => {
  const broken = createReadById<Thing>({
    schema: things.schema,
    get collection() {
      fails -= 1;
      if (fails >= 0) throw new Error('no connection');
      return things.collection;
    },
  });
  let fails = 1;
  const both = await Promise.allSettled([broken(1), broken(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await broken(2)).toEqual(thing(2));
});
