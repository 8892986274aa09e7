import { beforeAll, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newShopper, uniqueWord, type Shopper } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { everyLook, inChromium, opened, openPage } from './console-page.ts';

inChromium('the command palette, which opens on every page', () => {
  let shopper: Shopper;
  let order: Order;
  let name: string;

  beforeAll(async () => {
    shopper = await newShopper();
    name = `Nadia ${uniqueWord()}`;
    await admin.put(`/api/admin/users/${shopper.user.id}`, { name });
    order = await newOrder({}, shopper);
  });

  const dialog = () => opened.page.getByRole('dialog');

  test.each(everyLook)(
    'the command palette is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await openPage({ ...look, path: '/settings' });
      await opened.page.keyboard.press('Control+k');
      await dialog().waitFor();
      await opened.page.keyboard.type(name);
      await dialog().getByRole('option').first().waitFor();
      await opened.picture('search');
      await opened.expectAccessibleAtBothWidths();
    },
  );

  test('typing a customer’s name into the command palette and pressing Enter opens the customer’s order', async () => {
    await openPage({ path: '/customers' });
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await dialog().waitFor();
    await page.keyboard.type(name);
    await dialog()
      .getByRole('option', { name: new RegExp(order.order_number) })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/console/orders/${order.id}$`));
    await dialog().waitFor({ state: 'detached' });
  });

  test('the command palette finds orders by number, customers by e-mail, and pages of the console by name', async () => {
    await openPage();
    const { page } = opened;
    for (const [words, address] of [
      [order.order_number, `/orders/${order.id}`],
      [shopper.user.email, `/customers/${shopper.user.id}`],
      ['webh', '/settings/webhooks'],
    ] as const) {
      await page.getByRole('button', { name: 'Search or go to' }).click();
      await dialog().getByRole('combobox').fill(words);
      const found = dialog()
        .getByRole('option')
        .filter({ hasText: words === 'webh' ? 'Webhooks' : words });
      await found.first().click();
      await page.waitForURL(new RegExp(`/console${address}$`));
    }
  });
});
