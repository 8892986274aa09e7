import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import {
  checkOut,
  fillCart,
  newOrder,
  newProduct,
  newShopper,
  newSubscription,
  newUser,
  uniqueWord,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Address, Order } from '../../support/resources.ts';

const times = (count: number, work: () => Promise<void>) => Promise.all(Array.from({ length: count }, work));

describe('a product that was just created', () => {
  test('a new product can be added to a cart and ordered immediately', async () => {
    const shopper = await newShopper();
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newProduct({ price: 3 });
      await fillCart(shopper.client, { id }, 2);
      expect((await checkOut(shopper)).data).toMatchObject({ total: 6, items: [{ product_id: id }] });
    }
  });

  test('an admin can set a new product’s stock and order the product immediately', async () => {
    await times(10, async () => {
      const { id } = await newProduct({ stock: 2 });
      expect((await newOrder({ items: [{ product_id: id, amount: 2 }] })).items).toMatchObject([
        { product_id: id },
      ]);
    });
  });

  test('a new product is visible to shoppers immediately', async () => {
    const { client } = await newShopper();
    await times(10, async () => {
      const { id } = await newProduct();
      expect((await client.get(`/api/client/products/${id}`)).status).toBe(200);
    });
  });
});

test('after a product is deleted, it takes at most two seconds until carts and orders reject it with 422', async () => {
  const shopper = await newShopper();
  const product = await newProduct();
  await fillCart(shopper.client, product);
  await admin.delete(`/api/admin/products/${product.id}`);
  expectRefusal(await shopper.client.get(`/api/client/products/${product.id}`), 'not_found');
  await eventually(
    'the deleted product to be refused',
    async () => {
      const body = { product_id: product.id, amount: 1 };
      const added = await shopper.client.post('/api/client/cart/items', body);
      return expectRefusal(added, 'validation_failed', ['product_id']);
    },
    2000,
  );
  expectRefusal(await checkOut(shopper), 'validation_failed', ['items.0.product_id']);
  const order = await newOrder();
  const line = { order_id: order.id, product_id: product.id, amount: 1 };
  expectRefusal(await admin.post('/api/admin/profile/order-items', line), 'validation_failed', [
    'product_id',
  ]);
});

describe('a record that was just written', () => {
  test('a new subscription is found immediately by filter and by search', async () => {
    await times(10, async () => {
      const word = uniqueWord('Fresh');
      const { id } = await newSubscription({ en: { name: word, description: 'none' } });
      for (const query of [`filters[name]=${word}`, `search=${word}`, `search=${word}&paginate=true`]) {
        const { data } = await admin.get<{ id: number }[]>(`/api/admin/subscriptions?${query}`);
        expect(data.map((one) => one.id)).toEqual([id]);
      }
    });
  });

  test('a new order, its changes and its deletion are visible in the order list immediately', async () => {
    await times(10, async () => {
      const { id, user_id, order_number } = await newOrder();
      const found = async (query: string) =>
        (await admin.get<Order[]>(`/api/admin/orders?${query}`)).data.map((order) => order.id);
      const own = `filters[user_id]=${user_id}`;
      expect(await found(own)).toEqual([id]);
      expect(await found(`${own}&search=${order_number}`)).toEqual([id]);
      await admin.put(`/api/admin/orders/${id}`, { status: 'confirmed' });
      expect(await found(`${own}&filters[status]=confirmed`)).toEqual([id]);
      expect(await found(`${own}&filters[status]=pending`)).toEqual([]);
      await admin.delete(`/api/admin/orders/${id}`);
      expect(await found(own)).toEqual([]);
      expectRefusal(await admin.get(`/api/admin/orders/${id}`), 'not_found');
    });
  });

  test('a new user and a new address can be used in an order immediately', async () => {
    await times(10, async () => {
      const user = await newUser();
      const body = { user_id: user.id, line1: '1 Road', city: 'Amman', country: 'JO' };
      const address = (await admin.post<Address>('/api/admin/addresses', body)).data;
      expect((await newOrder({}, { user, address })).user_id).toBe(user.id);
    });
  });

  test('a new subscription has a higher id than all earlier subscriptions, even deleted ones', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 5; made += 1) ids.push((await newSubscription()).id);
    const [last = 0] = ids.slice(-1);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    await admin.delete(`/api/admin/subscriptions/${last}`);
    expect((await newSubscription()).id).toBeGreaterThan(last);
  });
});
