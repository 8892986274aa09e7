import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newProduct, newShopper, newSubscription, orderOf } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order } from '../../support/resources.ts';

describe('record versions', () => {
  test('reads and writes return an ETag that depends on version and language', async () => {
    const { id } = await newSubscription();
    const path = `/api/admin/subscriptions/${id}`;
    const read = await admin.get(path);
    expect(read.header('etag')).toBe('"1-en"');
    expect(read.header('vary')).toContain('Accept-Language');
    const written = await admin.put(path, { price: 2 }, { 'accept-language': 'ar' });
    expect(written.header('etag')).toBe('"2-ar"');
    expect(written.header('vary')).toContain('Accept-Language');
    expect((await admin.get(path)).header('etag')).toBe('"2-en"');
  });

  test('a read with a current If-None-Match returns 304 until the record changes', async () => {
    const { id } = await newProduct();
    const path = `/api/admin/products/${id}`;
    const etag = (await admin.get(path)).header('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"0-en", ${etag}`, '*']) {
      const again = await admin.get(path, { 'if-none-match': known });
      expect([again.status, again.text, again.header('etag')]).toEqual([304, '', etag]);
    }
    expect((await admin.get(path, { 'if-none-match': etag, 'accept-language': 'ar' })).status).toBe(200);
    await admin.put(path, { price: 1 });
    expect((await admin.get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('changing an item of an order raises the version of the order', async () => {
    const order = await orderOf(await newProduct(), 1);
    const item = `/api/admin/profile/order-items/${order.items[0]?.id ?? 0}`;
    expect((await admin.get(item)).header('etag')).toBe('"1-en"');
    expect((await admin.put(item, { amount: 2 })).header('etag')).toBe('"2-en"');
    expect((await admin.get(`/api/admin/orders/${order.id}`)).header('etag')).toBe('"2-en"');
  });
});

describe('If-Match', () => {
  const path = ({ id }: Order) => `/api/admin/orders/${id}`;
  const ifMatch = (tag: string) => ({ 'if-match': tag });

  test('a write with a current If-Match succeeds, in any language', async () => {
    const order = await newOrder();
    expect((await admin.put(path(order), { notes: 'one' }, ifMatch('"1-en"'))).status).toBe(200);
    expect((await admin.put(path(order), { notes: 'two' }, ifMatch('"2-ar"'))).status).toBe(200);
    expect((await admin.put(path(order), { notes: 'three' }, ifMatch('*'))).status).toBe(200);
    expect((await admin.delete(path(order), ifMatch('"4-en"'))).status).toBe(204);
  });

  test('a write with an outdated If-Match is rejected with 412, and the response lists the changes since that version', async () => {
    const order = await newOrder();
    const first = (await admin.put<Order>(path(order), { notes: 'one', payment_method: 2 })).data;
    await admin.put(path(order), { status: 'confirmed' });
    const reply = await admin.put(path(order), { notes: 'mine' }, ifMatch('"1-en"'));
    const { changes } = expectRefusal(reply, 'precondition_failed');
    expect(reply.header('etag')).toBe('"3-en"');
    expect(changes?.map(({ version }) => version)).toEqual([2, 3]);
    expect(changes?.[0]).toEqual({
      version: 2,
      by: expect.stringContaining('admin'),
      at: first.updated_at,
      fields: expect.arrayContaining(['notes', 'payment_method']),
      values: { notes: { from: null, to: 'one' }, payment_method: { from: 1, to: 2 } },
    });
    expect(changes?.[1]?.fields).toContain('status');
    expect(changes?.[1]?.values).toEqual({ status: { from: 'pending', to: 'confirmed' } });
    expectRefusal(await admin.delete(path(order), ifMatch('"1-en"')), 'precondition_failed');
    expect((await admin.get<Order>(path(order))).data.notes).toBe('one');
  });

  test.each(['"999-en"', '"nonsense"', 'W/"1-en"', '1-en'])(
    'a write with If-Match %s is rejected with 412',
    async (tag) => {
      const order = await newOrder();
      expectRefusal(await admin.put(path(order), { notes: 'x' }, ifMatch(tag)), 'precondition_failed');
    },
  );

  test('the error for an outdated If-Match lists only the last 20 changes', async () => {
    const order = await newOrder();
    for (let count = 1; count <= 23; count += 1) await admin.put(path(order), { notes: `${count}` });
    const { changes } = expectRefusal(
      await admin.put(path(order), { notes: 'x' }, ifMatch('"1-en"')),
      'precondition_failed',
    );
    expect(changes?.length).toBe(20);
    expect([changes?.[0]?.version, changes?.at(-1)?.version]).toEqual([5, 24]);
  });

  test('the If-Match of an order item refers to the version of its order', async () => {
    const order = await orderOf(await newProduct(), 1);
    const item = `/api/admin/profile/order-items/${order.items[0]?.id ?? 0}`;
    await admin.put(path(order), { notes: 'moved on' });
    const refused = await admin.put(item, { amount: 2 }, ifMatch('"1-en"'));
    expect(expectRefusal(refused, 'precondition_failed').changes).toMatchObject([
      { version: 2, values: { notes: { from: null, to: 'moved on' } } },
    ]);
    expect((await admin.put(item, { amount: 2 }, ifMatch('"2-en"'))).status).toBe(200);
  });

  test('If-Match lets only one of ten concurrent writes succeed', async () => {
    const order = await newOrder();
    const writes = Array.from({ length: 10 }, (_, index) =>
      admin.put(path(order), { notes: `${index}` }, ifMatch('"1-en"')),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(1);
    expect(statuses.filter((status) => status === 412).length).toBe(9);
  });

  test('a shopper’s write with an outdated If-Match is rejected with 412', async () => {
    const { client, address } = await newShopper();
    const own = `/api/client/addresses/${address.id}`;
    const etag = (await client.get(own)).header('etag') ?? '';
    expect((await client.put(own, { city: 'Irbid' }, ifMatch(etag))).status).toBe(200);
    expectRefusal(await client.put(own, { city: 'Zarqa' }, ifMatch(etag)), 'precondition_failed');
  });

  test('the error for an outdated If-Match shows a shopper what changed, but not who changed it', async () => {
    const { client, address } = await newShopper();
    await admin.put(`/api/admin/addresses/${address.id}`, { city: 'Irbid' });
    const own = `/api/client/addresses/${address.id}`;
    for (const refused of [
      await client.put(own, { city: 'Zarqa' }, ifMatch('"1-en"')),
      await client.delete(own, ifMatch('"1-en"')),
    ]) {
      const { changes } = expectRefusal(refused, 'precondition_failed');
      expect(changes).toMatchObject([
        { version: 2, fields: ['city'], values: { city: { from: 'Amman', to: 'Irbid' } } },
      ]);
      expect(JSON.stringify(refused.problem)).not.toMatch(/"by"|admin:/);
    }
  });
});
