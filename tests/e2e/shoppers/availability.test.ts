import { expect, test } from '@jest/globals';

import { eventually } from '../../support/eventually.ts';
import { done, waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import type { Caller } from '../../support/caller.ts';
import {
  checkOut,
  fillCart,
  newOrder,
  newProduct,
  newShopper,
  translations,
  uniqueWord,
} from '../support/records.ts';
import type { BulkCounts, Operation, Product } from '../../support/resources.ts';

const freshMs = 2000;

/** Waits until admins and this shopper get this available amount. Resolves with the ETags of both responses. */
async function untilShown(available: number | null, product: Pick<Product, 'id' | 'name'>, client: Caller) {
  const search = `search=${encodeURIComponent(product.name)}`;
  return eventually(
    `${available ?? 'uncounted'} available`,
    async () => {
      const replies = await Promise.all([
        admin.get<Product>(`/api/admin/products/${product.id}`),
        client.get<Product>(`/api/client/products/${product.id}`),
      ]);
      const lists = await Promise.all([
        admin.get<Product[]>(`/api/admin/products?${search}`),
        client.get<Product[]>(`/api/client/products?${search}`),
      ]);
      const shown = [...replies.map(({ data }) => data), ...lists.flatMap(({ data }) => data)];
      expect(shown.map((one) => one.available)).toEqual([available, available, available, available]);
      return replies.map((reply) => reply.header('etag') ?? '');
    },
    freshMs,
  );
}

async function idsOf(caller: Caller, area: 'admin' | 'client', query: string): Promise<number[]> {
  return (await caller.get<Product[]>(`/api/${area}/products?sort=id&${query}`)).data.map(({ id }) => id);
}

test('products show how many units are available after every kind of stock change', async () => {
  const shopper = await newShopper();
  const product = await newProduct();
  await untilShown(null, product, shopper.client);
  const path = `/api/admin/inventory/${product.id}`;
  await admin.put(path, { stock: 5 });
  await untilShown(5, product, shopper.client);
  await admin.post(`${path}/adjust`, { by: -1 });
  await untilShown(4, product, shopper.client);

  await fillCart(shopper.client, product, 3);
  const { data: order } = await checkOut(shopper);
  await untilShown(1, product, shopper.client);
  await shopper.client.post(`/api/client/orders/${order.id}/cancel`);
  await untilShown(4, product, shopper.client);
  const bulk = await newShopper();
  await fillCart(bulk.client, product, 2);
  const { data: other } = await checkOut(bulk);
  await admin.put('/api/admin/orders/bulk-update', { ids: [other.id], status: 'cancelled' });
  await untilShown(4, product, shopper.client);
  await admin.put(path, { stock: null });
  await untilShown(null, product, shopper.client);
});

test('a restored product shows the units that became available while it was deleted', async () => {
  const { client } = await newShopper();
  const [deleted, other] = await Promise.all([newProduct({ stock: 5 }), newProduct({ stock: 5 })]);
  const items = [deleted, other].map(({ id }) => ({ product_id: id, amount: 3 }));
  const order = await newOrder({ items });
  for (const product of [deleted, other]) await untilShown(2, product, client);
  const ids = [deleted.id];
  const deletion = await admin.post<Operation<BulkCounts>>(
    '/api/admin/products/bulk-delete',
    { ids },
    waiting,
  );
  const { id } = done(deletion);
  await admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
  // The orders service reports both products together. The catalog cannot store the stock of the deleted product.
  await untilShown(5, other, client);
  done(await admin.post<Operation<BulkCounts>>(`/api/operations/${id}/undo`, {}, waiting));
  await untilShown(5, deleted, client);
});

test('products can be filtered by whether they are in stock', async () => {
  const { client } = await newShopper();
  const word = uniqueWord();
  const named = (name: string) => translations(`${word} ${name}`);
  const [some, none, uncounted] = await Promise.all([
    newProduct({ stock: 2, ...named('some') }),
    newProduct({ stock: 0, ...named('none') }),
    newProduct(named('uncounted')),
  ]);
  for (const [product, available] of [
    [some, 2],
    [none, 0],
    [uncounted, null],
  ] as const)
    await untilShown(available, product, client);
  for (const [caller, area] of [
    [admin, 'admin'],
    [client, 'client'],
  ] as const) {
    const found = (asked: string) => idsOf(caller, area, `search=${word}&filters[in_stock]=${asked}`);
    expect(await found('0')).toEqual([none.id]);
    expect([...(await found('yes'))].sort((a, b) => a - b)).toEqual(
      [some.id, uncounted.id].sort((a, b) => a - b),
    );
  }
  const page = await client.get<Product[]>('/api/client/products?paginate=1&filters[in_stock]=0');
  expect(page.page.meta.total).toBeGreaterThan(0);
  await admin.put(`/api/admin/inventory/${none.id}`, { stock: 1 });
  await untilShown(1, none, client);
  expect(await idsOf(client, 'client', `search=${word}&filters[in_stock]=0`)).toEqual([]);
});

test('a stock change alters a product’s ETag, but an update of the product with the older ETag is still accepted', async () => {
  const { client } = await newShopper();
  const product = await newProduct({ stock: 7 });
  const [before = ''] = await untilShown(7, product, client);
  const path = `/api/admin/products/${product.id}`;
  expect((await admin.get(path, { 'if-none-match': before })).status).toBe(304);
  await admin.put(`/api/admin/inventory/${product.id}`, { stock: 6 });
  const [after = ''] = await untilShown(6, product, client);
  expect(after).not.toBe(before);
  expect((await admin.get(path, { 'if-none-match': before })).status).toBe(200);
  const changed = await admin.put<Product>(path, { price: 9 }, { 'if-match': before });
  expect([changed.status, changed.data.available]).toEqual([200, 6]);
  expect((await admin.get(path, { 'if-none-match': changed.header('etag') ?? '' })).status).toBe(304);

  // The timeline and the events of the product do not contain stock, because stock is not part of the product.
  const timeline = await admin.get<{ kind: string; changes: object }[]>(`${path}/timeline`);
  expect(timeline.data.map(({ kind }) => kind)).toEqual(['changed', 'created']);
  expect(JSON.stringify(timeline.data)).not.toContain('available');
  const events = await admin.get<{ data: object }[]>(
    `/api/admin/events?after=0&limit=5000&subject=products/${product.id}`,
  );
  expect(events.data.length).toBeGreaterThan(0);
  expect(JSON.stringify(events.data)).not.toContain('available');
});
