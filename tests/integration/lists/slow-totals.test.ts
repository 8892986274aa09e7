import { beforeAll, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import type { Paging } from '#shared/contracts/kit/list-query.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import type { Identified, Listed, ListSource } from '#shared/engine/lists/source.ts';
import type { Count } from '#shared/engine/lists/totals.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { useDatabase } from '../support/own-servers.ts';

const own = await useDatabase();
const things = own.database.model<Listed<Identified>>(
  'things',
  new Schema<Listed<Identified>>({ _id: Number, search: String }),
);
beforeAll(() => things.collection.insertMany([{ _id: 1 }, { _id: 2 }] as never));

/** Adds up a million numbers per record, which takes longer than the time limit of 50 ms. */
const slowly: Count = () => {
  const sum = {
    $reduce: { input: { $range: [0, 1_000_000] }, initialValue: 0, in: { $add: ['$$value', 1] } },
  };
  return things.countDocuments({ $expr: operator({ $gt: [sum, 0] }) }, { maxTimeMS: 50 }).exec();
};

function listOf(count: Count, paging: Paging) {
  const source: ListSource<Listed<Identified>, object> = {
    model: things,
    filters: {},
    render: ({ _id: id }) => ({ id }),
    searchIndex: {
      page: () => Promise.resolve([2, 1]),
      few: () => Promise.resolve(null),
      count: () => count,
    },
  };
  return createFindList(() => undefined)(source, {
    params: {},
    language: 'en',
    url: 'http://x/things',
    parameters: [],
    query: { search: 'x', filters: {}, sort: [], paging },
    caller: { area: 'admin', subject: 'boss', userId: null },
  });
}

test('if counting the total takes too long, a numbered page is rejected, but a cursor page of that list is served', async () => {
  const pages = { kind: 'pages', page: 1, perPage: 15 } as const;
  await expect(listOf(slowly, pages)).rejects.toMatchObject({
    details: { fields: [{ field: 'paginate', rule: 'total_takes_too_long', params: { seconds: 30 } }] },
  });
  const byCursor = await listOf(slowly, { kind: 'cursor', cursor: null, perPage: 15 });
  expect(byCursor).toMatchObject({ body: { data: [{ id: 2 }, { id: 1 }] } });
});

test('if counting the rows for a spreadsheet takes too long, the export is rejected like a numbered page', async () => {
  const whole = await listOf(slowly, { kind: 'all' });
  if (whole.kind !== 'stream') throw new Error('A whole list is a stream');
  await expect(whole.count('records', 10)).rejects.toMatchObject({
    details: { fields: [{ field: 'paginate', rule: 'total_takes_too_long', params: { seconds: 30 } }] },
  });
});

test('if counting the total for a numbered page fails for a reason other than the time limit, the request fails with this error', async () => {
  const broken: Count = () => things.countDocuments({ $nothing: 1 } as never).exec();
  await expect(listOf(broken, { kind: 'pages', page: 1, perPage: 15 })).rejects.toThrow(/nothing/);
});
