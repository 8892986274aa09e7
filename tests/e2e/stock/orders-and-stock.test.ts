import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import {
  checkOut,
  fillCart,
  newProduct,
  newOrder,
  newShopper,
  orderOf,
  stockOf,
} from '../support/records.ts';
import { expectRefusal } from '../support/refusals.ts';
import type { Order } from '../support/resources.ts';

const move = (order: Order, status: string) =>
  admin.put<Order>(`/api/admin/orders/${order.id}`, { status, reject_reason: 'Reason' });
const moveAlong = async (order: Order, path: string[]) => {
  for (const status of path) expect((await move(order, status)).status).toBe(200);
};

describe('an order that is created', () => {
  test.each(['pending', 'confirmed', 'preparing', 'shipped'])('%s takes its stock', async (status) => {
    const product = await newProduct({ stock: 10 });
    await orderOf(product, 3, { status });
    expect(await stockOf(product)).toEqual({ stock: 7, held: 3 });
  });

  test.each(['delivered', 'rejected', 'cancelled', 'returned'])('%s takes none', async (status) => {
    const product = await newProduct({ stock: 2 });
    await orderOf(product, 3, { status, reject_reason: 'Reason' });
    expect(await stockOf(product)).toEqual({ stock: 2, held: 0 });
  });

  test('takes the sum of its lines, or nothing at all', async () => {
    const product = await newProduct({ stock: 5 });
    const plenty = await newProduct({ stock: 5 });
    const line = (amount: number) => ({ product_id: product.id, amount });
    await newOrder({ items: [line(2), line(2)] });
    expect(await stockOf(product)).toEqual({ stock: 1, held: 4 });

    const { user, address } = await newShopper();
    const items = [{ product_id: plenty.id, amount: 1 }, line(1), line(1)];
    const body = {
      user_id: user.id,
      address_id: address.id,
      payment_method: 1,
      status: 'pending',
      total: 0,
      items,
    };
    const { products } = expectRefusal(await admin.post('/api/admin/orders', body), 'out_of_stock');
    expect(products).toEqual([{ product_id: product.id, requested: 2, available: 1 }]);
    expect(await stockOf(product)).toEqual({ stock: 1, held: 4 });
    expect(await stockOf(plenty)).toEqual({ stock: 5, held: 0 });
  });

  test('takes what is not counted without end', async () => {
    const product = await newProduct();
    await orderOf(product, 100_000);
    expect(await stockOf(product)).toEqual({ stock: null, held: 0 });
  });
});

describe('an order gives its stock back', () => {
  test.each([
    ['pending', ['cancelled']],
    ['pending', ['rejected']],
    ['pending', ['confirmed', 'rejected']],
    ['pending', ['confirmed', 'cancelled']],
    ['pending', ['confirmed', 'preparing', 'cancelled']],
    ['pending', ['confirmed', 'preparing', 'shipped', 'returned']],
    ['shipped', ['delivered', 'returned']],
  ])('from %s by %j, once', async (status, path) => {
    const product = await newProduct({ stock: 10 });
    const order = await orderOf(product, 4, { status });
    await moveAlong(order, path);
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
    await move(order, path.at(-1) ?? '');
    await admin.delete(`/api/admin/orders/${order.id}`);
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  });

  test('when it is deleted before delivery', async () => {
    const product = await newProduct({ stock: 10 });
    const order = await orderOf(product, 4);
    await admin.delete(`/api/admin/orders/${order.id}`);
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  });

  test('when its owner cancels it', async () => {
    const product = await newProduct({ stock: 10 });
    const shopper = await newShopper();
    await fillCart(shopper.client, product, 4);
    const { data: order } = await checkOut(shopper);
    expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
    await shopper.client.post(`/api/client/orders/${order.id}/cancel`);
    await shopper.client.post(`/api/client/orders/${order.id}/cancel`);
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  });

  test('just what it took, whatever was counted meanwhile', async () => {
    const product = await newProduct({ stock: 10 });
    const order = await orderOf(product, 4);
    await admin.put(`/api/admin/inventory/${product.id}`, { stock: 100 });
    expect(await stockOf(product)).toEqual({ stock: 100, held: 4 });
    await move(order, 'cancelled');
    expect(await stockOf(product)).toEqual({ stock: 104, held: 0 });
  });

  test('not when it took none, for it was not counted then', async () => {
    const product = await newProduct();
    const order = await orderOf(product, 4);
    await admin.put(`/api/admin/inventory/${product.id}`, { stock: 10 });
    await move(order, 'cancelled');
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  });
});

describe('an order that is delivered', () => {
  test('keeps its units out of stock, also when it is deleted', async () => {
    const product = await newProduct({ stock: 10 });
    const order = await orderOf(product, 4, { status: 'shipped' });
    await move(order, 'delivered');
    expect(await stockOf(product)).toEqual({ stock: 6, held: 0 });
    await admin.delete(`/api/admin/orders/${order.id}`);
    expect(await stockOf(product)).toEqual({ stock: 6, held: 0 });
  });

  test('from the start gives nothing back when it is returned', async () => {
    const product = await newProduct({ stock: 10 });
    const order = await orderOf(product, 4, { status: 'delivered' });
    await move(order, 'returned');
    expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  });
});
