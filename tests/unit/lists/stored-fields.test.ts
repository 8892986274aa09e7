import { describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { catalogReads } from '#shared/contracts/endpoints/catalog-service.ts';
import { ordersReads } from '#shared/contracts/endpoints/orders-service.ts';
import type { ReadRequest, Reads } from '#shared/contracts/kit/define.ts';
import type { ListContract, Paging } from '#shared/contracts/kit/list-query.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import '#shared/platform/mongo/connect.ts';
import { catalogLists } from '#services/catalog/reads.ts';
import { catalogModels } from '#services/catalog/records/storage/models.ts';
import { ordersLists } from '#services/orders/lists.ts';
import { ordersModels } from '#services/orders/records/storage/orders-models.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
/** A client that never connects, because these tests only build queries. */
function database() {
  const connection = mongoose.createConnection();
  connection.set('autoIndex', false);
  connection.set('autoCreate', false);
  return connection;
}
const catalog = catalogLists(catalogModels(database()), locale);
const orders = ordersLists(ordersModels(database()), locale);

interface AnyList {
  model: { schema: mongoose.Schema };
  filters: object;
  sortPaths?: Readonly<Record<string, string>>;
}
const readsOf: Reads = { ...catalogReads, ...ordersReads };
/** The endpoint names of the lists that have another name in the service. */
const named: Readonly<Record<string, string>> = {
  shopProducts: 'shop-products',
  items: 'order-items',
  stock: 'inventory',
};
const lists = Object.entries<AnyList>({ ...catalog, ...orders }).map(([id, list]) => {
  const contract: ListContract<unknown> | null | undefined = readsOf[`${named[id] ?? id}.list`]?.list;
  return [id, list, contract] as const;
});

function fieldsOf(filter: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(filter).flatMap(([name, value]) =>
    name === '$or' ? (value as (typeof filter)[]).flatMap(fieldsOf) : name === '$expr' ? [] : [name],
  );
}

describe.each(lists)('the list of %s', (id, list, contract) => {
  const { schema } = list.model;
  const { sortable = [], costs = {} } = contract ?? {};

  test(`the list ${id} filters only by fields in its schema`, () => {
    const filters = Object.values(list.filters) as ((value: string) => Record<string, unknown>)[];
    const named = filters.flatMap((filter) => fieldsOf(filter('2026-05-01')));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((field) => !(schema.path(field) as unknown))).toEqual([]);
  });

  test(`the list ${id} declares a scan as the cost of each filter whose fields have no index`, () => {
    const indexed = new Set(['_id', ...schema.indexes().flatMap(([keys]) => Object.keys(keys))]);
    const filters = Object.entries(list.filters) as [string, (value: string) => Record<string, unknown>][];
    const unindexed = filters.filter(([, filter]) => {
      const fields = fieldsOf(filter('2026-05-01'));
      return fields.length > 0 && !fields.some((field) => indexed.has(field));
    });
    for (const [name] of unindexed) expect([name, costs[name]]).toEqual([name, 'scan']);
  });

  test(`the list ${id} sorts only by fields in its schema`, () => {
    const stored = sortable.map((field) => (field === 'id' ? '_id' : (list.sortPaths?.[field] ?? field)));
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.filter((field) => !(schema.path(field) as unknown))).toEqual([]);
  });

  test(`the list ${id} has a stored search text, unless it is the stock list`, () => {
    // The stock list is searched by product names, which are stored in fields of their own.
    expect(schema.path('search')).toEqual(id === 'stock' ? undefined : expect.anything());
  });
});

describe('a filter on an unknown field', () => {
  const pagings: Paging[] = [
    { kind: 'all' },
    { kind: 'pages', page: 1, perPage: 15 },
    { kind: 'cursor', cursor: null, perPage: 15 },
  ];

  test.each(pagings)(
    'a filter on a field that the schema lacks throws an error instead of listing all records (pagination: $kind)',
    async (paging) => {
      const broken = {
        ...orders.users,
        filters: { ...orders.users.filters, name: () => ({ nickname: 'x' }) },
      };
      const request: ReadRequest<unknown, { name?: string }> = {
        params: {},
        language: 'en',
        url: 'http://x/list',
        parameters: [],
        query: { search: null, filters: { name: 'x' }, sort: [], paging },
        caller: { area: 'admin', subject: 'boss', userId: null },
      };
      const asked = async () => {
        const answer = await createFindList(() => undefined)(broken, request);
        if (answer.kind === 'stream') for await (const row of answer.rows) expect(row).toBeUndefined();
      };
      await expect(asked()).rejects.toThrow(mongoose.Error.StrictModeError);
    },
  );
});
