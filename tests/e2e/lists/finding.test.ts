import { beforeAll, describe, expect, test } from '@jest/globals';

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

/**
 * Finds records of each kind by search and filters. tests/unit/contracts/list-query, tests/unit/lists and
 * tests/integration/orders prove how values are parsed and which records match.
 */

/** The ids in a list with these query parameters. */
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

describe('subscriptions', () => {
  const word = uniqueWord('Plan');
  let cheap: Subscription;
  let dear: Subscription;
  const path = '/api/admin/subscriptions';
  const find = (query: Record<string, string | number>) => found(path, { 'filters[name]': word, ...query });

  beforeAll(async () => {
    const text = (name: string) => ({ name, description: `Café ${name}` });
    cheap = await newSubscription({ price: 3812.5, en: text(`${word} small`), ar: text('صغير') });
    dear = await newSubscription({ price: 125, is_active: 0, en: text('big'), ar: text(`${word} كبير`) });
  });

  test('subscriptions can be filtered by part of the English or Arabic description, by price, by active state and by creation day', async () => {
    expect(await find({})).toEqual([dear.id, cheap.id]);
    expect(await find({ 'filters[description]': 'صغير' })).toEqual([cheap.id]);
    expect(await find({ 'filters[price]': '3812.50' })).toEqual([cheap.id]);
    expect(await find({ 'filters[is_active]': 'off' })).toEqual([dear.id]);
    expect(await find({ 'filters[created_at]': cheap.created_at.slice(0, 10) })).toContain(cheap.id);
    expect(await find({ 'filters[created_at]': '2001-01-01' })).toEqual([]);
    expect(await find({ 'filters[is_active]': '1', search: 'big' })).toEqual([]);
  });

  test.each(['SMALL', 'غير', 'CAFÉ صغير', '3812.50', '3812.5'])(
    'the search text %s finds the one subscription that displays these words or this price',
    async (term) => {
      expect(await find({ search: term })).toEqual([cheap.id]);
    },
  );
});

describe('orders', () => {
  let shopper: Shopper;
  let orders: Order[];
  const statuses = ['pending', 'confirmed', 'shipped', 'cancelled'];

  beforeAll(async () => {
    shopper = await newShopper();
    orders = await Promise.all(
      statuses.map((status, index) => newOrder({ status, payment_method: index + 1 }, shopper)),
    );
  });
  const idsOf = (...wanted: string[]) =>
    orders
      .filter(({ status }) => wanted.includes(status))
      .map(({ id }) => id)
      .sort((a, b) => b - a);

  test.each(['admin', 'client'] as const)(
    'orders in the %s area can be filtered by status, address, payment method, day and number',
    async (area) => {
      const caller = area === 'admin' ? admin : shopper.client;
      const find = (name: string, value: string | number) =>
        found(
          `/api/${area}/orders`,
          { 'filters[user_id]': shopper.user.id, [`filters[${name}]`]: value },
          caller,
        );
      expect(await find('status', '1')).toEqual(idsOf('pending', 'confirmed', 'shipped'));
      expect(await find('status', '0')).toEqual(idsOf('cancelled'));
      expect(await find('status', 'pending, Shipped')).toEqual(idsOf('pending', 'shipped'));
      expect(await find('address_id', shopper.address.id)).toHaveLength(4);
      expect(await find('address_id', shopper.address.id + 1)).toEqual([]);
      expect(await find('payment_method', 2)).toEqual(idsOf('confirmed'));
      expect(await find('created_at', today())).toHaveLength(4);
      expect(await find('updated_at', '2020-02-29')).toEqual([]);
      const [shipped] = orders.filter(({ status }) => status === 'shipped');
      expect(await find('order_number', shipped?.order_number ?? '')).toEqual(idsOf('shipped'));
    },
  );

  test('a search finds an order by the displayed text of each searchable field', async () => {
    const [order] = orders;
    if (!order) throw new Error('There is no order');
    const { user_id, address_id, order_number, created_at, updated_at } = order;
    const terms = [user_id, address_id, order_number, order_number.slice(1, -1), 'PEND', created_at];
    for (const term of [...terms, updated_at, 1])
      expect(await found('/api/admin/orders', { search: term, 'filters[user_id]': user_id })).toContain(
        order.id,
      );
  });

  test('orders are found by number in any letter case, and without its dashes only if the store itself assigned the number', async () => {
    const [order, own] = orders as [Order, Order];
    const number = uniqueWord('INV-');
    await admin.put(`/api/admin/orders/${own.id}`, { order_number: number });
    for (const [typed, ids] of [
      [`# ${order.order_number.replaceAll('-', '').toLowerCase()}\u200f`, [order.id]],
      [`# ${number.toUpperCase()}`, [own.id]],
      [number.replace('-', ''), []],
    ] as const)
      for (const query of [{ 'filters[order_number]': typed }, { search: typed }])
        expect(await found('/api/admin/orders', query)).toEqual(ids);
  });

  test('an order whose number begins with # is found with and without it', async () => {
    const [, own] = orders as [Order, Order];
    const word = uniqueWord('1001-');
    await admin.put(`/api/admin/orders/${own.id}`, { order_number: `#${word}` });
    for (const typed of [word, `#${word}`, `# ${word}`])
      for (const query of [{ 'filters[order_number]': typed }, { search: typed }])
        expect(await found('/api/admin/orders', query)).toEqual([own.id]);
  });
});

describe('the other resources', () => {
  test('order items can be found by order, product, day, id, and the product’s English or Arabic name', async () => {
    const [word, arabic] = [uniqueWord('Sencha'), uniqueWord('شاي')];
    const text = (name: string) => ({ name, description: 'none' });
    const product = await newProduct({ en: text(word), ar: text(arabic) });
    const order = await newOrder({ items: [{ product_id: product.id, amount: 1 }] });
    const item = order.items[0]?.id ?? 0;
    const path = '/api/admin/profile/order-items';
    const own = { 'filters[order_id]': order.id };
    expect(await found(path, own)).toEqual([item]);
    expect(await found(path, { 'filters[product_id]': product.id })).toEqual([item]);
    expect(await found(path, { ...own, 'filters[created_at]': today() })).toEqual([item]);
    expect(await found(path, { ...own, 'filters[product_id]': 1_000_000 })).toEqual([]);
    for (const search of [word, arabic]) expect(await found(path, { search })).toEqual([item]);
    for (const search of [item, order.id, product.id])
      expect(await found(path, { ...own, search })).toEqual([item]);
  });

  test('users are found by name regardless of case, accents and Arabic letter forms, and by phone number in several notations', async () => {
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
    for (const phone of ['0795123456', '00962 79 5123456', '٠٧٩٥١٢٣٤٥٦', '512345'])
      expect(await find('phone', phone)).toEqual([user.id]);
    expect(await find('phone', '0795123457')).toEqual([]);
    for (const search of [`احمد مصطفي jose ${word}`, `${word}@EX`])
      expect(await found('/api/admin/users', { search })).toEqual([user.id]);
    const [plain, other] = [`${word}7@example.org`, `${word.toUpperCase()}٧@EXAMPLE.org`];
    expect((await admin.post('/api/admin/users', { name: 'One', email: plain })).status).toBe(201);
    expectRefusal(await admin.post('/api/admin/users', { name: 'Two', email: other }), 'validation_failed', [
      'email',
    ]);
  });

  test('products are found by name regardless of accents and Arabic letter forms, but shoppers find only products on sale', async () => {
    const word = uniqueWord('p');
    const text = (name: string) => ({ name, description: `About ${name}` });
    const { id } = await newProduct({ en: text(`Café ${word}`), ar: text(`قهوة إسبريسو ${word}`) });
    const path = '/api/admin/products';
    for (const name of [`cafe ${word}`, `قهوه اسبريسو ${word}`]) {
      expect(await found(path, { 'filters[name]': name })).toEqual([id]);
      expect(await found(path, { 'filters[description]': name })).toEqual([id]);
      expect(await found(path, { search: name })).toEqual([id]);
    }
    const { client } = await newShopper();
    expect(await found('/api/client/products', { search: word }, client)).toEqual([id]);
    await admin.put(`${path}/${id}`, { is_active: 0 });
    expect(await found('/api/client/products', { search: word }, client)).toEqual([]);
  });

  test('addresses can be found by city, country, day and user, but not by street', async () => {
    const { id } = await newUser();
    const [one, other] = [await newAddress(id, { city: 'Irbid' }), await newAddress(id, { country: 'SE' })];
    const find = (query: Record<string, string | number>) =>
      found('/api/admin/addresses', { 'filters[user_id]': id, ...query });
    expect(await find({ 'filters[city]': 'irb' })).toEqual([one.id]);
    expect(await find({ 'filters[country]': 'se' })).toEqual([other.id]);
    expect(await find({ 'filters[created_at]': today() })).toEqual([other.id, one.id]);
    expect(await find({ search: 'IRBID' })).toEqual([one.id]);
    expect(await find({ search: id })).toEqual([other.id, one.id]);
    expect(await find({ search: 'Hill Road' })).toEqual([]);
  });
});
