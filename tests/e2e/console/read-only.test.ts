import { expect, test } from '@jest/globals';

import { expectEventually } from '../../support/eventually.ts';
import type { Product } from '../../support/resources.ts';
import { admin } from '../support/callers.ts';
import { newOrder, newProduct, newShopper, newWebhook, readOrder, uniqueWord } from '../support/records.ts';
import { inChromium, openPage, shown } from './console-page.ts';

inChromium('a user with read-only rights', () => {
  /** An order with a payment, a return and notes. */
  async function newSoldOrder(product: Product) {
    const shopper = await newShopper();
    const items = [{ product_id: product.id, amount: 1 }];
    const order = await newOrder({ items, status: 'delivered', notes: 'Ring twice', total: 9 }, shopper);
    const path = `/api/admin/orders/${order.id}`;
    await admin.post(`${path}/payments`, { reference: 'Receipt 9' });
    const lines = [{ item_id: order.items[0]?.id, amount: 1, reason: 'Parcel damaged' }];
    await admin.post(`${path}/returns`, { lines });
    return { order, customer: shopper.user };
  }

  test('a read-only user sees the console’s pages without buttons and fields for changes', async () => {
    const product = await newProduct({ stock: 9 });
    const [{ order, customer }, webhook] = await Promise.all([newSoldOrder(product), newWebhook()]);
    const { page, go } = await openPage({ subject: uniqueWord('auditor'), scope: 'admin:read' });
    const main = page.getByRole('main');
    const pages: [path: string, words: string[], buttons: string[]][] = [
      [`/orders/${order.id}`, ['Ring twice', 'Receipt 9', 'Parcel damaged', 'Created'], []],
      [`/catalogue/products/${product.id}`, ['Available'], []],
      [`/customers/${customer.id}`, ['3 Hill Road'], []],
      ['/settings', ['Tax number'], ['Sign out everywhere']],
      [`/settings/webhooks/${webhook.id}/deliveries/${webhook.delivery}`, ['webhook.ping'], []],
      [
        `/settings/webhooks/${webhook.id}`,
        ['webhook.ping'],
        ['All', 'Waiting', 'Delivered', 'Failed', 'Filters'],
      ],
    ];
    for (const [path, words, buttons] of pages) {
      await go(path);
      for (const word of words) await main.getByText(shown(word)).first().waitFor();
      await expectEventually(`the buttons of ${path}`, async () =>
        expect(await main.getByRole('button').allInnerTexts()).toEqual(buttons),
      );
      const open = 'main :is(input:not([type=search], [type=hidden]), textarea):not([readonly], :disabled)';
      expect([path, await page.locator(open).count()]).toEqual([path, 0]);
    }
    for (const [path, word, link] of [
      [`/catalogue?search=${encodeURIComponent(product.name)}`, product.name, 'New product'],
      ['/settings/webhooks', 'receiver.example.com', 'New endpoint'],
      [`/inventory?search=${encodeURIComponent(product.name)}`, product.name, 'Stocktake'],
      [`/orders?filters[user_id]=${customer.id}`, order.order_number, 'New order'],
    ] as const) {
      await go(path);
      await main.getByText(word).first().waitFor();
      for (const role of ['link', 'button'] as const)
        expect([path, await main.getByRole(role, { name: link }).count()]).toEqual([path, 0]);
      if (path.startsWith('/catalogue')) expect(await main.getByRole('checkbox').count()).toBe(0);
    }
  });

  test('keyboard shortcuts for changes do nothing for a read-only user, who can still select orders', async () => {
    const order = await newOrder({ notes: 'Ring twice' });
    const opened = await openPage({ scope: 'admin:read', path: `/orders/${order.id}` });
    const { page } = opened;
    await page.getByText('Ring twice', { exact: true }).waitFor();
    for (const key of ['c', 'e', 'm', 'l', 'n']) await page.keyboard.press(key);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await opened.go(`/orders?filters[user_id]=${order.user_id}`);
    for (const key of ['j', 'x', 'c']) await page.keyboard.press(key);
    await page.getByText(shown('1 selected')).waitFor();
    expect(await page.getByRole('button', { name: /Change status/ }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await readOrder(order.id)).status).toBe('pending');
  });
});
