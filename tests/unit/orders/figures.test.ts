import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { followsLines, sumLines, wrongFigures } from '#services/orders/orders/figures.ts';
import type { Order, OrderItem } from '#services/orders/records/tables.ts';
import {
  aLine,
  anAddress,
  anOrder,
  aProduct,
  aUser,
  command,
  decide,
  decideOne,
  orderIn,
  world,
} from '../support/orders-world.ts';

const taxRate = 0.15;

/** Two units at 10.00 with a discount of 1.00, and 15 % tax. */
const items = [aLine(5, 1, { amount: 2, main_price: 1000, manufacturing_price: 400, discount_amount: 100 })];
const figures = {
  main_price: 2000,
  manufacturing_price: 800,
  discount_amount: 100,
  tax_amount: 285,
  total: 2185,
};
const following = (values: Partial<Order> = {}): Order =>
  anOrder(7, { items, ...figures, figures: 'lines', tax_rate: { tax: 150_000, on: 1_000_000 }, ...values });
/** An order from a checkout in a release before 1.0.0, which stored neither `figures` nor `tax_rate`. */
const former = (values: Partial<Order> = {}): Order =>
  anOrder(7, { items, ...figures, cart_version: 3, ...values });
const shop = (...orders: Order[]) =>
  world({
    users: [aUser(1)],
    addresses: [anAddress(1, 1)],
    products: [aProduct(1), aProduct(2, { price: 500 })],
    orders,
  });

const addItem = (body = {}) =>
  command('order-items.create', { body: { order_id: 7, product_id: 2, amount: 1, ...body } });
const updateItem = (body = {}) => command('order-items.update', { params: { order_item: 5 }, body });
const updateOrder = (body = {}) => command('orders.update', { params: { order: 7 }, body });

describe('an order whose money figures follow its lines', () => {
  test('a new order line updates the order’s money fields with the tax rate stored in the order, even if the setting TAX_RATE has changed', () => {
    const after = orderIn(decideOne(shop(following()), addItem(), { taxRate: 0.2 }).state);
    expect(after).toMatchObject({ main_price: 2500, discount_amount: 100, tax_amount: 360, total: 2760 });
  });

  test('removing an order line also removes the line’s discount from the order’s money fields', () => {
    const remove = command('order-items.delete', { params: { order_item: 5 } });
    const { ends, state } = decide(shop(following()), [addItem(), remove]);
    expect(ends.map(({ status }) => status)).toEqual([201, 204]);
    expect(orderIn(state)).toMatchObject({ main_price: 500, discount_amount: 0, tax_amount: 75, total: 575 });
  });

  test('moving an order line to another order updates the money fields of both orders', () => {
    const other = following({
      _id: 8,
      items: [],
      main_price: 0,
      manufacturing_price: 0,
      discount_amount: 0,
      tax_amount: 0,
      total: 0,
    });
    const ran = decideOne(shop(following(), other), updateItem({ order_id: 8 }));
    expect(orderIn(ran.state)).toMatchObject({ items: [], total: 0 });
    expect(orderIn(ran.state, 8)).toMatchObject(figures);
  });

  test('a discount above the price of its order line is rejected, and the error states the largest possible discount', () => {
    const { code, fields } = decideOne(shop(following()), updateItem({ discount_amount: 2001 }));
    expect([code, fields]).toEqual([
      'validation_failed',
      [{ field: 'discount_amount', rule: 'max', params: { max: 20 } }],
    ]);
  });

  test('setting an order’s total to its current value changes nothing, but once another total is set, new lines no longer change the total', () => {
    const same = decideOne(shop(following()), updateOrder({ total: 2185 }));
    expect(orderIn(same.state).version).toBe(1);
    const other = decideOne(shop(following()), updateOrder({ total: 2000 }));
    expect(orderIn(other.state)).toMatchObject({ figures: 'given', total: 2000, tax_amount: 285 });
    const later = decideOne(other.state, addItem());
    expect(orderIn(later.state)).toMatchObject({ figures: 'given', total: 2000, main_price: 2000 });
  });

  test('changing an order’s `figures` to `lines` computes its money fields from its lines, and changing it back to `given` keeps these values', () => {
    const given = shop(anOrder(7, { items, total: 1, figures: 'given' }));
    const switched = decideOne(given, updateOrder({ figures: 'lines' }), { taxRate });
    expect(switched.data).toMatchObject({ figures: 'lines', total: 21.85, discount_amount: 1 });
    const back = decideOne(switched.state, updateOrder({ figures: 'given' }), { taxRate: 0 });
    expect(orderIn(back.state)).toMatchObject({ ...figures, figures: 'given' });
  });

  test('changing an order’s `figures` to `lines` (money computed from the lines) is rejected if a line’s discount exceeds its price', () => {
    const lines = [aLine(5, 1, { discount_amount: 1251 })];
    const { fields } = decideOne(shop(anOrder(7, { items: lines })), updateOrder({ figures: 'lines' }));
    expect(fields).toEqual([{ field: 'items.0.discount_amount', rule: 'max', params: { max: 12.5 } }]);
  });

  test('an order that an admin creates with `figures: "lines"` needs no total, because its money fields are computed from its items', () => {
    const body: OrdersCommands['orders.create']['body'] = {
      user_id: 1,
      address_id: 1,
      payment_method: 1,
      status: 'pending',
      figures: 'lines',
      items: [{ product_id: 1, amount: 2, discount_amount: 500 }],
    };
    const { data } = decideOne(shop(), command('orders.create', { body }), { taxRate });
    expect(data).toMatchObject({
      figures: 'lines',
      main_price: 25,
      discount_amount: 5,
      tax_amount: 3,
      total: 23,
    });
  });
});

test('the audit reports an order with a line whose discount exceeds its price, whatever the position of the line', () => {
  const wrong = aLine(6, 2, { main_price: 500, discount_amount: 501 });
  for (const lines of [
    [wrong, ...items],
    [...items, wrong],
  ])
    expect(wrongFigures(following({ items: lines }))).toEqual([{ name: 'discount_amount', wanted: 2500n }]);
});

test('summing order lines fails if the API cannot show a sum exactly', () => {
  const dear = aLine(6, 2, { main_price: 999_999_999, manufacturing_price: 0, amount: 100_000 });
  expect(sumLines([dear], 2, 'items')).toMatchObject({ main_price: 99_999_999_900_000 });
  expect(() => sumLines([dear, aLine(7, 2, { main_price: 100_000 })], 2, 'items')).toThrow(
    'validation_failed',
  );
  expect(sumLines([dear, aLine(7, 2, { main_price: 99_999 })], 2, 'items')).toMatchObject({
    main_price: 99_999_999_999_999,
  });
});

describe('an order of a release before 1.0.0', () => {
  test.each<[string, Partial<Order>, boolean]>([
    ['an order from a checkout that agrees with its lines count as computed from the lines', {}, true],
    ['an order that an admin created do not count as computed from the lines', { cart_version: null }, false],
    [
      'an order from a checkout whose total an admin changed do not count as computed from the lines',
      { total: 2000 },
      false,
    ],
    [
      'an order from a checkout with a discount that no line has do not count as computed from the lines',
      { discount_amount: 300, total: 1985 },
      false,
    ],
    [
      'an order from a checkout with a tax but without any line do not count as computed from the lines',
      { items: [], ...figures, main_price: 0, discount_amount: 0 },
      false,
    ],
  ])('after an upgrade from a release before 1.0.0, the money fields of %s', (_name, values, follows) =>
    expect(followsLines(former(values))).toBe(follows),
  );

  test('if an admin sets money fields of an order from an earlier release, they count as set by hand, even if the values match the lines', () => {
    const given = former({ total: 2000 });
    for (const body of [
      { total: 2185 },
      { figures: 'given' as const, total: 2185 },
      { figures: 'given' as const },
    ]) {
      const after = orderIn(decideOne(shop(given), updateOrder(body)).state);
      expect([body, after.figures]).toEqual([body, 'given']);
    }
  });

  test('adding a line to an order from an earlier release uses the tax rate that follows from the order’s tax amount, even if the setting TAX_RATE has changed', () => {
    const after = orderIn(decideOne(shop(former()), addItem(), { taxRate: 0.05 }).state);
    expect(after).toMatchObject({
      figures: 'lines',
      tax_rate: { tax: 285, on: 1900 },
      tax_amount: 360,
      total: 2760,
    });
  });

  test('adding a line to an order from an earlier release stores the setting TAX_RATE as the order’s tax rate if this rate results in the order’s tax amount', () => {
    const after = orderIn(decideOne(shop(former()), addItem(), { taxRate }).state);
    expect(after.tax_rate).toEqual({ tax: 150_000, on: 1_000_000 });
  });
});

test('after any changes, the money fields of an order are the exact sums of its lines unless they are set by hand', () => {
  const amount = fc.integer({ min: 1, max: 1000 });
  const money = fc.integer({ min: 0, max: 10_000_000 });
  const change = fc.oneof(
    fc.record({ amount, main_price: money }).map((body) => addItem(body)),
    fc.record({ amount, main_price: money, discount_amount: money }, { requiredKeys: [] }).map(updateItem),
    fc.integer({ min: 1, max: 8 }).map((id) => command('order-items.delete', { params: { order_item: id } })),
    fc.record({ figures: fc.constantFrom('lines' as const, 'given' as const) }).map(updateOrder),
  );
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 12 }),
      fc.integer({ min: 0, max: 10_000 }),
      (changes, points) => {
        const ran = decide(shop(former({ tax_amount: 100, total: 2000 })), changes, {
          taxRate: points / 10_000,
        });
        const after = orderIn(ran.state);
        const net = (line: OrderItem) => line.main_price * line.amount - line.discount_amount;
        if (after.figures !== 'given') {
          expect(wrongFigures(after)).toEqual([]);
          expect(after.total - after.tax_amount).toBe(after.items.reduce((sum, line) => sum + net(line), 0));
        }
      },
    ),
  );
});
