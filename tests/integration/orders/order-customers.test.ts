import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { digitsOf, foldText } from '#shared/contracts/kit/fold-text.ts';
import type { ListContract } from '#shared/contracts/kit/list-query.ts';
import { orderReads } from '#shared/contracts/endpoints/orders.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import { planList } from '#shared/engine/lists/plan.ts';
import { phoneDigits } from '#shared/engine/lists/search-text.ts';
import { ordersLists } from '#services/orders/lists.ts';
import { addressOnOrder, userOnOrder } from '#services/orders/orders/order.ts';
import type { Address, Order, User } from '#services/orders/records/tables.ts';
import { createOrderAccess, createOrderLookUp } from '#services/orders/lists/storage/list-access.ts';
import { countBlocks } from '#services/orders/records/storage/order-counts.ts';
import { madeOrders } from '../../support/seed/seed-orders.ts';
import { madeShop } from '../../support/seed/seed-shop.ts';
import { writeRecords } from '../../support/seed/write-records.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { speltNames, speltPhones } from '../../unit/support/spelt-names.ts';
import { askList, type Listed } from '../support/ask-list.ts';
import { useOrders } from '../support/own-orders.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const list = orderReads['orders.list'].list as ListContract<unknown>;
const now = new Date('2026-05-01T10:00:00.000Z');
const people = 60;
const random = seededRandom(24);

const own = await useOrders();
const store = own.store();
const users = new Map<number, User>();
const addresses = new Map<number, Address>();
const orders = new Map<number, Order>();
type Ask = (sent: Record<string, unknown>) => Promise<Listed>;
let ask: Ask;
/**
 * A list with low limits. A few orders are already too many to check one by one, and all but the narrowest ranges count as
 * wide.
 */
let askMany: Ask;
/**
 * A list that fills pages by reading small batches of orders. If the batches do not fill the page, the list
 * searches for all matches.
 */
let askWalked: Ask;
/** The distance between ids. It spreads the 500 orders over two of the blocks of 2048 ids in which the store counts orders. */
const idsApart = 8;

const phone = () =>
  random.below(3) === 0
    ? random.pick(speltPhones)
    : `+20 1${random.between(100, 199)} ${random.between(1000, 9999)}`;

beforeAll(async () => {
  const shop = madeShop(people, now.toISOString());
  shop.users.forEach((user, index) => {
    Object.assign(user, {
      name: `${random.pick(speltNames)} ${index % 7}`,
      phone: index % 4 === 0 ? null : phone(),
    });
    users.set(user._id, user);
  });
  shop.addresses.forEach((address, index) => {
    const line2 = index % 3 === 0 ? random.pick(speltNames) : null;
    Object.assign(address, {
      line1: random.pick(speltNames),
      line2,
      city: random.pick(speltNames),
      phone: index % 2 === 0 ? phone() : null,
    });
    addresses.set(address._id, address);
  });
  const made = [...madeOrders(shop, { from: 1, itemsFrom: 1, count: 500, until: now, seed: 7 })].map(
    (order) => ({ ...order, _id: order._id * idsApart }),
  );
  for (const order of made) orders.set(order._id, order);
  await writeRecords(store, [
    ...shop.users.map((after) => ({ table: 'users', before: null, after }) as const),
    ...shop.addresses.map((after) => ({ table: 'addresses', before: null, after }) as const),
    ...made.map((after) => ({ table: 'orders', before: null, after }) as const),
  ]);
  while ((await countBlocks(own.models, made.length * idsApart)) > 0) continue;
  const { orders: source } = ordersLists(own.models, locale);
  const findList = createFindList(() => undefined);
  const askOf =
    (asked: typeof source): Ask =>
    (sent) =>
      askList((request) => findList(asked, request as never), list, sent, locale);
  ask = askOf(source);
  const manyBy = (options: Parameters<typeof createOrderLookUp>[1]) =>
    askOf({
      ...source,
      ...createOrderLookUp(own.models, options),
      access: createOrderAccess(own.models, locale.timeZone, 5),
    });
  askMany = manyBy({ few: 3 });
  askWalked = manyBy({ few: 3, isCommon: true, lots: [20, 60] });
});

/** Whether the contract says that the order matches, computed from the record alone. */
function matches(order: Order, term: string): boolean {
  const user = users.get(order.user_id);
  const { line1, line2, city, phone: copiedPhone } = order.address;
  const texts = [user?.name, user?.email, user?.phone, order.user.name, line1, line2, city, copiedPhone];
  const [folded, digits] = [foldText(term), phoneDigits(term)];
  const phones = [user?.phone, copiedPhone].map((one) => digitsOf(one ?? ''));
  return (
    (folded !== '' && texts.some((text) => foldText(text ?? '').includes(folded))) ||
    (digits !== null && phones.some((one) => one.includes(digits)))
  );
}

function expected(term: string, isMeant: (order: Order) => boolean = () => true): number[] {
  const meant = [...orders.values()].filter((order) => matches(order, term) && isMeant(order));
  return meant.map(({ _id }) => _id).sort((a, b) => b - a);
}

async function write(
  table: 'users' | 'addresses' | 'orders',
  before: User & Address & Order,
  change: object | null,
): Promise<void> {
  const after = change && { ...before, ...change, version: before.version + 1 };
  const kept: Map<number, unknown> = { users, addresses, orders }[table];
  if (after) kept.set(before._id, after);
  else kept.delete(before._id);
  await writeRecords(store, [{ table, before, after }]);
}

function anyOf<R>(records: Map<number, R>): User & Address & Order {
  return random.pick([...records.values()]) as never;
}

/** Simulates a day in the shop, in which customers and orders are changed and deleted. */
async function liveOn(): Promise<void> {
  await write('users', anyOf(users), { name: random.pick(speltNames) });
  await write('users', anyOf(users), { email: `${random.below(9999)}@MAIL.example`, phone: phone() });
  await write('addresses', anyOf(addresses), { line1: random.pick(speltNames), phone: phone() });
  await write('addresses', anyOf(addresses), { city: random.pick(speltNames) });
  const [user, address] = [anyOf(users), anyOf(addresses)];
  const order = { user_id: user._id, user: userOnOrder(user) };
  await write('orders', anyOf(orders), order);
  await write('orders', anyOf(orders), { address_id: address._id, address: addressOnOrder(address) });
  await write('orders', anyOf(orders), null);
  if (users.size > 40) await write('users', anyOf(users), null);
  if (addresses.size > 40) await write('addresses', anyOf(addresses), null);
}

/** Parts of current or former names, addresses and phone numbers of customers. */
const terms = fc
  .tuple(
    fc.constantFrom(
      ...speltNames,
      ...speltPhones,
      'shopper-1',
      '@mail',
      '+20 1155',
      '0 7 9',
      '(079)',
      'no one',
    ),
    fc.nat(),
    fc.integer({ min: 1, max: 14 }),
  )
  .map(([text, start, length]) => {
    const letters = Array.from(text);
    const from = start % letters.length;
    return letters
      .slice(from, from + length)
      .join('')
      .trim();
  })
  .filter((term) => term !== '');

test('the customer filter of the order list finds orders by the current texts of order and customer, even after many changes', async () => {
  for (let day = 0; day < 4; day += 1) {
    await fc.assert(
      fc.asyncProperty(terms, async (term) => {
        const wanted = expected(term);
        for (const asked of [ask, askMany, askWalked]) {
          expect((await asked({ filters: { customer: term } })).ids).toEqual(wanted);
          const page = await asked({ filters: { customer: term }, paginate: '1', per_page: 5 });
          expect(page).toMatchObject({ ids: wanted.slice(0, 5), total: wanted.length });
        }
      }),
      { numRuns: 5, seed: day },
    );
    await liveOn();
  }
});

test('a customer filter with a frequent text becomes a complete MongoDB filter, unless the calling code allows orders to be checked after they are read', async () => {
  const { orders: source } = ordersLists(own.models, locale);
  const picking = { ...source, ...createOrderLookUp(own.models, { few: 3, isCommon: true }) };
  const term = foldText(anyOf(users).name).slice(0, 2);
  const paging = { kind: 'pages', page: 1, perPage: 15 } as const;
  const query = { search: null, filters: { customer: term }, sort: [], paging };
  const { filter, among } = await planList(picking, query, {});
  expect(among).toBeNull();
  const found = await own.models.orders.find(filter, { _id: 1 }).sort({ _id: -1 }).lean();
  expect(found.map(({ _id }) => _id)).toEqual(expected(term));
  expect((await planList(picking, query, {}, { mayPick: true })).among).not.toBeNull();
});

test('the customer filter of the order list finds a phone number in every way of writing it, such as with spaces or Arabic digits', async () => {
  const holder = anyOf(users);
  for (const [index, spelt] of speltPhones.entries()) {
    if (index % 5 === 0) await write('users', users.get(holder._id) as never, { phone: spelt });
    const found = await ask({ filters: { customer: random.pick(speltPhones) } });
    expect(found.ids).toEqual(
      expect.arrayContaining(expected(spelt, (order) => order.user_id === holder._id)),
    );
  }
});

test('the customer filter of the order list finds a name by two letters that stand before an emoji', async () => {
  const owner = [...orders.values()].flatMap((order) => users.get(order.user_id) ?? [])[0];
  await write('users', owner as never, { name: 'Layla Qz🌸' });
  expect(expected('qz')).not.toEqual([]);
  expect((await ask({ filters: { customer: 'qz' } })).ids).toEqual(expected('qz'));
});

describe('the customer filter with other filters, sorts and paging', () => {
  const name = () => foldText(anyOf(users).name).slice(0, 2);
  const day = (moment: string) => moment.slice(0, 10);

  /** Filters to combine with the customer filter, and the orders that match them. */
  function others(): [filters: object, isMeant: (order: Order) => boolean][] {
    const { payment_method: payment, items } = anyOf(orders);
    const product = items[0]?.product_id ?? 1;
    const [first = '', last = ''] = [anyOf(orders).created_at, anyOf(orders).created_at].sort();
    const days = { from: day(first), to: day(last) };
    const isWithin = (moment: string) => day(moment) >= days.from && day(moment) <= days.to;
    return [
      [{ total: { from: '100' } }, ({ total }) => total >= 10_000],
      [{ payment_method: payment }, (order) => order.payment_method === payment],
      [{ created_at: days }, ({ created_at: at }) => isWithin(at)],
      [{ updated_at: days }, ({ updated_at: at }) => isWithin(at)],
      [{ product_id: product }, (order) => order.items.some(({ product_id: id }) => id === product)],
      [
        { created_at: days, status: 'delivered', total: { from: '50' } },
        ({ created_at: at, status, total }) => isWithin(at) && status === 'delivered' && total >= 5000,
      ],
    ];
  }

  const asks = {
    'usual limits': (sent) => ask(sent),
    'low limits': (sent) => askMany(sent),
    'small batches': (sent) => askWalked(sent),
  } satisfies Readonly<Record<string, Ask>>;

  test.each(['usual limits', 'low limits', 'small batches'] as const)(
    'the customer filter with other filters, sorting and paging finds exactly the matching orders (order list with %s)',
    async (of) => {
      const asked = asks[of];
      for (let turn = 0; turn < 4; turn += 1) {
        const term = name();
        const delivered = expected(term, ({ status }) => status === 'delivered');
        const filters = { customer: term, status: 'delivered' };
        expect((await asked({ filters })).ids).toEqual(delivered);
        expect(await asked({ filters, paginate: '1', page: 2, per_page: 4 })).toMatchObject({
          ids: delivered.slice(4, 8),
          total: delivered.length,
        });
        const byTotal = await asked({ filters: { customer: term }, sort: 'total,id' });
        const wanted = expected(term).flatMap((id) => orders.get(id) ?? []);
        wanted.sort((a, b) => a.total - b.total || a._id - b._id);
        expect(byTotal.ids).toEqual(wanted.map(({ _id }) => _id));
        const cheapest = await asked({
          filters: { customer: term },
          sort: 'total,id',
          paginate: '1',
          per_page: 9,
        });
        expect(cheapest.ids).toEqual(byTotal.ids.slice(0, 9));
        for (const [more, isMeant] of others()) {
          const page = await asked({ filters: { customer: term, ...more }, paginate: '1', per_page: 100 });
          const meant = expected(term, isMeant);
          expect({ more, ...page }).toMatchObject({ more, ids: meant.slice(0, 100), total: meant.length });
        }
        const found = expected(term, ({ status }) => status === 'shipped');
        expect((await asked({ filters: { customer: term }, search: 'shipped' })).ids).toEqual(found);
      }
    },
  );

  test.each(['usual limits', 'low limits', 'small batches'] as const)(
    'the customer filter with cursor pages finds every matching order (order list with %s)',
    async (of) => {
      const asked = asks[of];
      const term = name();
      const walked: number[] = [];
      let next: string | null | undefined;
      do {
        const cursor = typeof next === 'string' ? { cursor: next } : {};
        const page = await asked({ filters: { customer: term }, paginate: 'cursor', per_page: 7, ...cursor });
        walked.push(...page.ids);
        ({ next } = page);
      } while (next);
      expect(walked).toEqual(expected(term));
    },
  );
});

test('a shopper who filters the order list by customer finds only their own orders', async () => {
  const { orders: source } = ordersLists(own.models, locale);
  const findList = createFindList(() => undefined);
  let found = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const { user_id: userId, address } = anyOf(orders);
    for (const term of [foldText(address.line1).slice(0, 4), 'a', 'shopper']) {
      const mine = await askList(
        (request) => findList(source, request as never, { user_id: userId }),
        list,
        { filters: { customer: term } },
        locale,
      );
      const wanted = expected(
        term,
        ({ user_id: id, address: { user_id: of } }) => id === userId && of === userId,
      );
      found += wanted.length;
      expect(mine.ids).toEqual(expect.arrayContaining(wanted));
      expect(expected(term, ({ user_id: id }) => id === userId)).toEqual(expect.arrayContaining(mine.ids));
    }
  }
  // Without this, a list that is always empty would pass the checks above.
  expect(found).toBeGreaterThan(0);
});

test('a new order of an existing customer stores no second copy of the customer’s search text', async () => {
  const before = await own.models.customerTexts.countDocuments();
  const made = { ...anyOf(orders), _id: 9001, order_number: 'X-9001', items: [] };
  await writeRecords(store, [{ table: 'orders', before: null, after: made }]);
  orders.set(made._id, made);
  expect(await own.models.customerTexts.countDocuments()).toBe(before);
});
