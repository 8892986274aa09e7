import { describe, expect, test } from '@jest/globals';
import { createMadeBefore } from '#shared/engine/commands/batch-store.ts';
import { madeBy } from '#shared/engine/decide/make-once.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import type { OrdersTables } from '#services/orders/records/tables.ts';
import {
  aProduct,
  aUser,
  anAddress,
  anOrder,
  command,
  decideOne,
  now,
  world,
} from '../support/orders-world.ts';

/** Times at which the same idempotency key is used again. Records are created at `now`. */
const soon = '2026-05-01T10:00:30.000Z';
const muchLater = '2026-05-08T11:00:00.000Z';

const start = () =>
  world({ users: [aUser(1)], addresses: [anAddress(1, 1)], products: [aProduct(1)], orders: [anOrder(1)] });

const createOrder = (at: string): Command =>
  command('orders.create', {
    id: 'key',
    at,
    body: { user_id: 1, address_id: 1, payment_method: 1, status: 'pending', total: 100 },
  });
const createAddress = (line1: string, at: string): Command =>
  command('addresses.create', { id: 'key', at, body: { user_id: 1, line1, city: 'Amman', country: 'JO' } });
const addItem = (amount: number, at: string): Command =>
  command('order-items.create', { id: 'key', at, body: { order_id: 1, product_id: 1, amount } });

/** The state as a batch loads it after the stored outcomes have expired. */
function forgotten(state: State<OrdersTables>): State<OrdersTables> {
  const lines = [...state.orders.values()].flatMap((order) =>
    order.items.map(({ created_by_command, created_at }) => ({ ...order, created_by_command, created_at })),
  );
  const records = [...state.orders.values(), ...state.addresses.values(), ...lines];
  const named = records.flatMap(({ created_by_command: maker, ...record }) =>
    maker === undefined ? [] : [{ ...record, created_by_command: maker }],
  );
  return { ...state, made: madeBy(named, state.deletions.values()) };
}

describe('an idempotency key that is reused after its outcome has expired', () => {
  test('if an idempotency key is reused after its retention period, the command creates a new record, and a redelivery of this command creates no other', () => {
    const first = decideOne(start(), createAddress('First Street', now));
    const second = decideOne(forgotten(first.state), createAddress('Second Street', muchLater));
    expect([second.status, second.data]).toMatchObject([201, { line1: 'Second Street' }]);
    expect(second.data?.['id']).not.toBe(first.data?.['id']);
    const makers = [...second.state.addresses.values()].map((address) => address.created_by_command);
    expect(new Set(makers).size).toBe(makers.length);
    const after = forgotten(second.state);
    for (const [sent, made] of [
      [createAddress('First Street', now), first],
      [createAddress('Second Street', muchLater), second],
    ] as const) {
      const again = decideOne(after, sent);
      expect([again.status, again.data, again.work.writes]).toEqual([201, made.data, []]);
    }
  });

  test('a command that reuses an idempotency key within its retention period returns the record that the first command created, even if the stored outcome was deleted', () => {
    const first = decideOne(start(), createOrder(now));
    const again = decideOne(forgotten(first.state), createOrder(soon));
    expect([again.status, again.data, again.work.writes]).toEqual([201, first.data, []]);
  });

  test('a command that reuses an idempotency key after its retention period adds another line to the order', () => {
    const first = decideOne(start(), addItem(1, now));
    const second = decideOne(forgotten(first.state), addItem(5, muchLater));
    expect(second.data).toMatchObject({ amount: 5 });
    expect(second.data?.['id']).not.toBe(first.data?.['id']);
    const again = decideOne(forgotten(second.state), addItem(5, muchLater));
    expect([again.data?.['id'], again.work.writes]).toEqual([second.data?.['id'], []]);
  });

  test('a command that reuses an idempotency key after its retention period creates a new record, even if the first record was deleted', () => {
    const first = decideOne(start(), createOrder(now));
    const id = first.data?.['id'] as number;
    const gone = forgotten(decideOne(first.state, command('orders.delete', { params: { order: id } })).state);
    expect(decideOne(gone, createOrder(now)).code).toBe('conflict');
    expect(decideOne(gone, createOrder(muchLater)).status).toBe(201);
  });
});

test.each([
  ['admin', undefined, { code: 'created_record_deleted_by', params: { by: 'admin:boss', at: now } }],
  ['shopper', 1, { code: 'created_record_deleted' }],
] as const)(
  'a retry of a creation whose record was deleted gets conflict, and only an admin sees who deleted the record (role: %s)',
  (_who, as, expected) => {
    const body = { line1: 'First Street', city: 'Amman', country: 'JO' };
    const sent =
      as === undefined
        ? createAddress('First Street', now)
        : command('own-addresses.create', { id: 'key', at: now, as, body });
    const first = decideOne(start(), sent);
    const address = first.data?.['id'] as number;
    const gone = decideOne(first.state, command('addresses.delete', { params: { address } }));
    const { work } = decideOne(forgotten(gone.state), sent);
    const [result] = work.results;
    const outcome = result?.kind === 'decided' ? result.outcome : null;
    expect(outcome).toMatchObject({ problem: { code: 'conflict' } });
    expect(outcome && 'problem' in outcome && outcome.problem.coded).toEqual(expected);
  },
);

test('if creating a record fails with a duplicate-key error, the next try searches for a record stored under the command’s id, with and without the command’s time', async () => {
  const madeBefore = createMadeBefore();
  const young = { id: 'key', at: new Date().toISOString() };
  expect(madeBefore.among([{ madeBy: [young] }])).toEqual([]);
  const inTheWay = { code: 11000, keyValue: { created_by_command: 'key' } };
  const meets = () => madeBefore.watch(() => Promise.reject(Object.assign(new Error('E11000'), inTheWay)));
  await expect(meets()).rejects.toThrow('E11000');
  expect(madeBefore.among([{ madeBy: [young] }])).toEqual(['key', `key:${young.at}`]);
});
