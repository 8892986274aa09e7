import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import {
  checkOut,
  fillCart,
  newOrder,
  newProduct,
  newShopper,
  stockOf,
  translations,
  uniqueWord,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order, Product, Subscription } from '../../support/resources.ts';

const path = '/api/admin/subscriptions';
const withKey = (key = uniqueWord('key ')) => ({ 'idempotency-key': key });

describe('a retry with the same idempotency key', () => {
  test('a retry with the same idempotency key gets the first response and changes nothing', async () => {
    const [headers, body] = [withKey(), { price: 5, ...translations() }];
    const first = await admin.post<Subscription>(path, body, headers);
    const again = await admin.post<Subscription>(path, body, headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect([first.header('idempotency-replayed'), again.header('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    for (const name of ['location', 'etag', 'content-type'])
      expect(again.header(name)).toBe(first.header(name));
    const listed = await admin.get<Subscription[]>(
      `${path}?filters[name]=${encodeURIComponent(first.data.name)}`,
    );
    expect(listed.data.length).toBe(1);
  });

  test('a retry in another language gets the first response with its language and ETag', async () => {
    const [headers, body] = [withKey(), { price: 5, ...translations() }];
    const first = await admin.post<Product>('/api/admin/products', body, {
      ...headers,
      'accept-language': 'ar',
    });
    const again = await admin.post<Product>('/api/admin/products', body, {
      ...headers,
      'accept-language': 'en',
    });
    expect(first.header('etag')).toMatch(/^"1-ar-/);
    expect([again.status, again.text, again.header('idempotency-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    for (const name of ['etag', 'content-language']) expect(again.header(name)).toBe(first.header(name));
  });

  test('a retry counts as the same request if its body spells the values differently', async () => {
    const [headers, text] = [withKey(), translations()];
    const first = await admin.post<Subscription>(path, { price: 5, is_active: true, ...text }, headers);
    const again = await admin.post<Subscription>(
      path,
      { ...text, is_active: '1', price: '5.00', other: 1 },
      headers,
    );
    expect(again.data).toEqual(first.data);
  });

  test('a retry counts as the same request if it spells path and method differently', async () => {
    const { client } = await newShopper();
    const [headers, own] = [withKey(), '/api/client/addresses'];
    const before = (await client.get<unknown[]>(own)).data.length;
    const body = { line1: 'Rainbow Street 1', city: 'Amman', country: 'JO' };
    const first = await client.post<{ id: number }>(own, body, headers);
    expect(first.status).toBe(201);
    for (const path of [`${own}/`, '/API/client/addresses/', '/api/CLIENT/Addresses'])
      expect((await client.post<{ id: number }>(path, body, headers)).data.id).toBe(first.data.id);
    const other = withKey();
    const changed = await client.put(`${own}/${first.data.id}`, { city: 'Irbid' }, other);
    expect(changed.status).toBe(200);
    const encoded = String(first.data.id).replaceAll(/\d/g, '%3$&');
    for (const [method, path] of [
      ['PATCH', `/Api/client/addresses/${first.data.id}/`],
      ['POST', `${own}/${encoded}?_method=PUT`],
    ] as const) {
      const again = await client.send(method, path, { json: { city: 'Irbid' }, headers: other });
      expect([again.header('idempotency-replayed'), again.text]).toEqual(['true', changed.text]);
    }
    expect((await client.get<unknown[]>(own)).data).toHaveLength(before + 1);
  });

  test('an idempotency key reused with another body is rejected with 422', async () => {
    const [headers, text] = [withKey(), translations()];
    await admin.post(path, { price: 5, ...text }, headers);
    expectRefusal(await admin.post(path, { price: 6, ...text }, headers), 'idempotency_key_reused');
  });

  test('a retried update gets its first response although the record has changed since', async () => {
    const { id } = await newProduct({ price: 1 });
    const headers = withKey();
    const first = await admin.put<Product>(`/api/admin/products/${id}`, { price: 2 }, headers);
    await admin.put(`/api/admin/products/${id}`, { price: 3 });
    const again = await admin.put<Product>(`/api/admin/products/${id}`, { price: 2 }, headers);
    expect(again.text).toBe(first.text);
    expect((await admin.get<Product>(`/api/admin/products/${id}`)).data.price).toBe(3);
  });

  test('a retried deletion returns 204 again', async () => {
    const order = await newOrder();
    const headers = withKey();
    const remove = () => admin.delete(`/api/admin/orders/${order.id}`, headers);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expectRefusal(await admin.delete(`/api/admin/orders/${order.id}`), 'not_found');
  });

  test('a retry gets the worker’s error again, even if the write would succeed now', async () => {
    const shopper = await newShopper();
    const product = await newProduct({ stock: 0 });
    await fillCart(shopper.client, product);
    const headers = withKey();
    expectRefusal(await checkOut(shopper, headers), 'out_of_stock');
    await admin.put(`/api/admin/inventory/${product.id}`, { stock: 5 });
    const again = await checkOut(shopper, headers);
    expectRefusal(again, 'out_of_stock');
    expect(again.header('idempotency-replayed')).toBe('true');
    expect((await checkOut(shopper, withKey())).status).toBe(201);
  });

  test('an idempotency key remains unused when the gateway itself rejects the request', async () => {
    const [headers, text] = [withKey(), translations()];
    expectRefusal(await admin.post(path, { price: 'x', ...text }, headers), 'validation_failed');
    const reply = await admin.post(path, { price: 1, ...text }, headers);
    expect([reply.status, reply.header('idempotency-replayed')]).toEqual([201, null]);
  });
});

describe('an idempotency key', () => {
  test('different callers and paths can use the same idempotency key', async () => {
    const [one, other] = await Promise.all([newShopper(), newShopper()]);
    const product = await newProduct();
    const headers = withKey();
    for (const shopper of [one, other]) {
      await fillCart(shopper.client, product);
      const reply = await checkOut(shopper, headers);
      expect([reply.status, reply.header('idempotency-replayed')]).toEqual([201, null]);
    }
    const address = { line1: '1 Road', city: 'Amman', country: 'JO' };
    expect((await one.client.post('/api/client/addresses', address, headers)).status).toBe(201);
  });

  test.each(['x', 'x'.repeat(255), 'with spaces ~!'])('the idempotency key %s is accepted', async (key) => {
    const { client } = await newShopper();
    const address = { line1: '1 Road', city: 'Amman', country: 'JO' };
    expect((await client.post('/api/client/addresses', address, withKey(key))).status).toBe(201);
  });

  test.each(['x'.repeat(256), 'é'])('the idempotency key %s is rejected with 422', async (key) => {
    expect((await admin.post(path, { price: 1, ...translations() }, withKey(key))).status).toBe(422);
  });
});

test('fifty identical concurrent checkouts place one order and get one response', async () => {
  const shopper = await newShopper();
  const product = await newProduct({ stock: 100 });
  await fillCart(shopper.client, product, 2);
  const headers = { ...withKey(), prefer: 'wait=30' };
  const replies = await Promise.all(Array.from({ length: 50 }, () => checkOut(shopper, headers)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect((await shopper.client.get<Order[]>('/api/client/orders')).data.length).toBe(1);
  expect(await stockOf(product)).toEqual({ stock: 98, held: 2 });
});

test('a repeated request without an idempotency key is executed again', async () => {
  const { client } = await newShopper();
  const product = await newProduct();
  await fillCart(client, product, 1);
  await fillCart(client, product, 1);
  expect((await client.get<{ items: unknown[] }>('/api/client/cart')).data.items).toMatchObject([
    { amount: 2 },
  ]);
});
