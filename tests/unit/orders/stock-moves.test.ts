import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import { orderStates, states } from '#shared/contracts/endpoints/order-states.ts';
import { inventoryResource, stockRow, uncounted } from '#services/orders/stock/inventory-resource.ts';
import type { Order, OrderItem, OrdersTables } from '#services/orders/records/tables.ts';
import {
  heldAtAmount,
  itemsAfterMove,
  itemsAsBefore,
  linesAsBefore,
  receiveUnits,
  retakeDeleted,
  stockMoves,
  type StockMoves,
} from '#services/orders/stock/stock.ts';
import {
  aLine,
  anAddress,
  anOrder,
  aProduct,
  aUser,
  command,
  decide,
  decideOne,
  now,
  stockOf,
  world,
} from '../support/orders-world.ts';

const holdsStock = (order: Order) => states[order.status].stock === 'held';

const products = [1, 2, 3];
const startingStock = 6;

function shop(): State<OrdersTables> {
  return world({
    users: [aUser(1), aUser(2)],
    addresses: [anAddress(1, 1), anAddress(2, 2)],
    products: products.map((id) => aProduct(id)),
    // The stock of product 3 is not counted.
    inventory: [stockOf(1, startingStock), stockOf(2, startingStock)],
  });
}

const nth = <T>(list: readonly T[], index: number): T | undefined =>
  list.length === 0 ? undefined : list[index % list.length];

/** One of the random commands of a test, on orders and items that exist at that time. Null if there are none. */
type Step = (state: State<OrdersTables>) => Command | null;

const product = fc.constantFrom(...products);
const amount = fc.integer({ min: 1, max: 8 });
const index = fc.nat({ max: 20 });
const shopper = fc.constantFrom(1, 2);
const status = fc.constantFrom(...orderStates);
const orderAt = (state: State<OrdersTables>, at: number) => nth([...state.orders.values()], at);
const itemAt = (state: State<OrdersTables>, at: number) =>
  nth(
    [...state.orders.values()].flatMap((order) => order.items),
    at,
  );

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(shopper, product, amount).map(
    ([as, product_id, units]): Step =>
      () =>
        command('cart.add', { as, body: { product_id, amount: units } }),
  ),
  shopper.map(
    (as): Step =>
      () =>
        command('orders.checkout', { as, body: { payment_method: 1, address_id: as } }),
  ),
  fc.tuple(status, fc.array(fc.record({ product_id: product, amount }), { maxLength: 3 })).map(
    ([to, items]): Step =>
      () =>
        command('orders.create', {
          body: { user_id: 1, address_id: 1, payment_method: 1, total: 0, status: to, items },
        }),
  ),
  fc.tuple(index, status).map(([at, to]): Step => (state) => {
    const order = orderAt(state, at);
    const body = { status: to, reject_reason: 'No' };
    return order ? command('orders.update', { params: { order: order._id }, body }) : null;
  }),
  fc.tuple(index, shopper).map(([at, as]): Step => (state) => {
    const order = orderAt(state, at);
    return order ? command('orders.cancel', { as, params: { order: order._id } }) : null;
  }),
  index.map((at): Step => (state) => {
    const order = orderAt(state, at);
    return order ? command('orders.delete', { params: { order: order._id } }) : null;
  }),
  fc.tuple(index, product, amount).map(([at, product_id, units]): Step => (state) => {
    const order = orderAt(state, at);
    return order
      ? command('order-items.create', { body: { order_id: order._id, product_id, amount: units } })
      : null;
  }),
  fc
    .tuple(index, fc.option(index), fc.option(product), fc.option(amount))
    .map(([at, to, product_id, units]): Step => (state) => {
      const item = itemAt(state, at);
      const target = to === null ? undefined : orderAt(state, to);
      if (!item) return null;
      const body = {
        ...(target && { order_id: target._id }),
        ...(product_id !== null && { product_id }),
        ...(units !== null && { amount: units }),
      };
      return command('order-items.update', { params: { order_item: item.id }, body });
    }),
  index.map((at): Step => (state) => {
    const item = itemAt(state, at);
    return item ? command('order-items.delete', { params: { order_item: item.id } }) : null;
  }),
);

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const linesOf = (orders: Iterable<Order>, of: number) =>
  [...orders].flatMap((order) =>
    order.items.filter((item) => item.product_id === of).map((item) => ({ order, item })),
  );

/**
 * Checks the invariants after a command. `gone` contains the numbers of units that have permanently left the
 * shop, keyed by product id.
 */
function expectSound(state: State<OrdersTables>, gone: ReadonlyMap<number, number>): void {
  for (const [id, { stock, held }] of state.inventory) {
    const lines = linesOf(state.orders.values(), id);
    const inOrders = sum(lines.filter(({ order }) => holdsStock(order)).map(({ item }) => item.held));
    const delivered = sum(
      lines.filter(({ order }) => order.status === 'delivered').map(({ item }) => item.held),
    );
    expect(stock).toBeGreaterThanOrEqual(0);
    expect(held).toBe(inOrders);
    expect((stock ?? 0) + held + delivered + (gone.get(id) ?? 0)).toBe(startingStock);
  }
  for (const order of state.orders.values()) {
    for (const item of order.items) {
      const isCounted = state.inventory.has(item.product_id);
      if (holdsStock(order)) expect(item.held).toBe(isCounted ? item.amount : 0);
      else if (order.status === 'delivered') expect(item.held).toBeLessThanOrEqual(item.amount);
      else expect(item.held).toBe(0);
    }
  }
}

/** Records the units in delivered orders that were deleted, because these units have left the shop. */
function leaving(state: State<OrdersTables>, next: State<OrdersTables>, gone: Map<number, number>): void {
  for (const [id, order] of state.orders) {
    if (order.status !== 'delivered' || next.orders.has(id)) continue;
    for (const item of order.items) gone.set(item.product_id, (gone.get(item.product_id) ?? 0) + item.held);
  }
}

describe('stock after any sequence of commands', () => {
  test('after any sequence of commands, stock is never negative, and no unit was sold twice or returned to stock twice', () => {
    let refusals = 0;
    let done = 0;
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 40, size: 'max' }), (plan) => {
        let state = shop();
        const gone = new Map<number, number>();
        for (const step of plan) {
          const sent = step(state);
          if (!sent) continue;
          const { state: next, threw, code } = decideOne(state, sent);
          expect(threw).toBeUndefined();
          if (code === 'out_of_stock') refusals += 1;
          if (code === undefined) done += 1;
          leaving(state, next, gone);
          expectSound(next, gone);
          state = next;
        }
      }),
      { numRuns: 120 },
    );
    // The test would prove nothing without both rejected and successful commands.
    expect([refusals > 20, done > 500]).toEqual([true, true]);
  });

  test('stock, orders and carts end in the same state whether the commands run in one batch or one by one', () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 20, size: 'max' }), (plan) => {
        let state = shop();
        const sent: Command[] = [];
        for (const step of plan) {
          const next = step(state);
          if (!next) continue;
          sent.push(next);
          state = decideOne(state, next).state;
        }
        const atOnce = decide(shop(), sent).state;
        const seen = ({ inventory, orders, carts }: State<OrdersTables>) => ({
          inventory: [...inventory.values()].map(({ stock, held }) => ({ stock, held })),
          orders: [...orders.values()],
          carts: [...carts.values()],
        });
        expect(seen(atOnce)).toEqual(seen(state));
      }),
      { numRuns: 50 },
    );
  });
});

describe('stock', () => {
  const line = aLine(1, 1, { amount: 3, held: 3 });
  const held = (values: Partial<Order>) =>
    world({
      users: [aUser(1)],
      products: [aProduct(1)],
      inventory: [stockOf(1, 5, values.status === 'delivered' ? 0 : 3)],
      orders: [anOrder(1, { items: [line], ...values })],
    });
  const inventory = (state: State<OrdersTables>) => {
    const { stock, held: inOrders } = state.inventory.get(1) ?? {};
    return { stock, held: inOrders };
  };
  const move = (state: State<OrdersTables>, to: (typeof orderStates)[number]) =>
    decideOne(
      state,
      command('orders.update', { params: { order: 1 }, body: { status: to, reject_reason: 'No' } }),
    );

  test.each([
    ['pending', 'rejected'],
    ['confirmed', 'cancelled'],
    ['shipped', 'returned'],
  ] as const)(
    'when a %s order becomes %s, its units return to stock once, even if the change is repeated or the order then deleted',
    (from, to) => {
      const ended = move(held({ status: from }), to);
      expect(inventory(ended.state)).toEqual({ stock: 8, held: 0 });
      const again = move(ended.state, to);
      expect([again.status, inventory(again.state)]).toEqual([200, { stock: 8, held: 0 }]);
      const deleted = decideOne(ended.state, command('orders.delete', { params: { order: 1 } }));
      expect(inventory(deleted.state)).toEqual({ stock: 8, held: 0 });
    },
  );

  test('delivering an order ends the reservation of its units, and returning the order puts the units back into stock', () => {
    const delivered = move(held({ status: 'shipped' }), 'delivered');
    expect(inventory(delivered.state)).toEqual({ stock: 5, held: 0 });
    const returned = move(delivered.state, 'returned');
    expect(inventory(returned.state)).toEqual({ stock: 8, held: 0 });
  });

  test.each([
    ['pending', { stock: 8, held: 0 }],
    ['shipped', { stock: 8, held: 0 }],
    ['delivered', { stock: 5, held: 0 }],
  ] as const)(
    'deleting an order that is %s returns its reserved units to the stock, unless the order was delivered',
    (status, expected) => {
      const { state } = decideOne(held({ status }), command('orders.delete', { params: { order: 1 } }));
      expect(inventory(state)).toEqual(expected);
    },
  );

  test('if an admin sets a product’s stock, the number of units that orders have reserved stays unchanged', () => {
    const set = decideOne(
      held({}),
      command('inventory.set', { params: { product: 1 }, body: { stock: 100 } }),
    );
    expect(set.data).toMatchObject({ product_id: 1, stock: 100, held: 3 });
    expect(inventory(set.state)).toEqual({ stock: 100, held: 3 });
    // The audit of release 0.6.0 requires this version in `log`.
    expect(set.state.inventory.get(1)).toMatchObject({ log: [{ version: 2 }] });
  });

  test('if the stock of a product is no longer counted, orders do not change the stock', () => {
    const uncounted = decideOne(
      held({}),
      command('inventory.set', { params: { product: 1 }, body: { stock: null } }),
    ).state;
    expect(inventory(move(uncounted, 'rejected').state)).toEqual({ stock: null, held: 0 });
    const more = command('order-items.update', { params: { order_item: 1 }, body: { amount: 1000 } });
    expect(inventory(decideOne(uncounted, more).state)).toEqual({ stock: null, held: 3 });
  });

  test('rejecting an order returns only units taken from counted stock, even if a line was added before its product’s stock was counted', () => {
    const before = world({
      products: [aProduct(1)],
      inventory: [stockOf(1, 5)],
      orders: [anOrder(1, { items: [aLine(1, 1, { amount: 4, held: 0 })] })],
    });
    expect(inventory(move(before, 'rejected').state)).toEqual({ stock: 5, held: 0 });
    const grown = decideOne(
      before,
      command('order-items.update', { params: { order_item: 1 }, body: { amount: 6 } }),
    );
    expect(inventory(grown.state)).toEqual({ stock: 3, held: 2 });
    expect(inventory(move(grown.state, 'rejected').state)).toEqual({ stock: 5, held: 0 });
  });

  test('the out_of_stock error lists all products with too little stock', () => {
    const state = world({
      users: [aUser(1)],
      addresses: [anAddress(1, 1)],
      products: [aProduct(1), aProduct(2), aProduct(3)],
      inventory: [stockOf(1, 1), stockOf(2, 0), stockOf(3, 9)],
    });
    const items = [
      { product_id: 1, amount: 2 },
      { product_id: 2, amount: 1 },
      { product_id: 3, amount: 9 },
      { product_id: 1, amount: 3 },
    ];
    const body = {
      user_id: 1,
      address_id: 1,
      payment_method: 1 as const,
      total: 0,
      status: 'pending' as const,
      items,
    };
    const refused = decideOne(state, command('orders.create', { body }));
    expect(refused.code).toBe('out_of_stock');
    expect(refused.extra).toEqual({
      products: [
        { product_id: 1, name: { en: 'Product 1', ar: 'منتج 1' }, requested: 5, available: 1 },
        { product_id: 2, name: { en: 'Product 2', ar: 'منتج 2' }, requested: 1, available: 0 },
      ],
    });
    expect(refused.work.writes).toEqual([]);
  });
});

describe('stock moves of single lines', () => {
  const line = (held: number, values: Partial<OrderItem> = {}) => aLine(1, 1, { amount: 3, held, ...values });
  /** Units that other orders hold. No command in these tests may change them. */
  const others = 2;
  /** The result of `act`, and the record of product 1 if it is written. */
  const after = (held: number, act: (moves: StockMoves) => unknown, inStock: number | null = 5) => {
    const moves = stockMoves(new Map([[1, stockOf(1, inStock, held + others)]]), now);
    const result = act(moves);
    const [change] = moves.finish().changes;
    const record = change && 'put' in change ? (change.put as OrdersTables['inventory']) : undefined;
    return [result, record ? { stock: record.stock, held: record.held, lost: record.lost } : null];
  };
  /** The stock moves of a status change. `stock` null: the product's stock was not counted. */
  const moved = (units: number, stock: number | null = 5) => [
    {
      product_id: 1,
      version: 2,
      stock: { from: stock, to: stock === null ? null : stock + units },
      held: { from: units + others, to: others },
    },
  ];

  test.each([
    ['pending', 'confirmed', 3, 3, null],
    ['pending', 'rejected', 3, 0, { stock: 8, held: others }],
    ['pending', 'rejected', 0, 0, null],
    ['shipped', 'delivered', 3, 3, { stock: 5, held: others }],
    ['shipped', 'delivered', 0, 0, null],
    ['delivered', 'returned', 3, 0, { stock: 8, held: others }],
    ['delivered', 'returned', 0, 0, null],
  ] as const)(
    'if an order changes from %s to %s, its line with %i units from stock then has %i of them, and other orders’ units stay reserved',
    (from, to, held, left, expected) => {
      const own = states[from].stock === 'held' ? held : 0;
      expect(after(own, (moves) => itemsAfterMove([line(held)], { from, to }, moves))).toEqual([
        [line(left)],
        expected,
      ]);
    },
  );

  test.each([
    ['confirmed', 'pending', 3, [], 3, null],
    ['rejected', 'pending', 0, moved(3), 3, { stock: 2, held: 3 + others }],
    ['rejected', 'pending', 0, [], 0, null],
    ['rejected', 'pending', 0, moved(2), 2, { stock: 3, held: 2 + others }],
    ['returned', 'delivered', 0, moved(3), 3, { stock: 2, held: others }],
    ['delivered', 'shipped', 3, [], 3, { stock: 5, held: 3 + others }],
    ['delivered', 'shipped', 0, [], 0, null],
  ] as const)(
    'an undo from %s back to %s of an order whose line has %i units from stock also reverts the stock changes %j',
    (from, to, held, before, left, expected) => {
      const own = states[from].stock === 'held' ? held : 0;
      const undo = (moves: StockMoves) => itemsAsBefore([line(held)], { from, to, moved: before }, moves);
      expect(after(own, undo)).toEqual([[line(left)], expected]);
    },
  );

  test('undoing an order’s rejection by an earlier release reserves the units that it released, line by line, but never a line’s returned units', () => {
    const items = [line(0, { returned: 1 }), line(0, { id: 2 }), line(0, { id: 3 })];
    const move = { from: 'rejected', to: 'pending', moved: moved(4) } as const;
    const [restored, stock] = after(0, (moves) => itemsAsBefore(items, move, moves));
    expect((restored as OrderItem[]).map(({ held }) => held)).toEqual([2, 2, 0]);
    expect(stock).toMatchObject({ stock: 1, held: 4 + others });
  });

  test.each([
    ['shipped', true, 3, 2, { stock: 7, held: 1 + others }],
    ['shipped', false, 3, 2, { stock: 5, held: 1 + others, lost: 2 }],
    ['delivered', true, 3, 2, { stock: 7, held: others }],
    ['delivered', false, 3, 2, { stock: 5, held: others, lost: 2 }],
    ['delivered', true, 1, 1, { stock: 6, held: others }],
    ['delivered', true, 0, 0, null],
    ['delivered', false, 0, 0, null],
  ] as const)(
    'if two units of a %s order are returned (resellable: %s) and their line took %i units from stock, the number of returned units from stock is %i',
    (status, restock, held, counted, expected) => {
      const own = status === 'shipped' ? held : 0;
      expect(after(own, (moves) => receiveUnits(line(held), 2, { status, restock }, moves))).toEqual([
        counted,
        expected,
      ]);
    },
  );

  test.each([
    ['pending', { held: 3 }, 1, 1, { stock: 7, held: 1 + others }],
    ['delivered', { held: 3 }, 1, 1, { stock: 7, held: others }],
    ['pending', { held: 3 }, 3, 3, null],
    // The line was in the order before its product's stock was counted, and took only the last unit.
    ['pending', { held: 1 }, 2, 1, null],
    ['pending', { held: 2, returned: 1 }, 2, 1, { stock: 6, held: 1 + others }],
    ['pending', { held: 3 }, 4, 4, { stock: 4, held: 4 + others }],
    ['delivered', { held: 3 }, 4, 3, null],
  ] as const)(
    'if a line of three units in a %s order (line fields: %j) is changed to %i units, the line then has %i units from stock',
    (status, values, amount, left, expected) => {
      const own = status === 'pending' ? values.held : 0;
      expect(after(own, (moves) => heldAtAmount(line(values.held, values), amount, status, moves))).toEqual([
        left,
        expected,
      ]);
    },
  );

  test.each([
    [5, 3, 1, { stock: 7, held: 1 + others }],
    [5, 1, 3, { stock: 3, held: 3 + others }],
    [5, 3, 3, null],
    [5, 3, null, { stock: 8, held: others }],
    // The product's stock is no longer counted. Its record still counts the units that orders hold.
    [null, 1, 3, { stock: null, held: 3 + others }],
  ] as const)(
    'an undo of changes to an order (units in stock: %p) changes how many units a line has from stock, %i, to %p (null: no line)',
    (inStock, held, former, expected) => {
      const lines = former === null ? [] : [line(former)];
      const undo = (moves: StockMoves) => linesAsBefore([line(held)], lines, moves);
      expect(after(held, undo, inStock)).toEqual([lines, expected]);
    },
  );

  test.each([
    ['while the stock was not counted', null, null, { stock: null, held: 3 + others }],
    [
      'while the stock was not counted, and the stock is counted now',
      null,
      5,
      { stock: 2, held: 3 + others },
    ],
    ['before the stock stopped being counted', 5, null, { stock: null, held: 3 + others }],
  ] as const)(
    'undoing a cancellation reserves the order’s units again, also if it happened %s',
    (_case, then, inStock, expected) => {
      const move = { from: 'cancelled', to: 'pending', moved: moved(3, then) } as const;
      expect(after(0, (moves) => itemsAsBefore([line(0)], move, moves), inStock)).toEqual([
        [line(3)],
        expected,
      ]);
    },
  );

  test.each([
    ['shipped', 3, 5, { stock: 2, held: 3 + others }],
    ['shipped', 3, null, { stock: null, held: 3 + others }],
    ['shipped', 0, 5, null],
    ['delivered', 3, 5, null],
  ] as const)(
    'restoring a deleted %s order whose line had %i units from stock (units in stock: %p) reserves these units again, unless the order was delivered',
    (status, held, inStock, expected) => {
      const retake = (moves: StockMoves) => retakeDeleted([line(held)], status, moves);
      expect(after(0, retake, inStock)[1]).toEqual(expected);
    },
  );

  test('rejecting an order changes no stock of a product that has no stock record', () => {
    const moves = stockMoves(new Map(), now);
    expect(itemsAfterMove([line(3)], { from: 'pending', to: 'rejected' }, moves)).toEqual([line(0)]);
    expect(moves.finish()).toEqual({ changes: [], events: [] });
  });
});

describe('adjusting stock', () => {
  const adjusted = (stock: number | null, by: number) =>
    decideOne(
      world({ products: [aProduct(1)], inventory: [stockOf(1, stock)] }),
      command('inventory.adjust', { params: { product: 1 }, body: { by } }),
    );

  test('adjusting stock adds or removes units', () => {
    expect(adjusted(5, 3).data).toMatchObject({ stock: 8 });
    expect(adjusted(5, -5).data).toMatchObject({ stock: 0 });
    expect(adjusted(999_999_998, 2).data).toMatchObject({ stock: 1_000_000_000 });
  });

  test.each<[number | null, number, string, object | undefined]>([
    [5, -6, 'nothing_left', { available: 5 }],
    [null, 1, 'not_counted', undefined],
    [999_999_998, 3, 'max', { max: 2 }],
  ])(
    'adjusting a stock of %p by %d units fails validation with the rule %s and the parameters %j',
    (stock, by, rule, params) => {
      expect(adjusted(stock, by).fields).toEqual([{ field: 'by', rule, ...(params && { params }) }]);
    },
  );

  test('setting stock for the first time creates a stock record, and a later change keeps the record’s creation time', () => {
    const set = (body: object) => command('inventory.set', { params: { product: 1 }, body });
    const first = decideOne(world({ products: [aProduct(1)] }), set({ low_stock_at: 3 }));
    expect(first.data).toEqual({
      product_id: 1,
      stock: null,
      held: 0,
      low_stock_at: 3,
      low: false,
      updated_at: now,
    });
    expect(first.state.inventory.get(1)).toMatchObject({ version: 1, created_at: now, updated_at: now });
    const later = decideOne(first.state, set({ stock: 5 }), { at: '2026-05-02T10:00:00.000Z' });
    expect(later.state.inventory.get(1)).toMatchObject({
      version: 2,
      created_at: now,
      updated_at: '2026-05-02T10:00:00.000Z',
    });
    expect(inventoryResource(uncounted(1))).toMatchObject({ stock: null, low: false, updated_at: null });
    const row = { product_id: 1, stock: 5, held: 2, low_stock_at: null, low: false };
    expect(stockRow(stockOf(1, 5, 2))).toEqual(row);
  });

  test('setting the stock of a missing or deleted product fails as not_found', () => {
    for (const products of [[], [aProduct(1, { is_deleted: true })]]) {
      const set = command('inventory.set', { params: { product: 1 }, body: { stock: 1 } });
      expect(decideOne(world({ products }), set).code).toBe('not_found');
    }
  });

  test('setting stock to its current value writes nothing and publishes no event', () => {
    const same = decideOne(
      world({ products: [aProduct(1)], inventory: [stockOf(1, 5)] }),
      command('inventory.set', { params: { product: 1 }, body: { stock: 5 } }),
    );
    expect([same.status, same.work.writes, same.work.events]).toEqual([200, [], []]);
  });
});
