import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { taxOn, toTaxRate } from '#services/orders/orders/figures.ts';
import {
  anAddress,
  anOrder,
  aProduct,
  aUser,
  command,
  decide,
  decideOne,
  now,
  stockOf,
  world,
  type Records,
} from '../support/orders-world.ts';

const cartOf = (...items: [product: number, amount: number][]) => ({
  _id: 1,
  version: 4,
  items: items.map(([product_id, amount]) => ({ product_id, amount })),
  updated_at: now,
});
const shop = (records: Records = {}) =>
  world({
    users: [aUser(1), aUser(2)],
    addresses: [anAddress(10, 1), anAddress(20, 2)],
    products: [aProduct(1), aProduct(2, { price: 333, manufacturing_price: 100 })],
    inventory: [stockOf(1, 5)],
    carts: [cartOf([1, 2], [2, 3])],
    counters: [{ _id: 'orders', version: 41 }],
    ...records,
  });
const checkout = (body = {}, as = 1) =>
  command('orders.checkout', { as, body: { payment_method: 2, address_id: 10, ...body } });

describe('checkout', () => {
  test('a checkout creates a pending order from the cart, reserves the stock and empties the cart', () => {
    const { status, location, data, state, work } = decideOne(shop(), checkout({ notes: 'Ring' }), {
      taxRate: 0.15,
    });
    expect([status, location]).toEqual([201, '/api/client/orders/42']);
    expect(data).toMatchObject({
      id: 42,
      user_id: 1,
      user: { id: 1, name: 'User 1' },
      address_id: 10,
      payment_method: 2,
      status: 'pending',
      next_statuses: ['cancelled'],
      notes: 'Ring',
      reject_reason: null,
      main_price: 34.99,
      discount_amount: 0,
      tax_amount: 5.25,
      total: 40.24,
      items_total: 34.99,
      items: [
        { order_id: 42, product_id: 1, amount: 2, main_price: 12.5, discount_amount: 0 },
        { order_id: 42, product_id: 2, amount: 3, main_price: 3.33, discount_amount: 0 },
      ],
      history: [{ at: now, from: null, to: 'pending', reason: null }],
    });
    expect(state.inventory.get(1)).toMatchObject({ stock: 3, held: 2 });
    expect(state.carts.get(1)).toMatchObject({ items: [], version: 5 });
    expect(state.orders.get(42)).toMatchObject({ cart_version: 4, manufacturing_price: 1700 });
    expect(work.events.map(({ draft }) => [draft.type, draft.subject, draft.data.version])).toEqual([
      ['orders.order.placed.v2', 'orders/42', 1],
    ]);
  });

  test('a checkout ignores money fields, user and items in the request body', () => {
    const sent = {
      total: 1,
      main_price: 1,
      user_id: 2,
      status: 'delivered',
      items: [{ product_id: 1, amount: 1 }],
    };
    const { data } = decideOne(shop(), checkout(sent));
    expect(data).toMatchObject({ total: 34.99, user_id: 1, status: 'pending' });
    expect((data as { items: unknown[] }).items).toHaveLength(2);
  });

  test.each([
    ['an empty cart', { carts: [cartOf()] }, {}, 'empty_cart', undefined],
    ['no cart at all', { carts: [] }, {}, 'empty_cart', undefined],
    ['too little stock', { inventory: [stockOf(1, 1)] }, {}, 'out_of_stock', undefined],
    [
      'a product that does not exist',
      { products: [aProduct(2)] },
      {},
      'validation_failed',
      ['items.0.product_id'],
    ],
    [
      'products that are deleted or inactive',
      { products: [aProduct(1, { is_deleted: true }), aProduct(2, { is_active: false })] },
      {},
      'validation_failed',
      ['items.0.product_id', 'items.1.product_id'],
    ],
    ['another shopper’s address', {}, { address_id: 20 }, 'validation_failed', ['address_id']],
    ['an address that does not exist', {}, { address_id: 99 }, 'validation_failed', ['address_id']],
    ['a user that does not exist', { users: [] }, {}, 'forbidden', undefined],
  ] as [string, Records, object, string, string[] | undefined][])(
    'a checkout with %s is rejected and changes nothing',
    (_name, records, body, code, fields) => {
      const refused = decideOne(shop(records), checkout(body));
      expect(refused.code).toBe(code);
      expect(refused.fields?.map(({ field }) => field)).toEqual(fields);
      expect([refused.work.writes, refused.work.events]).toEqual([[], []]);
    },
  );

  test('if a checkout has another shopper’s address and its cart contains a product that does not exist, the rejection reports both errors', () => {
    const refused = decideOne(shop({ products: [aProduct(2)] }), checkout({ address_id: 20 }));
    expect(refused.fields).toEqual([
      { field: 'address_id', rule: 'exists' },
      { field: 'items.0.product_id', rule: 'exists' },
    ]);
  });

  test('if a checkout is rejected because a product was deleted, the error contains the product’s English and Arabic names', () => {
    const products = [
      aProduct(1, { is_deleted: true, en: { name: 'Tea' }, ar: { name: 'شاي' } }),
      aProduct(2),
    ];
    expect(decideOne(shop({ products }), checkout()).fields).toEqual([
      { field: 'items.0.product_id', rule: 'not_sold', params: { en: 'Tea', ar: 'شاي' } },
    ]);
  });

  test('a checkout accepts a product that the catalog has but the orders service has not copied yet', () => {
    const { status, state } = decideOne(
      shop({ products: [aProduct(2)], newProducts: [aProduct(1)] }),
      checkout(),
    );
    expect([status, state.products.has(1)]).toEqual([201, false]);
  });

  test('two checkouts of the same cart create one order, and the second checkout fails as empty_cart', () => {
    const { ends, state } = decide(shop(), [checkout(), checkout()]);
    expect(ends.map(({ status, code }) => status ?? code)).toEqual([201, 'empty_cart']);
    expect([...state.orders.keys()]).toEqual([42]);
    expect(state.inventory.get(1)).toMatchObject({ stock: 3, held: 2 });
  });

  test('if two shoppers check out the same last units, only the first gets an order and the second gets out_of_stock', () => {
    const state = shop({
      inventory: [stockOf(1, 2)],
      carts: [cartOf([1, 2]), { ...cartOf([1, 1]), _id: 2 }],
      orders: [anOrder(7)],
    });
    const { ends, state: after } = decide(state, [checkout(), checkout({ address_id: 20 }, 2)]);
    expect(ends.map(({ status, code }) => status ?? code)).toEqual([201, 'out_of_stock']);
    expect(ends[1]?.extra).toEqual({
      products: [{ product_id: 1, name: { en: 'Product 1', ar: 'منتج 1' }, requested: 1, available: 0 }],
    });
    expect(after.carts.get(2)?.items).toHaveLength(1);
    // The id that the rejected checkout reserved is free again.
    expect(after.counters.get('orders')).toEqual({ _id: 'orders', version: 42 });
  });
});

test.each([
  ['cart.add', { product_id: 1, amount: 1 }],
  ['cart.set', { amount: 1 }],
  ['cart.remove', {}],
  ['cart.clear', {}],
] as const)('the command %s fails if the cart has changed since the shopper read it', (type, body) => {
  const write = (version: number) =>
    decideOne(shop(), command(type, { as: 1, params: { product_id: 1 }, body, ifMatch: version }));
  expect(write(3).code).toBe('precondition_failed');
  expect(write(4).code).toBeUndefined();
});

describe('an order’s money fields', () => {
  test.each([
    [1000, 0.15, 150],
    [1, 0.5, 1],
    [1, 0.49, 0],
    [3499, 0.15, 525],
    [30, 0.05, 2],
    [29, 0.05, 1],
    [99_999_999_999_999, 1, 99_999_999_999_999],
    [0, 0.15, 0],
    [1000, 0, 0],
  ])('the tax on %d minor units at a rate of %d is %d minor units, rounded half up', (price, rate, tax) =>
    expect(taxOn(price, toTaxRate(rate))).toBe(tax),
  );

  test('the money fields of an order from a checkout are the sums of its lines, plus a tax that is rounded once', () => {
    const prices = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 1, max: 100 })),
      { minLength: 1, maxLength: 10 },
    );
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 10_000 }), (lines, basisPoints) => {
        const state = shop({
          products: lines.map(([price], index) => aProduct(index + 1, { price })),
          carts: [cartOf(...lines.map(([, amount], index): [number, number] => [index + 1, amount]))],
          inventory: [],
        });
        const { state: after } = decideOne(state, checkout(), { taxRate: basisPoints / 10_000 });
        const main = lines.reduce((sum, [price, amount]) => sum + BigInt(price) * BigInt(amount), 0n);
        const tax = (main * BigInt(basisPoints) * 2n + 10_000n) / 20_000n;
        expect(after.orders.get(42)).toMatchObject({
          main_price: Number(main),
          tax_amount: Number(tax),
          discount_amount: 0,
          total: Number(main + tax),
        });
      }),
    );
  });

  test('a checkout is rejected if its money fields are too large to be shown exactly', () => {
    const state = shop({
      products: [aProduct(1, { price: 999_999_999 })],
      inventory: [],
      carts: [cartOf([1, 100_000])],
    });
    expect(decideOne(state, checkout()).status).toBe(201);
    const items = Array.from({ length: 3 }, (_, index): [number, number] => [index + 1, 100_000]);
    const products = items.map(([id]) => aProduct(id, { price: 999_999_999 }));
    expect(
      decideOne(shop({ products, inventory: [], carts: [cartOf(...items)] }), checkout()).fields,
    ).toMatchObject([{ field: 'items', rule: 'max' }]);
  });
});
