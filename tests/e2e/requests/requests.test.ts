import { expect, test } from '@jest/globals';

import { expectRefusal } from '../../support/refusals.ts';
import type { Order, Product, Subscription } from '../../support/resources.ts';
import { admin, clientOf } from '../support/callers.ts';
import { newOrder, newProduct, newShopper, newSubscription, uniqueWord } from '../support/records.ts';

/** Tests one case of each rule about requests in a whole store. tests/component/gateway and tests/unit/gateway test all cases. */

const arabic = { 'accept-language': 'ar' };
const formUnderJson = { 'content-type': 'application/json' };

test('a form that repeats the fields items[*.product_id] and items[*.amount] for each item creates an order with these items', async () => {
  const [{ user, address }, first, second] = await Promise.all([
    newShopper(),
    newProduct({ price: 10 }),
    newProduct({ price: 4.25 }),
  ]);
  const body =
    `user_id=${user.id}&address_id=${address.id}&payment_method=1&status=pending&total=24.25` +
    `&items[*.product_id]=${first.id}&items[*.product_id]=${second.id}&items[*.amount]=2&items[*.amount]=1`;
  const { data } = await admin.send<Order>('POST', '/api/admin/orders', { body, headers: formUnderJson });
  expect(data).toMatchObject({
    main_price: 24.25,
    items: [
      { product_id: first.id, amount: 2, main_price: 10 },
      { product_id: second.id, amount: 1, main_price: 4.25 },
    ],
  });
});

test('an error for an order item uses the item number of the form, such as items[5], also when the request is retried', async () => {
  const { user, address } = await newShopper();
  const body =
    `user_id=${user.id}&address_id=${address.id}&payment_method=1&status=pending&total=1` +
    `&items[5][product_id]=2000000000&items[5][amount]=1`;
  const headers = { ...formUnderJson, 'idempotency-key': uniqueWord('rows ') };
  for (const replayed of [null, 'true']) {
    const reply = await admin.send('POST', '/api/admin/orders', { body, headers });
    expectRefusal(reply, 'validation_failed', ['items.5.product_id']);
    expect(reply.header('idempotency-replayed')).toBe(replayed);
  }
});

test('a POST form with the field _method updates and deletes a record, and HEAD returns the headers of GET', async () => {
  const { id } = await newProduct();
  const path = `/api/admin/products/${id}`;
  const post = (body: string) => admin.send<Product>('POST', path, { body, headers: formUnderJson });
  expect((await post('_method=PATCH&price=3')).data.price).toBe(3);
  const [head, get] = [await admin.send('HEAD', path), await admin.get(path)];
  expect([head.status, head.text, head.header('etag')]).toEqual([200, '', get.header('etag')]);
  expect((await post('_method=DELETE')).status).toBe(204);
  expect((await admin.send('HEAD', path)).status).toBe(404);
});

test('responses to reads and writes are in the language of the request, and their ETag contains this language', async () => {
  const word = uniqueWord('List');
  const made = await newSubscription({ en: { name: word, description: 'English' } });
  const path = `/api/admin/subscriptions/${made.id}`;
  const read = await admin.get<Subscription>(path, arabic);
  expect(read.data).toEqual({ ...made, ...made.ar });
  expect([read.header('content-language'), read.header('etag')]).toEqual(['ar', '"1-ar"']);
  expect(read.header('vary')).toContain('Accept-Language');
  const listed = await admin.get<Subscription[]>(`/api/admin/subscriptions?filters[name]=${word}`, arabic);
  expect(listed.data).toEqual([read.data]);
  const written = await admin.put<Subscription>(path, { price: 3 }, arabic);
  expect(written.data).toMatchObject({ ...made.ar, price: 3 });
  expect(written.header('etag')).toBe('"2-ar"');
  expect((await admin.get(path)).header('etag')).toBe('"2-en"');
});

test('a read with the record’s current ETag in If-None-Match returns 304 until the record changes', async () => {
  const { id } = await newProduct();
  const path = `/api/admin/products/${id}`;
  const etag = (await admin.get(path)).header('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"0-en", ${etag}`, '*']) {
    const again = await admin.get(path, { 'if-none-match': known });
    expect([again.status, again.text, again.header('etag')]).toEqual([304, '', etag]);
  }
  expect((await admin.get(path, { 'if-none-match': etag, ...arabic })).status).toBe(200);
  await admin.put(path, { price: 1 });
  expect((await admin.get(path, { 'if-none-match': etag })).status).toBe(200);
});

test('a write with an outdated If-Match is rejected with 412, and the response lists the changes since the version in If-Match', async () => {
  const order = await newOrder();
  const path = `/api/admin/orders/${order.id}`;
  const first = await admin.put<Order>(path, { notes: 'one', payment_method: 2 }, { 'if-match': '"1-ar"' });
  await admin.put(path, { status: 'confirmed' }, { 'if-match': '*' });
  const reply = await admin.put(path, { notes: 'mine' }, { 'if-match': '"1-en"' });
  const { changes } = expectRefusal(reply, 'precondition_failed');
  expect(reply.header('etag')).toBe('"3-en"');
  expect(changes).toMatchObject([
    {
      version: 2,
      by: expect.stringContaining('admin'),
      at: first.data.updated_at,
      values: { notes: { from: null, to: 'one' }, payment_method: { from: 1, to: 2 } },
    },
    { version: 3, values: { status: { from: 'pending', to: 'confirmed' } } },
  ]);
  expectRefusal(await admin.delete(path, { 'if-match': '"1-en"' }), 'precondition_failed');
  expect((await admin.get<Order>(path)).data.notes).toBe('one');
});

test('a caller whose token names an unknown user gets empty lists and cannot write', async () => {
  const stranger = clientOf(999_999_999);
  expect((await stranger.get('/api/client/orders')).data).toEqual([]);
  const address = { line1: '1 Nowhere', city: 'Amman', country: 'JO' };
  expectRefusal(await stranger.post('/api/client/addresses', address), 'forbidden');
  expectRefusal(await stranger.post('/api/client/cart/items', { product_id: 1, amount: 1 }), 'forbidden');
});
