import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import {
  checkOut,
  fillCart,
  newProduct,
  newShopper,
  stockOf,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Cart, Operation, Order } from '../../support/resources.ts';

const path = '/api/client/orders/checkout';
const rehearse = (shopper: Shopper, headers: Record<string, string> = {}, more = {}) =>
  shopper.client.post<Order>(
    `${path}?dry_run=1`,
    { payment_method: 1, address_id: shopper.address.id, ...more },
    headers,
  );

/** All data that a checkout would change. */
async function stateOf({ client }: Shopper) {
  const [cart, orders, events, operations] = await Promise.all([
    client.get<Cart>('/api/client/cart'),
    client.get<Order[]>('/api/client/orders'),
    client.get<unknown[]>('/api/client/events?after=0'),
    admin.get<Operation[]>('/api/admin/operations?filters[type]=orders.checkout&per_page=200'),
  ]);
  return [cart.data, orders.data, events.data, operations.data.map(({ id }) => id)];
}

test('a dry run of a checkout returns the same order as the checkout', async () => {
  const shopper = await newShopper();
  const [counted, uncounted] = await Promise.all([newProduct({ stock: 5, price: 19.99 }), newProduct()]);
  await fillCart(shopper.client, counted, 2);
  await fillCart(shopper.client, uncounted, 3);
  const rehearsal = await rehearse(shopper, {}, { notes: 'Leave it at the door' });
  expect([rehearsal.status, rehearsal.header('etag'), rehearsal.header('location')]).toEqual([
    200,
    null,
    null,
  ]);
  expect(rehearsal.data).toMatchObject({
    id: null,
    order_number: null,
    created_at: null,
    updated_at: null,
    status: 'pending',
    next_statuses: ['cancelled'],
    notes: 'Leave it at the door',
    total: 77.48,
    user: { id: shopper.user.id, name: shopper.user.name },
    items: [
      { id: null, order_id: null, product_id: counted.id, amount: 2, main_price: 19.99 },
      { id: null, order_id: null, product_id: uncounted.id, amount: 3, main_price: 12.5 },
    ],
    history: [{ at: null, from: null, to: 'pending', reason: null }],
  });

  const { data: placed } = await checkOut(shopper, {}, { notes: 'Leave it at the door' });
  const {
    id: _id,
    order_number: _number,
    items,
    history: _history,
    created_at: _at,
    updated_at: _to,
    ...order
  } = placed;
  expect(rehearsal.data).toMatchObject(order);
  expect(items).toHaveLength(2);
});

test('a dry run of a checkout stores nothing and does not use up its idempotency key', async () => {
  const shopper = await newShopper();
  const product = await newProduct({ stock: 5 });
  await fillCart(shopper.client, product, 2);
  const before = await stateOf(shopper);
  const headers = { 'idempotency-key': uniqueWord('rehearsed ') };
  for (const more of [{}, { notes: 'Another body' }]) {
    const rehearsal = await rehearse(shopper, { ...headers, prefer: 'respond-async' }, more);
    expect([rehearsal.status, rehearsal.header('idempotency-replayed')]).toEqual([200, null]);
  }
  expect(await stateOf(shopper)).toEqual(before);
  expect(await stockOf(product)).toEqual({ stock: 5, held: 0 });

  const placed = await checkOut(shopper, headers);
  expect([placed.status, placed.header('idempotency-replayed')]).toEqual([201, null]);
  // A dry run with the idempotency key of a placed checkout is not a retry. It uses the current cart.
  expectRefusal(await rehearse(shopper, headers), 'empty_cart');
  expect((await checkOut(shopper, headers)).header('idempotency-replayed')).toBe('true');
});

test('a dry run of a checkout returns the same errors as the checkout', async () => {
  const [shopper, other] = await Promise.all([newShopper(), newShopper()]);
  expectRefusal(await rehearse(shopper), 'empty_cart');
  const [scarce, gone] = await Promise.all([newProduct({ stock: 1 }), newProduct()]);
  await fillCart(shopper.client, scarce, 2);
  const { products } = expectRefusal(await rehearse(shopper), 'out_of_stock');
  expect(products).toEqual([{ product_id: scarce.id, name: scarce.name, requested: 2, available: 1 }]);
  const arabic = await rehearse(shopper, { 'accept-language': 'ar' });
  expect(expectRefusal(arabic, 'out_of_stock').products).toMatchObject([{ name: scarce.ar.name }]);

  await fillCart(shopper.client, gone);
  await admin.delete(`/api/admin/products/${gone.id}`);
  const foreign = { address_id: other.address.id };
  expectRefusal(await rehearse(shopper, {}, foreign), 'validation_failed', [
    'address_id',
    'items.1.product_id',
  ]);
  // Errors in the format and in the data are reported together.
  expectRefusal(await rehearse(shopper, {}, { ...foreign, payment_method: 9 }), 'validation_failed', [
    'payment_method',
    'address_id',
    'items.1.product_id',
  ]);
  expectRefusal(await sendInBody(shopper, 'perhaps'), 'validation_failed', ['dry_run', 'items.1.product_id']);
});

const sendInBody = (shopper: Shopper, dryRun: unknown) =>
  shopper.client.post<Order>(path, { payment_method: 1, address_id: shopper.address.id, dry_run: dryRun });
