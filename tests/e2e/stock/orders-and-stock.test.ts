import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newProduct, newShopper, orderOf, stockOf } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order, OrderItem } from '../../support/resources.ts';

/**
 * These tests cover only that the parts work together. tests/unit/orders/{stock-moves,order,order-item} test when
 * stock is reserved and returned.
 */
const move = (order: Order, status: string) =>
  admin.put<Order>(`/api/admin/orders/${order.id}`, { status, reject_reason: 'Reason' });
const items = '/api/admin/profile/order-items';

test('an order reserves stock, and its cancellation returns the same amount once', async () => {
  const product = await newProduct({ stock: 10 });
  const order = await orderOf(product, 4);
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
  await admin.put(`/api/admin/inventory/${product.id}`, { stock: 100 });
  await move(order, 'cancelled');
  await move(order, 'cancelled');
  await admin.delete(`/api/admin/orders/${order.id}`);
  expect(await stockOf(product)).toEqual({ stock: 104, held: 0 });
});

test('deleting a delivered order returns no units to the stock', async () => {
  const product = await newProduct({ stock: 10 });
  const order = await orderOf(product, 4, { status: 'shipped' });
  await move(order, 'delivered');
  expect(await stockOf(product)).toEqual({ stock: 6, held: 0 });
  await admin.delete(`/api/admin/orders/${order.id}`);
  expect(await stockOf(product)).toEqual({ stock: 6, held: 0 });
});

test('an order that lacks stock for one product reserves no stock for any line', async () => {
  const [product, plenty] = await Promise.all([newProduct({ stock: 1 }), newProduct({ stock: 5 })]);
  const { user, address } = await newShopper();
  const lines = [plenty, product, product].map(({ id }) => ({ product_id: id, amount: 1 }));
  const order = { user_id: user.id, address_id: address.id, payment_method: 1, status: 'pending', total: 0 };
  const reply = await admin.post('/api/admin/orders', { ...order, items: lines });
  const { products } = expectRefusal(reply, 'out_of_stock');
  expect(products).toEqual([{ product_id: product.id, name: product.name, requested: 2, available: 1 }]);
  expect(await stockOf(product)).toEqual({ stock: 1, held: 0 });
  expect(await stockOf(plenty)).toEqual({ stock: 5, held: 0 });
});

test('adding, changing, moving and deleting an order item reserves and returns stock', async () => {
  const product = await newProduct({ stock: 10 });
  const order = await newOrder();
  const line = { order_id: order.id, product_id: product.id, amount: 4 };
  const { data: added } = await admin.post<OrderItem>(items, line);
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });

  const { products } = expectRefusal(await admin.put(`${items}/${added.id}`, { amount: 11 }), 'out_of_stock');
  expect(products).toEqual([{ product_id: product.id, name: product.name, requested: 7, available: 6 }]);
  expect((await admin.get<OrderItem>(`${items}/${added.id}`)).data.amount).toBe(4);
  await admin.put(`${items}/${added.id}`, { amount: 7 });
  expect(await stockOf(product)).toEqual({ stock: 3, held: 7 });

  const other = await newOrder();
  await admin.put(`${items}/${added.id}`, { order_id: other.id });
  await move(order, 'cancelled');
  expect(await stockOf(product)).toEqual({ stock: 3, held: 7 });
  await admin.delete(`${items}/${added.id}`);
  await admin.delete(`${items}/${added.id}`);
  expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
});
