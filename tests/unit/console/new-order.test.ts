import { describe, expect, test } from '@jest/globals';
import type { Product, User } from '#clients/typescript/src/main.ts';
import {
  emptyOrder,
  missingIn,
  newOrderBody,
  stepped,
  withProduct,
  type OrderDraft,
} from '#console/new-order/order-draft.ts';
import { spread } from '#console/new-order/spread.ts';

function product(id: number, price: number): Product {
  const text = { name: `Product ${id}`, description: 'A product' };
  const at = '2026-01-31T09:30:00.000Z';
  const costs = { price, manufacturing_price: 0, is_active: true, available: null };
  const codes = { sku: null, external_id: null, image_url: null };
  return { id, ...costs, ...codes, ...text, en: text, ar: text, created_at: at, updated_at: at };
}

const customer: User = {
  id: 7,
  name: 'Rana Odeh',
  email: 'rana@example.com',
  phone: null,
  external_id: null,
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
};

const draft: OrderDraft = {
  ...emptyOrder,
  customer,
  address: 3,
  lines: [
    { product: product(1, 10), amount: '2' },
    { product: product(2, 5), amount: '1' },
  ],
};

describe('an order by phone', () => {
  test('a new order without a customer, address or items cannot be sent, and the console lists what is missing', () => {
    expect([missingIn(emptyOrder), newOrderBody(emptyOrder, 2)]).toEqual([
      ['customer', 'address', 'lines'],
      undefined,
    ]);
    expect([missingIn(draft), missingIn({ ...draft, lines: [] })]).toEqual([[], ['lines']]);
  });

  test('the request for a new order sets the status pending and lets the API compute the order’s sums', () => {
    expect(newOrderBody({ ...draft, notes: ' ', payment: 4 }, 2)).toEqual({
      user_id: 7,
      address_id: 3,
      payment_method: 4,
      status: 'pending',
      figures: 'lines',
      notes: null,
      items: [
        { product_id: 1, amount: 2 },
        { product_id: 2, amount: 1 },
      ],
    });
  });

  test.each([
    ['5', [4, 1]],
    ['0.02', [0.02, undefined]],
    ['٢٫٥', [2, 0.5]],
    ['0.001', [0.001, undefined]],
    ['many', ['many', undefined]],
    ['', [undefined, undefined]],
  ])('the discount %j of an order with two lines is sent as the line discounts %j', (discount, wanted) => {
    const items = newOrderBody({ ...draft, discount }, 2)?.items ?? [];
    expect(items.map(({ discount_amount: amount }) => amount)).toEqual(wanted);
  });

  test('a quantity of an order line that is not a number is sent as typed, so that the API reports the error', () => {
    const lines = [{ product: product(1, 10), amount: 'two' }];
    expect(newOrderBody({ ...draft, lines, discount: '1' }, 2)?.items).toEqual([
      { product_id: 1, amount: 'two', discount_amount: 1 },
    ]);
  });

  test('choosing a product that the new order already contains raises the quantity of its line by one', () => {
    const added = withProduct(withProduct(draft.lines, product(2, 5)), product(3, 1));
    expect(added.map(({ product: { id }, amount }) => [id, amount])).toEqual([
      [1, '2'],
      [2, '2'],
      [3, '1'],
    ]);
  });

  test('the plus and minus buttons of an order line change its quantity by one whole unit, never below 1', () => {
    const steps = [stepped({ amount: '1' }, -1), stepped({ amount: '٣' }, 1), stepped({ amount: 'two' }, 1)];
    expect(steps).toEqual(['1', '4', '1']);
  });
});

describe('distribution of a discount over weighted lines', () => {
  test.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [7, [2, 1], [5, 2]],
    [5, [0, 0], [5, 0]],
    [0, [3, 4], [0, 0]],
    [999_999_999, [999_999_999_00000, 1], [999_999_999, 0]],
  ])(
    'distributing a discount of %d over lines with the weights %j gives the line discounts %j',
    (whole, weights, parts) => {
      expect(spread(whole, weights)).toEqual(parts);
    },
  );
});
