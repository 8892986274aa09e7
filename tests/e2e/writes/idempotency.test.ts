import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import {
  checkOut,
  fillCart,
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

  test('a retry in English of a request in Arabic gets the first response in Arabic, with the ETag of the first response', async () => {
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

  test('a retry of an update with the same idempotency key gets the first response even if the record has changed since', async () => {
    const { id } = await newProduct({ price: 1 });
    const headers = withKey();
    const first = await admin.put<Product>(`/api/admin/products/${id}`, { price: 2 }, headers);
    await admin.put(`/api/admin/products/${id}`, { price: 3 });
    const again = await admin.put<Product>(`/api/admin/products/${id}`, { price: 2 }, headers);
    expect(again.text).toBe(first.text);
    expect((await admin.get<Product>(`/api/admin/products/${id}`)).data.price).toBe(3);
  });

  test('a retry of a rejected checkout with the same idempotency key gets the first error, even if a new checkout would succeed now', async () => {
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
});

test('fifty concurrent checkouts with one idempotency key place one order and get one response', async () => {
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
