import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ListContract } from '#shared/contracts/kit/list-query.ts';
import { orderReads } from '#shared/contracts/endpoints/orders.ts';
import { liveStates, orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { countBlocks } from '#services/orders/records/storage/order-counts.ts';
import { indexedUpTo, indexOrders } from '#services/orders/lists/storage/search-index.ts';
import { ordersLists } from '#services/orders/lists.ts';
import { createOrderAccess } from '#services/orders/lists/storage/list-access.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import { createOrdersReads } from '#services/orders/reads.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import type { Order } from '#services/orders/records/tables.ts';
import { madeOrders } from '../../support/seed/seed-orders.ts';
import { madeShop } from '../../support/seed/seed-shop.ts';
import { writeRecords } from '../../support/seed/write-records.ts';
import { askList, type Listed } from '../support/ask-list.ts';
import { useOrders } from '../support/own-orders.ts';
import { quiet } from '../support/own-servers.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const units = { ...locale, currency: 'USD' };
const list = orderReads['orders.list'].list as ListContract<unknown>;
const now = new Date('2026-05-01T10:00:00.000Z');
// Just above the limit for checking orders one by one and the limit for skipping rows.
const size = 2600;

const own = await useOrders();
const { models } = own;
const store = own.store();
const orders = new Map<number, Order>();
let askOf: (some: OrdersModels) => (sent: Record<string, unknown>) => Promise<Listed>;
let ask: ReturnType<typeof askOf>;
/** A list that treats all but the narrowest ranges as wide, as with a million orders. */
let askInOrder: typeof ask;

beforeAll(async () => {
  const shop = madeShop(40, now.toISOString());
  const made = [...madeOrders(shop, { from: 1, itemsFrom: 1, count: size, until: now, seed: 7 })];
  await writeRecords(
    store,
    made.map((after) => ({ table: 'orders', before: null, after })),
  );
  for (const order of made) orders.set(order._id, order);
  // Some orders have their n-grams, some are not indexed yet, and some have the n-grams of an earlier text.
  while (size - (await indexedUpTo(models)) > 500) await indexOrders(models, null, 400);
  for (const id of [3, 4, 5, 2500, 2599]) await change(id);
  // The store counts orders in blocks of 2048 ids. The block of the newest orders is not full, so it has no count yet.
  while ((await countBlocks(models, await indexedUpTo(models))) > 0) continue;
  expect(await models.blockCounts.countDocuments()).toBe(1);

  askOf = (some) => {
    const none = () => Promise.resolve([]);
    const reads = createOrdersReads(some, { units, fetchProducts: none, readAudits: none, log: quiet });
    return (sent) => askList(reads['orders.list'], list, sent, locale);
  };
  ask = askOf(models);
  const lists = ordersLists(models, locale);
  const access = createOrderAccess(models, locale.timeZone, 100);
  const findList = createFindList(() => undefined);
  askInOrder = (sent) =>
    askList((request) => findList({ ...lists.orders, access }, request as never), list, sent, locale);
});

function orderOf(id: number): Order {
  const order = orders.get(id);
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

const fresh = () => models.orderTexts.countDocuments({ fresh: true });

/** Changes the status and the update time of the order. */
async function change(id: number): Promise<void> {
  const before = orderOf(id);
  const after: Order = {
    ...before,
    version: before.version + 1,
    status: before.status === 'returned' ? 'delivered' : 'returned',
    updated_at: '2026-05-01T11:11:11.111Z',
  };
  await writeRecords(store, [{ table: 'orders', before, after }]);
  orders.set(id, after);
}

interface Ends {
  from?: string;
  to?: string;
}

interface Asked {
  search?: string;
  filters?: Record<string, string | Ends>;
  sort?: string;
}

function expected({ search, filters = {}, sort = '-id' }: Asked): number[] {
  const matches = (order: Order) =>
    Object.entries(filters).every(([name, value]) => {
      if (typeof value !== 'string') return isWithin(order, name as 'total', value);
      if (name === 'status' && value === '1') return liveStates.includes(order.status);
      if (name.endsWith('_at')) return order[name as 'created_at'].startsWith(value);
      const among = value.split(',');
      if (name === 'product_id') return order.items.some((item) => among.includes(String(item.product_id)));
      return among.includes(String(name === 'id' ? order._id : order[name as 'user_id']));
    }) &&
    (search === undefined ||
      displayed(order).some((text) => text.toLowerCase().includes(search.toLowerCase())));
  const found = [...orders.values()].filter(matches);
  const [first = '', second = first] = sort.split(',');
  const [sign = 1, signOfId = 1] = [first, second].map((key) => (key.startsWith('-') ? -1 : 1));
  const field = first.replace('-', '');
  const keys = (order: Order) => [field === 'id' ? order._id : order[field as 'user_id'], order._id] as const;
  found.sort((a, b) => {
    const [[x, i], [y, j]] = [keys(a), keys(b)];
    return x === y ? (i - j) * signOfId : (x < y ? -1 : 1) * sign;
  });
  return found.map(({ _id }) => _id);
}

function isWithin(order: Order, name: 'total' | 'created_at' | 'updated_at', { from, to }: Ends): boolean {
  if (name === 'total')
    return order.total >= Number(from ?? 0) * 100 && order.total <= Number(to ?? 1e9) * 100;
  const at = order[name];
  const until = (to ?? '9').length === 10 ? `${to ?? ''}T99` : (to ?? '9');
  return at >= (from ?? '') && at < until;
}

function displayed(order: Order): string[] {
  const { user_id, address_id, order_number, status, payment_method, created_at, updated_at } = order;
  return [user_id, address_id, order_number, status, payment_method, created_at, updated_at].map(String);
}

const someOrder = fc.integer({ min: 1, max: size });
const text = (id: number) => displayed(orderOf(id));
const terms = fc.oneof(
  fc.constantFrom(
    '1',
    'zz',
    '-',
    'pend',
    'returned',
    '2026',
    '2026-05-01t11:11',
    'no such',
    '-13t',
    ':',
    '11:11',
  ),
  fc
    .tuple(someOrder, fc.nat(6), fc.nat(20), fc.integer({ min: 1, max: 9 }))
    .map(([id, field, from, length]) => {
      const found = text(id)[field] ?? '';
      const start = from % found.length;
      return found.slice(start, start + length);
    }),
);
const range = (name: 'created_at' | 'updated_at') =>
  fc.tuple(someOrder, someOrder, fc.constantFrom(10, 24)).map(([one, other, length]) => {
    const [from = '', to = ''] = [orderOf(one)[name], orderOf(other)[name]].sort();
    return { [name]: { from: from.slice(0, length), to: to.slice(0, length) } };
  });
/** Value sets and ranges: open or closed, narrow or wide. */
const narrowing: fc.Arbitrary<Record<string, string | Ends>>[] = [
  range('created_at'),
  range('updated_at'),
  fc
    .constantFrom('created_at', 'updated_at')
    .chain((name) => someOrder.map((id) => ({ [name]: { from: orderOf(id).created_at } }))),
  someOrder.map((id) => ({ created_at: { to: orderOf(id).created_at.slice(0, 10) } })),
  fc
    .tuple(fc.nat(120), fc.nat(120))
    .map(([from, more]) => ({ total: { from: `${from}`, to: `${from + more}` } })),
  fc.constantFrom({ total: { from: '60' } }, { total: { to: '12.5' } }, { total: { from: '2', to: '1' } }),
  fc.array(someOrder, { minLength: 1, maxLength: 20 }).map((ids) => ({ id: ids.join(',') })),
  fc.array(fc.nat(41), { minLength: 1, maxLength: 20 }).map((ids) => ({ user_id: ids.join(',') })),
  fc.array(fc.nat(101), { minLength: 1, maxLength: 3 }).map((ids) => ({ product_id: ids.join(',') })),
  fc.constantFrom(
    { payment_method: '1,3' },
    { payment_method: '4' },
    { status: 'returned,pending' },
    { status: '1' },
  ),
];
const filters = fc.oneof(
  ...orderStates.map((status) => fc.constant({ status })),
  fc.constantFrom({ status: '1' }, { payment_method: '2' }, { payment_method: '3', status: 'returned' }),
  someOrder.map((id) => ({ created_at: orderOf(id).created_at.slice(0, 10) })),
  someOrder.map((id) => ({ updated_at: orderOf(id).updated_at.slice(0, 10), status: '1' })),
  someOrder.map((id) => ({ user_id: String(orderOf(id).user_id), payment_method: '1' })),
  someOrder.map((id) => ({ order_number: orderOf(id).order_number })),
  ...narrowing,
  fc.tuple(fc.oneof(...narrowing), fc.oneof(...narrowing)).map(([one, other]) => ({ ...one, ...other })),
);
const sorts = fc.constantFrom(
  ...[
    '-id',
    'id',
    '-created_at',
    'updated_at',
    'status',
    '-payment_method',
    'user_id',
    '-order_number',
    '-total',
    'total',
    '-created_at,id',
    'total,-id',
  ],
);
const questions = fc.record(
  { search: terms, filters, sort: sorts },
  { requiredKeys: [] },
) as fc.Arbitrary<Asked>;

describe('the list of orders', () => {
  test('the order list returns the right orders, sort and total for any query and page', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.nat(), fc.boolean(), async (asked, somewhere, isInOrder) => {
        const ids = expected(asked);
        const pages = Math.max(Math.ceil(ids.length / 15), 1);
        const page = (somewhere % (pages + 1)) + 1;
        const list = isInOrder ? askInOrder : ask;
        const { ids: shown, total } = await list({ ...asked, paginate: '1', page: String(page) });
        expect({ shown, total }).toEqual({ shown: ids.slice((page - 1) * 15, page * 15), total: ids.length });
      }),
      { numRuns: 100 },
    );
  });

  test('the order list has the same orders whether it is read as one response or page by page with cursors', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (asked) => {
        const ids = expected(asked);
        expect((await ask({ ...asked })).ids).toEqual(ids);
        const walked: number[] = [];
        let cursor: string | null | undefined = '';
        while (typeof cursor === 'string') {
          const more = { paginate: 'cursor', per_page: '200', ...(cursor !== '' && { cursor }) };
          const page = await ask({ ...asked, ...more });
          walked.push(...page.ids);
          cursor = page.next;
        }
        expect(walked).toEqual(ids);
      }),
      { numRuns: 8 },
    );
  });

  test('the order search finds an order only by its current text, and finds no deleted order', async () => {
    const term = '2031-12-31';
    const before = orderOf(77);
    const after = { ...before, version: before.version + 1, updated_at: `${term}T00:00:00.000Z` };
    const find = async (search: string) => (await ask({ search, paginate: '1' })).ids;
    expect(await find(term)).toEqual([]);
    await writeRecords(store, [{ table: 'orders', before, after }]);
    expect(await find(term)).toEqual([77]);
    while ((await indexOrders(models)) > 0) continue;
    expect([await fresh(), await indexedUpTo(models), await find(term)]).toEqual([0, size, [77]]);
    await writeRecords(store, [{ table: 'orders', before: after, after: null }]);
    expect([await find(term), (await ask({ paginate: '1' })).total]).toEqual([[], size - 1]);
    expect(await indexOrders(models)).toBe(1);
    expect(await models.orderTexts.countDocuments({ _id: 77 })).toBe(0);
  });

  test('the order search finds an order that was changed before it was first indexed', async () => {
    const term = '2032-12-31';
    const late = (index: number): Order => ({
      ...orderOf(1),
      _id: size + index,
      order_number: `LATE-${index}`,
      items: [],
    });
    const [changing, going] = [late(1), late(2)];
    await writeRecords(store, [
      { table: 'orders', before: null, after: changing },
      { table: 'orders', before: null, after: going },
    ]);
    const after = { ...changing, version: changing.version + 1, updated_at: `${term}T00:00:00.000Z` };
    await writeRecords(store, [
      { table: 'orders', before: changing, after },
      { table: 'orders', before: going, after: null },
    ]);
    const find = async (search: string) => {
      const { ids, total } = await ask({ search, paginate: '1' });
      return [ids, total];
    };
    const found = async () => [await find(term), await find('late-')];
    const expectedNow = [
      [[changing._id], 1],
      [[changing._id], 1],
    ];
    expect(await found()).toEqual(expectedNow);
    // The index processes changed orders first, and then new orders.
    expect([await indexOrders(models, null, 1), await found()]).toEqual([1, expectedNow]);
    while ((await indexOrders(models)) > 0) continue;
    expect([await fresh(), await indexedUpTo(models), await found()]).toEqual([0, size + 1, expectedNow]);
    expect(await models.orderTexts.countDocuments({ _id: going._id })).toBe(0);
  });

  test('if an order changes while it is being indexed, the order search finds the order by its new text', async () => {
    const term = '2033-12-31';
    const made: Order = { ...orderOf(1), _id: size + 3, order_number: 'RACING', items: [] };
    await writeRecords(store, [{ table: 'orders', before: null, after: made }]);
    const after = { ...made, version: made.version + 1, updated_at: `${term}T00:00:00.000Z` };
    const { collection } = models.orderTexts;
    let inserted = 0;
    const overtaken = {
      ...models,
      orderTexts: Object.assign(Object.create(models.orderTexts) as OrdersModels['orderTexts'], {
        collection: {
          insertMany: async (...texts: Parameters<typeof collection.insertMany>) => {
            inserted += 1;
            // The change happens between the read and the write of the indexer.
            if (inserted === 1) await writeRecords(store, [{ table: 'orders', before: made, after }]);
            return collection.insertMany(...texts);
          },
        },
      }),
    };
    await indexOrders(overtaken);
    expect([inserted, await indexedUpTo(models)]).toEqual([1, made._id]);
    while ((await indexOrders(models)) > 0) continue;
    expect((await ask({ search: term, paginate: '1' })).ids).toEqual([made._id]);
    const texts = await models.orderTexts.find({ _id: made._id }).lean();
    expect(texts).toMatchObject([{ version: after.version }]);
  });

  test('a page of the order list remains full when an order is deleted during the read', async () => {
    const { orders: model } = models;
    const gone = expected({ search: 'returned' })[3] ?? 0;
    let looks = 0;
    const find = (filter: Parameters<typeof model.find>[0]) => {
      const found = model.find(filter);
      if (!JSON.stringify(filter).startsWith('{"_id":{"$in"')) return found;
      looks += 1;
      if (looks > 1) return found;
      const lean = async () => {
        await writeRecords(store, [{ table: 'orders', before: orderOf(gone), after: null }]);
        orders.delete(gone);
        return found.lean();
      };
      return { lean };
    };
    const going = Object.assign(Object.create(model) as typeof model, { find });
    const page = { search: 'returned', paginate: 'cursor', per_page: '20' };
    const { ids, next } = await askOf({ ...models, orders: going })(page);
    expect({ looks, ids, next }).toEqual({
      looks: 2,
      ids: expected({ search: 'returned' }).slice(0, 20),
      next: expect.any(String) as unknown,
    });
  });
});
