import { expect, test } from '@jest/globals';
import { readableRecords } from '#shared/engine/decide/resource.ts';
import { faults } from '#services/orders/records/damaged-records.ts';
import { aLine, anOrder, aProduct, aUser, command, decideOne, world } from '../support/orders-world.ts';

/** A store in which order 9 has no total and user 9 has no name, as a batch loads them. */
function damagedStore() {
  const state = world({
    users: [aUser(1), aUser(9, { name: null as never, email: 'taken@example.com' })],
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
    orders: readableRecords('orders', state.orders, faults.orders),
  };
}

test.each([
  [
    'a new user takes the e-mail address of a user whose stored record is damaged',
    command('users.create', { body: { name: 'Layla', email: 'TAKEN@example.com' } }),
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
