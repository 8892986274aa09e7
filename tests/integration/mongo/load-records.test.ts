import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import { loadRecords, wanted } from '#shared/mongo/load-records.ts';
import { openDatabase } from '../support/own-servers.ts';
import type { OwnDatabase } from '../support/own-servers.ts';

interface Thing {
  _id: number;
  name: string;
  search?: string;
  ballast?: string;
}

let own: OwnDatabase;
let small: Model<Thing>;
let large: Model<Thing>;
beforeAll(async () => {
  own = await openDatabase();
  const things = (collection: string) =>
    own.database.model<Thing>(
      collection,
      new Schema<Thing>({ _id: Number, name: String, search: String, ballast: String }, { collection }),
    );
  [small, large] = [things('small'), things('large')];
  const made = [1, 2, 3].map((id) => ({ _id: id, name: `small ${id}`, search: 'text' }));
  await small.collection.insertMany(made as never);
  const ballast = 'x'.repeat(3_000_000);
  for (let id = 1; id <= 40; id += 1)
    await large.collection.insertOne({ _id: id, name: `large ${id}`, ballast } as never);
});
afterAll(() => own.close());

const range = (to: number) => Array.from({ length: to }, (_, index) => index + 1);

describe('records of several collections', () => {
  test('come by their ids, without the text of the lists; those that are not there are missing', async () => {
    const { some, byName, none } = await loadRecords(own.database, {
      some: wanted<Thing>(small, [1, 3, 9]),
      byName: wanted<Thing>(small, ['small 2'], 'name'),
      none: wanted<Thing>(large, []),
    });
    expect([...some]).toEqual([
      [1, { _id: 1, name: 'small 1' }],
      [3, { _id: 3, name: 'small 3' }],
    ]);
    expect([...byName.keys()]).toEqual([2]);
    expect(none.size).toBe(0);
  });

  test.each([
    ['of one collection', 40, 0],
    ['of one collection, a little smaller,', 30, 0],
    ['together', 7, 7],
  ])('%s may be larger than a document', async (_what, first, second) => {
    const { one, other, some } = await loadRecords(own.database, {
      one: wanted<Thing>(large, range(first)),
      other: wanted<Thing>(large, range(second)),
      some: wanted<Thing>(small, [2]),
    });
    expect([[...one.keys()], [...other.keys()], [...some.keys()]]).toEqual([
      range(first),
      range(second),
      [2],
    ]);
    expect(one.get(7)?.ballast).toHaveLength(3_000_000);
  });
});
