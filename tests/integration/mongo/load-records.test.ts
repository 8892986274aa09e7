import { beforeAll, describe, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { isTooLarge } from '#shared/platform/mongo/faults.ts';
import { loadRecords, namedIn, wanted, type Reading } from '#shared/platform/mongo/load-records.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { useDatabase } from '../support/own-servers.ts';

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

const own = await useDatabase();
const things = (collection: string) =>
  own.database.model<Thing>(
    collection,
    new Schema<Thing>({ _id: Number, name: String, search: String, ballast: String }, { collection }),
  );
const [small, large] = [things('small'), things('large')];
const baskets = own.database.model<Basket>(
  'baskets',
  new Schema<Basket>({ _id: Number, lines: [] }, { collection: 'baskets' }),
);
beforeAll(async () => {
  const lines = (...things: number[]) => [{ of: things.map((thing) => ({ thing })) }, { of: [{ thing: 3 }] }];
  await baskets.collection.insertMany([
    { _id: 1, lines: lines(1, 2) },
    { _id: 2, lines: lines(2, 9) },
    { _id: 3, lines: [] },
  ] as never);
  const made = [1, 2, 3].map((id) => ({ _id: id, name: `small ${id}`, search: 'text' }));
  await small.collection.insertMany(made as never);
  const ballast = 'x'.repeat(3_000_000);
  for (let id = 1; id <= 6; id += 1)
    await large.collection.insertOne({ _id: id, name: `large ${id}`, ballast } as never);
});

const range = (to: number) => Array.from({ length: to }, (_, index) => index + 1);

/** Reads in a new transaction or without a transaction. */
const inSession =
  (isTransaction: boolean, inParts: boolean) =>
  <R>(read: (reading: Reading) => Promise<R>): Promise<R> =>
    isTransaction
      ? inTransaction(own.database, (session) => read({ session, inParts }))
      : read({ session: null, inParts });

describe.each([
  ['at once', false, false],
  ['at once, in a transaction', true, false],
  ['in parts', false, true],
  ['in parts, in a transaction', true, true],
])('records of several collections, loaded %s', (how, isTransaction, inParts) => {
  const read = inSession(isTransaction, inParts);

  test(`records loaded ${how} are found by id or by name, and are loaded without their stored search text`, async () => {
    const all = {
      some: wanted<Thing>(small, [1, 3, 9]),
      byName: wanted<Thing>(small, ['small 2'], 'name'),
      none: wanted<Thing>(large, []),
    };
    const { some, byName, none } = await read((how) => loadRecords(own.database, all, how));
    expect([...some]).toEqual([
      [1, { _id: 1, name: 'small 1' }],
      [3, { _id: 3, name: 'small 3' }],
    ]);
    expect([...byName.keys()]).toEqual([2]);
    expect(none.size).toBe(0);
  });

  test.each([
    ['two baskets with a shared thing', [1, 2], [1, 2, 3]],
    ['a basket that names a missing thing', [2], [2, 3]],
    ['an empty basket', [3], []],
    ['no basket', [], []],
    ['a missing basket', [7], []],
  ])(
    `loading sample baskets ${how} also loads the records that the baskets refer to: %s`,
    async (_what, asked, things) => {
      const all = {
        baskets: wanted<Basket>(baskets, asked),
        named: namedIn<Thing>(small, 'baskets.lines.of.thing'),
      };
      const { named } = await read((how) => loadRecords(own.database, all, how));
      expect([...named.values()]).toEqual(things.map((id) => ({ _id: id, name: `small ${id}` })));
    },
  );
});

describe('more records than one document can hold', () => {
  test.each([
    ['in one collection', 6, 0],
    ['in two collections together', 3, 3],
  ])(
    'records that together exceed MongoDB’s document size limit load in parts but not in one read: %s',
    async (_what, first, second) => {
      const all = {
        baskets: wanted<Basket>(baskets, [1, 2, 3]),
        one: wanted<Thing>(large, range(first)),
        other: wanted<Thing>(large, range(second)),
        named: namedIn<Thing>(small, 'baskets.lines.of.thing'),
      };
      const readOnce = inSession(false, false);
      const once = readOnce((how) => loadRecords(own.database, all, how));
      const refused = await once.catch((error: unknown) => error);
      expect(isTooLarge(refused)).toBe(true);
      const read = inSession(true, true);
      const { one, other, named } = await read((how) => loadRecords(own.database, all, how));
      expect([[...one.keys()], [...other.keys()], [...named.keys()]]).toEqual([
        range(first),
        range(second),
        [1, 2, 3],
      ]);
      expect(one.get(3)?.ballast).toHaveLength(3_000_000);
    },
  );
});
