import { expect, test } from '@jest/globals';
import { readableRecords } from '#shared/engine/decide/resource.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { faults } from '#services/orders/records/damaged-records.ts';
import {
  aLine,
  anAddress,
  anOrder,
  aProduct,
  aUser,
  command,
  decideOne,
  now,
  stockOf,
  world,
} from '../support/orders-world.ts';

/** A store in which order 9 has no total, user 9 no name and address 90 no version, as a batch loads them. */
function damagedStore() {
  const state = world({
    users: [
      aUser(1),
      aUser(2),
      aUser(9, { name: null as never, email: 'taken@example.com', external_id: 'auth0|taken' }),
    ],
    addresses: [anAddress(90, 2, { version: null as never })],
    products: [aProduct(1)],
    orders: [
      anOrder(1),
      anOrder(9, { total: null as never, order_number: 'TAKEN', items: [aLine(90, 1)] }),
      anOrder(10, { items: null as never }),
    ],
  });
  return {
    ...state,
    users: readableRecords('users', state.users, faults.users),
    addresses: readableRecords('addresses', state.addresses, faults.addresses),
    orders: readableRecords('orders', state.orders, faults.orders),
  };
}

test.each([
  [
    'a new user takes the e-mail address of a user whose stored record is damaged',
    command('users.create', { body: { name: 'Layla', email: 'TAKEN@example.com' } }),
  ],
  [
    'it gives a user the external_id of a user whose stored record is damaged',
    command('users.update', { params: { user: 1 }, body: { external_id: 'auth0|taken' } }),
  ],
  [
    'a shopper sends it whose own stored user record is damaged',
    command('me.update', {
      body: { name: 'Layla', email: 'free@example.com' },
      caller: { area: 'client', subject: 's', userId: null, external: externalUser('auth0|taken') },
    }),
  ],
  [
    'it erases a user who has an address whose stored record is damaged',
    command('users.delete', { params: { user: 2 } }),
  ],
  [
    'an order takes the number of an order whose stored record is damaged',
    command('orders.update', { params: { order: 1 }, body: { order_number: 'taken' } }),
  ],
  [
    'it changes an item of an order whose stored record is damaged',
    command('order-items.update', { params: { order_item: 90 }, body: { amount: 2 } }),
  ],
  [
    'it deletes an item of an order whose stored record is damaged',
    command('order-items.delete', { params: { order_item: 90 } }),
  ],
])('a command fails as conflict if %s', (_what, sent) => {
  expect(decideOne(damagedStore(), sent).code).toBe('conflict');
});

test('commands succeed despite a damaged record if they need only other records', () => {
  const create = command('users.create', { body: { name: 'Layla', email: 'free@example.com' } });
  expect(decideOne(damagedStore(), create).status).toBe(201);
  const rename = command('orders.update', { params: { order: 1 }, body: { order_number: 'FREE' } });
  expect(decideOne(damagedStore(), rename).status).toBe(200);
});

test('a product can be added to a cart that has another product whose stored stock is damaged, and the response shows that product as unavailable', () => {
  const state = world({
    users: [aUser(1)],
    products: [aProduct(1), aProduct(2)],
    inventory: [stockOf(1, 5), stockOf(2, 'many' as never)],
    carts: [{ _id: 1, version: 1, items: [{ product_id: 2, amount: 1 }], updated_at: now }],
  });
  const inventory = readableRecords('inventory', state.inventory, faults.inventory);
  const add = command('cart.add', { as: 1, body: { product_id: 1, amount: 1 } });
  const { status, data } = decideOne({ ...state, inventory }, add);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    items: [
      { product_id: 2, available: false },
      { product_id: 1, available: true },
    ],
  });
});
