import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRehearse } from '#shared/engine/commands/rehearse.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { ReadRows } from '#shared/engine/decide/explain-refusal.ts';
import { rowId } from '#shared/engine/decide/ledger-row.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { ordersHandlers, rehearsedByOrders } from '#services/orders/handlers.ts';
import { addressedByOrders } from '#services/orders/records/addressed-record.ts';
import { fetchUnknown, orUnavailable } from '#services/orders/stock/storage/catalog-client.ts';
import { trackedByOrders } from '#services/orders/store/resources.ts';
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
  units,
  world,
} from '../support/orders-world.ts';

const taxRate = 0.15;
type World = ReturnType<typeof world>;

/** Runs the rules of a dry run of this command on these records. Resolves with the result or the error. */
async function rehearsed(
  state: World,
  sent: Command,
  rowsOf: ReadRows = () => Promise.resolve(null),
): Promise<unknown> {
  const rehearse = createRehearse(
    { load: () => Promise.resolve(state), rowsOf },
    ordersHandlers(units, { taxRate, returnDays: 14 }) as never,
    { tracked: trackedByOrders, addressed: addressedByOrders, decimals: 2, shown: rehearsedByOrders },
  );
  try {
    return await rehearse(sent);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, fields, extra } = error.details;
    return { code, fields, extra };
  }
}

const checkout = (addressId = 10) =>
  command('orders.checkout', { as: 1, body: { payment_method: 2, address_id: addressId, notes: 'Ring' } });

/** Shops in which products, addresses and the user may be missing, inactive or out of stock. */
const shops = fc
  .record({
    cart: fc.uniqueArray(
      fc.record({ product_id: fc.integer({ min: 1, max: 5 }), amount: fc.integer({ min: 1, max: 4 }) }),
      { selector: ({ product_id }) => product_id, maxLength: 4 },
    ),
    products: fc.array(
      fc.record({ price: fc.nat(99_999), is_active: fc.boolean(), stock: fc.option(fc.nat(6)) }),
      { minLength: 4, maxLength: 5 },
    ),
    addressId: fc.constantFrom(10, 10, 10, 20, 30),
    hasUser: fc.constantFrom(true, true, true, false),
  })
  .map(({ cart, products, addressId, hasUser }) => ({
    addressId,
    state: world({
      users: hasUser ? [aUser(1)] : [],
      addresses: [anAddress(10, 1), anAddress(20, 2)],
      products: products.map(({ price, is_active }, index) => aProduct(index + 1, { price, is_active })),
      inventory: products.flatMap(({ stock }, index) => (stock === null ? [] : [stockOf(index + 1, stock)])),
      carts: [{ _id: 1, version: 1, items: cart, updated_at: now }],
    }),
  }));

/** Fields that only a placed order has. */
const ofPlacedOrder = { id: null, order_number: null, created_at: null, updated_at: null };

function withoutPlacing(order: unknown): unknown {
  const { items, history, ...rest } = order as { items: object[]; history: object[] };
  const lines = items.map((line) => ({
    ...line,
    id: null,
    order_id: null,
    created_at: null,
    updated_at: null,
  }));
  return { ...rest, ...ofPlacedOrder, items: lines, history: history.map((move) => ({ ...move, at: null })) };
}

describe('dry runs of commands on one record', () => {
  test('a dry run of a checkout returns the same order or error as the real checkout', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(shops, async ({ state, addressId }) => {
        const sent = checkout(addressId);
        const placed = decideOne(state, sent, { taxRate });
        seen.add(placed.code ?? 'placed');
        const { code, fields, extra } = placed;
        const expected = code === undefined ? withoutPlacing(placed.data) : { code, fields, extra };
        expect(await rehearsed(state, sent)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
    expect([...seen].sort()).toEqual([
      'empty_cart',
      'forbidden',
      'out_of_stock',
      'placed',
      'validation_failed',
    ]);
  });

  test('a dry run of a checkout changes no record', async () => {
    const state = world({
      users: [aUser(1)],
      addresses: [anAddress(10, 1)],
      products: [aProduct(1)],
      inventory: [stockOf(1, 5)],
      carts: [{ _id: 1, version: 3, items: [{ product_id: 1, amount: 2 }], updated_at: now }],
    });
    const before = structuredClone(state);
    expect(await rehearsed(state, checkout())).toMatchObject({ total: 28.75, items: [{ amount: 2 }] });
    expect(state).toEqual(before);
  });

  test('a dry run of an admin’s new order returns the order that the real command would create', async () => {
    const state = world({ users: [aUser(1)], addresses: [anAddress(10, 1)], products: [aProduct(1)] });
    const items = [{ product_id: 1, amount: 2, discount_amount: 1 }];
    const order = {
      user_id: 1,
      address_id: 10,
      payment_method: 1 as const,
      status: 'confirmed' as const,
      items,
    };
    const sent = command('orders.create', { body: { ...order, figures: 'lines' } });
    expect(await rehearsed(state, sent)).toEqual(withoutPlacing(decideOne(state, sent, { taxRate }).data));
  });

  test('a dry run of receiving a return shows the return and the refund that the real command would produce, and changes no record', async () => {
    const state = world({
      users: [aUser(1)],
      inventory: [stockOf(1, 5)],
      orders: [
        anOrder(7, {
          status: 'delivered',
          total: 2000,
          items: [aLine(31, 1, { amount: 2, main_price: 1000 })],
        }),
      ],
    });
    const lines = [{ item_id: 31, amount: 1 }];
    const { state: announced } = decideOne(
      state,
      command('returns.create', { params: { order: 7 }, body: { lines } }),
    );
    const before = structuredClone(announced);
    const sent = command('returns.update', { params: { return: 1 }, body: { status: 'received' } });
    const received = { status: 'received', refund: 10, lines: [{ received: 1, restock: true }] };
    expect(await rehearsed(announced, sent)).toMatchObject(received);
    expect(announced).toEqual(before);
    expect(decideOne(announced, sent).data).toMatchObject(received);
  });

  test('a dry run that needs a new product fails as unavailable while the catalog does not respond', async () => {
    const noAnswer = orUnavailable(() => Promise.reject(new Error('no response')));
    const state = {
      ...world({ users: [aUser(1)], addresses: [anAddress(10, 1)] }),
      newProducts: await fetchUnknown(noAnswer, [50], new Map()),
    };
    const body = {
      user_id: 1,
      address_id: 10,
      payment_method: 1 as const,
      status: 'pending' as const,
      total: 0,
      items: [{ product_id: 50, amount: 1 }],
    };
    expect(await rehearsed(state, command('orders.create', { body }))).toMatchObject({
      code: 'unavailable',
      extra: { part: 'catalog' },
    });
  });

  test('a dry run of a command that has no declared dry run, such as emptying a cart, fails as not_found', async () => {
    expect(await rehearsed(world(), command('cart.clear', { as: 1 }))).toMatchObject({ code: 'not_found' });
  });
});

test('a dry run of a change with an outdated If-Match gets the changes since that version', async () => {
  const state = world({
    orders: [anOrder(7, { version: 2, items: [aLine(70, 1)] })],
    products: [aProduct(1)],
  });
  const row = {
    _id: rowId('orders/7', 2),
    at: now,
    kind: 'changed' as const,
    changes: [{ field: 'notes', from: null, to: 'Ring' }],
  };
  const sent = command('orders.change', {
    params: { order: 7 },
    body: { lines: [{ item_id: 70, amount: 2 }] },
    ifMatch: 1,
  });
  const refused = await rehearsed(state, sent, async ({ collection, id }) => ({
    collection,
    id,
    rows: [row],
  }));
  expect(refused).toMatchObject({
    code: 'precondition_failed',
    extra: { changes: [{ version: 2, fields: ['notes'], values: { notes: { from: null, to: 'Ring' } } }] },
  });
});
