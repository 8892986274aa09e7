import { beforeAll, describe, expect, test } from '@jest/globals';
import { tokenOptions } from '#services/gateway/auth/token.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { timelineEntrySchema } from '#shared/contracts/endpoints/timeline.ts';
import { sharedStore } from '../../support/store-access.ts';
import { admin, auditor, withToken } from '../support/callers.ts';
import type { Caller } from '../../support/caller.ts';
import { expectConforms } from '../support/json-schema.ts';
import {
  checkOut,
  fillCart,
  newOrder,
  newProduct,
  newShopper,
  newSubscription,
  type Shopper,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Operation, Order, Page, TimelineEntry } from '../../support/resources.ts';

/** A staff member with a token from `npm run token -- admin --name …`. */
async function staff(name: string): Promise<Caller> {
  const asked = tokenOptions(['admin', '--name', name]);
  if (asked === null || 'rotates' in asked) throw new Error('no token was asked for');
  return withToken(await signToken(await loadSigningKeys(sharedStore().keysFolder), asked));
}

async function timelineOf(path: string): Promise<TimelineEntry[]> {
  const { data, meta } = (await auditor.get<TimelineEntry[]>(`/api/admin/${path}/timeline?per_page=200`))
    .page;
  expect(meta).toMatchObject({ per_page: 200, next_cursor: null });
  for (const entry of data) expectConforms(timelineEntrySchema, entry);
  return data;
}

describe('the timeline of one order', () => {
  let shopper: Shopper;
  let order: Order;
  let product: { id: number };
  let entries: TimelineEntry[];

  beforeAll(async () => {
    shopper = await newShopper();
    product = await newProduct({ stock: 10 });
    const [desk, layla] = await Promise.all([staff('front-desk'), staff('layla')]);
    await fillCart(shopper.client, product, 3);
    order = (await checkOut(shopper)).data;
    const path = `/api/admin/orders/${order.id}`;
    const home = { user_id: shopper.user.id, line1: '7 Mecca Street', city: 'Zarqa', country: 'JO' };
    const address = (await admin.post<{ id: number }>('/api/admin/addresses', home)).data;
    await desk.put(path, { address_id: address.id });
    const noted = await desk.post<TimelineEntry>(`${path}/notes`, { text: '  Call before the delivery ' });
    expect([noted.status, noted.header('location'), noted.header('etag')]).toEqual([
      201,
      `${path}/timeline`,
      null,
    ]);
    await layla.put(path, { status: 'confirmed' });
    await desk.put(`/api/admin/profile/order-items/${order.items[0]?.id ?? 0}`, { amount: 2 });
    await layla.put(path, { status: 'rejected', reject_reason: 'Late' });
    entries = await timelineOf(`orders/${order.id}`);
  });

  test('a timeline lists changes newest first, each with its author, version and command', () => {
    expect(entries.map(({ version, kind, by }) => [version, kind, by?.area, by?.name])).toEqual([
      [5, 'status_changed', 'admin', 'layla'],
      [4, 'item_changed', 'admin', 'front-desk'],
      [3, 'status_changed', 'admin', 'layla'],
      [2, 'noted', 'admin', 'front-desk'],
      [2, 'changed', 'admin', 'front-desk'],
      [1, 'created', 'client', String(shopper.user.id)],
    ]);
    expect(entries.map(({ via }) => via.type)).toEqual([
      'orders.update',
      'order-items.update',
      'orders.update',
      'order-notes.create',
      'orders.update',
      'orders.checkout',
    ]);
  });

  test('a timeline shows each changed field with its old and its new value', () => {
    const item = order.items[0]?.id ?? 0;
    expect(entries[0]).toMatchObject({
      reason: 'Late',
      changes: { status: { from: 'confirmed', to: 'rejected' }, reject_reason: { from: null, to: 'Late' } },
    });
    expect(entries[1]?.changes).toEqual({
      [`items.${item}.amount`]: { from: 3, to: 2 },
      main_price: { from: 37.5, to: 25 },
      manufacturing_price: { from: 21, to: 14 },
      total: { from: 37.5, to: 25 },
    });
    expect(entries[4]?.changes).toMatchObject({
      'address.line1': { from: '3 Hill Road', to: '7 Mecca Street' },
      'address.city': { from: 'Amman', to: 'Zarqa' },
    });
  });

  test('the first timeline entry contains the values with which the order was placed', () => {
    const item = order.items[0]?.id ?? 0;
    expect(entries[5]?.changes).toMatchObject({
      status: { from: null, to: 'pending' },
      order_number: { from: null, to: order.order_number },
      total: { from: null, to: order.total },
      'address.city': { from: null, to: 'Amman' },
      [`items.${item}.amount`]: { from: null, to: 3 },
      [`items.${item}.main_price`]: { from: null, to: 12.5 },
    });
    expect(entries[5]?.changes).not.toHaveProperty('reject_reason');
  });

  test('the timelines of an order and of its product’s stock both show each stock movement', async () => {
    await admin.post(`/api/admin/inventory/${product.id}/adjust`, { by: 5 });
    expect(entries.map(({ stock }) => stock.map((moved) => moved.stock))).toEqual([
      [{ from: 8, to: 10 }],
      [{ from: 7, to: 8 }],
      [],
      [],
      [],
      [{ from: 10, to: 7 }],
    ]);
    const moves = await timelineOf(`inventory/${product.id}`);
    expect(moves.map(({ subject, version, changes }) => [subject, version, changes['stock']])).toEqual([
      [`inventory/${product.id}`, 5, { from: 10, to: 15 }],
      [`orders/${order.id}`, 4, { from: 8, to: 10 }],
      [`orders/${order.id}`, 3, { from: 7, to: 8 }],
      [`orders/${order.id}`, 2, { from: 10, to: 7 }],
      [`inventory/${product.id}`, 1, { from: null, to: 10 }],
    ]);
    expect(new Set(moves.map(({ kind }) => kind))).toEqual(new Set(['stock_moved']));
  });

  test('timelines of orders and of stock can be paged in both directions', async () => {
    for (const path of [`orders/${order.id}`, `inventory/${product.id}`]) {
      const all = (await timelineOf(path)).map(({ id }) => id);
      const found: string[][] = [];
      let next: string | null = `/api/admin/${path}/timeline?per_page=2`;
      let last = next;
      while (next !== null) {
        const page: Page<TimelineEntry> = (await admin.get<TimelineEntry[]>(next)).page;
        found.push(page.data.map(({ id }) => id));
        last = next;
        next = page.links.next?.replace(/^https?:\/\/[^/]+/, '') ?? null;
      }
      expect(found.flat()).toEqual(all);
      const { prev } = (await admin.get<TimelineEntry[]>(last)).page.links;
      const back = (await admin.get<TimelineEntry[]>(prev?.replace(/^https?:\/\/[^/]+/, '') ?? '')).page;
      expect(back.data.map(({ id }) => id)).toEqual(found.at(-2));
    }
  });

  test('a timeline entry has the id of the operation that made the change, which an admin can read and a shopper cannot', async () => {
    const { via } = entries[1] ?? { via: { operation_id: '' } };
    const found = await admin.get<Operation>(`/api/operations/${via.operation_id ?? ''}`);
    expect(found.data).toMatchObject({ type: 'order-items.update', status: 'succeeded' });
    const own = await shopper.client.get(`/api/operations/${entries[5]?.via.operation_id ?? ''}`);
    expectRefusal(own, 'not_found');
  });

  test('a shopper can read neither staff notes nor the timeline of an order', async () => {
    for (const path of [`/api/client/orders/${order.id}`, '/api/client/orders?paginate=1']) {
      const shown = await shopper.client.get(path);
      expect(shown.status).toBe(200);
      expect(shown.text).not.toContain('Call before');
    }
    expectRefusal(await shopper.client.get(`/api/admin/orders/${order.id}/timeline`), 'forbidden');
  });

  test('a timeline stays readable after its order is deleted', async () => {
    await admin.delete(`/api/admin/orders/${order.id}`);
    const left = await timelineOf(`orders/${order.id}`);
    expect(left[0]).toMatchObject({ kind: 'deleted', version: 6, by: { area: 'admin' } });
    expect(left.slice(1)).toEqual(entries);
  });
});

test('adding a note changes neither version nor ETag of the order', async () => {
  const order = await newOrder();
  const path = `/api/admin/orders/${order.id}`;
  const before = (await admin.get(path)).header('etag');
  await admin.post(`${path}/notes`, { text: 'One' });
  expect((await admin.get(path)).header('etag')).toBe(before);
  expectRefusal(await admin.post(`${path}/notes`, { text: ' ' }), 'validation_failed', ['text']);
  expectRefusal(await admin.post(`${path}/notes`, { text: 'x'.repeat(2001) }), 'validation_failed', ['text']);
  expectRefusal(await admin.post('/api/admin/orders/999999999/notes', { text: 'x' }), 'not_found');
  expect((await timelineOf(`orders/${order.id}`)).map(({ note }) => note)).toEqual(['One', null]);
});

test('products, subscriptions, users and addresses have timelines', async () => {
  const { user, address } = await newShopper();
  const product = await newProduct();
  const subscription = await newSubscription();
  for (const [path, field, value] of [
    [`products/${product.id}`, 'price', 3.25],
    [`subscriptions/${subscription.id}`, 'price', 8.5],
    [`users/${user.id}`, 'phone', '0790000000'],
    [`addresses/${address.id}`, 'city', 'Irbid'],
  ] as const) {
    await admin.put(`/api/admin/${path}`, { [field]: value });
    const [changed, created] = await timelineOf(path);
    expect(changed).toMatchObject({ kind: 'changed', version: 2, changes: { [field]: { to: value } } });
    expect(created).toMatchObject({ kind: 'created', version: 1 });
    expect(created?.changes[field]?.to ?? null).toEqual(changed?.changes[field]?.from);
  }
});
