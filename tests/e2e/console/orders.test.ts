import { beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';

import { operationsTexts } from '#console/operations/texts.ts';
import { ordersTexts } from '#console/orders/texts.ts';
import { partTexts } from '#console/parts/texts.ts';
import type { Text, Values } from '#console/texts/define-texts.ts';
import { fillText } from '#console/texts/fill-text.ts';
import { signedIn } from '../../support/console-browser.ts';
import { expectEventually } from '../../support/eventually.ts';
import { sharedStore } from '../../support/store-access.ts';
import { admin } from '../support/callers.ts';
import {
  checkOut,
  fillCart,
  newAddress,
  newOrder,
  newProduct,
  newShopper,
  newUser,
  readOrder,
  translations,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  inOneLanguage,
  opened,
  openPage,
  page,
  shown,
  writesPictures,
  type ConsoleOptions,
} from './console-page.ts';
import { hold, refusal, refuse, said, secondClick } from './page-steps.ts';

/** A customer's name, city and country, the order's state and total, and whether it is paid; oldest first. */
const ofSeveralPeople = [
  ['Omar Nasser', 'Irbid', 'JO', 'delivered', 25, true],
  ['Hannah Weber', 'Berlin', 'DE', 'returned', 151, false],
  ['سامي حداد', 'إربد', 'JO', 'cancelled', 54, false],
  ['Sara Lindqvist', 'Stockholm', 'SE', 'delivered', 97, true],
  ['Mohammad Al-Khatib', 'Zarqa', 'JO', 'shipped', 131, true],
  ['Layla Haddad', 'Amman', 'JO', 'shipped', 38, false],
  ['يوسف منصور', 'دبي', 'AE', 'preparing', 104, true],
  ['Maya Fernandes', 'Lisbon', 'PT', 'preparing', 62, true],
  ['Rana Odeh', 'Amman', 'JO', 'confirmed', 72, true],
  ['Tom Okafor', 'London', 'GB', 'confirmed', 19, false],
  ['ليلى العبدالله', 'عمّان', 'JO', 'pending', 65, false],
  ['Karim Aziz', 'Amman', 'JO', 'pending', 118, true],
] as const;

inChromium('orders', () => {
  let shopper: Shopper;
  let orders: Order[];
  /** A customer with more orders than one page shows, oldest first. */
  let owner: Shopper;
  let many: Order[];

  async function placeOrder(): Promise<Order> {
    await fillCart(shopper.client, await newProduct(), 1);
    return (await checkOut(shopper)).data;
  }

  /** The list of this test's customer. */
  const path = () => `/orders?filters[user_id]=${shopper.user.id}`;
  const statusOf = async ({ id }: Order) => (await admin.get<Order>(`/api/admin/orders/${id}`)).data.status;
  const rowOf = ({ order_number: number }: Order) => page.getByRole('row').filter({ hasText: number });
  const numbersShown = () => page.getByRole('row').getByRole('link').allInnerTexts();
  const expectNumbers = (wanted: readonly string[]) =>
    expectEventually('the orders', async () => expect(await numbersShown()).toEqual(wanted));

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const dialog = () => page.getByRole('dialog');

  beforeAll(async () => {
    shopper = await newShopper();
    orders = [];
    for (let count = 0; count < 5; count += 1) orders.unshift(await placeOrder());
    owner = await newShopper();
    many = await Promise.all(Array.from({ length: 31 }, () => newOrder({}, owner)));
    many.sort((one, other) => one.id - other.id);
  });

  const open = (options: ConsoleOptions = {}) => openPage({ path: path(), ...options });

  test.each(everyLook)(
    'the order list is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await open(look);
      await expectNumbers(orders.map(({ order_number: number }) => number));
      await opened.expectAccessibleAtBothWidths();
      const wholePage = page.locator('thead').getByRole('checkbox');
      await wholePage.check();
      await wholePage.uncheck();
      await press('j', 'x', 'j', 'x');
      await page.locator('.selection-bar').waitFor();
      await opened.expectAccessibleAtBothWidths();
      await press('?');
      await dialog().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      await press('c');
      await dialog().getByRole('button').last().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.picture('orders-rehearsed');
    },
  );

  test.each(inOneLanguage('en'))(
    'the order list shows the number, customer, city and total of each order, newest first, in language %s',
    async (language) => {
      const wanted: RegExp[] = [];
      for (const [name, city, country, status, total, isPaid] of ofSeveralPeople.slice(
        writesPictures ? 0 : -2,
      )) {
        const user = await newUser({ name });
        const address = await newAddress(user.id, { city, country });
        const { id, order_number: number } = await newOrder({ status, total }, { user, address });
        if (isPaid) await admin.post(`/api/admin/orders/${id}/payments`, {});
        wanted.unshift(new RegExp([number, name, city, total].join('[^]*')));
      }
      await open({ path: '/orders', language });
      const rows = page.locator('tbody').getByRole('row');
      await rows.filter({ hasText: wanted[0] ?? '' }).waitFor();
      await opened.picture('orders');
      const shownRows = (await rows.allInnerTexts()).flatMap((row) => wanted.filter((one) => one.test(row)));
      expect(shownRows).toEqual(wanted);
    },
  );

  /** Changes the first row of each order list that the page reads. */
  const withFirstRow = (change: (order: Order) => object) => (context: BrowserContext) =>
    context.route(/\/api\/admin\/orders\?/, async (route) => {
      const response = await route.fetch();
      const { data, ...others } = (await response.json()) as { data: Order[] };
      const rows = data.map((order, index) => (index === 0 ? change(order) : order));
      return route.fulfill({ response, json: { data: rows, ...others } });
    });

  test('the order list names a damaged order by its id and shows the other orders, and the command palette stays usable', async () => {
    const [damaged, ...others] = orders;
    await open({ prepare: withFirstRow(({ id }) => ({ id, unreadable: true })) });
    await page.getByText(shown(`One damaged record is not shown: ${damaged?.id ?? 0}.`)).waitFor();
    await expectNumbers(others.map(({ order_number: number }) => number));
    await opened.expectAccessible();
    await press('Control+k');
    await dialog().waitFor();
    await page.keyboard.type(damaged?.order_number ?? '');
    await dialog().getByText('Nothing found').waitFor();
  });

  test('the order list shows a state that only a newer store has by its own name', async () => {
    const unknown = { status: 'quarantined', payment_status: 'disputed' };
    await open({ prepare: withFirstRow((order) => ({ ...order, ...unknown })) });
    await page.locator('.badge', { hasText: 'quarantined' }).waitFor();
    await page.locator('.badge', { hasText: /^disputed$/ }).waitFor();
  });

  test('the order list searches while staff type, and its URL keeps the search', async () => {
    await open({ path: '/orders' });
    const wanted = orders.map(({ order_number: number }) => number).slice(0, 1);
    await press('/');
    await page.keyboard.type(String(wanted));
    await page.waitForURL(/search=/);
    await expectNumbers(wanted);
    await page.goto(page.url());
    await expectNumbers(wanted);
    expect(await page.getByRole('searchbox').inputValue()).toBe(String(wanted));
  });

  test('a filter narrows the order list, and removing its chip removes the filter', async () => {
    await open();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Cancelled').check();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/filters%5Bstatus%5D=cancelled/);
    await page.getByText('No order matches').waitFor();
    await page.getByRole('button', { name: /Remove filter: .*State.*Cancelled/ }).click();
    await expectNumbers(orders.map(({ order_number: number }) => number));
  });

  test('the order list of a shop without orders says so and offers no filters to clear', async () => {
    await openPage({
      path: '/orders',
      prepare: (context) =>
        context.route(/\/api\/admin\/orders\?/, (route) =>
          route.fulfill({ json: { data: [], meta: { total: 0 } } }),
        ),
    });
    await page.getByText('No orders yet').waitFor();
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  });

  test('the payment status filter can restrict the order list to paid orders, or to orders that are not fully paid', async () => {
    const buyer = await newShopper();
    const unpaid = await newOrder({ total: 20 }, buyer);
    const paid = await newOrder({ total: 30 }, buyer);
    await admin.post(`/api/admin/orders/${paid.id}/payments`, {});
    await open({ path: `/orders?filters[user_id]=${buyer.user.id}` });
    for (const [label, wanted] of [
      ['Paid', paid],
      ['Not fully paid', unpaid],
    ] as const) {
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByLabel('Payment status', { exact: true }).selectOption({ label });
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expectNumbers([wanted.order_number]);
    }
  });

  test('a click on a row of the order list opens that order, and column headings sort the list', async () => {
    await open();
    const numbers = orders.map(({ order_number: number }) => number);
    await expectNumbers(numbers);
    const heading = page.getByRole('columnheader', { name: 'Placed' });
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    await heading.getByRole('button').click();
    await expectNumbers(numbers.toReversed());
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    const [, second] = orders as [Order, Order, ...Order[]];
    await rowOf(second).getByRole('cell').nth(3).click();
    await page.waitForURL(new RegExp(`/console/orders/${second.id}$`));
  });

  test('the Pending tab shows the number of pending orders, and the list shows the number of found orders and a choice of page sizes', async () => {
    await open({ path: '/orders' });
    const tabs = page.getByRole('group', { name: 'Orders by state' });
    await tabs.getByRole('button', { name: /^Pending .*\d/ }).click();
    await page.waitForURL(/filters%5Bstatus%5D=pending/);
    await opened.go(`/orders?filters[user_id]=${owner.user.id}`);
    await page.getByText(shown('31 orders'), { exact: true }).waitFor();
    await page.getByLabel('Rows per page').selectOption('50');
    await expectNumbers(many.map(({ order_number: number }) => number).toReversed());
  });

  test('orders can be filtered by a product and a customer, chosen by name', async () => {
    const product = await newProduct(translations(`Basil ${uniqueWord()}`));
    await fillCart(shopper.client, product, 1);
    const { data: order } = await checkOut(shopper);
    orders.unshift(order);
    await open({ path: '/orders' });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    for (const [label, name, option] of [
      ['Product', product.name, product.name],
      ['Customer', shopper.user.email, shopper.user.email],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(name);
      await page.getByRole('option', { name: option }).click();
    }
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page
      .getByRole('button', { name: new RegExp(`Remove filter: .*Product.*${product.name}`) })
      .waitFor();
    await expectNumbers([order.order_number]);
  });

  test('if the API rejects a filter in the URL of the order list, the list shows an error that names this filter', async () => {
    await open({ path: '/orders?filters[order_number]=&filters[created_at]=2026-02-30' });
    await page.getByRole('alert').getByText('filters.created_at').waitFor();
  });

  test('the order list scrolls to the top when staff click “Next page”', async () => {
    const numbers = many.map(({ order_number: number }) => number).reverse();
    await open({ path: `/orders?filters[user_id]=${many[0]?.user_id ?? 0}`, width: 390 });
    await expectNumbers(numbers.slice(0, 25));
    // On a phone, each order is a card, which is less than 160 pixels high.
    expect((await page.locator('tbody tr').first().boundingBox())?.height).toBeLessThan(160);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectNumbers(numbers.slice(25));
    expect(
      await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight'),
    ).toBeGreaterThan(100);
    expect(await page.evaluate<number>('scrollY')).toBe(0);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expectNumbers(numbers.slice(0, 25));
  });

  test('staff can reject an order with a typed reason, by keyboard, without leaving the order list', async () => {
    const order = await placeOrder();
    orders.unshift(order);
    await open({ language: 'ar' });
    await press('j', 'r');
    await dialog().getByRole('textbox').fill('لا يرد على الهاتف');
    await press('Tab', 'Enter');
    await page.getByRole('button', { name: 'تحديث طلب واحد' }).waitFor();
    await press('Enter');
    await dialog().getByText('حُدّث طلب واحد').waitFor();
    const { status, reject_reason: reason } = (await admin.get<Order>(`/api/admin/orders/${order.id}`)).data;
    expect([status, reason]).toEqual(['rejected', 'لا يرد على الهاتف']);
  });

  test('keyboard shortcuts of the order list depend on the position of a key, so they work on an Arabic keyboard', async () => {
    await open({ language: 'ar' });
    for (const [key, code] of [
      ['ت', 'KeyJ'],
      ['ء', 'KeyX'],
    ]) {
      await page.evaluate(
        `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${code}', bubbles: true }))`,
      );
    }
    await page.getByText('طلب واحد محدد').waitFor();
  });

  test('keyboard shortcuts in the order list open an order, and open the packing slips of selected orders', async () => {
    await open();
    await press('j', 'j', 'k', 'Enter');
    await page.waitForURL(new RegExp(`/console/orders/${orders[0]?.id}$`));
    await page.goBack();
    await expectNumbers(orders.map(({ order_number: number }) => number));
    // After the return to the list, the current row is still the order that was opened. So `x` selects this order.
    await press('x', 'j', 'x', 'p');
    await page.waitForURL(new RegExp(`/console/slips\\?ids=${orders[0]?.id},${orders[1]?.id}$`));
  });

  test('staff can save, replace, open and remove their own views of the order list', async () => {
    const [subject, name] = [uniqueWord('staff-'), 'الأقدم first'];
    await open({ subject, path: `${path()}&sort=id&columns=number,total` });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).waitFor();
    await opened.expectAccessible();

    // If a view with the same name exists, the console asks before it replaces that view.
    await page.getByLabel('Name of the view').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('group', { name: /There is a view/ }).waitFor();
    await opened.expectAccessible();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(await page.getByLabel('Name of the view').inputValue()).toBe(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByLabel('Name of the view').waitFor();
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1);

    await open({ subject, path: '/orders' });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expectNumbers(orders.map(({ order_number: number }) => number).reverse());
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['', 'Number', 'Total']);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: /Remove the view/ }).click();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: /Remove the view/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No saved views yet').waitFor();
  });

  test('a view can be saved only after the existing views are loaded, and does not overwrite a view from a second window', async () => {
    const subject = uniqueWord('staff-');
    await open({ subject });
    const release = await hold(page, '**/api/admin/settings/views', 'GET');
    await page.getByRole('button', { name: 'Views' }).click();
    const name = page.getByLabel('Name of the view');
    expect(await name.count()).toBe(0);
    release();
    await name.fill('Mine');
    const colleague = await signedIn(sharedStore(), { subject });
    const json = { views: [{ name: 'From another window', list: 'orders', query: null }] };
    await colleague.ask('PUT', '/api/admin/settings/views', { json });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/changed meanwhile/)
      .waitFor();
    await page.getByRole('button', { name: 'From another window', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Mine', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'From another window', exact: true }).count()).toBe(1);
  });

  test('the selection of all matching orders ends when a row is deselected or another page opens, and does not return later', async () => {
    await open({ path: `/orders?filters[user_id]=${many[0]?.user_id ?? 0}` });
    const all = page.locator('thead').getByRole('checkbox');
    const row = page.locator('tbody').getByRole('checkbox').first();
    const selectAll = page.getByRole('button', { name: shown('Select all 31') });
    await all.check();
    await selectAll.click();
    await page.getByText(shown('31 selected')).waitFor();
    await row.uncheck();
    await page.getByText(shown('24 selected')).waitFor();
    await row.check();
    await page.getByText(shown('25 selected')).waitFor();
    await selectAll.click();
    await page.getByText(shown('31 selected')).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expectNumbers(
      many
        .slice(-25)
        .map(({ order_number: number }) => number)
        .reverse(),
    );
    expect(await row.isChecked()).toBe(false);
  });

  test('the key p prints nothing while all matching orders are selected, because not all of them are on the page', async () => {
    await open({ path: `/orders?filters[user_id]=${many[0]?.user_id ?? 0}` });
    await page.locator('thead').getByRole('checkbox').check();
    await page.getByRole('button', { name: shown('Select all 31') }).click();
    await page.getByText(shown('31 selected')).waitFor();
    await press('p');
    expect(await page.evaluate<string>('location.pathname')).toBe('/console/orders');
    await page.locator('tbody').getByRole('checkbox').first().uncheck();
    await press('p');
    await page.waitForURL(/\/slips\?ids=(\d+,){23}\d+$/);
  });

  test('a bulk status change of all matching orders includes orders on other pages, but not orders placed later', async () => {
    await open({ path: `/orders?filters[user_id]=${many[0]?.user_id ?? 0}&filters[status]=pending` });
    await page.locator('thead').getByRole('checkbox').check();
    await page.getByText(shown('25 selected')).waitFor();
    await page.getByRole('button', { name: shown('Select all 31') }).click();
    await page.getByText(shown('31 selected')).waitFor();
    await opened.expectAccessible();
    await page.getByRole('button', { name: /Change status/ }).click();
    await page.getByRole('menuitem', { name: 'Confirmed' }).click();
    await dialog().getByText(shown('31 orders will change')).waitFor();
    const later = await newOrder({}, owner);
    await dialog()
      .getByRole('button', { name: shown('Update 31 orders') })
      .click();
    await dialog().getByText(shown('31 orders updated')).waitFor();
    expect(await Promise.all(many.map(statusOf))).toEqual(many.map(() => 'confirmed'));
    expect(await statusOf(later)).toBe('pending');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test('a double click on the button that updates orders does not close the report, whose button “Close” appears in the same place', async () => {
    const order = await newOrder();
    await open({ path: `/orders?filters[user_id]=${order.user_id}` });
    await press('j', 'c');
    await dialog()
      .getByRole('button', { name: shown('Update 1 order') })
      .click();
    // The first button “Close” is the cross of the dialog.
    const close = dialog().getByRole('button', { name: 'Close', exact: true }).nth(1);
    await secondClick(close);
    await close.click();
    await dialog().waitFor({ state: 'hidden' });
  });

  test('a message reports a bulk status change that fails after staff closed its dialog', async () => {
    const order = await newOrder();
    await open({ path: `/orders?filters[user_id]=${order.user_id}` });
    const fail = await hold(page, /\/operations\/[^/]+\/apply$/, 'POST', refuse);
    await press('j', 'c');
    await dialog()
      .getByRole('button', { name: shown('Update 1 order') })
      .click();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    fail();
    await page.getByText(new RegExp(`Not done: .*Confirmed.*${refusal}`)).waitFor();
  });

  test.each(everyLook)(
    'staff can mark selected orders as paid by card, and undo this (language $language, $scheme colours)',
    async (look) => {
      const words = (text: Text, values?: Values) => said(fillText(text, look.language, values));
      const customer = await newShopper();
      const unpaid = [await newOrder({ total: 5 }, customer), await newOrder({ total: 7 }, customer)];
      const free = await newOrder({}, customer);
      const expectPayments = (state: string, paid: number) =>
        expectEventually(`payments that are ${state}`, async () => {
          const stored = await Promise.all(unpaid.map(({ id }) => readOrder(id)));
          expect(stored.map((order) => order.paid)).toEqual(unpaid.map(({ total }) => total * paid));
          for (const { id } of unpaid)
            expect((await admin.get(`/api/admin/orders/${id}/payments`)).data).toMatchObject([
              { method: 2, state },
            ]);
        });
      await open({ ...look, path: `/orders?filters[user_id]=${customer.user.id}` });
      await page.locator('thead').getByRole('checkbox').check();
      await page.getByRole('button', { name: words(ordersTexts.markPaid) }).click();
      await opened.expectAccessibleAtBothWidths();
      await page.getByRole('menuitem', { name: words(partTexts.card) }).click();
      await dialog()
        .getByText(words(ordersTexts.willMove, { count: 2 }))
        .waitFor();
      await dialog()
        .getByText(words(ordersTexts.alreadyThere, { count: 1 }))
        .waitFor();
      await dialog()
        .getByText(/recorded as paid: .*12|يُسجّل مدفوعًا: .*12/)
        .waitFor();
      await opened.expectAccessibleAtBothWidths();
      expect((await readOrder(unpaid[0]?.id ?? 0)).paid).toBe(0);
      await dialog()
        .getByRole('button', { name: words(ordersTexts.move, { count: 2 }) })
        .click();
      await dialog()
        .getByText(words(ordersTexts.moved, { count: 2 }))
        .waitFor();
      await expectPayments('captured', 1);
      expect((await readOrder(free.id)).paid).toBe(0);

      await dialog()
        .getByRole('link', { name: words(ordersTexts.toOperation) })
        .click();
      const undo = words(operationsTexts.undo);
      await page.getByRole('main').getByRole('button', { name: undo }).click();
      await dialog().getByRole('button', { name: undo }).click();
      await page.getByText(/payments voided: .*12|مدفوعات مُلغاة: .*12/).waitFor();
      await expectPayments('voided', 0);
    },
  );

  test('Arabic names and cities in an English list are aligned with their column headings', async () => {
    const user = await newUser({ name: 'رنا' });
    const address = await newAddress(user.id, { city: 'إربد' });
    await newOrder({}, { user, address });
    await open({ path: `/orders?filters[user_id]=${user.id}` });
    await page.getByText('إربد').waitFor();
    const gaps = await page.evaluate<
      number[]
    >(`[...document.querySelectorAll('.data-table .name')].map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return text.getBoundingClientRect().left - name.closest('td').getBoundingClientRect().left;
    })`);
    expect(gaps).toHaveLength(2);
    expect(Math.max(...gaps)).toBeLessThan(16);
  });
});
