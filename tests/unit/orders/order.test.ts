import { describe, expect, test } from '@jest/globals';
import { orderStates, states } from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { orderNumber } from '#services/orders/records/order-number.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import {
  aLine,
  anAddress,
  anOrder,
  aProduct,
  aUser,
  command,
  decide,
  decideOne,
  earlier,
  now,
  stockOf,
  typesOf,
  world,
  type Records,
} from '../support/orders-world.ts';
import { broken } from '../support/outcome.ts';

const shop = (records: Records = {}) =>
  world({
    users: [aUser(1), aUser(2)],
    addresses: [anAddress(1, 1), anAddress(2, 2)],
    products: [aProduct(1), aProduct(2, { is_active: false })],
    inventory: [stockOf(1, 10)],
    orders: [anOrder(1)],
    ...records,
  });
const asked: OrdersCommands['orders.create']['body'] = {
  user_id: 1,
  address_id: 1,
  payment_method: 1,
  status: 'pending',
  total: 9999,
};
const create = (body: Partial<typeof asked> = {}) =>
  command('orders.create', { body: { ...asked, ...body } });
const update = (body: OrdersCommands['orders.update']['body'], more = {}) =>
  command('orders.update', { params: { order: 1 }, body, ...more });

describe('an admin’s new order', () => {
  test('an order that an admin creates keeps the money fields from the request, even if the sums of its lines differ', () => {
    const figures = { total: 1, discount_amount: 2, tax_amount: 3, main_price: 4, manufacturing_price: 5 };
    const { data, status } = decideOne(shop(), create({ ...figures, items: [{ product_id: 1, amount: 2 }] }));
    expect(status).toBe(201);
    expect(data).toMatchObject({
      total: 0.01,
      discount_amount: 0.02,
      tax_amount: 0.03,
      main_price: 0.04,
      manufacturing_price: 0.05,
      items_total: 25,
    });
  });

  test('the missing money fields of an order that an admin creates are computed from its lines', () => {
    const items = [
      { product_id: 1, amount: 2, discount_amount: 50 },
      { product_id: 2, amount: 1, main_price: 100, manufacturing_price: 1 },
    ];
    expect(decideOne(shop(), create({ items })).data).toMatchObject({
      total: 99.99,
      main_price: 26,
      manufacturing_price: 14.01,
      discount_amount: 0.5,
      tax_amount: 0,
      items_total: 25.5,
    });
    expect(decideOne(shop(), create()).data).toMatchObject({
      main_price: 0,
      manufacturing_price: 0,
      items: [],
    });
  });

  test.each(orderStates)('an admin’s new order may be %s, so that past orders can be imported', (status) => {
    const { data, state } = decideOne(
      shop(),
      create({ status, reject_reason: 'x', items: [{ product_id: 1, amount: 2 }] }),
    );
    expect(data).toMatchObject({
      status,
      history: [{ at: now, by: 'admin:boss', from: null, to: status, reason: 'x' }],
    });
    const takesStock = states[status].stock === 'held';
    expect(state.inventory.get(1)).toMatchObject(takesStock ? { stock: 8, held: 2 } : { stock: 10, held: 0 });
  });

  test('the rejection of an admin’s new order reports every user, address and product id that does not exist', () => {
    const items = [1, 9, 2, 8].map((product_id) => ({ product_id, amount: 1 }));
    expect(broken(decideOne(shop(), create({ user_id: 9, address_id: 9, items })).fields)).toEqual([
      'user_id: exists',
      'address_id: exists',
      'items.1.product_id: exists',
      'items.3.product_id: exists',
    ]);
  });

  test('an admin’s new order gets the next order id and item ids, and the order number that is generated from its id', () => {
    const { ends, state } = decide(shop({ orders: [] }), [
      create({ items: [{ product_id: 1, amount: 1 }] }),
      create({ user_id: 9 }),
      create({ items: [{ product_id: 1, amount: 1 }] }),
    ]);
    const data = ends.map((end) => (end.data as { id: number; order_number: string } | undefined) ?? null);
    expect(data.map((order) => order?.id)).toEqual([1, undefined, 2]);
    expect(data[2]?.order_number).toBe(orderNumber(2));
    expect([...state.orders.values()].map((order) => order.items.map(({ id }) => id))).toEqual([[1], [2]]);
  });
});

describe('an order’s update', () => {
  test('an order’s update changes only the fields in the request and raises the version by one', () => {
    const { data, version, work } = decideOne(shop(), update({ notes: 'Ring', total: 100 }));
    expect(version).toBe(2);
    expect(data).toMatchObject({
      notes: 'Ring',
      total: 1,
      main_price: 12.5,
      status: 'pending',
      updated_at: now,
    });
    expect(work.ledger.flatMap(({ changes = [] }) => changes.map(({ field }) => field)).sort()).toEqual([
      'notes',
      'total',
    ]);
  });

  test('an order update that only repeats stored values writes nothing and publishes no event', () => {
    const same = decideOne(shop(), update({ notes: null, status: 'pending', payment_method: 1 }));
    expect([same.status, same.version, same.work.writes, same.work.events]).toEqual([200, 1, [], []]);
    expect(same.data).toMatchObject({ updated_at: earlier });
  });

  test('deleting an order publishes the event orders.order.deleted.v2', () => {
    const { work } = decideOne(shop(), command('orders.delete', { params: { order: 1 } }));
    expect(work.events.map(({ draft }) => [draft.type, draft.subject])).toEqual([
      ['orders.order.deleted.v2', 'orders/1'],
    ]);
  });

  test('a status change without a reason keeps the reject reason of an earlier rejection', () => {
    const rejectedOnce = anOrder(1, { reject_reason: 'Sold out' });
    const { data, state } = decideOne(shop({ orders: [rejectedOnce] }), update({ status: 'confirmed' }));
    expect([data?.['status'], state.orders.get(1)?.reject_reason]).toEqual(['confirmed', 'Sold out']);
    expect(state.orders.get(1)?.history.at(-1)).toMatchObject({ to: 'confirmed', reason: null });
  });

  test('if an update changes an order’s user and address, the order stores copies of the new user’s and the new address’s data', () => {
    const { data } = decideOne(shop(), update({ user_id: 2, address_id: 2 }));
    expect(data).toMatchObject({ user: { id: 2, name: 'User 2' }, address: { id: 2, user_id: 2 } });
  });

  test('if an update moves an order to another user and repeats the order’s address id, the order stores a new copy of the address with its current data', () => {
    const state = shop({ addresses: [anAddress(1, 2, { line1: '2 Hill Road' })] });
    const { data } = decideOne(state, update({ user_id: 2, address_id: 1 }));
    expect(data).toMatchObject({ user: { id: 2 }, address: { id: 1, user_id: 2, line1: '2 Hill Road' } });
  });

  test('an order that an update gives to another user loses its notes and the reasons of its status changes, except those that the update sets', () => {
    const step = {
      at: '2026-05-01T10:00:00.000Z',
      by: 'admin:boss',
      from: 'pending',
      to: 'rejected',
    } as const;
    const texts = { notes: 'Gate code 7', reject_reason: 'Sold out' };
    const order = anOrder(1, { ...texts, status: 'rejected', history: [{ ...step, reason: 'Sold out' }] });
    const state = shop({ orders: [order] });
    const given = { user_id: 2, address_id: 2 };
    const passed = decideOne(state, update(given));
    expect(passed.data).toMatchObject({ notes: null, reject_reason: null, history: [{ reason: null }] });
    expect(passed.work.ledger.map(({ reason }) => reason)).toEqual([undefined]);
    const noted = decideOne(state, update({ ...given, notes: 'Ring' }));
    expect(noted.data).toMatchObject({ notes: 'Ring', reject_reason: null });
    const repeated = decideOne(state, update({ user_id: 1, total: 1 }));
    expect(repeated.data).toMatchObject({ notes: 'Gate code 7', reject_reason: 'Sold out' });
  });

  test('an update that repeats an order’s user id and address id keeps the order’s copies, even if the user was renamed or the address now belongs to another user', () => {
    const state = shop({
      users: [aUser(1, { name: 'Renamed' }), aUser(2)],
      addresses: [anAddress(1, 2, { line1: '2 Hill Road' })],
    });
    const { status, work } = decideOne(state, update({ user_id: 1, address_id: 1 }));
    expect([status, work.writes]).toEqual([200, []]);
  });

  test('an order update may repeat the order’s current user id and address id even if this user and this address were deleted', () => {
    const { status, data } = decideOne(
      shop({ users: [], addresses: [] }),
      update({ user_id: 1, address_id: 1, notes: 'x' }),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({ user: { name: 'User 1' }, address: { city: 'Amman' } });
  });

  test('an update that sets the status to an empty text moves the order to rejected and requires a reason', () => {
    expect(broken(decideOne(shop(), update({ status: null })).fields)).toEqual([
      'reject_reason: required_when_empty',
    ]);
    const { data } = decideOne(shop(), update({ status: null, reject_reason: 'Late' }));
    expect(data).toMatchObject({ status: 'rejected', reject_reason: 'Late', next_statuses: [] });
    expect(data?.['history']).toMatchObject([
      {},
      { from: 'pending', to: 'rejected', reason: 'Late', by: 'admin:boss' },
    ]);
  });

  test('rejecting an order requires a reason unless the order is already rejected', () => {
    expect(broken(decideOne(shop(), update({ status: 'rejected' })).fields)).toEqual([
      'reject_reason: required',
    ]);
    const rejected = shop({ orders: [anOrder(1, { status: 'rejected', reject_reason: 'Late' })] });
    for (const status of ['rejected', null] as const) {
      const again = decideOne(rejected, update({ status }));
      expect([again.status, again.work.writes]).toEqual([200, []]);
    }
  });

  test('a rejected order keeps its reject reason if an update sets an empty one', () => {
    const rejected = shop({ orders: [anOrder(1, { status: 'rejected', reject_reason: 'Late' })] });
    for (const body of [{}, { status: 'rejected' as const }, { status: null }])
      expect(decideOne(rejected, update({ ...body, reject_reason: null })).work.writes).toEqual([]);
    const corrected = decideOne(rejected, update({ reject_reason: 'Sold out' }));
    expect(corrected.data).toMatchObject({ reject_reason: 'Sold out' });
    const confirmed = shop({ orders: [anOrder(1, { status: 'confirmed', reject_reason: 'Late' })] });
    expect(decideOne(confirmed, update({ reject_reason: null })).data).toMatchObject({ reject_reason: null });
  });

  test('the error for an order’s update to a forbidden status lists the allowed states', () => {
    const refused = decideOne(shop(), update({ status: 'delivered' }));
    expect(refused.code).toBe('illegal_transition');
    expect(refused.extra).toEqual({ allowed: ['confirmed', 'rejected', 'cancelled'] });
    expect(refused.fields).toMatchObject([{ field: 'status', rule: 'illegal_transition' }]);
    const final = decideOne(
      shop({ orders: [anOrder(1, { status: 'returned' })] }),
      update({ status: 'pending' }),
    );
    expect(final.extra).toEqual({ allowed: [] });
  });

  test('an order update that breaks several rules reports all of them together', () => {
    const body = { user_id: 9, address_id: 9, order_number: 'TEST-2', status: 'rejected' as const };
    const delivered = anOrder(1, { status: 'delivered' });
    expect(broken(decideOne(shop({ orders: [delivered, anOrder(2)] }), update(body)).fields)).toEqual([
      'order_number: unique',
      'user_id: exists',
      'address_id: exists',
      'status: illegal_transition',
      'reject_reason: required',
    ]);
  });

  test('staff may give an order an unused order number, but neither another order’s number nor the number generated for another order id', () => {
    const number = (order_number: string) =>
      decideOne(shop({ orders: [anOrder(1), anOrder(2)] }), update({ order_number }));
    expect(number('INV-7').data).toMatchObject({ order_number: 'INV-7' });
    expect(number(orderNumber(1)).status).toBe(200);
    expect(broken(number('TEST-2').fields)).toEqual(['order_number: unique']);
    expect(broken(number(orderNumber(77)).fields)).toEqual(['order_number: unique']);
    expect(broken(number('test-٢').fields)).toEqual(['order_number: unique']);
    expect(broken(number(orderNumber(77).toLowerCase()).fields)).toEqual(['order_number: unique']);
    expect(number(orderNumber(1).toLowerCase()).status).toBe(200);
  });

  test('two updates in a batch cannot give the same order number to two orders', () => {
    const { ends } = decide(shop({ orders: [anOrder(1), anOrder(2)] }), [
      update({ order_number: 'INV-7' }),
      command('orders.update', { params: { order: 2 }, body: { order_number: 'INV-7' } }),
    ]);
    expect(ends.map(({ status, code }) => status ?? code)).toEqual([200, 'validation_failed']);
  });

  test('if an order’s money fields are not computed from its lines, changes of its lines leave the total, the tax and the discount unchanged', () => {
    const order = anOrder(1, {
      items: [aLine(1, 1, { amount: 2 })],
      main_price: 1,
      total: 2,
      tax_amount: 3,
      discount_amount: 4,
    });
    const { state } = decide(shop({ orders: [order] }), [
      command('order-items.create', { body: { order_id: 1, product_id: 1, amount: 3 } }),
      command('order-items.update', { params: { order_item: 1 }, body: { amount: 1, main_price: 7 } }),
      update({ notes: 'x', tax_amount: 30 }),
    ]);
    expect(state.orders.get(1)).toMatchObject({
      main_price: 1,
      total: 2,
      tax_amount: 30,
      discount_amount: 4,
      manufacturing_price: 700,
      version: 4,
    });
  });
});

describe('the address of an order', () => {
  const fields = (ran: { fields?: FieldError[] }) => broken(ran.fields);

  test('an admin’s new order must have an address that belongs to its user', () => {
    expect(fields(decideOne(shop(), create({ user_id: 1, address_id: 2 })))).toEqual([
      'address_id: owned_by_user',
    ]);
    expect(decideOne(shop(), create({ user_id: 2, address_id: 2 })).status).toBe(201);
  });

  test('an order update checks that the address belongs to the user only if the update changes the address or the user', () => {
    expect(fields(decideOne(shop(), update({ address_id: 2 })))).toEqual(['address_id: owned_by_user']);
    expect(fields(decideOne(shop(), update({ user_id: 2 })))).toEqual(['address_id: owned_by_user']);
    expect(fields(decideOne(shop(), update({ user_id: 2, address_id: 1 })))).toEqual([
      'address_id: owned_by_user',
    ]);
    const foreign = shop({ orders: [anOrder(1, { user_id: 2 })] });
    expect(decideOne(foreign, update({ user_id: 2, address_id: 1, notes: 'x' })).status).toBe(200);
  });
});

describe('an order cancelled by its shopper', () => {
  const cancel = (as: number, more = {}) => command('orders.cancel', { as, params: { order: 1 }, ...more });

  test('an order cancelled by its shopper returns the stock, and the response shows no costs', () => {
    const items = [aLine(1, 1, { amount: 2, held: 2 })];
    const { data, state } = decideOne(
      shop({ orders: [anOrder(1, { items })], inventory: [stockOf(1, 8, 2)] }),
      cancel(1),
    );
    expect(data).toMatchObject({ status: 'cancelled', next_statuses: [] });
    expect(state.inventory.get(1)).toMatchObject({ stock: 10, held: 0 });
    expect(JSON.stringify(data)).not.toMatch(/manufacturing_price|"by"/);
  });

  test('a shopper can cancel only pending orders, and cancelling again changes nothing', () => {
    for (const status of orderStates.filter((state) => state !== 'pending' && state !== 'cancelled')) {
      expect(decideOne(shop({ orders: [anOrder(1, { status })] }), cancel(1))).toMatchObject({
        code: 'illegal_transition',
        extra: { allowed: [] },
      });
    }
    const again = decideOne(shop({ orders: [anOrder(1, { status: 'cancelled' })] }), cancel(1));
    expect([again.status, again.work.writes]).toEqual([200, []]);
  });

  test('cancelling an order that has changed since the shopper read it fails as precondition_failed', () => {
    expect(decideOne(shop(), cancel(1, { ifMatch: 9 })).code).toBe('precondition_failed');
    expect(decideOne(shop(), cancel(1, { ifMatch: 1 })).status).toBe(200);
  });

  test('cancelling another shopper’s order fails as not_found, and cancelling without a user as forbidden', () => {
    expect(decideOne(shop(), cancel(2)).code).toBe('not_found');
    expect(decideOne(shop(), cancel(77)).code).toBe('forbidden');
  });
});

describe('bulk work on orders', () => {
  const line = (id: number) => aLine(id, 1, { amount: 2, held: 2 });
  const operation = (asked: object, ids: number[]) => {
    const start = command('orders.bulk-update', { body: { ids, ...asked } });
    const state = shop({
      orders: [
        anOrder(1, { items: [line(1)] }),
        anOrder(2, { items: [line(2)] }),
        anOrder(3, { status: 'delivered' }),
      ],
      inventory: [stockOf(1, 6, 4)],
    });
    const begun = decideOne(state, start).state;
    const chunk = {
      ...start,
      id: `${start.id}:0`,
      type: 'bulk.chunk',
      body: { operation: start.id, type: start.type, index: 0, ids },
    };
    const { state: after, work } = decide(begun, [{ command: chunk, keepsInbox: false }]);
    return { after, work, operation: after.bulk.get(start.id) };
  };

  test('rejecting orders in bulk returns their units to the stock, and reports each order that may not change to rejected', () => {
    const {
      after,
      work,
      operation: done,
    } = operation({ status: 'rejected', reject_reason: 'Late' }, [1, 2, 3, 9]);
    expect(done).toMatchObject({
      status: 'partly_succeeded',
      counts: { changed: 2, unchanged: 0, not_found: 1, refused: 1 },
      errors: [
        {
          id: 3,
          code: 'illegal_transition',
          params: { from: 'delivered', to: 'rejected', allowed: 'returned' },
        },
        { id: 9, code: 'not_found' },
      ],
    });
    expect(after.inventory.get(1)).toMatchObject({ stock: 10, held: 0 });
    expect(after.orders.get(2)).toMatchObject({ status: 'rejected', reject_reason: 'Late', version: 2 });
    expect(typesOf(work)).toEqual(Array(2).fill('orders.order.status-changed.v2'));
  });
});
