import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import {
  checkOut,
  fillCart,
  newProduct,
  newShopper,
  orderOf,
  stockOf,
  type Shopper,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Inventory, Product } from '../../support/resources.ts';

const path = (product: Product) => `/api/admin/inventory/${product.id}`;

test('the stock of a product is null until an admin sets it, and null again after an admin clears it', async () => {
  const product = await newProduct();
  const { data } = await admin.get<Inventory>(path(product));
  expect(data).toEqual({
    product_id: product.id,
    stock: null,
    held: 0,
    low: false,
    low_stock_at: null,
    updated_at: null,
  });

  const set = await admin.put<Inventory>(path(product), { stock: '25' });
  expect(set.data).toMatchObject({ stock: 25, held: 0 });
  expect(set.data.updated_at).toMatch(/Z$/);
  await admin.put(path(product), { stock: null });
  expect(await stockOf(product)).toEqual({ stock: null, held: 0 });
});

test('an order reserves stock, and cancelling it twice and deleting it returns the reserved units only once', async () => {
  const product = await newProduct({ stock: 10 });
  const order = await orderOf(product, 4);
  expect(await stockOf(product)).toEqual({ stock: 6, held: 4 });
  await admin.put(path(product), { stock: 100 });
  const move = () => admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
  expect([(await move()).status, (await move()).status]).toEqual([200, 200]);
  await admin.delete(`/api/admin/orders/${order.id}`);
  expect(await stockOf(product)).toEqual({ stock: 104, held: 0 });
});

test('a checkout that lacks stock for one product places no order and reserves no stock', async () => {
  const shopper = await newShopper();
  const [plenty, scarce] = await Promise.all([newProduct({ stock: 9 }), newProduct({ stock: 1 })]);
  await fillCart(shopper.client, plenty, 2);
  await fillCart(shopper.client, scarce, 2);
  const { products } = expectRefusal(await checkOut(shopper), 'out_of_stock');
  expect(products).toEqual([{ product_id: scarce.id, name: scarce.name, requested: 2, available: 1 }]);
  expect(await stockOf(plenty)).toEqual({ stock: 9, held: 0 });
  expect((await shopper.client.get<{ items: unknown[] }>('/api/client/cart')).data.items).toHaveLength(2);
  expect((await shopper.client.get('/api/client/orders')).data).toEqual([]);
});

/** Retries with the same idempotency key, as a client does if its request might have been accepted. */
async function checkOutSurely(shopper: Shopper) {
  const headers = { prefer: 'wait=30', 'idempotency-key': 'the-last-units' };
  let reply = await checkOut(shopper, headers);
  for (let tries = 1; reply.status === 503 && tries < 10; tries += 1)
    reply = await checkOut(shopper, headers);
  return reply;
}

test('exactly 10 of 200 concurrent checkouts get the last 10 units', async () => {
  const product = await newProduct({ stock: 10, price: 1 });
  const shoppers = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const shopper = await newShopper();
      await fillCart(shopper.client, product);
      return shopper;
    }),
  );

  const replies = await Promise.all(shoppers.map(checkOutSurely));
  const placed = replies.filter(({ status }) => status === 201);
  const refused = replies.filter(({ status }) => status === 422);
  expect([placed.length, refused.length]).toEqual([10, 190]);
  for (const reply of refused) {
    const { products } = expectRefusal(reply, 'out_of_stock');
    expect(products).toEqual([{ product_id: product.id, name: product.name, requested: 1, available: 0 }]);
  }
  expect(await stockOf(product)).toEqual({ stock: 0, held: 10 });
  const items = await admin.get<unknown[]>(
    `/api/admin/profile/order-items?filters[product_id]=${product.id}`,
  );
  expect(items.data.length).toBe(10);
  const carts = await Promise.all(
    shoppers.map(({ client }) => client.get<{ items: unknown[] }>('/api/client/cart')),
  );
  expect(carts.filter(({ data }) => data.items.length === 0).length).toBe(10);
});
