import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { batchBytes, storedRows, createTurns } from '#shared/engine/lists/whole-list.ts';
import { eventually } from '../../support/eventually.ts';
import { useDatabase } from '../support/own-servers.ts';

interface Row {
  _id: number;
  text: string;
}

const smallRows = 300;
const largeRows = 40;
const largeRow = 400_000;
const collection = 'records';
/** Number of bytes in a message in addition to its rows. */
const envelope = 1024;

const own = await useDatabase();
const driver = () => driverDatabase(own.database);
const rows = (filter: Readonly<Record<string, unknown>> = { _id: { $gt: 0 } }, left?: AbortSignal) =>
  storedRows<Row>(
    {
      database: own.database,
      collection,
      hint: { _id: 1 } as const,
      filter,
      order: [{ field: '_id', descending: true }],
    },
    createTurns(),
    left,
  );

beforeAll(async () => {
  const records = Array.from({ length: smallRows + largeRows }, (_, index) => ({
    _id: index + 1,
    text: 'x'.repeat(index < largeRows ? largeRow : 100),
  }));
  await driver().collection<Row>(collection).insertMany(records);
});
beforeEach(async () => {
  await driver().command({ profile: 0 });
  await driver()
    .collection('system.profile')
    .drop()
    .catch(() => undefined);
  await driver().command({ profile: 2 });
});

/** The responses of MongoDB since the test began, in sequence, each with its number of rows and bytes. */
async function batches() {
  const found = driver()
    .collection('system.profile')
    .find({ ns: `${own.database.name}.${collection}`, op: { $in: ['query', 'getmore'] } })
    .sort({ ts: 1 });
  const answers = await found.toArray();
  return answers.map(({ nreturned, responseLength }) => ({
    rows: nreturned as number,
    bytes: responseLength as number,
  }));
}

function running() {
  const ofList = { ns: `${own.database.name}.${collection}`, active: true };
  return driver()
    .client.db('admin')
    .aggregate([{ $currentOp: {} }, { $match: ofList }], { readConcern: { level: 'local' } })
    .toArray();
}

function idleCursors() {
  const idle = { type: 'idleCursor', ns: `${own.database.name}.${collection}` };
  const operations = [{ $currentOp: { idleCursors: true } }, { $match: idle }];
  return driver()
    .client.db('admin')
    .aggregate(operations, { readConcern: { level: 'local' } })
    .toArray();
}

describe('a list without pages', () => {
  test('a list without pages returns every row in sort order', async () => {
    const ids: number[] = [];
    for await (const { _id, text } of rows()) {
      expect(text).toMatch(/^x+$/);
      ids.push(_id);
    }
    expect(ids).toEqual(Array.from({ length: smallRows + largeRows }, (_, index) => ids.length - index));
  });

  test('a list without pages is read in batches of a hundred small rows or of one large row', async () => {
    for await (const row of rows()) expect(row._id).toBeGreaterThan(0);
    const seen = await batches();
    const [first, second] = seen;
    expect([first?.rows, second?.rows]).toEqual([2, 100]);
    // Leaves out the first large batch, because its size was set while rows were still small.
    const large = seen.filter(({ bytes }) => bytes > batchBytes).slice(1);
    expect(large.length).toBeGreaterThan(1);
    expect(large.filter(({ bytes }) => bytes > largeRow + envelope)).toEqual([]);
  });

  test('a list without pages stops reading while its consumer pauses', async () => {
    const list = rows();
    expect((await list.next()).value).toMatchObject({ _id: smallRows + largeRows });
    expect(await batches()).toHaveLength(1);
    expect(await idleCursors()).toHaveLength(1);
    await list.return();
    expect(await idleCursors()).toEqual([]);
    expect(await batches()).toHaveLength(1);
  });

  test('the query of a list without pages ends when its consumer disconnects, before or after the first row', async () => {
    const slow = { $lt: [{ $sum: { $range: [0, { $add: [1_000_000, '$_id'] }] } }, 0] };
    const isFirst = { $eq: ['$_id', smallRows + largeRows] };
    for (const filter of [{ $expr: slow }, { $expr: { $or: [isFirst, slow] } }]) {
      const left = new AbortController();
      const list = rows(filter, left.signal);
      const read = (async () => {
        for await (const row of list) expect(row._id).toBe(smallRows + largeRows);
      })();
      read.catch(() => undefined);
      await eventually('the query of the list', async () => (await running()).length > 0);
      left.abort();
      await eventually('the end of the query', async () => (await running()).length === 0);
      await expect(read).rejects.toThrow(/killed|interrupted/i);
      expect(await idleCursors()).toEqual([]);
    }
  });

  test('a list without pages sends no database query if the concurrency limit does not admit its first batch', async () => {
    const late = new Error('too late');
    const refused = storedRows<Row>(
      {
        database: own.database,
        collection,
        hint: undefined,
        filter: {},
        order: [{ field: '_id', descending: false }],
      },
      { first: () => Promise.reject(late), next: () => Promise.resolve() },
    );
    await expect(refused.next()).rejects.toBe(late);
    expect(await batches()).toEqual([]);
  });
});
