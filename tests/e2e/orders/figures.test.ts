import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newProduct, readOrder } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order, OrderItem, Product } from '../../support/resources.ts';

describe('the money fields of an order', () => {
  test('money fields of an order that are not sent are computed from its lines, or are 0', async () => {
    const product = await newProduct({ price: 12.5, manufacturing_price: 7.25 });
    const items = [
      { product_id: product.id, amount: 3, discount_amount: 0.5 },
      { product_id: product.id, amount: 1, main_price: 0.1, manufacturing_price: 0.2 },
    ];
    expect(await newOrder({ items, total: 37.1 })).toMatchObject({
      total: 37.1,
      main_price: 37.6,
      manufacturing_price: 21.95,
      discount_amount: 0.5,
      tax_amount: 0,
      items_total: 37.1,
    });
    expect(await newOrder({ total: 0 })).toMatchObject({
      total: 0,
      main_price: 0,
      manufacturing_price: 0,
      discount_amount: 0,
      tax_amount: 0,
      items_total: 0,
      items: [],
    });
  });

  test('money fields of an order are stored as sent and do not change when lines change', async () => {
    const product = await newProduct();
    const sent = {
      total: 1.01,
      main_price: 2.02,
      manufacturing_price: 3.03,
      discount_amount: 4.04,
      tax_amount: 5.05,
    };
    const order = await newOrder({ ...sent, items: [{ product_id: product.id, amount: 2 }] });
    expect(order).toMatchObject({ ...sent, items_total: 25 });
    await admin.put(`/api/admin/profile/order-items/${order.items[0]?.id ?? 0}`, { amount: 4 });
    expect(await readOrder(order.id)).toMatchObject({ ...sent, items_total: 50 });
  });

  test('a changed line updates the money fields of an order with `figures: "lines"`, and a moved line updates those of both orders', async () => {
    const product = await newProduct({ price: 12.5 });
    const lines = { figures: 'lines', total: undefined, items: [{ product_id: product.id, amount: 2 }] };
    const [from, to] = [await newOrder(lines), await newOrder(lines)];
    expect(from).toMatchObject({ figures: 'lines', main_price: 25, total: 25 });
    const item = `/api/admin/profile/order-items/${from.items[0]?.id ?? 0}`;
    await admin.put(item, { amount: 4, discount_amount: 0.5 });
    expect(await readOrder(from.id)).toMatchObject({ main_price: 50, discount_amount: 0.5, total: 49.5 });
    await admin.put(item, { order_id: to.id });
    expect(await readOrder(from.id)).toMatchObject({ main_price: 0, discount_amount: 0, total: 0 });
    expect(await readOrder(to.id)).toMatchObject({ main_price: 75, discount_amount: 0.5, total: 74.5 });
  });

  test('a money field beside `figures: "lines"` is rejected, and a total is required without it', async () => {
    const order = await newOrder();
    const path = `/api/admin/orders/${order.id}`;
    expectRefusal(await admin.put(path, { figures: 'lines', total: 1 }), 'validation_failed', {
      total: ['The total field is prohibited when figures is lines.'],
    });
    const { user_id, address_id } = order;
    const created = { user_id, address_id, payment_method: 1, status: 'pending' };
    const withTotal = { ...created, figures: 'lines', total: 1 };
    expectRefusal(await admin.post('/api/admin/orders', withTotal), 'validation_failed', {
      total: ['The total field is prohibited when figures is lines.'],
    });
    for (const figures of [undefined, 'given'])
      expectRefusal(await admin.post('/api/admin/orders', { ...created, figures }), 'validation_failed', {
        total: ['The total field is required.'],
      });
  });

  test('changing one money field of an order leaves the others unchanged', async () => {
    const order = await newOrder({ total: 10, tax_amount: 1 });
    const { data } = await admin.put<Order>(`/api/admin/orders/${order.id}`, { tax_amount: '1.50' });
    expect(data).toEqual({ ...order, tax_amount: 1.5, updated_at: data.updated_at });
  });

  test('money fields of an order that are negative or have a third decimal are rejected with 422', async () => {
    const order = await newOrder();
    const figures = ['total', 'discount_amount', 'tax_amount', 'main_price', 'manufacturing_price'];
    for (const figure of figures) {
      const name = figure.replaceAll('_', ' ');
      const path = `/api/admin/orders/${order.id}`;
      expectRefusal(await admin.put(path, { [figure]: 1.001 }), 'validation_failed', {
        [figure]: [`The ${name} field must have 0-2 decimal places.`],
      });
      expectRefusal(await admin.put(path, { [figure]: '-0.01' }), 'validation_failed', {
        [figure]: [`The ${name} field must be at least 0.`],
      });
    }
  });
});

describe('money amounts', () => {
  test.each([
    ['0.1', 0.1],
    ['0.07', 0.07],
    ['1.10', 1.1],
    ['1e3', 1000],
    ['9999999.99', 9_999_999.99],
    ['4.350', 4.35],
    ['.5', 0.5],
    [1.15, 1.15],
    [0, 0],
  ])('a price sent as %j is returned as %d without trailing zeros', async (sent, kept) => {
    const product = await newProduct({ price: sent, manufacturing_price: sent });
    const reply = await admin.get<Product>(`/api/admin/products/${product.id}`);
    expect(reply.text).toContain(`"price":${kept},"manufacturing_price":${kept},`);
  });

  test('prices are summed exactly, without binary rounding errors', async () => {
    const product = await newProduct({ price: 0.1 });
    const other = await newProduct({ price: 1.15 });
    const items = [
      { product_id: product.id, amount: 3 },
      { product_id: other.id, amount: 100_000 },
    ];
    expect((await newOrder({ items })).main_price).toBe(115_000.3);
  });

  test('the largest total of an order is exact to the last digit', async () => {
    const order = await newOrder({ total: '999999999999.99' });
    expect((await admin.get(`/api/admin/orders/${order.id}`)).text).toContain('"total":999999999999.99,');
  });

  test('a price that is not a plain decimal number is rejected with 422', async () => {
    const { id } = await newProduct();
    for (const price of ['NaN', 'Infinity', '-Infinity', '0x10', '1,5', '12.50 USD', '', '--1', '1e400']) {
      const reply = await admin.put(`/api/admin/products/${id}`, { price });
      expect(Object.keys(expectRefusal(reply, 'validation_failed').errors ?? {})).toEqual(['price']);
    }
  });

  test('an order item gets its product’s prices unless the request contains prices', async () => {
    const product = await newProduct({ price: 9.99, manufacturing_price: 4.5 });
    const order = await newOrder();
    const line = { order_id: order.id, product_id: product.id, amount: 1 };
    const plain = await admin.post<OrderItem>('/api/admin/profile/order-items', line);
    expect(plain.data).toMatchObject({ main_price: 9.99, manufacturing_price: 4.5, discount_amount: 0 });
    const free = await admin.post<OrderItem>('/api/admin/profile/order-items', { ...line, main_price: 0 });
    expect(free.data).toMatchObject({ main_price: 0, manufacturing_price: 4.5 });
  });
});
