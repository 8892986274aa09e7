import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';

import { admin, clientOf } from '../support/callers.ts';
import { newProduct, newShopper, newOrder, translations, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Product } from '../../support/resources.ts';

type Texts = Record<'sku' | 'external_id' | 'image_url', string | null>;

const pathOf = (externalId: string) => `/api/admin/products/by-external-id/${encodeURIComponent(externalId)}`;

describe('SKU, external id and picture of a product', () => {
  test('staff and shoppers read SKU, external id and picture of a product, and null clears them', async () => {
    const texts = {
      sku: uniqueWord('sku-'),
      external_id: uniqueWord('erp-'),
      image_url: 'https://i.example/a.png',
    };
    const { id } = await newProduct(texts);
    expect((await admin.get(`/api/admin/products/${id}`)).data).toMatchObject(texts);
    expect((await clientOf(1).get(`/api/client/products/${id}`)).data).toMatchObject(texts);
    const none = { sku: null, external_id: null, image_url: null };
    const form = { body: 'sku=&external_id=&image_url=', headers: { 'content-type': 'application/json' } };
    expect((await admin.send('PUT', `/api/admin/products/${id}`, form)).data).toMatchObject(none);
    const timeline = await admin.get<{ changes: object }[]>(`/api/admin/products/${id}/timeline`);
    expect(timeline.data[0]?.changes).toEqual(
      Object.fromEntries(Object.entries(texts).map(([name, from]) => [name, { from, to: null }])),
    );
  });

  test('products are found by SKU and external id with filters and search, and exports contain both', async () => {
    const texts = { sku: uniqueWord('SKU-'), external_id: uniqueWord('erp/') };
    const { id } = await newProduct(texts);
    const query = (of: object) => new URLSearchParams(Object.entries(of)).toString();
    for (const [name, value] of Object.entries(texts)) {
      const filtered = await admin.get<Product[]>(
        `/api/admin/products?${query({ [`filters[${name}]`]: value })}`,
      );
      expect(filtered.data.map((product) => product.id)).toEqual([id]);
      const part = value.slice(2).toUpperCase();
      const found = await admin.get<Product[]>(`/api/admin/products?${query({ search: part })}`);
      expect(found.data.map((product) => product.id)).toEqual([id]);
    }
    const lines = await admin.lines(
      `/api/admin/products?${query({ 'filters[sku]': texts.sku })}`,
      'text/csv',
    );
    expect(lines[0]).toContain('SKU,External ID,Image URL');
    expect(lines[1]).toContain(`${texts.sku},${texts.external_id},`);
  });
});

describe('a PUT by external id', () => {
  test('the first PUT of a product by external id creates the product and returns its URL, and later PUTs change the product', async () => {
    const externalId = `${uniqueWord('ERP ')}/é٣`;
    const made = await admin.put<Product & Texts>(pathOf(externalId), { price: 5, ...translations() });
    const { id } = made.data;
    expect([made.status, made.header('location')]).toEqual([201, `/api/admin/products/${id}`]);
    expect(made.data).toMatchObject({ external_id: externalId, price: 5, is_active: true });
    const read = await admin.get(`/api/admin/products/${id}`);
    expect(read.header('etag')).toBe(made.header('etag'));
    const changed = await admin.put<Product>(pathOf(externalId), { price: 6, external_id: 'ignored' });
    expect([changed.status, changed.header('location')]).toEqual([200, null]);
    expect(changed.data).toMatchObject({ id, price: 6, external_id: externalId });
    const shopper = await newShopper();
    const order = await newOrder({ items: [{ product_id: id, amount: 1 }] }, shopper);
    expect(order.items[0]).toMatchObject({ main_price: 6 });
  });

  test('a PUT of a product by external id with a repeated idempotency key gets the first response, or an error if the body differs', async () => {
    const path = pathOf(uniqueWord('erp-'));
    const key = { 'idempotency-key': randomUUID() };
    const body = { price: 5, ...translations() };
    const first = await admin.put<Product>(path, body, key);
    const again = await admin.put<Product>(path, body, key);
    expect([first.status, again.status, again.header('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(again.data).toEqual(first.data);
    expectRefusal(await admin.put(path, { ...body, price: 6 }, key), 'idempotency_key_reused');
  });
});
