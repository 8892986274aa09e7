import { beforeAll, describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import {
  newOrder,
  newProduct,
  newShopper,
  newSubscription,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import type {
  Operation,
  Order,
  OrderItem,
  Product,
  Subscription,
  BulkCounts,
} from '../../support/resources.ts';

const formUnderJson = { 'content-type': 'application/json' };

describe('an admin with orders', () => {
  let shopper: Shopper;
  let product: Product;

  beforeAll(async () => {
    shopper = await newShopper();
    product = await newProduct({ price: 10, stock: 50 });
  });

  test('an admin changes an order’s status from pending to delivered', async () => {
    const order = await newOrder({ items: [{ product_id: product.id, amount: 2 }], total: 20 }, shopper);
    for (const status of ['confirmed', 'preparing', 'shipped', 'delivered']) {
      const moved = await admin.put<Order>(`/api/admin/orders/${order.id}`, { status });
      expect(moved.data.status).toBe(status);
    }
    const { history, next_statuses } = (await admin.get<Order>(`/api/admin/orders/${order.id}`)).data;
    expect(history.map(({ from, to }) => [from, to])).toEqual([
      [null, 'pending'],
      ['pending', 'confirmed'],
      ['confirmed', 'preparing'],
      ['preparing', 'shipped'],
      ['shipped', 'delivered'],
    ]);
    expect(next_statuses).toEqual(['returned']);
  });

  test('an admin creates an order from a form body with a JSON content type', async () => {
    const form =
      `user_id=${shopper.user.id}&address_id=${shopper.address.id}&payment_method=2&status=pending&total=36.5` +
      `&items[0][product_id]=${product.id}&items[0][amount]=3&items[0][discount_amount]=1.5` +
      `&items[1][product_id]=${product.id}&items[1][amount]=1&items[1][main_price]=8`;
    const created = await admin.send<Order>('POST', '/api/admin/orders', {
      body: form,
      headers: formUnderJson,
    });
    expect(created.status).toBe(201);
    expect(created.data).toMatchObject({
      total: 36.5,
      main_price: 38,
      discount_amount: 1.5,
      items_total: 36.5,
    });

    const [item] = created.data.items;
    const path = `/api/admin/profile/order-items/${item?.id ?? 0}`;
    const edited = await admin.send<OrderItem>('PUT', path, { body: 'amount=5', headers: formUnderJson });
    expect(edited.data).toMatchObject({ amount: 5, order_id: created.data.id, main_price: 10 });
    const read = (await admin.get<Order>(`/api/admin/orders/${created.data.id}`)).data;
    expect(read.items.map(({ amount }) => amount)).toEqual([5, 1]);
    expect(read).toMatchObject({ items_total: 56.5, main_price: 38 });
  });
});

describe('an admin with subscriptions', () => {
  test('an admin creates a subscription in two languages and updates one field in one language', async () => {
    const name = uniqueWord('Box ');
    const form = new URLSearchParams({
      price: '49.90',
      'en[name]': name,
      'en[description]': 'Coffee every month',
      'ar[name]': 'صندوق شهري',
      'ar[description]': 'قهوة كل شهر',
    });
    const options = { body: form.toString(), headers: formUnderJson };
    const { data } = await admin.send<Subscription>('POST', '/api/admin/subscriptions', options);
    expect(data).toMatchObject({ price: 49.9, is_active: true, name, description: 'Coffee every month' });

    const path = `/api/admin/subscriptions/${data.id}`;
    const arabic = await admin.get<Subscription>(path, { 'accept-language': 'ar' });
    expect(arabic.data).toMatchObject({ name: 'صندوق شهري', description: 'قهوة كل شهر', en: data.en });

    const change = {
      body: new URLSearchParams({ 'ar[name]': 'الصندوق' }).toString(),
      headers: formUnderJson,
    };
    const changed = (await admin.send<Subscription>('PUT', path, change)).data;
    expect(changed).toEqual({
      ...data,
      ar: { name: 'الصندوق', description: 'قهوة كل شهر' },
      updated_at: changed.updated_at,
    });
  });

  test('an admin deactivates three subscriptions in one request and deletes them in another', async () => {
    const made = await Promise.all([newSubscription(), newSubscription(), newSubscription()]);
    const ids = made.map(({ id }) => id);
    const status = async () =>
      Promise.all(
        ids.map(async (id) => (await admin.get<Subscription>(`/api/admin/subscriptions/${id}`)).status),
      );

    const update = { body: `ids=${ids.join(',')}&status=inactive`, headers: formUnderJson };
    const updated = await admin.send<Operation<BulkCounts>>(
      'PUT',
      '/api/admin/subscriptions/bulk-update',
      update,
    );
    expect(updated.data).toMatchObject({ status: 'succeeded', progress: { total: 3, done: 3, failed: 0 } });
    const [first] = ids;
    expect((await admin.get<Subscription>(`/api/admin/subscriptions/${first ?? 0}`)).data.is_active).toBe(
      false,
    );

    const remove = { body: ids.map((id) => `ids[]=${id}`).join('&'), headers: formUnderJson };
    const removed = await admin.send<Operation<BulkCounts>>(
      'POST',
      '/api/admin/subscriptions/bulk-delete',
      remove,
    );
    expect(removed.data).toMatchObject({ status: 'succeeded', progress: { total: 3, done: 3, failed: 0 } });
    expect(await status()).toEqual([404, 404, 404]);
  });
});
