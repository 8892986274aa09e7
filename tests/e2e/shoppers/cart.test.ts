import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { expectEventually } from '../../support/eventually.ts';
import { fillCart, newProduct, newShopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Cart } from '../../support/resources.ts';

const amounts = ({ items }: Cart) => items.map(({ product_id, amount }) => [product_id, amount]);

test('the cart marks a product as unavailable if it is not on sale, or if its stock is smaller than the quantity in the cart', async () => {
  const { client } = await newShopper();
  const [scarce, hidden, plenty] = await Promise.all([
    newProduct({ stock: 2 }),
    newProduct(),
    newProduct({ stock: 2 }),
  ]);
  await fillCart(client, scarce, 3);
  await fillCart(client, hidden, 1);
  await fillCart(client, plenty, 2);
  await admin.put(`/api/admin/products/${hidden.id}`, { is_active: false });
  await expectEventually(
    'what is available',
    async () => {
      const { data } = await client.get<Cart>('/api/client/cart');
      expect(data.items.map(({ available }) => available)).toEqual([false, false, true]);
    },
    2000,
  );
});

test('the cart shows current prices and names, in the language of the request', async () => {
  const { client } = await newShopper();
  const product = await newProduct({ price: 1.1 });
  await fillCart(client, product, 3);
  await admin.put(`/api/admin/products/${product.id}`, { price: 2.35, ar: { name: 'قهوة جديدة' } });
  await expectEventually(
    'the new price and name',
    async () => {
      const { data } = await client.get<Cart>('/api/client/cart', { 'accept-language': 'ar-JO' });
      expect(data.items).toMatchObject([{ price: 2.35, line_total: 7.05, name: 'قهوة جديدة' }]);
      expect(data.items_total).toBe(7.05);
    },
    2000,
  );
});

test('reads and writes of a cart return the same ETag, which changes when a product in the cart changes', async () => {
  const { client } = await newShopper();
  const path = '/api/client/cart';
  const product = await newProduct({ price: 3 });
  const tagOf = async () => (await client.get(path)).header('etag') ?? '';
  const untouched = await tagOf();
  const added = await client.post(`${path}/items`, { product_id: product.id, amount: 2 });
  const tag = await tagOf();
  expect(tag).not.toBe(untouched);
  expect(added.header('etag')).toBe(tag);
  expect(added.header('vary')).toContain('Accept-Language');

  const known = { 'if-none-match': tag };
  const again = await client.get(path, known);
  expect([again.status, again.text, again.header('etag')]).toEqual([304, '', tag]);
  expect((await client.get(path, { ...known, 'accept-language': 'ar' })).status).toBe(200);
  await admin.put(`/api/admin/products/${product.id}`, { price: 4 });
  const repriced = await client.get<Cart>(path, known);
  expect([repriced.status, repriced.data.items_total]).toEqual([200, 8]);
  // The cart itself has not changed, so the older ETag still permits a write.
  const set = await client.put<Cart>(`${path}/items/${product.id}`, { amount: 1 }, { 'if-match': tag });
  expect([set.status, set.header('etag')]).toEqual([200, await tagOf()]);
});

test('a cart change with an outdated If-Match is rejected with 412', async () => {
  const { client } = await newShopper();
  const path = '/api/client/cart';
  const product = await newProduct();
  const item = `${path}/items/${product.id}`;
  const empty = { 'if-match': (await client.get(path)).header('etag') ?? '' };
  expect((await client.put(item, { amount: 1 }, empty)).status).toBe(200);
  for (const stale of [
    await client.put(item, { amount: 9 }, empty),
    await client.delete(item, empty),
    await client.delete(path, empty),
  ]) {
    expectRefusal(stale, 'precondition_failed');
    expect(stale.header('etag')).toMatch(/^"1-en-[\w-]{16}"$/);
  }
  const read = await client.get<Cart>(path);
  expect(amounts(read.data)).toEqual([[product.id, 1]]);
  expect((await client.delete(path, { 'if-match': read.header('etag') ?? '' })).status).toBe(204);
});
