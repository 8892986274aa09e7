import { describe, expect, test } from '@jest/globals';

import { callers, make, isLate, offsetHours, timeZone } from '../shoppers/external-store.ts';
import { waiting } from '../support/bulk-operation.ts';
import { checkOut } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order } from '../../support/resources.ts';

const dayIn = (moment: string, hours: number) =>
  new Date(Date.parse(moment) + hours * 3_600_000).toISOString().slice(0, 10);

describe('days in the time zone of the store', () => {
  test.each(['created_at', 'updated_at'])(
    'the %s filter of orders uses days in the store’s time zone',
    async (field) => {
      const order = await make.newOrder();
      const on = async (day: string) =>
        (await callers.admin.get<Order[]>(`/api/admin/orders?filters[${field}]=${day}`)).data.map(
          ({ id }) => id,
        );
      expect(await on(dayIn(order.created_at, offsetHours))).toContain(order.id);
      expect(await on(dayIn(order.created_at, 0))).not.toContain(order.id);
    },
  );

  test('a date or time that a client sends without a UTC offset is interpreted in the store’s time zone', async () => {
    const sign = isLate ? '+' : '-';
    const hours = String(Math.abs(offsetHours)).padStart(2, '0');
    for (const [sent, meant] of [
      ['2030-05-01', `2030-05-01T00:00:00${sign}${hours}:00`],
      ['2030-05-01 10:30', `2030-05-01T10:30:00${sign}${hours}:00`],
      ['2030-05-01T10:30:00Z', '2030-05-01T10:30:00Z'],
    ] as const) {
      const order = await make.newOrder({ estimated_arrive_time: sent });
      expect(order.estimated_arrive_time).toBe(new Date(meant).toISOString());
    }
  });
});

describe('tax at 15 %', () => {
  async function taxedOrder(...lines: [price: number, amount: number][]): Promise<Order> {
    const shopper = await make.newShopper();
    const { id } = shopper.user;
    await callers.admin.put(`/api/admin/users/${id}`, { external_id: String(id) });
    for (const [price, amount] of lines) {
      await make.fillCart(shopper.client, await make.newProduct({ price }), amount);
    }
    return (await checkOut(shopper)).data;
  }

  test('tax is rounded once per order, not per line', async () => {
    const order = await taxedOrder([0.01, 1], [0.01, 1], [0.01, 1]);
    expect(order).toMatchObject({ main_price: 0.03, tax_amount: 0.005, total: 0.035 });
  });
});

describe('a currency with three decimals', () => {
  test('if the store’s currency has three decimals, prices with three decimals are accepted, and with four rejected with 422', async () => {
    expect((await make.newProduct({ price: '1.125' })).price).toBe(1.125);
    const { id } = await make.newProduct();
    expectRefusal(
      await callers.admin.put(`/api/admin/products/${id}`, { price: 1.1255 }),
      'validation_failed',
      { price: ['The price field must have 0-3 decimal places.'] },
    );
  });
});

test('bulk work records and undoes payments with three decimals, and statistics add them up exactly', async () => {
  const { admin } = callers;
  const owner = await make.newShopper();
  const orders = [
    await make.newOrder({ total: '1.125' }, owner),
    await make.newOrder({ total: 0.002 }, owner),
  ];
  const body = { ids: orders.map(({ id }) => id), payment: { method: 4 } };
  const { data } = await admin.put<{ id: string }>('/api/admin/orders/bulk-update', body, waiting);
  expect(data).toMatchObject({ result: { changed: 2 }, sums: { paid: 1.127 } });
  const paid = async () => {
    const query = `by=payment_status&filters[user_id]=${owner.user.id}&filters[payment_status]=paid,unpaid`;
    const reply = await admin.get<{ key: string; total: number }[]>(`/api/admin/statistics/orders?${query}`);
    return Object.fromEntries(reply.data.map(({ key, total }) => [key, total]));
  };
  expect(await paid()).toEqual({ unpaid: 0, paid: 1.127 });
  const undone = await admin.post(`/api/operations/${data.id}/undo`, {}, waiting);
  expect(undone.data).toMatchObject({ result: { changed: 2 }, sums: { paid: -1.127 } });
  expect(await paid()).toEqual({ unpaid: 1.127, paid: 0 });
});

test('the settings of a new shop contain its currency and time zone, and null for every text', async () => {
  const { data } = await callers.admin.get<Record<string, unknown>>('/api/admin/settings');
  expect(data).toMatchObject({
    currency: 'KWD',
    currency_decimals: 3,
    time_zone: timeZone,
    name: null,
    tax_number: null,
    phone: null,
    updated_at: null,
    en: { name: null, address: null, footer: null },
  });
});

test('the links to the pages of a list begin with the store’s configured public URL', async () => {
  await make.newOrder();
  const { page } = await callers.admin.get<Order[]>('/api/admin/orders?paginate=true');
  expect(page.links.first).toBe('https://shop.example/api/admin/orders?paginate=true&page=1');
  expect(page.meta.path).toBe('https://shop.example/api/admin/orders');
});
