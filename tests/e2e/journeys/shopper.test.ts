import { expect, test } from '@jest/globals';

import { fillCart, newProduct, newShopper, newUser, stockOf, uniqueWord } from '../support/records.ts';
import type { Address, Cart, Order, Product } from '../../support/resources.ts';
import { admin, clientOf } from '../support/callers.ts';

test('a shopper finds a product, checks out and finds the order', async () => {
  const word = uniqueWord('Beans ');
  const product = await newProduct({
    price: 12.5,
    stock: 10,
    en: { name: word, description: 'Whole beans' },
    ar: { name: 'بن', description: 'حبوب كاملة' },
  });
  const other = await newProduct({ price: 3.35 });
  const user = await newUser({ name: 'Rana Odeh' });
  const client = clientOf(user.id);

  const found = await client.get<Product[]>(`/api/client/products?search=${encodeURIComponent(word)}`);
  expect(found.data.map(({ id }) => id)).toEqual([product.id]);

  const home = { label: 'Home', line1: '12 Rainbow Street', city: 'Amman', country: 'jo' };
  const address = (await client.post<Address>('/api/client/addresses', home)).data;
  expect(address).toMatchObject({ user_id: user.id, country: 'JO', line2: null });

  await fillCart(client, product, 1);
  await fillCart(client, other, 4);
  await fillCart(client, product, 1);
  const cart = (await client.put<Cart>(`/api/client/cart/items/${other.id}`, { amount: 3 })).data;
  expect(cart).toEqual({
    items: [
      { product_id: product.id, amount: 2, name: word, price: 12.5, line_total: 25, available: true },
      { product_id: other.id, amount: 3, name: other.name, price: 3.35, line_total: 10.05, available: true },
    ],
    items_total: 35.05,
  });

  const body = { payment_method: 1, address_id: address.id, notes: 'Leave it at the door' };
  const placed = await client.post<Order>('/api/client/orders/checkout', body);
  expect(placed.status).toBe(201);
  expect(placed.header('location')).toBe(`/api/client/orders/${placed.data.id}`);
  expect(placed.data).toMatchObject({
    status: 'pending',
    next_statuses: ['cancelled'],
    user: { id: user.id, name: 'Rana Odeh' },
    address: { id: address.id, line1: '12 Rainbow Street' },
    notes: 'Leave it at the door',
    main_price: 35.05,
    discount_amount: 0,
    tax_amount: 0,
    total: 35.05,
    items_total: 35.05,
    history: [{ from: null, to: 'pending', reason: null }],
  });

  expect((await client.get('/api/client/cart')).data).toEqual({ items: [], items_total: 0 });
  expect(await stockOf(product)).toEqual({ stock: 8, held: 2 });
  const listed = await client.get<Order[]>('/api/client/orders');
  expect(listed.data).toEqual([placed.data]);
  expect((await client.get(`/api/client/orders/${placed.data.id}`)).data).toEqual(placed.data);
});

test('a new shopper has an empty cart, no orders and no addresses', async () => {
  const client = clientOf((await newUser()).id);
  expect((await client.get('/api/client/cart')).data).toEqual({ items: [], items_total: 0 });
  expect((await client.get('/api/client/orders')).data).toEqual([]);
  expect((await client.get('/api/client/addresses')).data).toEqual([]);
});

test('a placed order stays the same after changes of its user and product, and after deletion of its product and address', async () => {
  const { user, address, client } = await newShopper();
  const product = await newProduct({ price: 5 });
  await fillCart(client, product, 2);
  const placed = await client.post<Order>('/api/client/orders/checkout', {
    payment_method: 2,
    address_id: address.id,
  });
  await admin.put(`/api/admin/products/${product.id}`, { price: 99, en: { name: 'Renamed' } });
  await admin.put(`/api/admin/users/${user.id}`, { name: 'Renamed too' });
  await client.delete(`/api/client/addresses/${address.id}`);
  await admin.delete(`/api/admin/products/${product.id}`);
  expect((await client.get(`/api/client/orders/${placed.data.id}`)).data).toEqual(placed.data);
  const read = (await admin.get<Order>(`/api/admin/orders/${placed.data.id}`)).data;
  expect(read).toMatchObject({ user: placed.data.user, address: placed.data.address });
});
