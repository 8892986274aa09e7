import { beforeAll, describe, expect, test } from '@jest/globals';

import { numberSpellings } from '../../support/number-spellings.ts';
import { admin } from '../support/callers.ts';
import { newOrder, uniqueWord } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';

describe('order numbers as people type them', () => {
  let order: Order;
  let own: Order;

  beforeAll(async () => {
    [order, own] = [await newOrder(), await newOrder()];
    const number = uniqueWord('INV-');
    own = (await admin.put<Order>(`/api/admin/orders/${own.id}`, { order_number: number })).data;
  });

  async function found(query: Record<string, string>): Promise<number[]> {
    const { data } = await admin.get<{ id: number }[]>(
      `/api/admin/orders?${new URLSearchParams(query).toString()}`,
    );
    return data.map(({ id }) => id);
  }

  test.each(numberSpellings)(
    'the filter and the search find an order number typed as $name',
    async ({ spell }) => {
      const typed = spell(order.order_number);
      expect(await found({ 'filters[order_number]': typed })).toEqual([order.id]);
      expect(await found({ search: typed })).toEqual([order.id]);
      expect(await found({ search: typed, 'filters[status]': 'pending' })).toEqual([order.id]);
    },
  );

  test('a lookup of a custom order number ignores spaces, # and invisible marks, but not dashes', async () => {
    const typed = `# ${own.order_number.toUpperCase()}\u200f`;
    for (const query of [{ 'filters[order_number]': typed }, { search: typed }])
      expect(await found(query)).toEqual([own.id]);
    const dashless = own.order_number.replace('-', '');
    for (const query of [{ 'filters[order_number]': dashless }, { search: dashless }])
      expect(await found(query)).toEqual([]);
  });

  test('order numbers that differ only in spaces remain different numbers', async () => {
    const spaced = own.order_number.replace('-', '- ');
    const other = await newOrder();
    const { status } = await admin.put(`/api/admin/orders/${other.id}`, { order_number: spaced });
    expect(status).toBe(200);
    expect(await found({ 'filters[order_number]': own.order_number })).toEqual([own.id]);
  });
});
