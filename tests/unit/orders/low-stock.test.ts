import { describe, expect, test } from '@jest/globals';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import type { OrdersTables } from '#services/orders/records/tables.ts';
import { aProduct, aUser, anAddress, command, decide, stockOf, world } from '../support/orders-world.ts';

/** Ten units in stock and a low-stock threshold of four. */
const shop = () =>
  world({
    users: [aUser(1)],
    addresses: [anAddress(1, 1)],
    products: [aProduct(1), aProduct(2)],
    inventory: [{ ...stockOf(1, 10), low_stock_at: 4 }, stockOf(2, 10)],
    counters: ['orders', 'order_items'].map((_id) => ({ _id, version: 0 })),
  });

const order = (...items: { product_id: number; amount: number }[]) =>
  command('orders.create', {
    body: { user_id: 1, address_id: 1, payment_method: 1, total: 0, status: 'pending', items },
  });
const set = (body: object, product = 1) => command('inventory.set', { params: { product }, body });
const adjust = (by: number, reason: string | null = null) =>
  command('inventory.adjust', { params: { product: 1 }, body: { by, reason } });

function lowAfter(commands: Command[], state: State<OrdersTables> = shop()) {
  const { work } = decide(state, commands);
  return work.events
    .filter(({ draft }) => draft.type === 'orders.stock.low.v1')
    .map(({ draft: { subject, data } }) => [subject, data['stock'], data.version]);
}

describe('the low-stock event', () => {
  test.each<[string, Command[], unknown[]]>([
    [
      'is published when an order reduces stock to the threshold',
      [order({ product_id: 1, amount: 6 })],
      [['inventory/1', 4, 2]],
    ],
    ['is not published when stock stays above the threshold', [order({ product_id: 1, amount: 5 })], []],
    [
      'is published only once while stock stays below the threshold',
      [6, 2, 2].map((amount) => order({ product_id: 1, amount })),
      [['inventory/1', 4, 2]],
    ],
    [
      'is published again after stock has been above the threshold',
      [adjust(-6), adjust(5), adjust(-5)],
      [
        ['inventory/1', 4, 2],
        ['inventory/1', 4, 4],
      ],
    ],
    [
      'is published when a new threshold is not below the stock',
      [set({ low_stock_at: 10 }, 2)],
      [['inventory/2', 10, 2]],
    ],
    ['is published when stock is set below the threshold', [set({ stock: 0 })], [['inventory/1', 0, 2]]],
    ['is not published for stock that is no longer counted', [set({ stock: null })], []],
    [
      'is not published when the threshold is lowered below the new stock',
      [set({ stock: 2, low_stock_at: 1 })],
      [],
    ],
    ['is not published for a product without a threshold', [order({ product_id: 2, amount: 10 })], []],
  ])('the low-stock event %s', (_what, commands, expected) => {
    expect(lowAfter(commands)).toEqual(expected);
  });

  test('the low-stock event names the admin who caused it, but no shopper whose checkout caused it', () => {
    const authorsAfter = (...commands: Command[]) =>
      decide(shop(), commands).work.events.map(({ draft }) => [draft.type, draft.data['by']]);
    const checkout = [
      command('cart.add', { as: 1, body: { product_id: 1, amount: 6 } }),
      command('orders.checkout', { as: 1, body: { payment_method: 1, address_id: 1 } }),
    ];
    const type = 'orders.stock.low.v1';
    expect(authorsAfter(...checkout)).toContainEqual([type, null]);
    expect(authorsAfter(...checkout)).toContainEqual([
      expect.stringMatching(/^orders.order/),
      { area: 'client', subject: '1' },
    ]);
    const admin = { area: 'admin', subject: 'boss' };
    expect(authorsAfter(adjust(-6))).toContainEqual([type, admin]);
    expect(authorsAfter(order({ product_id: 1, amount: 6 }))).toContainEqual([type, admin]);
  });

  test('a rejected order command publishes no low-stock event', () => {
    expect(lowAfter([order({ product_id: 1, amount: 11 })])).toEqual([]);
  });
});

describe('manually set stock', () => {
  test('setting stock without a low-stock threshold keeps the threshold, and setting only the threshold keeps the stock', () => {
    const { state } = decide(shop(), [set({ stock: 7 }), set({ low_stock_at: 3 })]);
    expect(state.inventory.get(1)).toMatchObject({ stock: 7, low_stock_at: 3, version: 3 });
  });

  test('the reason for adjusting stock is in the ledger row but not in the event', () => {
    const { work } = decide(shop(), [adjust(-1, 'Broken'), set({ low_stock_at: 2 })]);
    expect(work.ledger.map(({ _id, reason, changes }) => ({ _id, reason, changes }))).toEqual([
      { _id: 'inventory/1:0000000002', reason: 'Broken', changes: [{ field: 'stock', from: 10, to: 9 }] },
      {
        _id: 'inventory/1:0000000003',
        reason: undefined,
        changes: [{ field: 'low_stock_at', from: 4, to: 2 }],
      },
    ]);
    expect(JSON.stringify(work.events.map(({ draft }) => draft))).not.toContain('Broken');
  });

  test('a request that repeats the stored stock and sends no threshold changes nothing, even in a stock record of an older release', () => {
    const { work, state } = decide(shop(), [set({ stock: 10, low_stock_at: null }, 2)]);
    expect(state.inventory.get(2)?.version).toBe(1);
    expect(work.ledger).toEqual([]);
  });

  test('a request that sets neither stock nor a low-stock threshold fails validation', () => {
    const { ends } = decide(shop(), [set({ reason: 'None' })]);
    expect(JSON.stringify(ends)).toContain('"field":"stock","rule":"required"');
  });
});
