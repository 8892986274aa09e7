import { expect, test } from '@jest/globals';
import type { Model } from 'mongoose';
import type { ListQuery } from '#shared/contracts/kit/list-query.ts';
import { createReadCoalescer } from '#shared/engine/lists/find-list.ts';
import { planList } from '#shared/engine/lists/plan.ts';
import type { Listed, ListSource } from '#shared/engine/lists/source.ts';
import { createTotals } from '#shared/engine/lists/totals.ts';

interface Filters {
  status: string;
  payment_method: number;
}

/** A list where every filter matches 20,000 records and every search finds three records. */
const source: ListSource<Listed<{ _id: number }>, Partial<Filters>> = {
  model: {
    countDocuments: async (filter: object) => (JSON.stringify(filter).includes('"_id"') ? 3 : 20_000),
  } as unknown as Model<Listed<{ _id: number }>>,
  filters: { status: (status) => ({ status }), payment_method: (method) => ({ payment_method: method }) },
  searchIndex: { few: async () => [1, 2, 3], page: async () => [1, 2, 3], count: () => async () => 3 },
  render: (record) => record,
};

test('a search in a filtered list gets its own total, even if the filtered list without the search was counted just before', async () => {
  const totalOf = createTotals(createReadCoalescer());
  const totalWith = async (search: string | null) => {
    const query: ListQuery<Partial<Filters>> = {
      search,
      filters: { status: 'pending', payment_method: 1 },
      sort: [],
      paging: { kind: 'pages', page: 1, perPage: 15 },
    };
    const plan = await planList(source, query, {});
    return (await totalOf(plan.asked, plan.total)).count;
  };
  expect(await totalWith(null)).toBe(20_000);
  expect(await totalWith('rana')).toBe(3);
});
