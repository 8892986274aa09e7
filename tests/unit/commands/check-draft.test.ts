import { describe, expect, test } from '@jest/globals';
import { createDraftCheck } from '#shared/engine/commands/rehearse.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { ordersHandlers } from '#services/orders/handlers.ts';
import { trackedByOrders } from '#services/orders/store/resources.ts';
import { anAddress, anOrder, aProduct, aUser, command, now, units, world } from '../support/orders-world.ts';

const item = { product_id: 1, amount: 1 };
const state = world({
  users: [aUser(1)],
  addresses: [anAddress(1, 1), anAddress(2, 2)],
  products: [aProduct(1, { is_active: false })],
  carts: [{ _id: 1, version: 1, items: [item], updated_at: now }],
  orders: [anOrder(1, { status: 'delivered' })],
});
const store = { load: () => Promise.resolve(state), rowsOf: () => Promise.resolve(null) };
const view = { tracked: trackedByOrders, addressed: () => null, decimals: 2 };
const check = createDraftCheck(store, ordersHandlers(units, { taxRate: 0, returnDays: 14 }), view);
const brokenIn = async (draft: Command) => (await check(draft)).map(({ field, rule }) => `${field} ${rule}`);
const draftOf = (type: 'orders.checkout' | 'orders.create', body: object) =>
  command(type, { as: 1, body: body as never });

describe('the check of a command without its invalid fields', () => {
  test.each([
    ['a checkout without an address', draftOf('orders.checkout', {}), ['items.0.product_id not_sold']],
    [
      'a checkout with another shopper’s address',
      draftOf('orders.checkout', { address_id: 2 }),
      ['address_id exists', 'items.0.product_id not_sold'],
    ],
    [
      'a new order without a user',
      draftOf('orders.create', { address_id: 9, items: [undefined, { amount: 2 }, { product_id: 9 }] }),
      ['address_id exists', 'items.2.product_id exists'],
    ],
    [
      'an order update',
      command('orders.update', { params: { order: 1 }, body: { user_id: 9, status: 'pending' } }),
      ['user_id exists', 'status illegal_transition'],
    ],
  ])(
    'if a command has invalid fields, its other fields are still checked against stored data: %s',
    async (_name, draft, errors) => {
      expect(await brokenIn(draft)).toEqual(errors);
    },
  );

  test('if a new order has invalid fields and names no stored record, the check against stored data reports no further errors', async () => {
    expect(await check(draftOf('orders.create', {}))).toEqual([]);
  });

  test('if an order update’s valid fields agree with stored data, the check against stored data adds no errors to those of its invalid fields', async () => {
    expect(await check(command('orders.update', { params: { order: 1 }, body: { total: 5 } }))).toEqual([]);
  });

  test('if an update with invalid fields is for an order that does not exist, the check against stored data fails with not_found', async () => {
    const draft = command('orders.update', { params: { order: 9 }, body: {} });
    await expect(check(draft)).rejects.toMatchObject({ code: 'not_found' });
  });
});
