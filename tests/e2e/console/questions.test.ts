import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { expectEventually } from '../../support/eventually.ts';
import { newAddress, newOrder, newUser } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { inChromium, inOneLanguage, opened, openPage, testOfPictures } from './console-page.ts';
import { button } from './page-steps.ts';

/** The questions in docs/guides/search.md. These tests take the pictures for that page. */
inChromium('everyday questions of a shop', () => {
  let callers: Order;
  let dear: Order;
  /** No other test uses this name. */
  const family = 'الطراونة';
  const today = new Date().toISOString().slice(0, 10);
  const weekAgo = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    const people = [
      { name: `أَحْمَد ${family}`, phone: '+962 79 555 0481' },
      { name: `أحمد ${family}`, phone: '+962 79 555 0777' },
      { name: `رنا ${family}`, phone: '+962 78 555 0481' },
    ];
    const orders: Order[] = [];
    for (const [index, person] of people.entries()) {
      const user = await newUser(person);
      const address = await newAddress(user.id, { phone: person.phone });
      const order = { payment_method: index === 0 ? 1 : 2, total: index === 1 ? 149.5 : 35 };
      orders.push(await newOrder(order, { user, address }));
    }
    [callers, dear] = orders as [Order, Order];
  });

  const shown = (page: Page) => page.getByRole('row').getByRole('link').allInnerTexts();

  async function lookAt(path: string, language: 'en' | 'ar', look: (page: Page) => Promise<void>) {
    await openPage({ path, language });
    await look(opened.page);
  }

  test.each(inOneLanguage('ar'))(
    'staff find a customer’s orders by an Arabic name typed without hamza and vowel marks, in language %s',
    async (language) => {
      await lookAt('/orders', language, async (page) => {
        await page.getByRole('searchbox').fill(`احمد ${family}`);
        await page.waitForURL(/filters%5Bcustomer%5D=/);
        await expectEventually('the orders of both', async () =>
          expect(await shown(page)).toEqual([dear.order_number, callers.order_number]),
        );
        await opened.picture('finding-caller');
      });
    },
  );

  test.each(inOneLanguage('en'))(
    'staff can find a customer’s orders of the last week with the payment method card and a total of at least 100 (language %s)',
    async (language) => {
      const range = `filters[created_at][from]=${weekAgo}&filters[created_at][to]=${today}`;
      const path = `/orders?${range}&filters[payment_method]=2&filters[total][from]=100&filters[customer]=${family}`;
      await lookAt(path, language, async (page) => {
        await expectEventually('the dear one', async () =>
          expect(await shown(page)).toEqual([dear.order_number]),
        );
        await opened.expectAccessible();
        await opened.picture('finding-week');
      });
    },
  );

  testOfPictures.each(['en', 'ar'] as const)(
    'pictures of the sales chart for the docs are taken in %s',
    async (language) => {
      await lookAt('/', language, async (page) => {
        await page
          .getByText(language === 'en' ? 'Order value' : 'قيمة الطلبات', { exact: true })
          .last()
          .click();
        await page.getByRole('list').first().waitFor();
        await opened.picture('finding-sales');
      });
    },
  );

  testOfPictures.each(['en', 'ar'] as const)(
    'pictures of an export for the docs are taken in %s',
    async (language) => {
      const range = `filters[created_at][from]=${weekAgo}&filters[created_at][to]=${today}`;
      await lookAt(`/orders?${range}`, language, async (page) => {
        await button(page, language === 'en' ? 'Export' : 'تصدير').click();
        await page.getByRole('menuitem', { name: 'XLSX' }).waitFor();
        await opened.picture('finding-export');
      });
    },
  );
});
