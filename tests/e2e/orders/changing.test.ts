import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newAddress, newOrder, newProduct, newShopper, newUser, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order, OrderItem } from '../../support/resources.ts';

const update = (order: Order, fields: Record<string, unknown>) =>
  admin.put<Order>(`/api/admin/orders/${order.id}`, fields);

describe('an order', () => {
  test('an order update accepts every field in the OpenAPI document', async () => {
    const order = await newOrder();
    const other = await newShopper();
    const number = uniqueWord('Q-');
    const { data } = await update(order, {
      order_number: number,
      notes: 'Ring twice',
      user_id: other.user.id,
      address_id: other.address.id,
      status: 'confirmed',
      payment_method: '4',
      total: 9,
      estimated_arrive_time: '2030-05-01 10:30',
      discount_amount: 1,
      tax_amount: 2,
      main_price: 3,
      manufacturing_price: 4,
    });
    expect(data).toMatchObject({
      order_number: number,
      notes: 'Ring twice',
      user: { id: other.user.id, name: other.user.name },
      address: { id: other.address.id, line1: other.address.line1 },
      status: 'confirmed',
      payment_method: 4,
      estimated_arrive_time: '2030-05-01T10:30:00.000Z',
      total: 9,
      discount_amount: 1,
      tax_amount: 2,
      main_price: 3,
      manufacturing_price: 4,
    });
  });

  test('sending empty notes and an empty arrival time clears these fields and keeps all fields that were not sent', async () => {
    const order = await newOrder({ notes: 'Ring twice', estimated_arrive_time: '2030-05-01T10:30:00+02:00' });
    expect(order.estimated_arrive_time).toBe('2030-05-01T08:30:00.000Z');
    expect((await update(order, { payment_method: 2 })).data).toMatchObject({ notes: 'Ring twice' });
    const { data } = await update(order, { notes: '', estimated_arrive_time: null });
    expect(data).toMatchObject({ notes: null, estimated_arrive_time: null, payment_method: 2 });
  });

  test('an order update ignores the field items', async () => {
    const product = await newProduct();
    const order = await newOrder({ items: [{ product_id: product.id, amount: 1 }] });
    const { data } = await update(order, { items: [{ product_id: product.id, amount: 9 }], notes: 'x' });
    expect(data.items).toEqual(order.items);
  });

  test('updating an order to a taken order number is rejected with 422', async () => {
    const [one, other] = await Promise.all([newOrder(), newOrder()]);
    expect(one.order_number).not.toBe(other.order_number);
    expect(one.order_number.length).toBeLessThanOrEqual(16);
    const taken = { order_number: ['The order number has already been taken.'] };
    expectRefusal(await update(other, { order_number: one.order_number }), 'validation_failed', taken);
    expect((await update(one, { order_number: one.order_number })).data).toEqual(one);
  });

  test('an order update reports all unknown ids and invalid fields in one response', async () => {
    const reply = await update(await newOrder(), {
      user_id: 999_999_999,
      address_id: 999_999_999,
      total: -1,
    });
    expectRefusal(reply, 'validation_failed', ['user_id', 'address_id', 'total']);
  });

  test('an order can keep its deleted user and address, but no other order can use them', async () => {
    const user = await newUser();
    const address = await newAddress(user.id);
    const order = await newOrder({ status: 'delivered' }, { user, address });
    await admin.delete(`/api/admin/addresses/${address.id}`);
    expect((await admin.delete(`/api/admin/users/${user.id}`)).status).toBe(204);
    const { data } = await update(order, { user_id: user.id, address_id: address.id, total: 7 });
    expect(data).toMatchObject({ total: 7, user_id: user.id, address_id: address.id });
    const another = await newOrder();
    const gone = await update(another, { user_id: user.id, address_id: address.id });
    expectRefusal(gone, 'validation_failed', ['user_id', 'address_id']);
  });

  test('an order has the same fields when read alone and in a list', async () => {
    const order = await newOrder({ notes: 'The same' });
    const listed = await admin.get<Order[]>(`/api/admin/orders?filters[user_id]=${order.user_id}`);
    expect(listed.data).toEqual([order]);
  });
});

describe('an order item', () => {
  test('an order item can move to another order', async () => {
    const product = await newProduct();
    const [from, to] = await Promise.all([
      newOrder({ items: [{ product_id: product.id, amount: 2 }] }),
      newOrder(),
    ]);
    const [item] = from.items;
    const path = `/api/admin/profile/order-items/${item?.id ?? 0}`;
    const moved = await admin.put<OrderItem>(path, { order_id: to.id, amount: 3 });
    expect(moved.data).toMatchObject({ id: item?.id, order_id: to.id, amount: 3 });
    const items = async (order: Order) =>
      (await admin.get<Order>(`/api/admin/orders/${order.id}`)).data.items;
    expect(await items(from)).toEqual([]);
    expect(await items(to)).toEqual([moved.data]);
  });

  test('creating an order item with an unknown order and an unknown product reports both errors', async () => {
    const body = { order_id: 999_999_999, product_id: 999_999_999, amount: 0 };
    const reply = await admin.post('/api/admin/profile/order-items', body);
    expectRefusal(reply, 'validation_failed', ['order_id', 'product_id', 'amount']);
  });

  test('an order item keeps its product’s name and price when the product changes', async () => {
    const product = await newProduct();
    const order = await newOrder({ items: [{ product_id: product.id, amount: 1 }] });
    await admin.put(`/api/admin/products/${product.id}`, { en: { name: 'Another name' }, price: 99 });
    expect((await admin.get(`/api/admin/orders/${order.id}`)).data).toEqual(order);
  });
});
