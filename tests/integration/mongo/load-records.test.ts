import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import { loadRecords, namedIn, wanted } from '#shared/mongo/load-records.ts';
import { openDatabase } from '../support/own-servers.ts';
import type { OwnDatabase } from '../support/own-servers.ts';

interface Thing {
  _id: number;
  name: string;
  search?: string;
  ballast?: string;
}

interface Basket {
  _id: number;
  lines: { of: { thing: number }[] }[];
}

let own: OwnDatabase;
let baskets: Model<Basket>;
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
  baskets = own.database.model<Basket>(
    'baskets',
    new Schema<Basket>({ _id: Number, lines: [] }, { collection: 'baskets' }),
  );
  const lines = (...things: number[]) => [{ of: things.map((thing) => ({ thing })) }, { of: [{ thing: 3 }] }];
  await baskets.collection.insertMany([
    { _id: 1, lines: lines(1, 2) },
    { _id: 2, lines: lines(2, 9) },
    { _id: 3, lines: [] },
  ] as never);
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
    ['named in each of them', [1, 2], [1, 2, 3]],
    ['one of them has', [2], [2, 3]],
    ['named nowhere', [3], []],
    ['there are none in', [], []],
    ['there are none in that is', [7], []],
  ])('come with the records of other collections: %s', async (_what, asked, things) => {
    const { named } = await loadRecords(own.database, {
      baskets: wanted<Basket>(baskets, asked),
      named: namedIn<Thing>(small, 'baskets.lines.of.thing'),
    });
    expect([...named.values()]).toEqual(things.map((id) => ({ _id: id, name: `small ${id}` })));
  });

  test('come with the records of other collections, also when all of it is larger than a document', async () => {
    const { named, one } = await loadRecords(own.database, {
      baskets: wanted<Basket>(baskets, [1, 2, 3]),
      one: wanted<Thing>(large, range(30)),
      named: namedIn<Thing>(small, 'baskets.lines.of.thing'),
    });
    expect([[...named.keys()], one.size]).toEqual([[1, 2, 3], 30]);
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
