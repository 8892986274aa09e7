import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { orderResource } from '#services/orders/rules/order-resource.ts';
import { aLine, anOrder } from '../support/orders-world.ts';

const order = anOrder(1, {
  items: [aLine(1, 1), aLine(2, 2, { amount: 3, discount_amount: 125 })],
  reject_reason: 'Late',
});
const view = (area: 'admin' | 'client', language: 'en' | 'ar' = 'en') =>
  orderResource(order, { area, language, decimals: 2 });

/** Every key, at whatever depth. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

describe('a client’s view of an order', () => {
  test('never tells costs, nor who did what, nor what lines hold', () => {
    const keys = keysOf(view('client'));
    for (const secret of ['manufacturing_price', 'by', 'held', 'cart_version', 'log', 'version']) {
      expect(keys).not.toContain(secret);
    }
  });

  test.each(orderStates)('of a %s order offers nothing but cancelling, while it is pending', (status) => {
    const shown = orderResource({ ...order, status }, { area: 'client', language: 'en', decimals: 2 });
    expect(shown.next_statuses).toEqual(status === 'pending' ? ['cancelled'] : []);
  });
});

describe('an admin’s view of an order', () => {
  test('has every documented field, and no bookkeeping', () => {
    expect(Object.keys(view('admin'))).toEqual([
      ...[
        'id',
        'order_number',
        'user_id',
        'user',
        'address_id',
        'address',
        'payment_method',
        'status',
        'next_statuses',
      ],
      ...[
        'reject_reason',
        'notes',
        'estimated_arrive_time',
        'total',
        'discount_amount',
        'tax_amount',
        'main_price',
      ],
      ...['manufacturing_price', 'items', 'items_total', 'history', 'created_at', 'updated_at'],
    ]);
    expect(Object.keys(view('admin').items[0] ?? {})).toEqual([
      ...[
        'id',
        'order_id',
        'product_id',
        'product',
        'amount',
        'main_price',
        'manufacturing_price',
        'discount_amount',
      ],
      ...['created_at', 'updated_at'],
    ]);
    expect(view('admin').history).toMatchObject([{ by: 'client:1', from: null, to: 'pending' }]);
    for (const secret of ['held', 'cart_version', 'log', 'version', 'search']) {
      expect(keysOf(view('admin'))).not.toContain(secret);
    }
  });

  test('names products in the language of the request', () => {
    expect(view('admin', 'ar').items[0]?.product.name).toBe('منتج 1');
    expect(view('client', 'en').items[0]?.product.name).toBe('Product 1');
  });

  test('shows what the lines come to after their discounts', () => {
    expect(view('admin').items_total).toBe(12.5 + 3 * 12.5 - 1.25);
  });
});

test('every amount is shown to the cent, in both views', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999_999 }),
      fc.constantFrom('admin', 'client'),
      (minor, area) => {
        const figures = { total: minor, discount_amount: minor, tax_amount: minor, main_price: minor };
        const shown = orderResource({ ...order, ...figures }, { area, language: 'en', decimals: 2 });
        expect(Math.round(shown.total * 100)).toBe(minor);
        expect(JSON.stringify(shown.tax_amount)).toMatch(/^\d+(\.\d{1,2})?$/);
      },
    ),
  );
});
