import { beforeEach, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import type { Reply } from '../support/callers.ts';
import { newOrder, newProduct, orderOf, stockOf } from '../support/records.ts';
import { expectRefusal } from '../support/refusals.ts';
import type { Order, OrderItem, Product } from '../support/resources.ts';

let product: Product;
let order: Order;
const path = () => `/api/admin/profile/order-items/${order.items[0]?.id ?? 0}`;
const change = (fields: Record<string, unknown>) => admin.put<OrderItem>(path(), fields);

beforeEach(async () => {
  product = await newProduct({ stock: 10 });
  order = await orderOf(product, 4);
});

function expectShortage(reply: Reply, requested: number, available: number): void {
  const { products } = expectRefusal(reply, 'out_of_stock');
  expect(products).toEqual([{ product_id: product.id, requested, available }]);
}

test('a line that grows takes more', async () => {
  await change({ amount: 7 });
  expect(await stockOf(product)).toEqual({ stock: 3, held: 7 });
});

test('a line cannot grow beyond what is there', async () => {
  expectShortage(await change({ amount: 11 }), 7, 6);
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
  expect((await admin.get<OrderItem>(path())).data.amount).toBe(4);
});

test('a line that shrinks gives back', async () => {
  await change({ amount: 1 });
  expect(await stockOf(product)).toEqual({ stock: 9, held: 1 });
});

test('a line of another product gives all back and takes anew', async () => {
  const other = await newProduct({ stock: 5 });
  const changed = await change({ product_id: other.id });
  expect(changed.data.product).toMatchObject({ id: other.id, name: other.name });
  expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  expect(await stockOf(other)).toEqual({ stock: 1, held: 4 });
});

test('a line of another product that falls short stays as it was', async () => {
  const other = await newProduct({ stock: 3 });
  expectRefusal(await change({ product_id: other.id }), 'out_of_stock');
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
  expect(await stockOf(other)).toEqual({ stock: 3, held: 0 });
});

test('a line that is added takes, one that is removed gives back', async () => {
  const line = { order_id: order.id, product_id: product.id, amount: 6 };
  const added = await admin.post<OrderItem>('/api/admin/profile/order-items', line);
  expect(await stockOf(product)).toEqual({ stock: 0, held: 10 });
  expectShortage(await admin.post('/api/admin/profile/order-items', { ...line, amount: 1 }), 1, 0);
  await admin.delete(`/api/admin/profile/order-items/${added.data.id}`);
  await admin.delete(`/api/admin/profile/order-items/${added.data.id}`);
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
});

test('a line that moves to another open order keeps what it holds', async () => {
  const other = await newOrder();
  await change({ order_id: other.id });
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
  await admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
  await admin.put(`/api/admin/orders/${other.id}`, { status: 'cancelled' });
  expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
});

test('a line that moves to a fallen order gives back, and takes again when it leaves', async () => {
  const fallen = await newOrder({ status: 'cancelled' });
  await change({ order_id: fallen.id });
  expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  await change({ order_id: order.id, amount: 5 });
  expect(await stockOf(product)).toEqual({ stock: 5, held: 5 });
});

test('a line of a fallen order takes nothing, however it changes', async () => {
  await admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
  await change({ amount: 9 });
  await change({ amount: 2 });
  expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
  await admin.delete(path());
  expect(await stockOf(product)).toEqual({ stock: 10, held: 0 });
});
