import { expect, test } from '@jest/globals';
import { orderFilterNames, orderList, type OrderFilterName } from '#shared/contracts/endpoints/orders.ts';
import { createOrderAccess } from '#services/orders/lists/storage/list-access.ts';

/** In this database, every range filter matches more orders than the list may sort. */
const models = {
  orders: {
    countDocuments: () => Promise.resolve(Infinity),
    findOne: () => ({ hint: () => ({ lean: () => Promise.resolve(null) }) }),
  },
  blockCounts: { aggregate: () => Promise.resolve([{ first: 3, last: 5, top: 9, blocks: 10 }]) },
};
const access = createOrderAccess(models as never, 'UTC');
const ranges: Partial<Record<OrderFilterName, unknown>> = {
  total: { from: 5 },
  created_at: { from: '2026-01-01T00:00:00.000Z' },
  updated_at: { from: '2026-01-01T00:00:00.000Z' },
  payment_status: ['unpaid'],
};
const storedAs: Partial<Record<OrderFilterName, string>> = { id: '_id', product_id: 'items.product_id' };
test('a filter by payment status uses the index of payment statuses only if an order without payments can have none of the requested statuses', async () => {
  const paging = { kind: 'pages', page: 1, perPage: 15 } as const;
  const hintOf = async (...payment_status: ('overpaid' | 'paid')[]) =>
    (await access({ search: null, filters: { payment_status }, sort: [], paging })).hint;
  expect(await hintOf('overpaid')).toEqual({ payment_status: 1, _id: 1 });
  expect(await hintOf('overpaid', 'paid')).toEqual({ _id: 1 });
});

test('a page of orders that are sorted in two directions is found by index keys, because no index has this sort order', async () => {
  const paging = { kind: 'pages', page: 1, perPage: 15 } as const;
  const accessBy = async (field: string, idDescending: boolean) => {
    const sort = [
      { field, descending: true },
      { field: 'id', descending: idDescending },
    ];
    const { hint, keysFirst = false } = await access({ search: null, filters: {}, sort, paging });
    return { first: Object.keys(hint ?? {}), keysFirst };
  };
  for (const field of ['created_at', 'updated_at', 'total']) {
    const [mixed, alike] = [await accessBy(field, false), await accessBy(field, true)];
    expect(mixed.first).toContain(field);
    expect([mixed.keysFirst, alike.keysFirst]).toEqual([true, false]);
  }
});

/** Filters whose orders `createOrderLookUp` finds in other indexes before the list is read. */
const lookedUp: readonly OrderFilterName[] = ['order_number', 'customer'];

test.each(orderFilterNames.filter((name) => !lookedUp.includes(name)))(
  'the order list declares its filter %s as expensive exactly if no index limits the orders that the filter reads',
  async (name) => {
    const filters = { [name]: ranges[name] ?? 1 };
    const paging = { kind: 'pages', page: 1, perPage: 15 } as const;
    const { hint = {}, filter = {} } = await access({ search: null, filters, sort: [], paging });
    const isLimited = Object.hasOwn(hint, storedAs[name] ?? name) || Object.hasOwn(filter, '_id');
    expect(isLimited).toBe(orderList.costs[name] === undefined);
  },
);
