import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isOwnFault } from '#shared/platform/mongo/faults.ts';
import { type RunBatch } from '#shared/engine/commands/run-batch.ts';
import { rowId } from '#shared/engine/decide/ledger-row.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { FetchProducts } from '#services/orders/stock/storage/catalog-client.ts';
import { UnreadableRecord } from '#shared/engine/lists/unreadable-record.ts';
import { createOrdersReads } from '#services/orders/reads.ts';
import { aProduct, command, units } from '../../unit/support/orders-world.ts';
import { ended, type Ended } from '../../unit/support/outcome.ts';
import { openOrders, type OwnOrders } from '../support/own-orders.ts';
import { quiet } from '../support/own-servers.ts';

let own: OwnOrders;
let models: OwnOrders['models'];
let runner: OwnOrders['runner'];

beforeEach(async () => {
  own = await openOrders();
  ({ models, runner } = own);
});
afterEach(() => own.close());

async function run(on: RunBatch, ...commands: Command[]): Promise<Ended[]> {
  const results = await on(
    commands.map((sent) => ({ command: { ...sent, id: randomUUID() }, keepsInbox: true })),
  );
  return results.map(ended);
}
const codes = (ends: Ended[]) => ends.map(({ status, code }) => status ?? code);

const user = (email: string) => command('users.create', { body: { name: 'Layla', email } });
const address = (user_id: number) =>
  command('addresses.create', { body: { user_id, line1: '1 Main Street', city: 'Amman', country: 'JO' } });
const order = (body: object = {}) =>
  command('orders.create', {
    body: { user_id: 1, address_id: 1, payment_method: 1, status: 'pending', total: 100, ...body },
  });

/** Creates two shoppers with addresses, and product 1 with this stock. */
async function stocked(stock: number): Promise<void> {
  await models.products.collection.insertOne(aProduct(1) as never);
  const run1 = runner();
  await run(run1, user('one@x.io'), user('two@x.io'));
  await run(
    run1,
    address(1),
    address(2),
    command('inventory.set', { params: { product: 1 }, body: { stock } }),
  );
}

describe('an e-mail address', () => {
  test('if several workers create users with the same e-mail address concurrently, only one of the users is created', async () => {
    const ends = await Promise.all(
      Array.from({ length: 4 }, (_, index) => run(runner(), user(index % 2 === 0 ? 'a@x.io' : 'A@X.IO'))),
    );
    expect(codes(ends.flat()).sort()).toEqual([201, ...Array<string>(3).fill('validation_failed')]);
    expect(await models.users.countDocuments()).toBe(1);
  });

  test('within one batch, one user can change their e-mail address and another user can take the former address', async () => {
    await run(runner(), user('a@x.io'), user('b@x.io'));
    const email = (of: number, to: string) =>
      command('users.update', { params: { user: of }, body: { email: to } });
    expect(codes(await run(runner(), email(1, 'c@x.io'), email(2, 'a@x.io'), email(1, 'b@x.io')))).toEqual([
      200, 200, 200,
    ]);
    expect((await models.users.find().sort({ _id: 1 }).lean()).map((one) => one.email)).toEqual([
      'b@x.io',
      'a@x.io',
    ]);
  });
});

test('the data loaded to restore a deleted order includes any order whose number differs from the deleted order’s only in letter case', async () => {
  await stocked(5);
  const number = (of: number, order_number: string) =>
    command('orders.update', { params: { order: of }, body: { order_number } });
  await run(runner(), order(), order(), order());
  await run(runner(), number(1, 'INV-7'));
  await run(runner(), command('orders.delete', { params: { order: 1 } }));
  expect(codes(await run(runner(), number(2, 'inv-7')))).toEqual([200]);
  const { orders } = await own.store().load([{ ledgerRows: [rowId('orders/1', 3)] }]);
  expect([...orders.keys()]).toEqual([2]);
});

test('if two workers assign the same order number concurrently, only one order gets this number', async () => {
  await stocked(5);
  await run(runner(), order(), order());
  const number = (of: number) =>
    command('orders.update', { params: { order: of }, body: { order_number: 'INV-7' } });
  const ends = await Promise.all([run(runner(), number(1)), run(runner(), number(2))]);
  expect(codes(ends.flat()).sort()).toEqual([200, 'validation_failed']);
  expect(await models.orders.countDocuments({ order_number: 'INV-7' })).toBe(1);
});

test('a customer with an open order is not erased in a batch that also erases a customer with a hundred open orders', async () => {
  await stocked(0);
  const ofOther = order({ user_id: 2, address_id: 2 });
  await run(runner(), ...Array.from({ length: 100 }, () => order()), ofOther);
  const erase = (user: number) => command('users.delete', { params: { user }, body: {} });
  const ends = await run(runner(), erase(1), erase(2));
  const open = ends.map(({ extra }) => (extra?.['orders'] as unknown[] | undefined)?.length);
  expect([codes(ends), open]).toEqual([
    ['conflict', 'conflict'],
    [100, 1],
  ]);
});

test('if one worker erases a customer while other workers create an order and an address for them, only the erasure or these succeed', async () => {
  await stocked(0);
  for (let person = 3; person < 13; person += 1) {
    await run(runner(), user(`${person}@x.io`));
    await run(runner(), address(person));
    const erasure = command('users.delete', { params: { user: person }, body: {} });
    const ownOrder = order({ user_id: person, address_id: person });
    const ends = await Promise.all([erasure, ownOrder, address(person)].map((sent) => run(runner(), sent)));
    const [erased, ordered] = codes(ends.flat());
    const isErased = erased === 204;
    expect(ordered).toBe(isErased ? 'validation_failed' : 201);
    const kept = [
      await models.orders.countDocuments({ user_id: person }),
      await models.addresses.countDocuments({ user_id: person }),
    ];
    expect(kept).toEqual(isErased ? [0, 0] : [1, 2]);
  }
});

describe('checkouts in the storage of orders', () => {
  const add = (as: number, amount: number) => command('cart.add', { as, body: { product_id: 1, amount } });
  const checkout = (as: number) =>
    command('orders.checkout', { as, body: { payment_method: 1, address_id: as } });

  test('concurrent checkouts by two workers sell no unit twice', async () => {
    await stocked(3);
    await run(runner(), add(1, 2), add(2, 2));
    const ends = await Promise.all([run(runner(), checkout(1)), run(runner(), checkout(2))]);
    expect(codes(ends.flat()).sort()).toEqual([201, 'out_of_stock']);
    expect(await models.inventory.findById(1).lean()).toMatchObject({ stock: 1, held: 2 });
    expect(await models.orders.countDocuments()).toBe(1);
    expect((await models.carts.find().lean()).map(({ items }) => items.length).sort()).toEqual([0, 1]);
  });

  test('concurrent checkouts of one cart create one order', async () => {
    await stocked(10);
    await run(runner(), add(1, 2));
    const ends = await Promise.all([run(runner(), checkout(1)), run(runner(), checkout(1))]);
    expect(codes(ends.flat()).sort()).toEqual([201, 'empty_cart']);
    expect(await models.inventory.findById(1).lean()).toMatchObject({ stock: 8, held: 2 });
  });

  test('a checkout sees items that were added to the cart earlier in its batch', async () => {
    await stocked(10);
    expect(codes(await run(runner(), add(1, 2), checkout(1), checkout(1)))).toEqual([200, 201, 'empty_cart']);
  });
});

describe('the list of order items', () => {
  const rows = async () =>
    (await models.items.find().sort({ _id: 1 }).lean()).map(({ _id, order_id, amount }) => [
      _id,
      order_id,
      amount,
    ]);
  const items = (...amounts: number[]) => ({ items: amounts.map((amount) => ({ product_id: 1, amount })) });
  const update = (of: number, body: object) =>
    command('order-items.update', { params: { order_item: of }, body });

  test('the list of order items reflects additions, moves to other orders, edits and removals', async () => {
    await stocked(100);
    await run(runner(), order(items(1, 2)), order(items(3)));
    expect(await rows()).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 2, 3],
    ]);
    expect(
      codes(
        await run(
          runner(),
          update(1, { order_id: 2 }),
          update(1, { amount: 9 }),
          command('order-items.delete', { params: { order_item: 2 } }),
          command('order-items.create', { body: { order_id: 1, product_id: 1, amount: 4 } }),
        ),
      ),
    ).toEqual([200, 200, 204, 201]);
    expect(await rows()).toEqual([
      [1, 2, 9],
      [3, 2, 3],
      [4, 1, 4],
    ]);
    await run(runner(), update(1, { order_id: 1 }), update(1, { order_id: 2 }), update(4, { order_id: 2 }));
    expect(await rows()).toEqual([
      [1, 2, 9],
      [3, 2, 3],
      [4, 2, 4],
    ]);
    await run(runner(), command('orders.delete', { params: { order: 2 } }));
    expect(await rows()).toEqual([]);
  });

  test('reading an order item fails with UnreadableRecord if the list of order items has the item but its order does not', async () => {
    await stocked(10);
    await run(runner(), order(items(1, 2)));
    await models.orders.collection.updateOne({ _id: 1 } as never, { $pop: { items: 1 } } as never);
    const reads = createOrdersReads(models, {
      units,
      fetchProducts: () => Promise.resolve([]),
      readAudits: () => Promise.resolve([]),
      log: quiet,
    });
    const read = (id: number) =>
      reads['order-items.read']({
        params: { order_item: id },
        caller: { area: 'admin', subject: 'boss', userId: null },
        language: 'en',
      } as never);
    expect(await read(1)).toMatchObject({ kind: 'one', data: { id: 1, amount: 1 } });
    await expect(read(2)).rejects.toThrow(UnreadableRecord);
  });

  test('an item that moves to a second order remains if the item’s former order is deleted in the same batch', async () => {
    await stocked(100);
    await run(runner(), order(items(1)), order(items(2)));
    await run(runner(), update(2, { order_id: 1 }), command('orders.delete', { params: { order: 2 } }));
    expect(await rows()).toEqual([
      [1, 1, 1],
      [2, 1, 2],
    ]);
    await run(runner(), order(items(5)));
    await run(runner(), update(1, { order_id: 3 }), command('orders.delete', { params: { order: 1 } }));
    expect(await rows()).toEqual([
      [1, 3, 1],
      [3, 3, 5],
    ]);
  });
});

describe('a product', () => {
  const add = command('cart.add', { as: 1, body: { product_id: 7, amount: 1 } });

  test('the orders service fetches a product that no event has announced yet from the catalog only once per batch of commands', async () => {
    await stocked(1);
    const asked: number[][] = [];
    const fetching: FetchProducts = (ids) => {
      asked.push([...ids]);
      return Promise.resolve([aProduct(7)]);
    };
    expect(
      codes(
        await run(
          runner(fetching),
          add,
          add,
          command('cart.add', { as: 1, body: { product_id: 1, amount: 1 } }),
        ),
      ),
    ).toEqual([200, 200, 200]);
    expect(asked).toEqual([[7]]);
    expect(await models.products.findById(7).lean()).toBeNull();
  });

  test('a product that neither the orders service nor the catalog has cannot be added to a cart', async () => {
    await stocked(1);
    const [end] = await run(runner(), add);
    expect(end?.fields).toEqual([{ field: 'product_id', rule: 'exists' }]);
  });

  test('while the catalog does not respond, a command fails only if it needs a product without a local copy, and a later retry succeeds', async () => {
    await stocked(1);
    const add1 = command('cart.add', { as: 1, body: { product_id: 1, amount: 1 } });
    const down: FetchProducts = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const sent = [add, add1].map((one) => ({ command: { ...one, id: randomUUID() }, keepsInbox: true }));
    const ends = (await runner(down)(sent)).map(ended);
    expect(ends).toMatchObject([
      { threw: { message: 'The catalog did not respond, and product 7 has no copy' } },
      { status: 200 },
    ]);
    // The worker retries the command and parks it after the last attempt.
    expect(isOwnFault(ends[0]?.threw)).toBe(true);
    const up: FetchProducts = () => Promise.resolve([aProduct(7)]);
    expect((await runner(up)(sent)).map(ended)).toMatchObject([
      { status: 200, replayed: false },
      { status: 200, replayed: true },
    ]);
  });

  test('a product whose local copy is marked as deleted cannot be added to a cart, and the catalog is not asked', async () => {
    await stocked(1);
    await models.products.collection.insertOne(aProduct(7, { is_deleted: true }) as never);
    const fetching: FetchProducts = () => Promise.reject(new Error('asked'));
    expect(codes(await run(runner(fetching), add))).toEqual(['validation_failed']);
  });
});

describe('a repeated command without an inbox record', () => {
  const longAgo = '2026-01-01T00:00:00.000Z';
  const again = async (sent: Command): Promise<Ended[]> => {
    const take = () => runner()([{ command: sent, keepsInbox: true }]);
    const first = await take();
    await own.database.collection('inbox').deleteMany({});
    return [...first, ...(await take())].map(ended);
  };

  test.each([
    ['an old command', longAgo],
    ['a recent command', new Date().toISOString()],
  ])('if %s is repeated after its stored outcome expired, it creates no second record', async (_age, at) => {
    await stocked(100);
    const makes = [
      { ...order({ items: [{ product_id: 1, amount: 2 }] }), id: randomUUID(), at },
      // Leaves out a recent user. For a recent command, the store looks for an earlier creation only after a duplicate key error,
      // but the check that the e-mail address is unique rejects the repeated command before this error.
      ...(at === longAgo ? [{ ...user('three@x.io'), id: randomUUID(), at }] : []),
      { ...address(1), id: randomUUID(), at },
    ];
    const added = { order_id: 1, product_id: 1, amount: 3 };
    const item = { ...command('order-items.create', { body: added }), id: randomUUID(), at };
    for (const sent of [...makes, item]) {
      const [first, second] = await again(sent);
      expect([first?.status, second?.status]).toEqual([201, 201]);
      expect(second?.data?.['id']).toBe(first?.data?.['id']);
      expect(second?.location).toBe(first?.location);
    }
    expect(await models.orders.countDocuments()).toBe(1);
    expect(await models.users.countDocuments()).toBe(at === longAgo ? 3 : 2);
    expect(await models.addresses.countDocuments()).toBe(3);
    expect(await models.items.countDocuments()).toBe(2);
    expect(await models.inventory.findById(1).lean()).toMatchObject({ stock: 95, held: 5 });
  });

  test('a checkout that is repeated after its stored outcome expired returns the order that it placed, whatever the cart contains', async () => {
    await stocked(100);
    const add = command('cart.add', { as: 1, body: { product_id: 1, amount: 2 } });
    await run(runner(), add);
    const body = { payment_method: 1 as const, address_id: 1 };
    const sent = { ...command('orders.checkout', { as: 1, body }), id: randomUUID(), at: longAgo };
    const [first, second] = await again(sent);
    expect([second?.status, second?.data]).toEqual([201, first?.data]);
    await run(runner(), add);
    await own.database.collection('inbox').deleteMany({});
    expect((await runner()([{ command: sent, keepsInbox: true }])).map(ended)[0]?.data).toEqual(first?.data);
    expect(await models.orders.countDocuments()).toBe(1);
    expect((await models.carts.findById(1).lean())?.items.length).toBe(1);
  });

  test('if the command that created a deleted order is repeated after its stored outcome expired, it does not create the order again', async () => {
    await stocked(100);
    const sent = { ...order(), id: randomUUID(), at: longAgo };
    await runner()([{ command: sent, keepsInbox: true }]);
    await run(runner(), command('orders.delete', { params: { order: 1 } }));
    await own.database.collection('inbox').deleteMany({});
    const [second] = (await runner()([{ command: sent, keepsInbox: true }])).map(ended);
    expect(second?.code).toBe('conflict');
    expect(await models.orders.countDocuments()).toBe(0);
    expect(await models.deletions.find().lean()).toMatchObject([
      { kind: 'orders', id: 1, version: 2, by: 'admin:boss', created_by_command: sent.id },
    ]);
  });
});
