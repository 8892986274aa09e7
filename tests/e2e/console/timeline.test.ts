import { beforeAll, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, placeOrder, readOrder, uniqueWord, type Shopper } from '../support/records.ts';
import type { Order, Product } from '../../support/resources.ts';
import { everyLook, inChromium, opened, openPage, page, shown, type ConsoleOptions } from './console-page.ts';
import { bare } from './page-steps.ts';

const words = {
  en: { history: 'History', older: 'Show older', fields: 'All fields' },
  ar: { history: 'السجل الزمني', older: 'عرض الأقدم', fields: 'كل الحقول' },
} as const;

inChromium('a timeline', () => {
  let product: Product;
  let shopper: Shopper;
  let order: Order;

  beforeAll(async () => {
    const name = uniqueWord('Cardamom coffee ');
    const texts = {
      en: { name, description: 'Ground, 250 g' },
      ar: { name: `قهوة ${name.replaceAll(/\D/g, '')}`, description: 'مطحونة' },
    };
    ({ product, shopper, order } = await placeOrder({ stock: 10, ...texts }, 2));
    const [line] = order.items;
    await admin.put(`/api/admin/profile/order-items/${line?.id ?? 0}`, { amount: 3 });
    await admin.put(`/api/admin/orders/${order.id}`, {
      payment_method: 2,
      estimated_arrive_time: '2030-05-06T07:30:00Z',
      total: 30,
    });
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'rejected', reject_reason: 'لا يرد' });
  });

  const open = (options: ConsoleOptions = {}) => openPage({ path: `/orders/${order.id}`, ...options });
  const history = (name: string = words.en.history) => page.getByRole('region', { name, exact: true });
  const entry = (said: string) =>
    history()
      .getByRole('listitem')
      .filter({ hasText: shown(said) })
      .first();

  test.each(everyLook)(
    'an order’s timeline is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await open(look);
      const say = words[look.language];
      await history(say.history).getByText(say.fields).scrollIntoViewIfNeeded();
      await opened.picture('order-timeline');
      await history(say.history).getByText(say.fields).click();
      await opened.expectAccessibleAtBothWidths();
    },
  );

  test('an order’s timeline shows authors, operations, old values and new values', async () => {
    await open();
    const amount = shown(`Quantity of ${product.name}: 2 → 3`);
    await history().getByText(amount).waitFor();
    await entry(`Stock of ${product.name}: 8 → 7`).waitFor();
    await entry('Payment: Cash on delivery → Card').waitFor();
    await entry('Arrives: empty → May 6, 2030').waitFor();
    await history().getByText(shown('Total: $37.50 → $30.00')).waitFor();
    await entry('Figures: from the items → as entered').waitFor();
    const rejected = history().getByRole('listitem').filter({ hasText: 'لا يرد' });
    expect(bare(await rejected.innerText())).toMatch(
      /Pending\s*→\s*Rejected.*by admin.*Order changed.*لا يرد/s,
    );

    const placed = entry(`by ${shopper.user.name}`);
    await placed.getByText('Created', { exact: true }).waitFor();
    expect(
      await history()
        .getByText(shown(`by ${shopper.user.id}`))
        .count(),
    ).toBe(0);
    await placed.getByRole('link', { name: shown('Order placed') }).click();
    await page.waitForURL(/\/operations\//);
    await page.getByRole('heading', { level: 1, name: shown('Order placed') }).waitFor();
  });

  test('an order’s timeline shows fields and authors in Arabic', async () => {
    await open({ language: 'ar' });
    const list = history(words.ar.history);
    await list.getByText(shown(`بند ${product.ar.name}: الكمية: 2 ← 3`)).waitFor();
    await list.getByText(shown('الدفع: الدفع عند الاستلام ← بطاقة')).waitFor();
    await list
      .getByText(shown(`بواسطة ${shopper.user.name}`))
      .first()
      .waitFor();
  });

  test('staff can add a timeline note by keyboard alone, and customers never see the note', async () => {
    const note = uniqueWord('Call before delivery ');
    const before = await readOrder(order.id);
    await open();
    await page.keyboard.press('n');
    await page.keyboard.type(note);
    await page.keyboard.press('ControlOrMeta+Enter');
    await history().getByRole('listitem').first().getByText(note).waitFor();
    expect(bare(await history().getByRole('listitem').first().innerText())).toMatch(/^Note .*by layla/);
    expect(await history().getByRole('textbox').inputValue()).toBe('');
    const { data } = await shopper.client.get<Order>(`/api/client/orders/${order.id}`);
    expect(JSON.stringify(data)).not.toContain(note);
    expect(await readOrder(order.id)).toEqual(before);
  });

  test('staff can read an order’s timeline page by page back to its first entry', async () => {
    const long = await newOrder();
    for (let total = 1; total <= 16; total += 1) await admin.put(`/api/admin/orders/${long.id}`, { total });
    await open({ path: `/orders/${long.id}` });
    await history().getByText(shown('Total: $15.00 → $16.00')).waitFor();
    expect(await history().getByText('Created', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show older' }).click();
    await history().getByText('Created', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' });
  });

  test('a product’s page shows the timelines of the product and of its stock, with links to orders', async () => {
    await admin.put(`/api/admin/products/${product.id}`, { price: 14 });
    await open({ path: `/catalogue/products/${product.id}` });
    await history().getByText(shown('Price: $12.50 → $14.00')).waitFor();
    const stock = history('History of the stock');
    await stock.getByText(shown('Left: 10 → 8')).waitFor();
    await opened.expectAccessible();
    await stock
      .getByRole('link', { name: shown(`Order ${order.order_number}`) })
      .last()
      .click();
    await page.getByRole('heading', { level: 1, name: order.order_number }).waitFor();
  });

  test('a customer’s page shows the customer’s timeline', async () => {
    await admin.put(`/api/admin/users/${shopper.user.id}`, { phone: '+962 79 555 0199' });
    await open({ path: `/customers/${shopper.user.id}` });
    await history().getByText(shown('Phone: empty → +962 79 555 0199')).waitFor();
    await opened.expectAccessible();
  });

  test('the console still shows the timeline of an order that was deleted', async () => {
    const { order: gone } = await placeOrder();
    await admin.delete(`/api/admin/orders/${gone.id}`);
    await open({ path: `/orders/${gone.id}` });
    await page.getByRole('heading', { name: 'Order not found' }).waitFor();
    await history().getByText('Deleted', { exact: true }).waitFor();
    await opened.go('/orders/none');
    await page.getByRole('heading', { name: 'Order not found' }).waitFor();
  });
});
