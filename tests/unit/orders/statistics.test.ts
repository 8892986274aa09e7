import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Command } from '#shared/contracts/kit/define.ts';
import { foldText } from '#shared/contracts/kit/fold-text.ts';
import { liveStates, orderStates, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { StatisticsBy } from '#shared/contracts/endpoints/order-statistics.ts';
import { dayRange } from '#shared/contracts/kit/moments.ts';
import { toEntries } from '#shared/engine/commands/log-entries.ts';
import { chunkCommand, chunkId } from '#shared/engine/decide/bulk-operation.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import { entryIdsAt } from '#shared/engine/events/entry-id.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import { orderMoveIn, type OrderMove } from '#services/orders/statistics/order-moves.ts';
import { daysOf, monthsOf, shownFrom, shownTo, statisticsRange } from '#services/orders/statistics/range.ts';
import { cellsAsked, statisticsQuery } from '#services/orders/statistics/statistics-query.ts';
import { newRows } from '#services/orders/statistics/statistics-rows.ts';
import type { Order, OrdersTables } from '#services/orders/records/tables.ts';
import { sumMoves } from '#services/orders/statistics/storage/sum-cells.ts';
import { anAddress, aProduct, aUser, command, decide, world } from '../support/orders-world.ts';

const decimals = 2;
const cities = ['Amman', 'AMMAN ', 'عمّان', 'عمان', 'Zürich', 'ZURICH'];
const products = [1, 2, 3];
/** Time zones with clock changes in both directions, one of them at midnight. */
const zones = ['Asia/Amman', 'America/New_York', 'Africa/Cairo', 'Australia/Lord_Howe', 'UTC'];
const hours = fc.integer({ min: 0, max: 400 });
const begins = fc.constantFrom(
  ...['2021-03-24T12:00:00.000Z', '2021-10-27T12:00:00.000Z', '2024-04-24T12:00:00.000Z'],
  ...['2024-03-08T12:00:00.000Z', '2024-11-01T12:00:00.000Z', '2026-04-03T12:00:00.000Z'],
);

function shop(): State<OrdersTables> {
  return world({
    users: [aUser(1)],
    addresses: cities.map((city, index) => anAddress(index + 1, 1, { city })),
    products: products.map((id) => aProduct(id, { price: id * 333 })),
  });
}

/** One of the random commands of a test, on orders and items that exist at that time. Null if there are none. */
type Step = (state: State<OrdersTables>) => Command | null;

const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
const index = fc.nat({ max: 20 });
const product = fc.constantFrom(...products);
const amount = fc.integer({ min: 1, max: 8 });
const address = fc.integer({ min: 1, max: cities.length });
const payment = fc.constantFrom<1 | 2 | 3 | 4>(1, 2, 3, 4);
const status = fc.constantFrom(...orderStates);
const orders = (state: State<OrdersTables>) => [...state.orders.values()];
const itemAt = (state: State<OrdersTables>, at: number) =>
  nth(
    orders(state).flatMap(({ items }) => items),
    at,
  );

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(product, amount).map(
    ([product_id, units]): Step =>
      () =>
        command('cart.add', { as: 1, body: { product_id, amount: units } }),
  ),
  fc.tuple(payment, address).map(
    ([payment_method, address_id]): Step =>
      () =>
        command('orders.checkout', { as: 1, body: { payment_method, address_id } }),
  ),
  fc
    .tuple(
      status,
      payment,
      address,
      fc.nat({ max: 2_000_000_000 }),
      fc.array(fc.record({ product_id: product, amount })),
    )
    .map(([to, payment_method, address_id, total, items]): Step => () => {
      const body = { user_id: 1, address_id, payment_method, total, status: to, items };
      return command('orders.create', { body });
    }),
  fc
    .tuple(index, fc.option(status), fc.option(payment), fc.option(address), fc.option(fc.nat({ max: 1e6 })))
    .map(([at, to, payment_method, address_id, total]): Step => (state) => {
      const order = nth(orders(state), at);
      const body = {
        ...(to !== null && { status: to, reject_reason: 'No' }),
        ...(payment_method !== null && { payment_method }),
        ...(address_id !== null && { address_id }),
        ...(total !== null && { total }),
      };
      return order ? command('orders.update', { params: { order: order._id }, body }) : null;
    }),
  index.map((at): Step => (state) => {
    const order = nth(orders(state), at);
    return order ? command('orders.delete', { params: { order: order._id } }) : null;
  }),
  fc.tuple(index, product, amount).map(([at, product_id, units]): Step => (state) => {
    const order = nth(orders(state), at);
    const body = { order_id: order?._id ?? 0, product_id, amount: units, discount_amount: units };
    return order ? command('order-items.create', { body }) : null;
  }),
  fc
    .tuple(index, fc.option(index), fc.option(product), fc.option(amount))
    .map(([at, to, product_id, units]): Step => (state) => {
      const item = itemAt(state, at);
      const target = to === null ? undefined : nth(orders(state), to);
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
  status.map((to): Step => (state) => {
    const body = { ids: orders(state).map(({ _id }) => _id), status: to, reject_reason: 'No' };
    return body.ids.length > 0 ? command('orders.bulk-update', { body }) : null;
  }),
  fc.tuple(index, index).map(([from, to]): Step => (state) => {
    const ids = orders(state)
      .map(({ _id }) => _id)
      .slice(from % 4, (from % 4) + (to % 3));
    return ids.length > 0 ? command('orders.bulk-delete', { body: { ids } }) : null;
  }),
);

/** Runs a command and any bulk work that it starts. Returns the new state and the events. */
function take(state: State<OrdersTables>, sent: Command, at: string) {
  const done = decide(state, [sent], { at });
  const events = [...done.work.events];
  let after = done.state;
  const begun = [...after.bulk.values()].filter(({ finished_at: ended }) => ended === null);
  for (const { _id, type } of begun) {
    const ids = after.bulkChunks.get(chunkId(_id, 0))?.ids ?? [];
    const chunk = {
      ...sent,
      id: chunkId(_id, 0),
      type: chunkCommand,
      body: { operation: _id, type, index: 0, ids },
    };
    const worked = decide(after, [{ command: chunk, keepsInbox: false }], { at });
    events.push(...worked.work.events);
    after = worked.state;
  }
  return { state: after, events };
}

/** The order changes that the statistics job derives from these events in the log. */
function movesOf(events: ReturnType<typeof take>['events'], at: string): OrderMove[] {
  const entries = toEntries(events, { source: '/orders', now: at, nextId: entryIdsAt(1, 1) });
  return entries.flatMap(({ events }) => events.flatMap((event) => orderMoveIn(event, decimals) ?? []));
}

interface Narrowed {
  status?: OrderState[];
  payment_method?: 1 | 2 | 3 | 4;
  product_id?: number;
  city?: string;
}

/** The groupings for which the store keeps counters. It keeps none by payment status. */
type Counted = Exclude<StatisticsBy, 'payment_status'>;

/** Counts every order, and computes local times with code that is independent of the code under test. */
function fullCount(by: Counted, all: readonly Order[], narrowed: Narrowed, timeZone: string) {
  const local = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const rows = new Map<string, { orders: number; live_orders: number; items: number; total: number }>();
  const fold = (city: string) => foldText(city).trim();
  const chosen = all.filter(
    (order) =>
      (narrowed.status?.includes(order.status) ?? true) &&
      (narrowed.payment_method ?? order.payment_method) === order.payment_method &&
      (narrowed.city === undefined || fold(narrowed.city) === fold(order.address.city)) &&
      (narrowed.product_id === undefined ||
        order.items.some((item) => item.product_id === narrowed.product_id)),
  );
  for (const order of chosen) {
    const part = Object.fromEntries(
      local.formatToParts(new Date(order.created_at)).map(({ type, value }) => [type, value]),
    );
    const units = order.items.reduce((sum, item) => sum + item.amount, 0);
    const ofOrder = { items: units, total: order.total };
    const parts: [string, { items: number; total: number }][] =
      by === 'product'
        ? [...new Set(order.items.map((item) => item.product_id))]
            .filter((id) => id === (narrowed.product_id ?? id))
            .map((id) => {
              const lines = order.items.filter((item) => item.product_id === id);
              const items = lines.reduce((sum, item) => sum + item.amount, 0);
              const total = lines.reduce(
                (sum, it) => sum + it.amount * it.main_price - it.discount_amount,
                0,
              );
              return [String(id), { items, total }];
            })
        : [
            [
              {
                day: `${part['year']}-${part['month']}-${part['day']}`,
                month: `${part['year']}-${part['month']}`,
                hour: String(Number(part['hour'])),
                status: order.status,
                payment_method: String(order.payment_method),
                city: fold(order.address.city),
              }[by],
              ofOrder,
            ],
          ];
    const isLive = liveStates.includes(order.status);
    for (const [key, { items, total }] of parts) {
      const row = rows.get(key) ?? { orders: 0, live_orders: 0, items: 0, total: 0 };
      rows.set(key, {
        orders: row.orders + 1,
        live_orders: row.live_orders + (isLive ? 1 : 0),
        items: row.items + (isLive ? items : 0),
        total: row.total + (isLive ? total : 0),
      });
    }
  }
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const groupings = ['day', 'month', 'hour', 'status', 'payment_method', 'product', 'city'] as const;
const narrowings = fc.record(
  {
    status: fc.uniqueArray(status, { minLength: 1 }),
    payment_method: payment,
    product_id: product,
    city: fc.constantFrom(...cities),
  },
  { requiredKeys: [] },
);

function counted(by: Counted, moves: readonly OrderMove[], narrowed: Narrowed, timeZone: string) {
  const query = statisticsQuery(by, narrowed);
  const asked = cellsAsked(query);
  if (!asked) return null;
  const days = { from: '2000-01-01', until: '2100-01-01' };
  const rows = newRows();
  rows.add(sumMoves(moves, query, { asked, days, timeOf: localTimes(timeZone) }));
  const shown = rows.shown(null, 0);
  const keyed = shown.map(({ key, ...row }) => [by === 'city' ? foldText(key).trim() : key, row] as const);
  return new Map(keyed.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('statistics of orders', () => {
  test('the order statistics equal a full recount after any history of orders, even across the start and end of daylight saving time', () => {
    const life = fc.array(fc.tuple(steps, hours), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(life, begins, fc.constantFrom(...zones), narrowings, (lived, begin, timeZone, narrowed) => {
        let state = shop();
        const moves: OrderMove[] = [];
        let at = Date.parse(begin);
        for (const [step, later] of lived) {
          at += later * 15 * 60_000;
          const now = new Date(at).toISOString();
          const sent = step(state);
          if (!sent) continue;
          const taken = take(state, sent, now);
          moves.push(...movesOf(taken.events, now));
          state = taken.state;
        }
        for (const by of groupings) {
          const kept = counted(by, moves, narrowed, timeZone);
          if (kept) expect(kept).toEqual(fullCount(by, orders(state), narrowed, timeZone));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the range of order statistics', () => {
  const lastMoment = '9999-12-31T23:59:59.999Z';
  const rangeOf = (from: string, until: string, timeZone: string) =>
    statisticsRange({ from, until }, { now: '2026-11-24T10:00:00.000Z', oldest: null, timeZone });

  test.each([...zones, 'Pacific/Kiritimati'])(
    'a range to the end of the year 9999 ends with the day 9999-11-30 (%s)',
    (timeZone) => {
      const { from } = dayRange('2026-01-01', timeZone);
      const range = rangeOf(from, lastMoment, timeZone);
      expect(range).toMatchObject({ days: { from: '2026-01-01', until: '9999-12-01' }, ends: [] });
      expect([shownFrom(range, timeZone), shownTo(range, timeZone)]).toEqual(['2026-01-01', '9999-11-30']);
      expect(daysOf(range, timeZone, 10)).toHaveLength(11);
      const last = rangeOf(dayRange('9999-11-29', timeZone).from, lastMoment, timeZone);
      expect(daysOf(last, timeZone, 10)).toEqual(['9999-11-29', '9999-11-30']);
      expect(monthsOf(last, timeZone, 10)).toEqual(['9999-11']);
    },
  );

  test.each(zones)('a range within the last hour of the year 9999 is empty (%s)', (timeZone) => {
    const range = rangeOf('9999-12-31T23:00:00.000Z', '9999-12-31T23:30:00.000Z', timeZone);
    expect(range).toMatchObject({ days: null, ends: [] });
    expect(daysOf(range, timeZone, 10)).toEqual([]);
    expect([shownFrom(range, timeZone), shownTo(range, timeZone)]).toEqual(['9999-12-01', '9999-11-30']);
  });
});
