import { describe, expect, test } from '@jest/globals';
import {
  aProduct,
  anAddress,
  aUser,
  command,
  decide,
  decideOne,
  now,
  stockOf,
  world,
} from '../support/orders-world.ts';
import { broken } from '../support/outcome.ts';

describe('a cart', () => {
  const shop = (items: [number, number][] = [[1, 2]]) =>
    world({
      users: [aUser(1)],
      products: [
        aProduct(1),
        aProduct(2, { is_active: false }),
        aProduct(3, { is_deleted: true }),
        aProduct(4),
      ],
      inventory: [stockOf(1, 3)],
      carts: [
        {
          _id: 1,
          version: 2,
          items: items.map(([product_id, amount]) => ({ product_id, amount })),
          updated_at: now,
        },
      ],
    });
  const add = (product_id: number, amount: number, more = {}) =>
    command('cart.add', { as: 1, body: { product_id, amount }, ...more });
  const set = (product_id: number, amount: number) =>
    command('cart.set', { as: 1, params: { product_id }, body: { amount } });

  test('a cart adds up repeated products, and shows its lines and their sum', () => {
    const { ends } = decide(shop(), [add(1, 1), add(4, 2)]);
    expect(ends[1]).toMatchObject({
      status: 200,
      data: {
        items: [
          { product_id: 1, amount: 3, name: 'Product 1', price: 12.5, line_total: 37.5, available: true },
          { product_id: 4, amount: 2, name: 'Product 4', price: 12.5, line_total: 25, available: true },
        ],
        items_total: 62.5,
      },
    });
  });

  test('a shopper can set the amount of a product in the cart, even if the cart does not contain the product yet', () => {
    expect(decideOne(shop(), set(1, 7)).data?.['items']).toMatchObject([{ amount: 7, available: false }]);
    expect(decideOne(shop(), set(4, 1)).data?.['items']).toMatchObject([
      { product_id: 1 },
      { product_id: 4, amount: 1 },
    ]);
    expect(decideOne(shop(), set(1, 2)).work.writes).toEqual([]);
  });

  test('a cart accepts more units than in stock, because stock is checked at checkout', () => {
    expect(decideOne(shop(), add(1, 500)).status).toBe(200);
  });

  test.each([2, 3, 99])('a cart rejects product %d, which is not on sale', (id) => {
    for (const sent of [add(id, 1), set(id, 1)]) {
      expect(broken(decideOne(shop(), sent).fields)).toEqual(['product_id: exists']);
    }
  });

  test('a cart can contain at most 100,000 units of a product and a thousand products', () => {
    expect(decideOne(shop([[1, 100_000]]), add(1, 1)).fields).toEqual([
      { field: 'amount', rule: 'max', params: { max: 100_000 } },
    ]);
    const full = Array.from({ length: 1000 }, (_, index): [number, number] => [index + 10, 1]);
    expect(broken(decideOne(shop(full), add(1, 1)).fields)).toEqual(['product_id: cart_full']);
    expect(broken(decideOne(shop(full), set(1, 1)).fields)).toEqual(['product_id: cart_full']);
  });

  test('a shopper can remove one line or all lines of a cart, and removing a line that the cart does not contain is no error', () => {
    const remove = (id: number) => command('cart.remove', { as: 1, params: { product_id: id } });
    const { ends, state } = decide(
      shop([
        [1, 2],
        [4, 1],
      ]),
      [remove(1), remove(1), remove(77)],
    );
    expect(ends.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(state.carts.get(1)).toMatchObject({ version: 3, items: [{ product_id: 4 }] });
    const cleared = decideOne(shop(), command('cart.clear', { as: 1 }));
    expect([cleared.status, cleared.state.carts.get(1)?.items]).toEqual([204, []]);
  });

  test('if a product in a cart was deleted or does not exist, the cart still shows the product’s line, marked as not available', () => {
    expect(
      decideOne(
        shop([
          [3, 1],
          [99, 2],
        ]),
        add(4, 1),
      ).data?.['items'],
    ).toMatchObject([
      { product_id: 3, available: false },
      { product_id: 99, name: '', price: 0, line_total: 0, available: false },
      { product_id: 4, available: true },
    ]);
  });

  test('a cart shows product names in the language of the request', () => {
    expect(decideOne(shop(), add(1, 1, { language: 'ar' })).data?.['items']).toMatchObject([
      { name: 'منتج 1' },
    ]);
  });

  test('a cart command from a caller without a user record fails as forbidden', () => {
    expect(decideOne(world({ products: [aProduct(1)] }), add(1, 1)).code).toBe('forbidden');
  });
});

describe('users', () => {
  const create = (email: string) => command('users.create', { body: { name: 'Layla', email } });
  const rename = (user: number, email: string) =>
    command('users.update', { params: { user }, body: { email } });
  const codes = (sent: ReturnType<typeof create>[]) =>
    decide(world({ users: [aUser(1), aUser(2)] }), sent).ends.map(
      ({ status, fields }) => status ?? broken(fields)[0],
    );
  const taken = 'email: unique';

  test('users have unique e-mail addresses regardless of letter case, even within one batch', () => {
    expect(codes([create('a@x.io'), create('A@X.io'), create('b@x.io')])).toEqual([201, taken, 201]);
    expect(codes([create('USER1@example.com')])).toEqual([taken]);
  });

  test('a user may keep their e-mail address, or take one that another user gave up earlier in the same batch', () => {
    expect(codes([rename(1, 'User1@Example.com')])).toEqual([200]);
    expect(codes([rename(1, 'user2@example.com')])).toEqual([taken]);
    expect(codes([rename(2, 'new@x.io'), rename(1, 'user2@example.com')])).toEqual([200, 200]);
    expect(codes([command('users.delete', { params: { user: 2 } }), create('user2@example.com')])).toEqual([
      204, 201,
    ]);
  });

  test('events about users contain the user’s version', () => {
    const { work } = decide(world({ users: [aUser(1)] }), [
      create('a@x.io'),
      rename(1, 'b@x.io'),
      command('users.delete', { params: { user: 1 } }),
    ]);
    expect(work.events.map(({ draft }) => [draft.type, draft.data.version])).toEqual([
      ['orders.user.created.v2', 1],
      ['orders.user.updated.v2', 2],
      ['orders.user.deleted.v2', 3],
      ['orders.user.erased.v2', 3],
    ]);
  });
});

describe('addresses', () => {
  const lines = { line1: '12 Rainbow Street', city: 'Amman', country: 'JO' };
  const shop = world({ users: [aUser(1), aUser(2)], addresses: [anAddress(1, 1), anAddress(2, 2)] });

  test('a shopper’s new address belongs to the shopper, even if the request body has another user_id', () => {
    const sent = command('own-addresses.create', { as: 1, body: { ...lines, user_id: 2 } as typeof lines });
    const { status, location, data } = decideOne(shop, sent);
    expect([status, location]).toEqual([201, '/api/client/addresses/1']);
    expect(data).toMatchObject({ user_id: 1, ...lines, label: null, line2: null, phone: null });
  });

  test('commands on another shopper’s address fail as not_found', () => {
    const params = { address: 2 };
    for (const sent of [
      command('own-addresses.update', { as: 1, params, body: { city: 'Irbid' } }),
      command('own-addresses.delete', { as: 1, params }),
    ]) {
      expect(decideOne(shop, sent)).toMatchObject({ code: 'not_found', work: { writes: [] } });
    }
    expect(decideOne(shop, command('own-addresses.delete', { as: 77, params })).code).toBe('forbidden');
  });

  test('an address for a user that does not exist fails validation, whether the address is new or moved to this user', () => {
    const create = command('addresses.create', { body: { user_id: 9, ...lines } });
    expect(broken(decideOne(shop, create).fields)).toEqual(['user_id: exists']);
    const move = command('addresses.update', { params: { address: 1 }, body: { user_id: 9 } });
    expect(broken(decideOne(shop, move).fields)).toEqual(['user_id: exists']);
  });

  test('an address of a deleted user can be changed as long as its user stays the same', () => {
    const state = world({ addresses: [anAddress(1, 9)] });
    const move = command('addresses.update', { params: { address: 1 }, body: { user_id: 9, city: 'Irbid' } });
    expect(decideOne(state, move)).toMatchObject({ status: 200, version: 2, data: { city: 'Irbid' } });
  });
});
