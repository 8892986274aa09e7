import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ListContract } from '#shared/contracts/kit/list-query.ts';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { orderReads } from '#shared/contracts/endpoints/orders.ts';
import { paymentStatuses, type PaymentStatus } from '#shared/contracts/endpoints/payment-states.ts';
import { createOrdersReads } from '#services/orders/reads.ts';
import { paymentStatusOf } from '#services/orders/payments/balance.ts';
import { paymentStatusIndex } from '#services/orders/records/storage/orders-models.ts';
import { command } from '../../unit/support/orders-world.ts';
import { ended } from '../../unit/support/outcome.ts';
import { askList } from '../support/ask-list.ts';
import { useOrders } from '../support/own-orders.ts';
import { quiet } from '../support/own-servers.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const list = orderReads['orders.list'].list as ListContract<unknown>;

const own = await useOrders();
const { models } = own;
let ask: (sent: Record<string, unknown>, of?: typeof locale) => ReturnType<typeof askList>;

async function run(...commands: Command[]): Promise<(number | string | undefined)[]> {
  const deliveries = commands.map((sent) => ({ command: { ...sent, id: randomUUID() }, keepsInbox: true }));
  return (await own.runner()(deliveries)).map(ended).map(({ status, code }) => status ?? code);
}

const order = (body: object = {}) =>
  command('orders.create', {
    body: { user_id: 1, address_id: 1, payment_method: 1, status: 'pending', total: 1000, ...body },
  });
const pay = (of: number, body: object = {}) => command('payments.create', { params: { order: of }, body });
const update = (of: number, body: object) => command('orders.update', { params: { order: of }, body });
const refund = (payment: number, amount: number) =>
  command('payments.refund', { params: { payment }, body: { amount } });

function readsOf(units: StoreUnits): ReturnType<typeof createOrdersReads> {
  const none = () => Promise.resolve([]);
  return createOrdersReads(models, { units, fetchProducts: none, readAudits: none, log: quiet });
}

/** Two orders of each payment status, one of them final where that is possible. */
beforeAll(async () => {
  ask = (sent, of = locale) => askList(readsOf({ ...of, currency: 'USD' })['orders.list'], list, sent, of);
  const address = { user_id: 1, line1: '1 Main Street', city: 'Amman', country: 'JO' };
  await run(command('users.create', { body: { name: 'Layla', email: 'layla@x.io' } }));
  await run(command('addresses.create', { body: address }));
  await run(
    ...Array.from({ length: 12 }, () => order()),
    order({ total: 0 }),
    order({ total: 0, status: 'cancelled' }),
    order({ status: 'cancelled' }),
  );
  const ends = await run(
    pay(1),
    pay(2, { amount: 400 }),
    pay(3, { amount: 1500 }),
    pay(4, { capture: false }),
    pay(5),
    pay(6),
    pay(7),
    pay(8, { capture: false }),
  );
  expect(ends).toEqual(Array(8).fill(201));
  expect(await run(refund(5, 300), refund(6, 1000))).toEqual([200, 200]);
  expect(await run(update(7, { status: 'cancelled' }), update(1, { total: 1200 }))).toEqual([200, 200]);
  expect(await run(command('payments.void', { params: { payment: 8 }, body: {} }))).toEqual([200]);
});

async function expected(...asked: PaymentStatus[]): Promise<number[]> {
  const all = await models.orders.find().sort({ _id: -1 }).lean();
  return all.filter((each) => asked.includes(paymentStatusOf(each))).map(({ _id }) => _id);
}

test('the filter for payment statuses finds exactly the orders with these statuses, in pages and in a list without pages', async () => {
  for (const one of paymentStatuses) {
    expect((await expected(one)).length).toBeGreaterThan(0);
    for (const other of paymentStatuses) {
      const wanted = await expected(one, other);
      for (const paging of [{}, { paginate: 'true' }, { paginate: 'cursor' }]) {
        const { ids } = await ask({ filters: { payment_status: `${one},${other}` }, ...paging });
        expect([one, other, paging, ids]).toEqual([one, other, paging, wanted]);
      }
    }
  }
  const asList = await ask({ filters: { payment_status: ['overpaid', 'refunded'] } });
  expect(asList.ids).toEqual(await expected('overpaid', 'refunded'));
});

test('the filter for payment statuses can be combined with other filters and with sorting', async () => {
  const all = await expected('unpaid', 'overpaid');
  const cancelled = (await models.orders.find({ status: 'cancelled' }).lean()).map(({ _id }) => _id);
  const filters = { payment_status: 'unpaid,overpaid', status: 'cancelled' };
  expect((await ask({ filters })).ids).toEqual(all.filter((id) => cancelled.includes(id)));
  const sorted = await ask({ filters: { payment_status: 'overpaid' }, sort: 'id' });
  expect(sorted.ids).toEqual((await expected('overpaid')).toReversed());
});

describe.each([
  ['JPY', 0],
  ['KWD', 3],
])('payment statuses in %s', (currency, currencyDecimals) => {
  const units = { currency, currencyDecimals, timeZone: 'UTC' };
  const major = (minor: number) => minor / 10 ** currencyDecimals;

  test(`order statistics add up the order totals of each payment status as amounts in ${currency}`, async () => {
    const asked: PaymentStatus[] = ['overpaid', 'part_paid', 'unpaid'];
    const query = { search: null, filters: { payment_status: asked }, sort: [], paging: { kind: 'all' } };
    const caller = { area: 'admin', subject: 'boss', userId: null } as const;
    const sent = { params: {}, query, by: 'payment_status', language: 'en', url: '', parameters: [], caller };
    const answer = await readsOf(units)['statistics.orders'](sent as never);
    const found = await models.orders.find().lean();
    const rows = asked.map((status) => {
      const own = found.filter((each) => paymentStatusOf(each) === status);
      const live = own.filter(({ status: state }) => state === 'pending');
      const total = live.reduce((sum, each) => sum + each.total, 0);
      return { key: status, orders: own.length, live_orders: live.length, items: 0, total: major(total) };
    });
    expect(rows.map(({ total }) => total)).toEqual([1000, 2200, 5000].map(major));
    expect(answer).toMatchObject({ body: { data: rows, meta: { currency } } });
  });

  test(`an order list filter by payment status and order total interprets the total as an amount in ${currency}`, async () => {
    const wanted = (await models.orders.find({ total: 1200 }).lean()).map(({ _id }) => _id);
    const filters = { payment_status: 'part_paid', total: String(major(1200)) };
    expect((await ask({ filters }, units)).ids).toEqual(wanted);
    expect(wanted).toHaveLength(1);
  });
});

test('only orders with payments have a stored payment status, and a query for payment statuses can use an index of these orders only', async () => {
  const found = models.orders.collection.find({ payment_status: { $in: ['overpaid', 'refunded'] } });
  const plan = JSON.stringify(
    await found
      .hint({ ...paymentStatusIndex })
      .sort({ _id: -1 })
      .explain(),
  );
  expect(plan).toContain('payment_status_1__id_1');
  const [index] = (await models.orders.collection.indexes()).filter(
    ({ name }) => name === 'payment_status_1__id_1',
  );
  expect(index).toMatchObject({ partialFilterExpression: { payment_status: { $exists: true } } });
  expect(await models.orders.collection.countDocuments({ payment_status: { $exists: true } })).toBe(8);
});

test('a customer to whom the shop owes money for orders cannot be erased until the money is refunded', async () => {
  const erase = command('users.delete', { params: { user: 1 }, body: {} });
  const open = await models.orders.find({ status: 'pending' }).lean();
  await run(...open.map(({ _id }) => update(_id, { status: 'cancelled' })));
  const results = await own.runner()([{ command: erase, keepsInbox: false }]);
  const [end] = results.map(ended);
  const owed = (await models.orders.find().lean()).filter((each) => paymentStatusOf(each) === 'overpaid');
  expect(owed.length).toBeGreaterThan(3);
  expect([end?.code, (end?.extra?.['orders'] as { id: number }[]).map(({ id }) => id)]).toEqual([
    'conflict',
    owed.map(({ _id }) => _id),
  ]);
  for (const { _id, paid = 0 } of owed) {
    const [payment] = await models.payments.find({ order_id: _id }).lean();
    expect(await run(refund(payment?._id ?? 0, paid))).toEqual([200]);
  }
  expect(await run(erase)).toEqual([204]);
});
