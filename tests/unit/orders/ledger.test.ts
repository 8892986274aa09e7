import { describe, expect, test } from '@jest/globals';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { Delivered } from '#shared/engine/decide/decide-batch.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import type { OrdersTables } from '#services/orders/records/tables.ts';
import {
  aLine,
  aProduct,
  aUser,
  anAddress,
  anOrder,
  command,
  decide,
  decideOne,
  now,
  stockOf,
  world,
  type Records,
} from '../support/orders-world.ts';

const shop = (records: Records = {}) =>
  world({
    users: [aUser(1)],
    addresses: [anAddress(1, 1), anAddress(2, 1, { line1: '7 Mecca Street' })],
    products: [aProduct(1), aProduct(2)],
    orders: [anOrder(1, { items: [aLine(11, 1, { amount: 2, held: 2 })] }), anOrder(2)],
    inventory: [stockOf(1, 6, 2)],
    counters: ['orders', 'order_items'].map((_id) => ({ _id, version: 20 })),
    ...records,
  });

function rowsOf(state: State<OrdersTables>, ...commands: (Command | Delivered)[]) {
  const { work } = decide(state, commands);
  return work.ledger;
}

const update = (body: object, more: object = {}) =>
  command('orders.update', { params: { order: 1 }, body: body, ...more });

describe('a ledger row', () => {
  test('a ledger row records who changed what, when and by which command', () => {
    const caller = { area: 'admin', subject: 'u-7', name: 'Layla', userId: null } as const;
    const sent = update({ address_id: 2 }, { caller });
    expect(rowsOf(shop(), sent)).toEqual([
      {
        _id: 'orders/1:0000000002',
        at: now,
        kind: 'changed',
        by: { area: 'admin', subject: 'u-7', name: 'Layla' },
        via: { type: 'orders.update', request_id: sent.requestId, operation_id: sent.id },
        changes: [
          { field: 'address_id', from: 1, to: 2 },
          { field: 'address.line1', from: '1 Main Street', to: '7 Mecca Street' },
        ],
      },
    ]);
  });

  test('a ledger row for a checkout contains the stock changes of the checkout, but no values of the order’s fields', () => {
    const cart = {
      _id: 1,
      version: 4,
      items: [
        { product_id: 1, amount: 3 },
        { product_id: 2, amount: 1 },
      ],
      updated_at: now,
    };
    const sent = command('orders.checkout', { as: 1, body: { payment_method: 1, address_id: 1 } });
    const [row, ...others] = rowsOf(shop({ carts: [cart] }), sent);
    expect(others).toEqual([]);
    const moved = { product_id: 1, version: 2, stock: { from: 6, to: 3 }, held: { from: 2, to: 5 } };
    expect(row).toMatchObject({ kind: 'created', by: { area: 'client', subject: '1' }, stock: [moved] });
    expect(row).not.toHaveProperty('changes');
  });

  test('a ledger row for a deletion contains the whole record in its last state', () => {
    const state = shop();
    const [row] = rowsOf(state, command('orders.delete', { params: { order: 1 } }));
    expect(row).toMatchObject({ _id: 'orders/1:0000000002', kind: 'deleted', last: state.orders.get(1) });
    expect(row?.stock).toMatchObject([
      { product_id: 1, stock: { from: 6, to: 8 }, held: { from: 2, to: 0 } },
    ]);
  });

  test('a ledger row for a status change contains both states and the reason', () => {
    const [row] = rowsOf(shop(), update({ status: 'rejected', reject_reason: 'Late' }));
    expect(row).toMatchObject({ kind: 'status_changed', reason: 'Late' });
    expect(row?.changes).toContainEqual({ field: 'status', from: 'pending', to: 'rejected' });
  });

  test('the ledger row (change history) of an order contains the ids of the items that a command added, changed and removed', () => {
    const state = shop();
    const rows = rowsOf(
      state,
      command('order-items.create', { body: { order_id: 1, product_id: 2, amount: 1 } }),
      command('order-items.update', { params: { order_item: 11 }, body: { amount: 1 } }),
      command('order-items.delete', { params: { order_item: 21 } }),
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['item_added', 'item_changed', 'item_removed']);
    expect(rows[1]).toMatchObject({
      changes: [{ field: 'items.11.amount', from: 2, to: 1 }],
      stock: [{ product_id: 1, version: 2, stock: { from: 6, to: 7 }, held: { from: 2, to: 1 } }],
    });
    expect(rows[2]?.changes).toContainEqual({ field: 'items.21.product_id', from: 2, to: null });
  });

  test('if an item moves between orders, each order gets a ledger row, and only one of the two rows has the stock change', () => {
    const sent = command('order-items.update', {
      params: { order_item: 11 },
      body: { order_id: 2, amount: 1 },
    });
    const rows = rowsOf(shop(), sent);
    expect(rows.map(({ _id, kind }) => [_id, kind])).toEqual([
      ['orders/1:0000000002', 'item_removed'],
      ['orders/2:0000000002', 'item_added'],
    ]);
    expect(rows.flatMap(({ stock = [] }) => stock)).toHaveLength(1);
  });

  test('if staff set a product’s stock, the ledger row contains the former stock, or null if there was no stock record', () => {
    const set = (product: number, stock: number | null) =>
      command('inventory.set', { params: { product }, body: { stock } });
    expect(rowsOf(shop(), set(1, 9), set(2, 4), set(2, 4))).toMatchObject([
      { _id: 'inventory/1:0000000002', kind: 'stock_moved', changes: [{ field: 'stock', from: 6, to: 9 }] },
      {
        _id: 'inventory/2:0000000001',
        kind: 'stock_moved',
        changes: [{ field: 'stock', from: null, to: 4 }],
      },
    ]);
  });

  test('commands that change nothing or are rejected leave no ledger row', () => {
    const same = update({ status: 'pending' });
    const refused = update({ status: 'delivered' });
    expect(rowsOf(shop(), same, refused, { ...same, ifMatch: 7 })).toEqual([]);
  });
});

test('each record that bulk work changes gets its own ledger row and event with the operation’s id', () => {
  const start = command('orders.bulk-update', { body: { ids: [1, 2], status: 'cancelled' } as never });
  const begun = decideOne(shop(), start).state;
  const body = { operation: start.id, type: start.type, index: 0, ids: [1, 2] };
  const chunk = { ...start, id: `${start.id}:0`, type: 'bulk.chunk', body };
  const { work } = decide(begun, [{ command: chunk, keepsInbox: false }]);
  const via = { type: 'orders.bulk-update', operation_id: start.id, request_id: start.requestId };
  expect(work.ledger).toMatchObject([
    { _id: 'orders/1:0000000002', kind: 'status_changed', via, stock: [{ version: 2 }] },
    { _id: 'orders/2:0000000002', kind: 'status_changed', via },
  ]);
  expect(work.events.map(({ draft }) => draft)).toMatchObject([
    {
      subject: 'orders/1',
      data: { version: 2, changed: ['status'], operation_id: start.id, stock: work.ledger[0]?.stock },
    },
    {
      subject: 'orders/2',
      data: { version: 2, changed: ['status'], by: { area: 'admin', subject: 'boss' } },
    },
  ]);
});
