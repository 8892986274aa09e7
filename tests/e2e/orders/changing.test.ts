import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newAddress, newOrder, newProduct, newShopper, newUser, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order, OrderItem, Product } from '../../support/resources.ts';

/**
 * Changes orders through the whole store. tests/unit/contracts/order-states tests every pair of states, and tests/unit/orders
 * tests the rules about money figures, references and items.
 */

const update = (order: Order, fields: Record<string, unknown>) =>
  admin.put<Order>(`/api/admin/orders/${order.id}`, fields);

test('an order update accepts every field that the OpenAPI document lists for order updates', async () => {
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
    total: '999999999999.99',
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
    discount_amount: 1,
    tax_amount: 2,
    main_price: 3,
    manufacturing_price: 4,
  });
  const read = await admin.get<Order>(`/api/admin/orders/${order.id}`);
  expect(read.text).toContain('"total":999999999999.99,');
  const listed = await admin.get<Order[]>(`/api/admin/orders?filters[user_id]=${other.user.id}`);
  expect(listed.data).toEqual([read.data]);
});

test('an order update leaves fields that it does not contain unchanged, and null clears the notes and the arrival time', async () => {
  const order = await newOrder({ notes: 'Ring twice', estimated_arrive_time: '2030-05-01T10:30:00+02:00' });
  expect(order.estimated_arrive_time).toBe('2030-05-01T08:30:00.000Z');
  expect((await update(order, { payment_method: 2 })).data).toMatchObject({ notes: 'Ring twice' });
  const { data } = await update(order, { notes: '', estimated_arrive_time: null });
  expect(data).toMatchObject({ notes: null, estimated_arrive_time: null, payment_method: 2 });
});

test('updating an order to a taken order number is rejected with 422', async () => {
  const [one, other] = await Promise.all([newOrder(), newOrder()]);
  expect(one.order_number).not.toBe(other.order_number);
  const taken = { order_number: ['The order number has already been taken.'] };
  expectRefusal(await update(other, { order_number: one.order_number }), 'validation_failed', taken);
  expect((await update(one, { order_number: one.order_number })).data).toEqual(one);
});

test('an update of an order may keep the order’s deleted user and address, but an update of another order to this user and address is rejected', async () => {
  const user = await newUser();
  const address = await newAddress(user.id);
  const order = await newOrder({ status: 'delivered' }, { user, address });
  await admin.delete(`/api/admin/addresses/${address.id}`);
  expect((await admin.delete(`/api/admin/users/${user.id}`)).status).toBe(204);
  const { data } = await update(order, { user_id: user.id, address_id: address.id, total: 7 });
  expect(data).toMatchObject({ total: 7, user_id: user.id, address_id: address.id });
  const gone = await update(await newOrder(), { user_id: user.id, address_id: address.id, total: -1 });
  expectRefusal(gone, 'validation_failed', ['user_id', 'address_id', 'total']);
});

test('changing an order to an allowed status adds a history entry, and a forbidden change of status changes nothing', async () => {
  const order = await newOrder({ status: 'confirmed' });
  expect(order.next_statuses).toEqual(['preparing', 'rejected', 'cancelled']);
  const { data } = await update(order, { status: 'preparing' });
  expect(data).toMatchObject({ status: 'preparing', next_statuses: ['shipped', 'cancelled'] });
  const moved = { from: 'confirmed', to: 'preparing', reason: null };
  expect(data.history).toEqual([order.history[0], { at: data.updated_at, by: expect.any(String), ...moved }]);
  const refused = await update(order, { status: 'delivered', notes: 'not kept' });
  const { allowed } = expectRefusal(refused, 'illegal_transition', ['status']);
  expect(allowed).toEqual(['shipped', 'cancelled']);
  const again = await update(order, { status: 'preparing' });
  expect([again.data, again.header('etag')]).toEqual([data, '"2-en"']);
});

test('updating an order to an empty status rejects the order, and requires a reason', async () => {
  const order = await newOrder();
  expectRefusal(await update(order, { status: '' }), 'validation_failed', {
    reject_reason: ['The reject reason field is required when status is empty.'],
  });
  const { data } = await update(order, { status: '', reject_reason: 'Out of season' });
  expect(data).toMatchObject({ status: 'rejected', reject_reason: 'Out of season' });
});

test('a shopper can cancel a pending order, but not a confirmed one', async () => {
  const shopper = await newShopper();
  const [pending, confirmed] = [
    await newOrder({}, shopper),
    await newOrder({ status: 'confirmed' }, shopper),
  ];
  const cancel = ({ id }: Order) => shopper.client.post<Order>(`/api/client/orders/${id}/cancel`);
  expect((await cancel(pending)).data).toMatchObject({ status: 'cancelled', next_statuses: [] });
  expectRefusal(await cancel(confirmed), 'illegal_transition', ['status']);
});

test('changing an order item keeps the totals that an admin entered for the order, and the item’s original product name and price', async () => {
  const product = await newProduct({ price: 9.99, manufacturing_price: 4.5 });
  const sent = { total: 1.01, main_price: 2.02, manufacturing_price: 3.03, discount_amount: 4.04 };
  const order = await newOrder({ ...sent, items: [{ product_id: product.id, amount: 2 }] });
  expect(order).toMatchObject({ ...sent, tax_amount: 0, items_total: 19.98 });
  const item = order.items[0]?.id ?? 0;
  await admin.put(`/api/admin/profile/order-items/${item}`, { amount: 4 });
  await admin.put<Product>(`/api/admin/products/${product.id}`, { en: { name: 'Another' }, price: 99 });
  const read = (await admin.get<Order>(`/api/admin/orders/${order.id}`)).data;
  expect(read).toMatchObject({ ...sent, items_total: 39.96 });
  expect(read.items).toMatchObject([{ product: { name: product.name }, main_price: 9.99 }]);
});

test('the totals of orders with `figures: "lines"` are computed from the items: changing an item updates its order, moving an item updates both orders', async () => {
  const product = await newProduct({ price: 12.5 });
  const lines = { figures: 'lines', total: undefined, items: [{ product_id: product.id, amount: 2 }] };
  const [from, to] = [await newOrder(lines), await newOrder(lines)];
  expect(from).toMatchObject({ figures: 'lines', main_price: 25, total: 25 });
  const item = `/api/admin/profile/order-items/${from.items[0]?.id ?? 0}`;
  const path = ({ id }: Order) => `/api/admin/orders/${id}`;
  await admin.put(item, { amount: 4, discount_amount: 0.5 });
  expect((await admin.get(path(from))).data).toMatchObject({ discount_amount: 0.5, total: 49.5 });
  const known = { 'if-none-match': (await admin.get(item)).header('etag') ?? '' };
  expect((await admin.get(item, known)).status).toBe(304);
  const moved = await admin.put<OrderItem>(item, { order_id: to.id });
  // Both orders now have the same version, but the item has changed.
  expect((await admin.get(item, known)).status).toBe(200);
  expect(moved.data).toMatchObject({ order_id: to.id, amount: 4 });
  expect((await admin.get(path(from))).data).toMatchObject({ main_price: 0, total: 0, items: [] });
  expect((await admin.get(path(to))).data).toMatchObject({ main_price: 75, total: 74.5 });
  expectRefusal(await update(to, { figures: 'lines', total: 1 }), 'validation_failed', {
    total: ['The total field is prohibited when figures is lines.'],
  });
});
