import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, auditor } from '../support/callers.ts';
import { checkOut, fillCart, newProduct, newShopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Product } from '../../support/resources.ts';

interface Row {
  key: string;
  orders: number;
  live_orders: number;
  items: number;
  total: number;
}
interface Statistics {
  data: Row[];
  meta: { from: string; to: string; currency: string; time_zone: string; as_of: string };
}

const path = '/api/admin/statistics/orders';

async function statistics(query: Record<string, string>): Promise<Statistics> {
  const reply = await auditor.get(`${path}?${new URLSearchParams(query).toString()}`);
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text) as Statistics;
}

describe('statistics of orders', () => {
  let product: Product;
  const ofProduct = async (by: string): Promise<Row[]> =>
    (await statistics({ by, 'filters[product_id]': String(product.id) })).data;

  beforeAll(async () => {
    product = await newProduct({ price: 12.5 });
  });

  test('order statistics count a new order immediately, and include its sales until the order is cancelled', async () => {
    const shopper = await newShopper();
    await fillCart(shopper.client, product, 3);
    const { data: order } = await checkOut(shopper);
    const sold = { orders: 1, live_orders: 1, items: 3, total: 37.5 };
    expect(await ofProduct('product')).toEqual([{ key: String(product.id), ...sold, name: product.name }]);
    const days = await ofProduct('day');
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ ...sold, total: order.total });
    expect(days.slice(0, -1).every(({ orders }) => orders === 0)).toBe(true);
    expect((await ofProduct('status')).find(({ key }) => key === 'pending')).toMatchObject(sold);
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
    const ended = { orders: 1, live_orders: 0, items: 0, total: 0 };
    expect(await ofProduct('product')).toEqual([{ key: String(product.id), ...ended, name: product.name }]);
    await admin.delete(`/api/admin/orders/${order.id}`);
    expect(await ofProduct('product')).toEqual([]);
  });

  test('monthly order statistics contain each month of the requested date range, the range itself, and when they were computed', async () => {
    const query = {
      by: 'month',
      'filters[created_at][from]': '2026-01-15',
      'filters[created_at][to]': '2026-03-02',
    };
    const { data, meta } = await statistics(query);
    expect(data.map(({ key }) => key)).toEqual(['2026-01', '2026-02', '2026-03']);
    expect(meta).toMatchObject({ from: '2026-01-15', to: '2026-03-02' });
    expect(Math.abs(Date.now() - Date.parse(meta.as_of))).toBeLessThan(60_000);
  });

  test.each([
    ['an unknown grouping', { by: 'week' }, 'by'],
    ['an unknown filter', { 'filters[name]': 'x' }, 'filters.name'],
    ['a range with too many days', { 'filters[created_at][from]': '1990-01-01' }, 'filters.created_at'],
  ])('order statistics reject %s with 422', async (_what, query, field) => {
    const reply = await admin.get(`${path}?${new URLSearchParams(query).toString()}`);
    expectRefusal(reply, 'validation_failed', [field]);
  });
});
