import { beforeAll, describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import {
  newOrder,
  newProduct,
  newShopper,
  newSubscription,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import type { Order, Product, Subscription, User } from '../../support/resources.ts';

/** The ids that a search finds among the filtered records. */
async function found(
  path: string,
  term: string,
  filters: Record<string, string | number>,
): Promise<number[]> {
  const names = Object.entries(filters).map(([name, value]): [string, string] => [
    `filters[${name}]`,
    String(value),
  ]);
  const query = new URLSearchParams([['search', term], ...names]).toString();
  return (await admin.get<{ id: number }[]>(`${path}?${query}`)).data.map(({ id }) => id);
}

describe('a search for subscriptions', () => {
  const word = uniqueWord('Box');
  let coffee: Subscription;
  let tea: Subscription;
  const search = (term: string) => found('/api/admin/subscriptions', term, { name: word });

  beforeAll(async () => {
    const describedAs = (en: string, ar: string) => ({
      en: { name: `${word} ${en}`, description: `Café of ${en}, 50% (best) a.b` },
      ar: { name: `صندوق ${ar}`, description: `وصف ${ar}` },
    });
    coffee = await newSubscription({ price: 3812.5, is_active: 1, ...describedAs('Coffee', 'القهوة') });
    tea = await newSubscription({ price: 4300917, is_active: 0, ...describedAs('Tea', 'الشاي') });
  });

  test.each([
    ['a part of the name', 'cof'],
    ['the name in another case', 'COFFEE'],
    ['a part of the Arabic name', 'لقهو'],
    ['a part of the Arabic description', 'وصف القهوة'],
    ['the price with its decimals', '3812.50'],
    ['the price without trailing zeros', '3812.5'],
    ['a part of the price', '812.5'],
  ])('a search for subscriptions matches %s', async (_name, term) => {
    expect(await search(term)).toEqual([coffee.id]);
  });

  test('a search ignores the case of letters outside ASCII', async () => {
    expect(await search('CAFÉ')).toEqual([tea.id, coffee.id]);
  });

  test('a search matches whole prices with and without decimals', async () => {
    expect(await search('4300917.00')).toEqual([tea.id]);
    expect(await search('4300917')).toEqual([tea.id]);
    expect(await search('4300917.000')).toEqual([]);
  });

  test('a search for a word in two names finds both records', async () => {
    expect(await search(word.toLowerCase())).toEqual([tea.id, coffee.id]);
  });

  test('a search matches timestamps as they are displayed', async () => {
    expect(await search(coffee.created_at)).toEqual([coffee.id]);
    expect(await search(coffee.created_at.slice(0, 10))).toEqual([tea.id, coffee.id]);
    expect(await search(coffee.created_at.slice(0, 11).toLowerCase())).toEqual([tea.id, coffee.id]);
  });

  test.each(['50%', '(best)', 'a.b'])('a search finds %j as plain text', async (term) => {
    expect(await search(term)).toEqual([tea.id, coffee.id]);
  });

  test.each(['.*', 'Cof.ee', '^', '$', '[a-z]', '\\w', '%', '_', 'coffee|tea', '{"$ne":1}', "'", '"'])(
    'a search treats %j as text and not as a pattern',
    async (term) => {
      const matches = [coffee, tea].filter(
        (one) => JSON.stringify([one.en, one.ar]).includes(term) && term === '%',
      );
      expect(await search(term)).toEqual(matches.map(({ id }) => id).reverse());
    },
  );

  test('a search reflects creation, change and deletion immediately', async () => {
    const changing = await newSubscription({ en: { name: `${word} Before`, description: 'Some text' } });
    expect(await search('Before')).toEqual([changing.id]);
    await admin.put(`/api/admin/subscriptions/${changing.id}`, { en: { name: `${word} After` } });
    expect(await search('Before')).toEqual([]);
    expect(await search('After')).toEqual([changing.id]);
    await admin.delete(`/api/admin/subscriptions/${changing.id}`);
    expect(await search('After')).toEqual([]);
  });
});

describe('a search for is_active', () => {
  test.each([
    [1, '1'],
    [0, '0'],
  ])('a search for 1 or 0 finds a subscription by its is_active=%d', async (active, term) => {
    const name = `Xyzzy ${uniqueWord('').replaceAll(/\d/g, 'x')}`;
    const text = { en: { name, description: 'none' }, ar: { name, description: 'none' } };
    const made = await newSubscription({ price: 7, is_active: active, ...text });
    expect(made.created_at).toMatch(/Z$/);
    expect(await found('/api/admin/subscriptions', term, { name })).toContain(made.id);
  });
});

describe('a search for orders', () => {
  let shopper: Shopper;
  let order: Order;
  const search = (term: string | number) =>
    found('/api/admin/orders', String(term), { user_id: shopper.user.id });

  beforeAll(async () => {
    shopper = await newShopper();
    order = await newOrder({ status: 'preparing', payment_method: 2 }, shopper);
  });

  test('a search finds an order by the displayed text of each searchable field', async () => {
    const { user_id, address_id, order_number, created_at, updated_at } = order;
    const terms = [user_id, address_id, order_number, order_number.slice(1, -1), 'prepar', 'PREPARING', 2];
    for (const term of [...terms, created_at, updated_at, created_at.slice(0, 16)]) {
      expect({ term, ids: await search(term) }).toEqual({ term, ids: [order.id] });
    }
    expect(await search('shipped')).toEqual([]);
    expect(await search('no such thing')).toEqual([]);
  });

  test('a search by status reflects a status change immediately', async () => {
    const moving = await newOrder({}, shopper);
    expect(await search('confirmed')).toEqual([]);
    await admin.put(`/api/admin/orders/${moving.id}`, { status: 'confirmed' });
    expect(await search('confirmed')).toEqual([moving.id]);
  });
});

describe('a search for the other resources', () => {
  test('a search finds products by name, and shoppers find only active products', async () => {
    const word = uniqueWord('Mocha');
    const product = await newProduct({ en: { name: word, description: 'none' } });
    expect(await found('/api/admin/products', word.toUpperCase(), {})).toEqual([product.id]);
    const { client } = await newShopper();
    const shop = await client.get<Product[]>(`/api/client/products?search=${word}`);
    expect(shop.data.map(({ id }) => id)).toEqual([product.id]);
    await admin.put(`/api/admin/products/${product.id}`, { is_active: 0 });
    expect((await client.get(`/api/client/products?search=${word}`)).data).toEqual([]);
  });

  test('a search finds users by name, e-mail or phone', async () => {
    const word = uniqueWord('zed');
    const user = { name: `${word} Odeh`, email: `${word}@mail.example`, phone: `+962 ${word.slice(-8)}` };
    const { id } = (await admin.post<User>('/api/admin/users', user)).data;
    for (const term of [`${word} od`, `${word}@MAIL`, word.slice(-8)]) {
      expect(await found('/api/admin/users', term, {})).toEqual([id]);
    }
  });

  test('a search finds addresses by city and user, but not by street', async () => {
    const { user } = await newShopper();
    const city = uniqueWord('City');
    const { data } = await admin.post<{ id: number }>('/api/admin/addresses', {
      user_id: user.id,
      line1: 'Somewhere',
      city,
      country: 'DE',
    });
    expect(await found('/api/admin/addresses', city.toLowerCase(), {})).toEqual([data.id]);
    expect(await found('/api/admin/addresses', String(user.id), { city })).toEqual([data.id]);
    expect(await found('/api/admin/addresses', 'somewhere', { city })).toEqual([]);
  });

  test('a search finds order items by ids and by product name in either language', async () => {
    const word = uniqueWord('Sencha');
    const arabic = uniqueWord('شاي');
    const product = await newProduct({
      en: { name: word, description: 'none' },
      ar: { name: arabic, description: 'none' },
    });
    const order = await newOrder({ items: [{ product_id: product.id, amount: 1 }] });
    const item = order.items[0]?.id ?? 0;
    const path = '/api/admin/profile/order-items';
    expect(await found(path, word, {})).toEqual([item]);
    expect(await found(path, arabic, {})).toEqual([item]);
    for (const id of [item, order.id, product.id])
      expect(await found(path, String(id), { order_id: order.id })).toEqual([item]);
  });
});
