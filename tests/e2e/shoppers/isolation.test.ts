import { beforeAll, describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { lists, named, reads, writes } from '../../support/endpoints.ts';
import { sendValid, validRequest } from '../support/valid-request.ts';
import {
  checkOut,
  fillCart,
  newOrder,
  newProduct,
  newShopper,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Address, Cart, Order } from '../../support/resources.ts';

const ofClients = [...reads, ...writes].filter(({ declared }) => declared.scope === 'client');
const owned = ofClients.filter(({ declared: { path } }) => /:(order|address)\b/.test(path));

test('these tests of isolation between shoppers cover every endpoint for a record that belongs to a shopper', () => {
  expect(owned.map(({ id }) => id).sort()).toEqual([
    'orders.cancel',
    'own-addresses.delete',
    'own-addresses.read',
    'own-addresses.update',
    'own-orders.read',
    'own-returns.create',
    'own-returns.list',
    'own-returns.read',
    'own-returns.withdraw',
  ]);
});

test.each(named(owned))(
  'a shopper who calls %s for a second shopper’s record gets 404 and changes nothing',
  async (_name, endpoint) => {
    const request = await validRequest(endpoint);
    const other = await newShopper();
    expectRefusal(await sendValid({ ...request, caller: other.client }), 'not_found');
    const broken = await sendValid({
      ...request,
      caller: other.client,
      body: { country: 'nowhere', amount: 'x' },
    });
    expectRefusal(broken, 'not_found');
    expect((await sendValid(request)).status).toBeLessThan(300);
  },
);

describe('two shoppers', () => {
  let one: Shopper;
  let other: Shopper;

  beforeAll(async () => {
    [one, other] = await Promise.all([newShopper(), newShopper()]);
    const product = await newProduct();
    for (const shopper of [one, other]) {
      await fillCart(shopper.client, product);
      await checkOut(shopper);
      await newOrder({ payment_method: 4 }, shopper);
    }
  });

  test.each(['', '&paginate=true', '&paginate=cursor'])(
    'a shopper’s lists contain only the shopper’s own orders and addresses, with the paging %j',
    async (paging) => {
      for (const [path, owner] of [
        ['/api/client/orders', one],
        ['/api/client/orders', other],
        ['/api/client/addresses', one],
      ] as const) {
        const { data } = await owner.client.get<(Order | Address)[]>(`${path}?sort=id${paging}`);
        expect(data.length).toBeGreaterThan(0);
        expect(new Set(data.map(({ user_id }) => user_id))).toEqual(new Set([owner.user.id]));
      }
    },
  );

  test('filters and search never return records of another shopper', async () => {
    const theirs = (await admin.get<Order[]>(`/api/admin/orders?filters[user_id]=${other.user.id}`)).data[0];
    const queries = [
      `filters[user_id]=${other.user.id}`,
      `filters[address_id]=${other.address.id}`,
      `filters[order_number]=${encodeURIComponent(theirs?.order_number ?? '')}`,
      `search=${encodeURIComponent(theirs?.order_number ?? '')}`,
    ];
    for (const query of queries) {
      expect((await one.client.get<Order[]>(`/api/client/orders?${query}`)).data).toEqual([]);
      const { page } = await one.client.get<Order[]>(`/api/client/orders?${query}&paginate=true`);
      expect(page.meta.total).toBe(0);
    }
    expect(
      (await one.client.get<Order[]>(`/api/client/orders?filters[user_id]=${one.user.id}`)).data.length,
    ).toBe(2);
    expect((await one.client.get(`/api/client/addresses?filters[user_id]=${other.user.id}`)).data).toEqual(
      [],
    );
  });

  test('a cursor from one shopper’s order list gives a second shopper only the second shopper’s orders', async () => {
    const { page } = await other.client.get<Order[]>('/api/client/orders?paginate=cursor&per_page=1');
    expect(page.meta.next_cursor).toEqual(expect.any(String));
    const taken = `/api/client/orders?paginate=cursor&per_page=50&cursor=${page.meta.next_cursor ?? ''}`;
    const { status, data } = await one.client.get<Order[]>(taken);
    expect(status).toBe(200);
    expect(data.map(({ user_id }) => user_id)).toEqual([one.user.id, one.user.id]);
  });

  test('each shopper has a separate cart', async () => {
    await fillCart(one.client, await newProduct(), 3);
    expect((await other.client.get<Cart>('/api/client/cart')).data.items).toEqual([]);
    await other.client.delete('/api/client/cart');
    expect((await one.client.get<Cart>('/api/client/cart')).data.items.length).toBe(1);
  });

  test('a shopper cannot assign an address to another user', async () => {
    const body = { line1: '1 Road', city: 'Amman', country: 'JO', user_id: other.user.id };
    const { data } = await one.client.post<Address>('/api/client/addresses', body);
    expect(data.user_id).toBe(one.user.id);
    const moved = await one.client.put<Address>(`/api/client/addresses/${data.id}`, {
      user_id: other.user.id,
    });
    expect(moved.data.user_id).toBe(one.user.id);
  });
});

test('a deleted user’s token reads no data and cannot write', async () => {
  const { client, user, address } = await newShopper();
  const product = await newProduct();
  await fillCart(client, product);
  const order = await newOrder({ status: 'delivered' }, { user, address });
  const checkout = { payment_method: 1, address_id: address.id };
  const key = { 'idempotency-key': uniqueWord() };
  const placed = await client.post<Order>('/api/client/orders/checkout', checkout, key);
  for (const status of ['confirmed', 'preparing', 'shipped', 'delivered'])
    await admin.put(`/api/admin/orders/${placed.data.id}`, { status });
  const queued = await client.put('/api/client/me', {}, { prefer: 'respond-async' });
  const operation = queued.header('location') ?? '';
  expect((await client.get(operation)).status).toBe(200);
  await fillCart(client, product);
  expect((await client.get<Cart>('/api/client/cart')).data.items.length).toBe(1);
  expect((await admin.delete(`/api/admin/users/${user.id}`)).status).toBe(204);
  for (const paging of ['', '?paginate=true', '?paginate=cursor']) {
    expect((await client.get(`/api/client/orders${paging}`)).data).toEqual([]);
    expect((await client.get(`/api/client/addresses${paging}`)).data).toEqual([]);
  }
  expectRefusal(await client.get(`/api/client/orders/${order.id}`), 'not_found');
  expectRefusal(await client.get(`/api/client/addresses/${address.id}`), 'not_found');
  expect((await client.get<Cart>('/api/client/cart')).data.items).toEqual([]);
  expectRefusal(await client.post('/api/client/orders/checkout', checkout, key), 'forbidden');
  expectRefusal(await client.get(operation), 'not_found');
  const item = { product_id: product.id, amount: 1 };
  expectRefusal(await client.post('/api/client/cart/items', item), 'forbidden');
  expectRefusal(await client.delete('/api/client/cart'), 'forbidden');
  expectRefusal(await client.put(`/api/client/addresses/${address.id}`, { city: 'Irbid' }), 'forbidden');
  expectRefusal(await client.post(`/api/client/orders/${order.id}/cancel`), 'forbidden');
});

test('a product that is not on sale is hidden from shoppers', async () => {
  const { client } = await newShopper();
  const hidden = await newProduct({ is_active: 0 });
  expectRefusal(await client.get(`/api/client/products/${hidden.id}`), 'not_found');
  const { data } = await client.get<{ id: number }[]>(
    `/api/client/products?search=${encodeURIComponent(hidden.name)}`,
  );
  expect(data).toEqual([]);
  const listed = await client.get(
    `/api/client/products?filters[is_active]=0&filters[name]=${encodeURIComponent(hidden.name)}`,
  );
  expect(listed.data).toEqual([]);
});

test('these tests of isolation between shoppers cover every list that shoppers can read', () => {
  const own = lists.filter(({ declared }) => declared.scope === 'client').map(({ id }) => id);
  expect(own.sort()).toEqual([
    'own-addresses.list',
    'own-orders.list',
    'own-returns.list',
    'shop-products.list',
    'shop-subscriptions.list',
  ]);
});
