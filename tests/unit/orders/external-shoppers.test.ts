import { describe, expect, test } from '@jest/globals';
import { withExplainedRefusals } from '#shared/engine/decide/explain-refusal.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { aggregateOf } from '#services/gateway/commands/command-sender.ts';
import { ordersHandlers } from '#services/orders/handlers.ts';
import { addressedByOrders } from '#services/orders/records/addressed-record.ts';
import { trackedByOrders } from '#services/orders/store/resources.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import {
  anAddress,
  anOrder,
  aProduct,
  aUser,
  command,
  decide,
  decideOne,
  now,
  typesOf,
  units,
  world,
} from '../support/orders-world.ts';
import { broken, ended } from '../support/outcome.ts';

const provider = 'auth0|layla';

/** A command from the shopper with this id at the identity provider. */
function byExternal<Type extends keyof OrdersCommands>(
  type: Type,
  asked: Parameters<typeof command<Type>>[1] = {},
  externalId = provider,
) {
  return command(type, {
    ...asked,
    caller: { area: 'client', subject: 'sub', userId: null, external: externalUser(externalId) },
  });
}

const person = { name: 'Layla Haddad', email: 'layla@example.com' };
const shop = (users = [aUser(7), aUser(8, { external_id: 'auth0|omar' })]) =>
  world({
    users,
    addresses: [anAddress(70, 7), anAddress(80, 8)],
    products: [aProduct(1)],
    orders: [anOrder(1, { user_id: 7 }), anOrder(2, { user_id: 8 })],
    carts: [
      { _id: 7, version: 1, items: [{ product_id: 1, amount: 2 }], updated_at: now },
      { _id: 8, version: 1, items: [{ product_id: 1, amount: 3 }], updated_at: now },
    ],
    counters: [{ _id: 'users', version: 8 }],
  });

const erasureOf = (externalId: string) => ({
  _id: 9,
  version: 1,
  at: now,
  owners: [],
  external_key: externalUser(externalId).key,
  addresses: [],
  by: null,
  rounds: 0,
  due_at: null,
});

describe('a shopper from an identity provider', () => {
  test('if a shopper signs in with an identity provider, the first PUT of their own profile creates a user, and the next PUT changes the user', () => {
    const change = { phone: '+962 7 9000 0000' };
    const { ends, state, work } = decide(shop(), [
      byExternal('me.update', { body: person }),
      byExternal('me.update', { body: change }),
      byExternal('me.update', { body: change }),
    ]);
    expect(ends.map(({ status, location }) => [status, location])).toEqual([
      [201, '/api/client/me'],
      [200, null],
      [200, null],
    ]);
    expect(ends[1]?.data).toEqual({ id: 9, ...person, ...change, created_at: now, updated_at: now });
    expect(state.users.get(9)).toMatchObject({ external_id: provider, version: 2 });
    expect(typesOf(work)).toEqual(['orders.user.created.v2', 'orders.user.updated.v2']);
  });

  test('a shopper who signs in with an identity provider cannot write before creating a user record, but can write in the same batch after creating one', () => {
    const fill = () => byExternal('cart.add', { body: { product_id: 1, amount: 1 } });
    const address = { line1: '1 Road', city: 'Amman', country: 'JO' };
    const { ends, state } = decide(shop(), [
      fill(),
      byExternal('me.update', { body: person }),
      fill(),
      byExternal('own-addresses.create', { body: address }),
    ]);
    expect(ends.map(({ status, code }) => code ?? status)).toEqual(['forbidden', 201, 200, 201]);
    expect(state.carts.get(9)?.items).toEqual([{ product_id: 1, amount: 1 }]);
    expect(ends[3]?.data).toMatchObject({ user_id: 9 });
  });

  test('a shopper who signs in with an identity provider must send a name and an unused e-mail address to create a user record', () => {
    expect(broken(decideOne(shop(), byExternal('me.update', { body: {} })).fields)).toEqual([
      'name: required',
      'email: required',
    ]);
    const taken = byExternal('me.update', { body: { ...person, email: 'USER7@example.com' } });
    expect(broken(decideOne(shop(), taken).fields)).toEqual(['email: unique']);
    expect(decideOne(shop(), byExternal('me.update', { body: person, ifMatch: 3 })).code).toBe(
      'precondition_failed',
    );
  });

  test('if a shopper who signs in with an identity provider sends an outdated If-Match, the error lists the changes since that version', async () => {
    const sent = [
      byExternal('me.update', { body: person }),
      byExternal('me.update', { body: { phone: '+962 7 9000 0000' } }),
      byExternal('me.update', { body: { name: 'Layla' }, ifMatch: 1 }),
    ];
    const { work } = decide(shop(), sent);
    const deliveries = sent.map((one) => ({ command: one, keepsInbox: true }));
    const view = { tracked: trackedByOrders, addressed: addressedByOrders, decimals: 2 };
    const explained = await withExplainedRefusals(work, deliveries, view, async ({ collection, id }) => ({
      collection,
      id,
      rows: [],
    }));
    expect(explained.results.map(ended)[2]).toMatchObject({
      code: 'precondition_failed',
      extra: { changes: [{ version: 2, fields: ['phone'] }] },
    });
  });

  test('if a shopper signs in with an identity provider and the first PUT of their profile is rejected, a retry gets the same error', () => {
    const taken = byExternal('me.update', { body: { ...person, email: 'USER7@example.com' } });
    const { ends, work } = decide(shop(), [taken, taken]);
    expect(ends.map(({ fields }) => broken(fields))).toEqual([['email: unique'], ['email: unique']]);
    const later = decide(shop(), [taken], { inbox: work.inbox });
    expect(later.ends).toMatchObject([{ code: 'validation_failed', replayed: true }]);
  });

  test('a retry by an erased shopper who signs in with an identity provider is rejected as forbidden and does not get the stored outcome', () => {
    const sent = byExternal('me.update', { body: person });
    const { work } = decide(shop(), [sent]);
    const erased = world({ erasures: [erasureOf(provider)] });
    expect(decide(erased, [sent], { inbox: work.inbox }).ends).toEqual([
      { code: 'forbidden', replayed: false },
    ]);
    const back = world({ users: [aUser(9, { external_id: provider })], erasures: [erasureOf(provider)] });
    expect(decide(back, [sent], { inbox: work.inbox }).ends).toMatchObject([{ status: 201, replayed: true }]);
  });

  test('a profile request with a former external id creates no user if the shopper sent it while they had the id, and was erased since', () => {
    const former = { key: externalUser(provider).key, until: '2026-04-20T00:00:00.000Z' };
    const erased = world({ erasures: [{ ...erasureOf('auth0|later'), former_keys: [former] }] });
    const sent = (at: string) => byExternal('me.update', { body: person, at });
    expect(decideOne(erased, sent('2026-04-19T00:00:00.000Z')).code).toBe('forbidden');
    expect(decideOne(erased, sent('2026-04-21T00:00:00.000Z')).status).toBe(201);
  });

  test('a retry with a former external id does not get the stored outcome after the shopper was erased', () => {
    const sent = byExternal('me.update', { body: person });
    const { work } = decide(shop(), [sent]);
    const former = { key: externalUser(provider).key, until: now };
    const erased = world({ erasures: [{ ...erasureOf('auth0|later'), former_keys: [former] }] });
    expect(decide(erased, [sent], { inbox: work.inbox }).ends).toEqual([
      { code: 'forbidden', replayed: false },
    ]);
  });

  test('a shopper who signs in with an identity provider can use only their own orders and cart, even if their external id resembles a user id', () => {
    const omar = (type: 'orders.cancel', order: number, externalId: string) =>
      decideOne(shop(), byExternal(type, { params: { order } }, externalId));
    expect(omar('orders.cancel', 2, 'auth0|omar').status).toBe(200);
    expect(omar('orders.cancel', 1, 'auth0|omar').code).toBe('not_found');
    expect(omar('orders.cancel', 1, '7').code).toBe('forbidden');
    const checkout = byExternal(
      'orders.checkout',
      { body: { payment_method: 1, address_id: 80 } },
      'auth0|omar',
    );
    const { data, state } = decideOne(shop(), checkout);
    expect(data).toMatchObject({ user_id: 8, items: [{ amount: 3 }] });
    expect([state.carts.get(8)?.items, state.carts.get(7)?.items.length]).toEqual([[], 1]);
  });

  test('commands of a shopper who signs in with an identity provider load the user by external id, and a checkout also loads the cart', () => {
    const {
      'orders.checkout': checkout,
      'orders.cancel': cancel,
      'users.create': create,
    } = ordersHandlers(units, { taxRate: 0, returnDays: 14 });
    expect(checkout.needs(byExternal('orders.checkout') as never)).toMatchObject({
      externalCarts: [provider],
    });
    expect(cancel.needs(byExternal('orders.cancel') as never)).toMatchObject({ externalIds: [provider] });
    expect(
      create.needs(command('users.create', { body: { ...person, external_id: 'x' } }) as never),
    ).toMatchObject({ externalIds: ['x'] });
  });

  test('all commands of a shopper from an identity provider have one partition key, which differs from that of a user whose id equals the shopper’s external id', () => {
    const types = ['me.update', 'cart.clear', 'orders.checkout'] as const;
    const own = types.map((type) => aggregateOf(byExternal(type)));
    expect(new Set(own).size).toBe(1);
    expect(own[0]).not.toBe(aggregateOf(command('cart.clear', { as: 7 })));
    expect(aggregateOf(command('cart.clear', { as: 7 }))).toBe('user:7');
    expect(aggregateOf(byExternal('cart.clear', {}, '7'))).not.toBe('user:7');
  });
});

describe('a shopper with a user id', () => {
  test('a PUT of the profile by a shopper whose token has a user id changes this user, and fails as forbidden if the user does not exist', () => {
    const { data, status } = decideOne(shop(), command('me.update', { as: 7, body: { name: 'Rana' } }));
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({ id: 7, name: 'Rana', email: 'user7@example.com' }),
    ]);
    expect(decideOne(shop(), command('me.update', { as: 99, body: person })).code).toBe('forbidden');
  });
});

describe('an external_id', () => {
  const update = (user: number, external_id: string | null) =>
    command('users.update', { params: { user }, body: { external_id } });

  test('admins can set, read and remove a user’s external_id, and then give it to another user', () => {
    const updates = [update(7, 'x'), update(7, 'x'), update(7, null), update(8, 'x')];
    const { ends, state, work } = decide(shop(), updates);
    expect(ends.map(({ data, version }) => [data?.['external_id'], version])).toEqual([
      ['x', 2],
      ['x', 2],
      [null, 3],
      ['x', 2],
    ]);
    // The field must be absent, because null would be a value in the unique index.
    expect(Object.hasOwn(state.users.get(7) ?? {}, 'external_id')).toBe(false);
    const fields = work.ledger.map(({ changes = [] }) => changes.map(({ field }) => field));
    expect(fields).toEqual([['external_id'], ['external_id'], ['external_id']]);
  });

  test('two users cannot have the same external_id', () => {
    expect(broken(decideOne(shop(), update(7, 'auth0|omar')).fields)).toEqual(['external_id: unique']);
    const made = command('users.create', { body: { ...person, external_id: 'auth0|omar' } });
    expect(broken(decideOne(shop(), made).fields)).toEqual(['external_id: unique']);
    const { data } = decideOne(shop(), command('users.create', { body: { ...person, external_id: 'new' } }));
    expect(data).toMatchObject({ external_id: 'new' });
  });
});
