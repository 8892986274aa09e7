import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { checkOut, fillCart, newProduct, newShopper, stockOf } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Cart, Order } from '../../support/resources.ts';

const cartOf = async ({ client }: Awaited<ReturnType<typeof newShopper>>) =>
  (await client.get<Cart>('/api/client/cart')).data.items.length;

test('a checkout with an empty cart is rejected with 422', async () => {
  const shopper = await newShopper();
  expectRefusal(await checkOut(shopper), 'empty_cart');
  await fillCart(shopper.client, await newProduct());
  expect((await checkOut(shopper)).status).toBe(201);
  expectRefusal(await checkOut(shopper), 'empty_cart');
});

test('a checkout ignores money fields, items and other fields that only the server sets', async () => {
  const shopper = await newShopper();
  const product = await newProduct({ price: 20, manufacturing_price: 3 });
  await fillCart(shopper.client, product, 2);
  const { data } = await checkOut(
    shopper,
    {},
    {
      total: 0.01,
      main_price: 0.01,
      tax_amount: 9,
      discount_amount: 39,
      status: 'delivered',
      user_id: 1,
      items: [{ product_id: product.id, amount: 1, main_price: 0 }],
      order_number: 'MINE',
      id: 1,
    },
  );
  expect(data).toMatchObject({
    status: 'pending',
    user_id: shopper.user.id,
    total: 40,
    main_price: 40,
    tax_amount: 0,
    discount_amount: 0,
    items: [{ amount: 2, main_price: 20 }],
  });
  expect(data.order_number).not.toBe('MINE');
  const stored = (await admin.get<Order>(`/api/admin/orders/${data.id}`)).data;
  expect(stored).toMatchObject({ manufacturing_price: 6, items: [{ manufacturing_price: 3 }] });
});

test('a checkout with another shopper’s address is rejected with 422', async () => {
  const [shopper, other] = await Promise.all([newShopper(), newShopper()]);
  await fillCart(shopper.client, await newProduct());
  const reply = await checkOut(shopper, {}, { address_id: other.address.id });
  expectRefusal(reply, 'validation_failed', { address_id: ['The selected address id is invalid.'] });
  expect(await cartOf(shopper)).toBe(1);
});

test('a checkout with deleted or hidden products is rejected, and the error reports each line', async () => {
  const shopper = await newShopper();
  const [gone, fine, hidden] = await Promise.all([newProduct(), newProduct({ stock: 5 }), newProduct()]);
  for (const product of [gone, fine, hidden]) await fillCart(shopper.client, product);
  await admin.delete(`/api/admin/products/${gone.id}`);
  await admin.put(`/api/admin/products/${hidden.id}`, { is_active: 'off' });
  await eventually(
    'what is available',
    async () => {
      const { data } = await shopper.client.get<Cart>('/api/client/cart');
      expect(data.items.map(({ available }) => available)).toEqual([false, true, false]);
      return data;
    },
    2000,
  );
  expectRefusal(await checkOut(shopper), 'validation_failed', ['items.0.product_id', 'items.2.product_id']);
  expect(await cartOf(shopper)).toBe(3);
  expect(await stockOf(fine)).toEqual({ stock: 5, held: 0 });
});

test('a checkout that lacks stock for one product places no order and reserves no stock', async () => {
  const shopper = await newShopper();
  const [plenty, scarce] = await Promise.all([newProduct({ stock: 9 }), newProduct({ stock: 1 })]);
  await fillCart(shopper.client, plenty, 2);
  await fillCart(shopper.client, scarce, 2);
  const { products } = expectRefusal(await checkOut(shopper), 'out_of_stock');
  expect(products).toEqual([{ product_id: scarce.id, name: scarce.name, requested: 2, available: 1 }]);
  expect(await stockOf(plenty)).toEqual({ stock: 9, held: 0 });
  expect(await cartOf(shopper)).toBe(2);
  expect((await shopper.client.get('/api/client/orders')).data).toEqual([]);
});

test('concurrent checkouts of one cart place one order', async () => {
  const shopper = await newShopper();
  await fillCart(shopper.client, await newProduct({ stock: 9 }));
  const replies = await Promise.all([checkOut(shopper), checkOut(shopper), checkOut(shopper)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect((await shopper.client.get<Order[]>('/api/client/orders')).data.length).toBe(1);
});
