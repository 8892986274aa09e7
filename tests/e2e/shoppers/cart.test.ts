import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { fillCart, newProduct, newShopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Cart } from '../../support/resources.ts';

const invalidProduct = { product_id: ['The selected product id is invalid.'] };
const amounts = ({ items }: Cart) => items.map(({ product_id, amount }) => [product_id, amount]);

test('adding a product to the cart again adds to its amount, while setting replaces the amount', async () => {
  const { client } = await newShopper();
  const product = await newProduct();
  await fillCart(client, product, 2);
  expect(amounts(await fillCart(client, product, 3))).toEqual([[product.id, 5]]);
  const set = await client.put<Cart>(`/api/client/cart/items/${product.id}`, { amount: 1 });
  expect(amounts(set.data)).toEqual([[product.id, 1]]);
});

test('setting the amount of a product that is not in the cart adds the product', async () => {
  const { client } = await newShopper();
  const product = await newProduct();
  const set = await client.put<Cart>(`/api/client/cart/items/${product.id}`, { amount: 4 });
  expect(amounts(set.data)).toEqual([[product.id, 4]]);
});

test('a shopper can remove one product or empty the cart', async () => {
  const { client } = await newShopper();
  const [one, other, third] = await Promise.all([newProduct(), newProduct(), newProduct()]);
  for (const product of [one, other, third]) await fillCart(client, product);
  const removed = await client.delete(`/api/client/cart/items/${other.id}`);
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect(amounts((await client.get<Cart>('/api/client/cart')).data)).toEqual([
    [one.id, 1],
    [third.id, 1],
  ]);
  expect((await client.delete('/api/client/cart')).status).toBe(204);
  expect((await client.get('/api/client/cart')).data).toEqual({ items: [], items_total: 0 });
  expect((await client.delete('/api/client/cart')).status).toBe(204);
});

test('adding an unknown, deleted or unsold product to the cart is rejected with 422', async () => {
  const { client } = await newShopper();
  const hidden = await newProduct({ is_active: 0 });
  const gone = await newProduct();
  await admin.delete(`/api/admin/products/${gone.id}`);
  await eventually(
    'the deleted product to be refused',
    async () => {
      const added = await client.post('/api/client/cart/items', { product_id: gone.id, amount: 1 });
      return expectRefusal(added, 'validation_failed', invalidProduct);
    },
    2000,
  );
  for (const id of [999_999_999, hidden.id, gone.id]) {
    const added = await client.post('/api/client/cart/items', { product_id: id, amount: 1 });
    expectRefusal(added, 'validation_failed', invalidProduct);
    expectRefusal(
      await client.put(`/api/client/cart/items/${id}`, { amount: 1 }),
      'validation_failed',
      invalidProduct,
    );
  }
});

test('the cart marks products that are no longer available', async () => {
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
  await eventually(
    'what is available',
    async () => {
      const { data } = await client.get<Cart>('/api/client/cart');
      expect(data.items.map(({ available }) => available)).toEqual([false, false, true]);
      return data;
    },
    2000,
  );
});

test('the cart shows current prices and names, in the language of the request', async () => {
  const { client } = await newShopper();
  const product = await newProduct({ price: 1.1 });
  await fillCart(client, product, 3);
  await admin.put(`/api/admin/products/${product.id}`, { price: 2.35, ar: { name: 'قهوة جديدة' } });
  await eventually(
    'the new price and name',
    async () => {
      const { data } = await client.get<Cart>('/api/client/cart', { 'accept-language': 'ar-JO' });
      expect(data.items).toMatchObject([{ price: 2.35, line_total: 7.05, name: 'قهوة جديدة' }]);
      expect(data.items_total).toBe(7.05);
      return data;
    },
    2000,
  );
});

test('reads and writes of a cart return the same ETag, which changes when a product changes', async () => {
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
