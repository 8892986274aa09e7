import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clientOrderItemSchema, orderItemSchema } from '#shared/contracts/endpoints/order-lines.ts';
import { clientOrderSchema, orderSchema } from '#shared/contracts/endpoints/order-schema.ts';
import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { orderResource } from '#services/orders/orders/order-resource.ts';
import type { Order } from '#services/orders/records/tables.ts';
import { aLine, anOrder } from '../support/orders-world.ts';

const order = anOrder(1, {
  items: [aLine(1, 1), aLine(2, 2, { amount: 3, discount_amount: 125 })],
  reject_reason: 'Late',
});
const view = (area: 'admin' | 'client', language: 'en' | 'ar' = 'en') =>
  orderResource(order, { area, language, decimals: 2 });

/** Every field name, at any depth. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

describe('a client’s view of an order', () => {
  test('a shopper’s view of an order shows no manufacturing prices, authors of changes or reserved units', () => {
    const keys = keysOf(view('client'));
    for (const secret of ['manufacturing_price', 'by', 'held', 'cart_version', 'log', 'version']) {
      expect(keys).not.toContain(secret);
    }
  });

  test.each(orderStates)(
    'a shopper’s view of a %s order lists cancelled as the only next status if the order is pending, and otherwise no next status',
    (status) => {
      const shown = orderResource({ ...order, status }, { area: 'client', language: 'en', decimals: 2 });
      expect(shown.next_statuses).toEqual(status === 'pending' ? ['cancelled'] : []);
    },
  );
});

test('a shopper’s view of an order has the documented fields in the documented sequence', () => {
  expect(Object.keys(view('client'))).toEqual(clientOrderSchema['required']);
  expect(Object.keys(view('client').items[0] ?? {})).toEqual(clientOrderItemSchema['required']);
  expect(Object.keys(view('client').history[0] ?? {})).toEqual(['at', 'from', 'to', 'reason']);
});

test('an order that was stored before a field was introduced shows the field as null', () => {
  const { notes: _notes, ...older } = order;
  const shown = orderResource(older as Order, { area: 'admin', language: 'en', decimals: 2 });
  expect(shown.notes).toBeNull();
});

describe('an admin’s view of an order', () => {
  test('an admin’s view of an order has the documented fields in the documented sequence and no internal fields', () => {
    expect(Object.keys(view('admin'))).toEqual(orderSchema['required']);
    expect(Object.keys(view('admin').items[0] ?? {})).toEqual(orderItemSchema['required']);
    expect(view('admin').history).toMatchObject([{ by: 'client:1', from: null, to: 'pending' }]);
    for (const secret of ['held', 'cart_version', 'log', 'version', 'search']) {
      expect(keysOf(view('admin'))).not.toContain(secret);
    }
  });

  test('an order’s view shows product names in the language of the request', () => {
    expect(view('admin', 'ar').items[0]?.product.name).toBe('منتج 1');
    expect(view('client', 'en').items[0]?.product.name).toBe('Product 1');
  });

  test('an admin’s view of an order shows the sum of the order’s lines after their discounts as items_total', () => {
    expect(view('admin').items_total).toBe(12.5 + 3 * 12.5 - 1.25);
  });
});

test('an order’s view shows every amount exactly to the cent, for admins and shoppers', () => {
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
