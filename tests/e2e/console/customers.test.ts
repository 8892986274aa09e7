import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newShopper, type Shopper } from '../support/records.ts';
import type { Address, User } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  opened,
  openPage,
  testOfPictures,
  type ConsoleOptions,
} from './console-page.ts';
import { button, expectProblem, field, text } from './page-steps.ts';

inChromium('customers', () => {
  let shopper: Shopper;

  beforeAll(async () => {
    shopper = await newShopper();
    await newOrder({}, shopper);
  });

  const open = async (path: string, options: ConsoleOptions = {}) =>
    (await openPage({ path, ...options })).page;

  describe.each(everyLook)('with language $language and colour scheme $scheme', (look) => {
    test('the customer pages are accessible and fit wide and narrow screens', async () => {
      const page = await open(`/customers?search=${shopper.user.email}`, look);
      await page.getByRole('link', { name: shopper.user.name }).waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.go(`/customers/${shopper.user.id}`);
      await opened.expectAccessibleAtBothWidths();
    });
  });

  testOfPictures.each(['en', 'ar'] as const)(
    'pictures of the customer pages for the docs are taken in %s',
    async (language) => {
      const page = await open('/customers', { language });
      await opened.picture('customers');
      await opened.go(`/customers/${shopper.user.id}`);
      await opened.picture('customer');
      expect(await page.locator('section[aria-labelledby=addresses]').getByRole('listitem').count()).toBe(1);
      const erase = { en: 'Erase', ar: 'محو البيانات' }[language];
      await button(page, erase).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill({ en: 'Asked for by letter', ar: 'طُلب برسالة' }[language]);
      await button(dialog, erase).click();
      await dialog.getByRole('link').first().waitFor();
      await opened.picture('customer-erase');
    },
  );

  test('staff can change a customer’s phone, and the form shows the Arabic error for an invalid e-mail beside its field', async () => {
    const { user } = await newShopper();
    const page = await open(`/customers/${user.id}`, { language: 'ar' });
    await field(page, 'البريد الإلكتروني').fill('anonymous');
    await field(page, 'الهاتف').fill('+962 7 9111 2222');
    await button(page, 'حفظ').click();
    await expectProblem(field(page, 'البريد الإلكتروني'), /\p{Script=Arabic}/u);
    await field(page, 'البريد الإلكتروني').fill(user.email);
    await button(page, 'حفظ').click();
    await text(page, 'تم الحفظ').waitFor();
    const { data } = await admin.get<User>(`/api/admin/users/${user.id}`);
    expect(data).toMatchObject({ email: user.email, phone: '+962 7 9111 2222' });
  });

  test('a filled input field has the writing direction of its text, and an empty field has that of the page', async () => {
    const english = await open(`/customers/${shopper.user.id}`);
    const direction = "getComputedStyle(document.querySelector('main form input')).direction";
    for (const [typed, expected] of [
      ['رنا عودة', 'rtl'],
      ['Rana Odeh', 'ltr'],
    ] as const) {
      await field(english, 'Name').fill(typed);
      expect(await english.evaluate(direction)).toBe(expected);
    }
    const arabic = await open('/customers', { language: 'ar' });
    await arabic.getByRole('searchbox').waitFor();
    const hint = "getComputedStyle(document.querySelector('input[type=search]'))";
    expect(await arabic.evaluate(`[${hint}.direction, ${hint}.textAlign]`)).toEqual(['rtl', 'right']);
  });

  test('staff can add, change and delete a customer’s address', async () => {
    const { user } = await newShopper();
    const page = await open(`/customers/${user.id}`);
    const read = async () =>
      (await admin.get<Address[]>(`/api/admin/addresses?filters[user_id]=${user.id}`)).data;
    await button(page, 'Add an address').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Label').fill('Office');
    await field(dialog, 'Street and number').fill('4 Park Lane');
    await field(dialog, 'City').fill('Irbid');
    await field(dialog, 'Country').fill('jo');
    await text(dialog, 'Jordan').waitFor();
    await opened.expectAccessible();
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Edit Office').click();
    await field(dialog, 'City').fill('Aqaba');
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read()).map(({ city }) => city).sort()).toEqual(['Amman', 'Aqaba']);
    await button(page, 'Delete Office').click();
    await button(dialog, 'Delete').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read()).map(({ city }) => city)).toEqual(['Amman']);
  });

  test('all data of a customer can be exported as one file', async () => {
    const page = await open(`/customers/${shopper.user.id}`, { language: 'ar' });
    await opened.expectAccessible();
    const begun = page.waitForEvent('download');
    await button(page, 'تصدير البيانات').click();
    const download = await begun;
    expect(download.suggestedFilename()).toBe(`user-${shopper.user.id}.json`);
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      user: User;
      orders: object[];
    };
    expect([file.user.email, file.orders.length]).toEqual([shopper.user.email, 1]);
  });

  test('the dialog that erases a customer asks for a reason and lists the open orders', async () => {
    const customer = await newShopper();
    const order = await newOrder({}, customer);
    const path = `/api/admin/users/${customer.user.id}`;
    const page = await open(`/customers/${customer.user.id}`);
    await button(page, 'Erase').click();
    const dialog = page.getByRole('dialog');
    expect(await button(dialog, 'Erase').isDisabled()).toBe(true);
    await field(dialog, 'Reason').fill('Asked for by letter');
    await button(dialog, 'Erase').click();
    await dialog.getByRole('link', { name: order.order_number }).waitFor();
    await dialog.getByText(/still open/).waitFor();
    await opened.expectAccessible();
    expect((await admin.get(path)).status).toBe(200);
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
    await button(dialog, 'Erase').click();
    await page.waitForURL(/\/customers$/);
    expect((await admin.get(path)).status).toBe(404);
    const timeline = await admin.get<{ reason: string }[]>(`${path}/timeline`);
    expect(timeline.page.data[0]).toMatchObject({ kind: 'erased', reason: 'Asked for by letter' });
  });
});
