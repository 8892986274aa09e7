import { beforeAll, describe, expect, test } from '@jest/globals';

import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { admin } from '../support/callers.ts';
import type { Caller } from '../../support/caller.ts';
import {
  newAddress,
  newOrder,
  newProduct,
  newShopper,
  newSubscription,
  newUser,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order, Subscription } from '../../support/resources.ts';

async function found(
  path: string,
  query: Record<string, string | number>,
  caller: Caller = admin,
): Promise<number[]> {
  const names = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const reply = await caller.get<{ id: number }[]>(`${path}?${new URLSearchParams(names).toString()}`);
  return reply.data.map(({ id }) => id);
}
const today = () => new Date().toISOString().slice(0, 10);

describe('filters of subscriptions', () => {
  const word = uniqueWord('Plan');
  let cheap: Subscription;
  let dear: Subscription;
  const path = '/api/admin/subscriptions';
  const filter = (name: string, value: string | number) =>
    found(path, { 'filters[name]': word, [`filters[${name}]`]: value });

  beforeAll(async () => {
    const text = (name: string) => ({ name, description: `About ${name}` });
    cheap = await newSubscription({ price: 12.5, en: text(`${word} small`), ar: text('صغير') });
    dear = await newSubscription({ price: 125, is_active: 0, en: text('big'), ar: text(`${word} كبير`) });
  });

  test('name and description filters match a part of the text in either language', async () => {
    expect(await found(path, { 'filters[name]': word.toLowerCase() })).toEqual([dear.id, cheap.id]);
    expect(await found(path, { 'filters[description]': `about ${word}` })).toEqual([dear.id, cheap.id]);
    expect(await filter('description', 'صغير')).toEqual([cheap.id]);
    expect(await found(path, { 'filters[name]': `${word}.small` })).toEqual([]);
  });

  test('the price filter matches the exact price in any notation', async () => {
    for (const price of ['12.5', '12.50', '1.25e1']) expect(await filter('price', price)).toEqual([cheap.id]);
    expect(await filter('price', '12')).toEqual([]);
  });

  test('the is_active filter accepts every notation of a boolean', async () => {
    for (const yes of ['1', 'true', 'on', 'yes', 'TRUE'])
      expect(await filter('is_active', yes)).toEqual([cheap.id]);
    for (const no of ['0', 'false', 'off', 'no']) expect(await filter('is_active', no)).toEqual([dear.id]);
  });

  test('the created_at filter matches all records of one day', async () => {
    expect(await filter('created_at', cheap.created_at.slice(0, 10))).toContain(cheap.id);
    expect(await filter('created_at', '2001-01-01')).toEqual([]);
  });

  test('several filters and a search find only records that match all of them', async () => {
    const query = { 'filters[name]': word, 'filters[is_active]': '1' };
    expect(await found(path, { ...query, search: 'small' })).toEqual([cheap.id]);
    expect(await found(path, { ...query, search: 'big' })).toEqual([]);
  });
});

describe('filters of orders', () => {
  let shopper: Shopper;
  let byState: Record<string, number>;
  const states = [
    'pending',
    'confirmed',
    'preparing',
    'shipped',
    'delivered',
    'rejected',
    'cancelled',
    'returned',
  ];

  beforeAll(async () => {
    shopper = await newShopper();
    const orders = await Promise.all(
      states.map((status, index) =>
        newOrder({ status, reject_reason: 'Reason', payment_method: (index % 4) + 1 }, shopper),
      ),
    );
    byState = Object.fromEntries(orders.map(({ status, id }) => [status, id]));
  });

  const inStates = (...names: string[]) => names.map((name) => byState[name] ?? 0).sort((a, b) => b - a);
  const live = () => inStates('pending', 'confirmed', 'preparing', 'shipped', 'delivered');
  const ended = () => inStates('rejected', 'cancelled', 'returned');

  test.each(['admin', 'client'] as const)(
    'the status filter accepts 1, 0, one status or several, in the %s area',
    async (area) => {
      const caller = area === 'admin' ? admin : shopper.client;
      const filter = (status: string) =>
        found(
          `/api/${area}/orders`,
          { 'filters[user_id]': shopper.user.id, 'filters[status]': status },
          caller,
        );
      expect(await filter('1')).toEqual(live());
      expect(await filter('true')).toEqual(live());
      expect(await filter('0')).toEqual(ended());
      for (const state of states) expect(await filter(state)).toEqual(inStates(state));
      expect(await filter('pending, Shipped')).toEqual(inStates('pending', 'shipped'));
    },
  );

  test.each(['admin', 'client'] as const)(
    'each documented filter narrows the list of orders in the %s area',
    async (area) => {
      const caller = area === 'admin' ? admin : shopper.client;
      const path = `/api/${area}/orders`;
      const own = { 'filters[user_id]': shopper.user.id };
      expect((await found(path, own, caller)).length).toBe(8);
      expect((await found(path, { ...own, 'filters[address_id]': shopper.address.id }, caller)).length).toBe(
        8,
      );
      expect(
        (await found(path, { ...own, 'filters[address_id]': shopper.address.id + 1 }, caller)).length,
      ).toBe(0);
      expect((await found(path, { ...own, 'filters[payment_method]': 2 }, caller)).length).toBe(2);
      expect((await found(path, { ...own, 'filters[created_at]': today() }, caller)).length).toBe(8);
      expect((await found(path, { ...own, 'filters[updated_at]': '2020-02-29' }, caller)).length).toBe(0);
      const { order_number } = (await admin.get<Order>(`/api/admin/orders/${byState['shipped'] ?? 0}`)).data;
      expect(await found(path, { 'filters[order_number]': order_number }, caller)).toEqual(
        inStates('shipped'),
      );
    },
  );

  test.each(['waiting', '2', 'pending,waiting', '-1'])(
    'the status filter rejects the unknown status %s with 422',
    async (status) => {
      expectRefusal(await admin.get(`/api/admin/orders?filters[status]=${status}`), 'validation_failed', {
        'filters.status': [
          `The selected filters.status is invalid. Allowed: ${orderStates.join(', ')}, 0, 1.`,
        ],
      });
    },
  );

  test.each([
    'filters[user_id][$gt]=0',
    'filters[status][$ne]=x',
    'filters[order_number][$regex]=.*',
    'filters[user_id][0][x]=1',
  ])('the filter %s with an operator is rejected with 422', async (query) => {
    const { errors } = expectRefusal(await admin.get(`/api/admin/orders?${query}`), 'validation_failed');
    expect(Object.keys(errors ?? {})[0]).toMatch(/^filters\.(user_id|status|order_number)$/);
  });

  test('filters that are not an object are rejected with 422', async () => {
    expectRefusal(await admin.get('/api/admin/orders?filters=1'), 'validation_failed', ['filters']);
  });
});

describe('filters of the other resources', () => {
  test('order items can be filtered by order, product and day', async () => {
    const product = await newProduct();
    const order = await newOrder({ items: [{ product_id: product.id, amount: 1 }] });
    const [item] = order.items;
    const path = '/api/admin/profile/order-items';
    expect(await found(path, { 'filters[order_id]': order.id })).toEqual([item?.id]);
    expect(await found(path, { 'filters[product_id]': product.id })).toEqual([item?.id]);
    expect(await found(path, { 'filters[order_id]': order.id, 'filters[created_at]': today() })).toEqual([
      item?.id,
    ]);
    expect(await found(path, { 'filters[order_id]': order.id, 'filters[product_id]': 1_000_000 })).toEqual(
      [],
    );
  });

  test('users can be filtered by a part of the name, e-mail or phone', async () => {
    const word = uniqueWord('q');
    const user = await newUser({
      name: `${word} Haddad`,
      email: `${word}@example.org`,
      phone: `+49 ${word}`,
    });
    for (const [name, value] of [
      ['name', word.toUpperCase()],
      ['email', `${word}@EX`],
      ['phone', `49 ${word}`],
    ]) {
      expect(await found('/api/admin/users', { [`filters[${name ?? ''}]`]: value ?? '' })).toEqual([user.id]);
    }
  });

  test('users can be found by any spelling of the name and any notation of the phone number', async () => {
    const word = uniqueWord('q');
    const user = await newUser({
      name: `أحمد مصطفى José ${word}`,
      email: `${word}@example.org`,
      phone: '+962 (79) 512-3456',
    });
    const find = (name: string, value: string) =>
      found('/api/admin/users', { [`filters[${name}]`]: value, 'filters[email]': word });
    for (const name of ['احمد مصطفي', 'إحمَـد', 'JOSE', 'josé'])
      expect(await find('name', name)).toEqual([user.id]);
    expect(await find('name', 'احمد محمد')).toEqual([]);
    for (const phone of ['0795123456', '00962 79 5123456', '٠٧٩٥١٢٣٤٥٦', '512345']) {
      expect(await find('phone', phone)).toEqual([user.id]);
    }
    expect(await find('phone', '0795123457')).toEqual([]);
    expect(await found('/api/admin/users', { search: `احمد مصطفي jose ${word}` })).toEqual([user.id]);
    const [plain, other] = [`${word}7@example.org`, `${word.toUpperCase()}٧@EXAMPLE.org`];
    expect((await admin.post('/api/admin/users', { name: 'One', email: plain })).status).toBe(201);
    expectRefusal(await admin.post('/api/admin/users', { name: 'Two', email: other }), 'validation_failed', [
      'email',
    ]);
  });

  test('products can be found by any spelling of the name in either language', async () => {
    const word = uniqueWord('p');
    const text = (name: string) => ({ name, description: `About ${name}` });
    const { id } = await newProduct({ en: text(`Café ${word}`), ar: text(`قهوة إسبريسو ${word}`) });
    const path = '/api/admin/products';
    for (const name of [`cafe ${word}`, `قهوه اسبريسو ${word}`]) {
      expect(await found(path, { 'filters[name]': name })).toEqual([id]);
      expect(await found(path, { 'filters[description]': name })).toEqual([id]);
      expect(await found(path, { search: name })).toEqual([id]);
    }
  });

  test('addresses can be filtered by city, country and day', async () => {
    const { id } = await newUser();
    const [one, other] = [await newAddress(id, { city: 'Irbid' }), await newAddress(id, { country: 'SE' })];
    const filter = (name: string, value: string) =>
      found('/api/admin/addresses', { 'filters[user_id]': id, [`filters[${name}]`]: value });
    expect(await filter('city', 'irb')).toEqual([one.id]);
    expect(await filter('country', 'se')).toEqual([other.id]);
    expect(await filter('created_at', today())).toEqual([other.id, one.id]);
  });
});
