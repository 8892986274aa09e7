import { expect } from '@jest/globals';
import fc from 'fast-check';

import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { eventually } from '../../support/eventually.ts';
import type { Caller } from '../../support/caller.ts';
import type { Callers } from './callers.ts';
import { makersFor, translations, uniqueWord } from './records.ts';
import type { Inventory, Order, Product, Subscription } from '../../support/resources.ts';

export const tableNames = ['orders', 'products', 'subscriptions'] as const;
export type TableName = (typeof tableNames)[number];

type Fields = Record<string, unknown>;
/** The state of a shop: its records, their stock and statistics. */
export interface Snapshot {
  /** Records, keyed by id. Null if a record is missing. */
  records: Record<TableName, Record<number, Fields | null>>;
  /** Stock, keyed by product id. */
  stock: Record<number, Pick<Inventory, 'stock' | 'held'> | null>;
  /** Statistics of all orders of the store, in every grouping. */
  statistics: Fields[][];
}

export interface Shop {
  /** A word that all names in the shop contain. */
  word: string;
  /** The order number of the first order. */
  orderNumber: string;
  userId: number;
  ids: Record<TableName, number[]>;
  snapshot: () => Promise<Snapshot>;
}

const price = fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100);
const line = fc.record({ product: fc.nat({ max: 3 }), amount: fc.integer({ min: 1, max: 4 }) });

/** Random products with and without counted stock, orders in every state with up to three lines, and subscriptions. */
export const aShop = fc.record({
  products: fc.array(fc.record({ price, stock: fc.option(fc.integer({ min: 30, max: 60 })) }), {
    minLength: 4,
    maxLength: 4,
  }),
  subscriptions: fc.array(fc.record({ price, is_active: fc.boolean() }), { minLength: 2, maxLength: 4 }),
  orders: fc.array(
    fc.record({
      status: fc.constantFrom(...orderStates),
      items: fc.array(line, { maxLength: 3 }),
      discount_amount: price,
    }),
    { minLength: 3, maxLength: 6 },
  ),
});
type ShopPlan = typeof aShop extends fc.Arbitrary<infer Plan> ? Plan : never;

export async function openShop(callers: Callers, plan: ShopPlan): Promise<Shop> {
  const make = makersFor(callers);
  const word = uniqueWord('shop');
  const products: Product[] = [];
  for (const { price: costs, stock } of plan.products) {
    const fields = { price: costs, ...translations(`${word} thing`) };
    products.push(await make.newProduct({ ...fields, ...(stock !== null && { stock }) }));
  }
  const subscriptions: Subscription[] = [];
  for (const fields of plan.subscriptions)
    subscriptions.push(await make.newSubscription({ ...fields, ...translations(`${word} plan`) }));
  const owner = await make.newShopper();
  const orders: Order[] = [];
  for (const { items, status, discount_amount } of plan.orders) {
    const fields = {
      discount_amount,
      total: discount_amount,
      status,
      ...(status === 'rejected' && { reject_reason: 'closed' }),
      items: items.map(({ product, amount }) => ({ product_id: products[product]?.id, amount })),
    };
    orders.push(await make.newOrder(fields, owner));
  }
  const ids = {
    orders: orders.map(({ id }) => id),
    products: products.map(({ id }) => id),
    subscriptions: subscriptions.map(({ id }) => id),
  };
  const shop = { word, orderNumber: orders[0]?.order_number ?? '', userId: owner.user.id, ids };
  return { ...shop, snapshot: () => snapshot(callers.admin, shop) };
}

async function snapshot(admin: Caller, shop: Omit<Shop, 'snapshot'>): Promise<Snapshot> {
  const records = Object.fromEntries(
    await Promise.all(tableNames.map(async (table) => [table, await readAll(admin, table, shop.ids[table])])),
  ) as Snapshot['records'];
  const stock = await byId(shop.ids.products, (id) => (records.products[id] ? stockOf(admin, id) : null));
  await Promise.all(lists.map((list) => expectFound(admin, list, shop, records)));
  const statistics = await Promise.all(
    ['status', 'payment_method', 'product', 'city', 'day'].map(
      async (by) => (await admin.get<Fields[]>(`/api/admin/statistics/orders?by=${by}`)).data,
    ),
  );
  return { records, stock, statistics };
}

/** Waits for the stock, because the orders service gets a product that an undo restores up to two seconds late. */
function stockOf(admin: Caller, id: number): Promise<Pick<Inventory, 'stock' | 'held'>> {
  return eventually(`the stock of product ${id}`, async () => {
    const { stock, held } = (await admin.get<Inventory>(`/api/admin/inventory/${id}`)).data;
    return { stock, held };
  });
}

function readAll(admin: Caller, table: TableName, ids: readonly number[]) {
  return byId(ids, async (id) => {
    const reply = await admin.get<Fields>(`/api/admin/${table}/${id}`);
    return reply.status === 404 ? null : lasting(reply.data);
  });
}

async function byId<T>(
  ids: readonly number[],
  read: (id: number) => T | Promise<T>,
): Promise<Record<number, T>> {
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)));
}

/** The part of a record that an undo restores immediately. Available units are correct up to two seconds later. */
function lasting({ updated_at: _at, history: _history, available: _available, ...record }: Fields): Fields {
  return record;
}

type Place = Pick<Shop, 'word' | 'orderNumber' | 'userId'>;

interface ListOfShop {
  table: TableName;
  query: (shop: Place) => string;
  finds: (record: Fields, shop: Place) => boolean;
}

const lists: ListOfShop[] = [
  {
    table: 'orders',
    query: ({ orderNumber }) => `search=${orderNumber}`,
    finds: ({ order_number: number }, { orderNumber }) => number === orderNumber,
  },
  ...orderStates.map((state): ListOfShop => ({
    table: 'orders',
    query: ({ userId }) => `filters[user_id]=${userId}&filters[status]=${state}`,
    finds: ({ status }) => status === state,
  })),
  ...(['products', 'subscriptions'] as const).flatMap((table): ListOfShop[] => [
    { table, query: ({ word }) => `search=${word}`, finds: () => true },
    {
      table,
      query: ({ word }) => `filters[name]=${word}&filters[is_active]=1`,
      finds: ({ is_active: isActive }) => isActive === true,
    },
  ]),
];

/** Expects that a list contains and counts exactly the matching records. */
async function expectFound(
  admin: Caller,
  { table, query, finds }: ListOfShop,
  shop: Omit<Shop, 'snapshot'>,
  records: Snapshot['records'],
): Promise<void> {
  const path = `/api/admin/${table}?${query(shop)}`;
  const { page } = await admin.get<{ id: number }[]>(`${path}&paginate=1&per_page=200&sort=id`);
  const expected = shop.ids[table].filter((id) => {
    const record = records[table][id];
    return record && finds(record, shop);
  });
  const found = { path, ids: page.data.map(({ id }) => id), total: page.meta.total };
  expect(found).toEqual({ path, ids: expected, total: expected.length });
}
