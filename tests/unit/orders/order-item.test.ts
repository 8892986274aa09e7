import { describe, expect, test } from '@jest/globals';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { Order } from '#services/orders/records/tables.ts';
import {
  aLine,
  anOrder,
  aProduct,
  command,
  decide,
  decideOne,
  now,
  stockOf,
  world,
  type Records,
} from '../support/orders-world.ts';
import { broken } from '../support/outcome.ts';

const line = aLine(1, 1, { amount: 3, held: 3 });
const shop = (records: Records = {}) =>
  world({
    products: [aProduct(1), aProduct(2, { price: 200 })],
    inventory: [stockOf(1, 7, 3), stockOf(2, 4)],
    orders: [anOrder(1, { items: [line, aLine(2, 2)] }), anOrder(2)],
    counters: [{ _id: 'order_items', version: 2 }],
    ...records,
  });
const update = (body: OrdersCommands['order-items.update']['body'], more = {}) =>
  command('order-items.update', { params: { order_item: 1 }, body, ...more });
/** For each product, such as `7, 3 held`: the units in stock, and the units that orders hold. */
const stocks = (state: ReturnType<typeof shop>) =>
  [...state.inventory.values()].map(({ stock, held }) => `${stock}, ${held} held`);
const itemIds = (order: Order | undefined) => order?.items.map(({ id }) => id);

describe('a new item', () => {
  test('a new order item has the product’s prices unless the request sets other prices', () => {
    const body = { order_id: 2, product_id: 1, amount: 2 };
    const { data, status, location, state } = decideOne(shop(), command('order-items.create', { body }));
    expect([status, location]).toEqual([201, '/api/admin/profile/order-items/3']);
    expect(data).toMatchObject({
      id: 3,
      order_id: 2,
      product_id: 1,
      amount: 2,
      main_price: 12.5,
      manufacturing_price: 7,
      discount_amount: 0,
      product: { id: 1, name: 'Product 1' },
      created_at: now,
    });
    expect(state.orders.get(2)).toMatchObject({ version: 2 });
    const cheaper = command('order-items.create', {
      body: { ...body, main_price: 0, manufacturing_price: 1, discount_amount: 5 },
    });
    expect(decideOne(shop(), cheaper).data).toMatchObject({
      main_price: 0,
      manufacturing_price: 0.01,
      discount_amount: 0.05,
    });
  });

  test('a new order item whose order and product do not exist gets an error on both fields', () => {
    const body = { order_id: 9, product_id: 9, amount: 1 };
    expect(broken(decideOne(shop(), command('order-items.create', { body })).fields)).toEqual([
      'order_id: exists',
      'product_id: exists',
    ]);
  });

  test('a new item for an order that already has a thousand items is rejected', () => {
    const items = Array.from({ length: 1000 }, (_, index) => aLine(index + 10, 2));
    const body = { order_id: 2, product_id: 2, amount: 1 };
    const full = decideOne(
      shop({ orders: [anOrder(2, { items })] }),
      command('order-items.create', { body }),
    );
    expect(full.fields).toEqual([{ field: 'order_id', rule: 'max_items', params: { max: 1000 } }]);
  });
});

describe('an item’s update', () => {
  test.each([
    ['a larger amount takes more units from stock', { amount: 5 }, ['5, 5 held', '4, 0 held']],
    ['a smaller amount returns units to stock', { amount: 1 }, ['9, 1 held', '4, 0 held']],
    [
      'another product returns the old product’s units to stock and takes the new product’s units',
      { product_id: 2 },
      ['10, 0 held', '1, 3 held'],
    ],
    ['another price changes no stock', { main_price: 1 }, ['7, 3 held', '4, 0 held']],
  ])('when an order item is updated, %s', (_name, body, expected) => {
    expect(stocks(decideOne(shop(), update(body)).state)).toEqual(expected);
  });

  test('an order item’s update that exceeds the stock changes nothing', () => {
    const refused = decideOne(shop(), update({ amount: 11, main_price: 1 }));
    expect([refused.code, refused.extra]).toEqual([
      'out_of_stock',
      { products: [{ product_id: 1, name: { en: 'Product 1', ar: 'منتج 1' }, requested: 8, available: 7 }] },
    ]);
    expect(refused.work.writes).toEqual([]);
  });

  test('if an update changes the product of an order item, the item gets the new product’s name and keeps the agreed price', () => {
    const { data } = decideOne(shop(), update({ product_id: 2 }));
    expect(data).toMatchObject({ product: { id: 2, name: 'Product 2' }, main_price: 12.5 });
  });

  test('if an order item’s product no longer exists, an update of the item keeps the product data copied into the item', () => {
    const { status, data } = decideOne(shop({ products: [] }), update({ product_id: 1, amount: 4 }));
    expect([status, data]).toMatchObject([200, { product: { name: 'Product 1' }, amount: 4 }]);
  });

  test('an order item’s update raises the order’s version unless the update changes nothing', () => {
    expect(decideOne(shop(), update({ amount: 2 })).version).toBe(2);
    const same = decideOne(shop(), update({ amount: 3, order_id: 1, product_id: 1 }));
    expect([same.version, same.work.writes, same.work.events]).toEqual([1, [], []]);
  });

  test('an order item’s update fails if If-Match is not the order’s version', () => {
    expect(decideOne(shop(), update({ amount: 2 }, { ifMatch: 7 })).code).toBe('precondition_failed');
    expect(decideOne(shop(), update({ amount: 2 }, { ifMatch: 1 })).status).toBe(200);
  });

  test('an order item’s update reports an order, product or item that does not exist', () => {
    expect(broken(decideOne(shop(), update({ order_id: 9, product_id: 9 })).fields)).toEqual([
      'order_id: exists',
      'product_id: exists',
    ]);
    expect(
      decideOne(shop(), command('order-items.update', { params: { order_item: 9 }, body: {} })).code,
    ).toBe('not_found');
  });
});

describe('an item with another order_id', () => {
  test('an order item with another order_id moves to that order with its stock, and both orders get new versions', () => {
    const { data, state, work } = decideOne(shop(), update({ order_id: 2 }));
    expect(data).toMatchObject({
      id: 1,
      order_id: 2,
      amount: 3,
      main_price: 12.5,
      created_at: line.created_at,
    });
    expect([itemIds(state.orders.get(1)), itemIds(state.orders.get(2))]).toEqual([[2], [1]]);
    expect([state.orders.get(1)?.version, state.orders.get(2)?.version]).toEqual([2, 2]);
    expect(stocks(state)).toEqual(['7, 3 held', '4, 0 held']);
    expect(work.events.map(({ draft }) => draft.subject)).toEqual(['orders/1', 'orders/2']);
  });

  test.each([
    ['pending', 'delivered', ['10, 0 held', '4, 0 held']],
    ['pending', 'cancelled', ['10, 0 held', '4, 0 held']],
    ['delivered', 'pending', ['7, 3 held', '4, 0 held']],
  ] as const)(
    'moving an order item from a %s order to a %s order changes stock and reserved units as the states of both orders require',
    (from, to, expected) => {
      const state = shop({
        orders: [anOrder(1, { status: from, items: [line] }), anOrder(2, { status: to })],
        inventory: [stockOf(1, 7, from === 'delivered' ? 0 : 3), stockOf(2, 4)],
      });
      expect(stocks(decideOne(state, update({ order_id: 2 })).state)).toEqual(expected);
    },
  );

  test('an order item may change its product and amount while it moves to another order', () => {
    const { data, state } = decideOne(
      shop(),
      update({ order_id: 2, product_id: 2, amount: 4, main_price: 50 }),
    );
    expect(data).toMatchObject({
      order_id: 2,
      product_id: 2,
      product: { id: 2 },
      amount: 4,
      main_price: 0.5,
    });
    expect(stocks(state)).toEqual(['10, 0 held', '0, 4 held']);
  });

  test('an order item that moves to another order can use the stock that is released when it leaves its former order', () => {
    const tight = shop({ inventory: [stockOf(1, 0, 3)] });
    expect(decideOne(tight, update({ order_id: 2 })).status).toBe(200);
    expect(decideOne(tight, update({ order_id: 2, amount: 4 })).extra).toMatchObject({
      products: [{ product_id: 1, requested: 4, available: 3 }],
    });
  });

  test('after a command moves an item to another order, later commands of the same batch find the item in that order', () => {
    const { ends, state } = decide(shop(), [
      update({ order_id: 2 }),
      update({ amount: 1 }),
      update({ order_id: 1 }),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([itemIds(state.orders.get(1)), itemIds(state.orders.get(2))]).toEqual([[2, 1], []]);
    expect(stocks(state)).toEqual(['9, 1 held', '4, 0 held']);
  });
});

describe('a removed item', () => {
  const remove = (more = {}) => command('order-items.delete', { params: { order_item: 1 }, ...more });

  test('removing the same order item twice returns the item’s units to stock only once', () => {
    const { ends, state } = decide(shop(), [remove(), remove()]);
    expect(ends.map(({ status, code }) => status ?? code)).toEqual([204, 'not_found']);
    expect(stocks(state)).toEqual(['10, 0 held', '4, 0 held']);
    expect(state.orders.get(1)).toMatchObject({ version: 2 });
  });

  test('removing an order item fails if If-Match is not the order’s version', () => {
    expect(decideOne(shop(), remove({ ifMatch: 7 })).code).toBe('precondition_failed');
  });
});
