import { beforeAll, expect, test } from '@jest/globals';

import { eventually, expectEventually } from '../../support/eventually.ts';
import { newAddress, newOrder, newUser, uniqueWord } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { inChromium, openPage, page } from './console-page.ts';
import { button, field } from './page-steps.ts';

inChromium('the keyboard’s focus', () => {
  let orders: Order[];
  /** The order list of one customer. No other test changes these orders. */
  let list: string;

  beforeAll(async () => {
    const name = uniqueWord('focus');
    const user = await newUser({ name });
    const address = await newAddress(user.id);
    orders = [];
    for (let made = 0; made < 4; made += 1) orders.push(await newOrder({}, { user, address }));
    orders.reverse();
    list = `/orders?filters[customer]=${name}`;
  });

  const open = (path: string) => openPage({ path });
  const expectFocus = (what: string, words: RegExp | string) =>
    expectEventually(
      what,
      async () => {
        expect(await page.evaluate<string>('document.activeElement.textContent')).toMatch(words);
        expect(await page.evaluate<string>('document.activeElement.tagName')).not.toBe('BODY');
      },
      5_000,
    );
  const numberOf = (index: number) => orders[index]?.order_number ?? '';

  test('after a bulk status change by keyboard, the keyboard focus returns to the changed order’s row', async () => {
    await open(list);
    for (const key of ['j', 'j', 'x', 'c']) await page.keyboard.press(key);
    await button(page.getByRole('dialog'), 'Update 1 order').click();
    await button(page.getByRole('dialog'), 'Close').last().click();
    await expectFocus('the row that was moved', numberOf(1));
  });

  test('after a bulk status change by menu, the keyboard focus is on the changed order’s row, or on the row that replaced it', async () => {
    await open(`${list}&filters[status]=pending`);
    await page.getByRole('checkbox', { name: new RegExp(numberOf(2)) }).check();
    await page.getByRole('button', { name: /^Change status/ }).click();
    await page.getByRole('menuitem', { name: 'Confirmed' }).click();
    await button(page.getByRole('dialog'), 'Update 1 order').click();
    await button(page.getByRole('dialog'), 'Close').last().click();
    await expectFocus('the row or the next one', new RegExp(`${numberOf(2)}|${numberOf(3)}`));
  });

  test('keys in a list act on the row whose checkbox has the keyboard focus, and the checkbox keeps the focus', async () => {
    await open(list);
    await page.keyboard.press('j');
    await expectFocus('the first row', numberOf(0));
    const checkbox = page.getByRole('checkbox', { name: new RegExp(numberOf(1)) });
    await checkbox.focus();
    await page.keyboard.press('x');
    expect(await checkbox.isChecked()).toBe(true);
    await page.keyboard.press('Space');
    expect(await checkbox.isChecked()).toBe(false);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: new RegExp(numberOf(1)) }).waitFor();
  });

  test.each(['Escape', 'the browser’s Back button'])(
    'when staff leave an order’s page with %s, the keyboard focus is on the order’s row in the list',
    async (way) => {
      await open(list);
      await page.getByRole('link', { name: numberOf(1) }).click();
      await page.getByRole('heading', { name: new RegExp(numberOf(1)) }).waitFor();
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await page.goBack();
      await expectFocus('the order’s row', numberOf(1));
      await page.keyboard.press('j');
      await expectFocus('the next row', numberOf(2));
    },
  );

  test('when staff go back from a customer’s page, the keyboard focus is on the customer’s row in the list', async () => {
    await open('/customers');
    const link = page.getByRole('table').getByRole('link').first();
    const name = await link.innerText();
    await link.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await expectFocus('the customer’s row', name);
  });

  test('the keyboard focus moves to the reason field when the dialog that rejects an order opens', async () => {
    await open(`/orders/${orders[3]?.id ?? 0}`);
    await page.keyboard.press('r');
    const reason = field(page.getByRole('dialog'), 'Reason');
    await reason.waitFor();
    await eventually(
      'the reason in focus',
      () => page.evaluate<boolean>("document.activeElement.tagName === 'TEXTAREA'"),
      5_000,
    );
  });

  test('closing a form on an order’s page returns the keyboard focus to the button that opened the form', async () => {
    await open(`/orders/${orders[3]?.id ?? 0}`);
    await page.keyboard.press('e');
    await field(page, 'Notes').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus('the button', /^Edit$/);
  });

  test('the keyboard focus returns to the button “Views” when staff close the list of saved views or open a saved view', async () => {
    await openPage({ path: list, subject: uniqueWord('staff-') });
    await button(page, 'Views').press('Enter');
    await field(page, 'Name of the view').fill('Mine');
    await page.keyboard.press('Enter');
    await button(page, 'Remove the view Mine').press('Enter');
    await button(page, 'Go back').press('Enter');
    await button(page, 'Mine').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Mine').waitFor({ state: 'detached' });
    await expectFocus('the button', 'Views');
    await page.keyboard.press('Enter');
    await button(page, 'Mine').press('Enter');
    await button(page, 'Mine').waitFor({ state: 'detached' });
    await expectFocus('the button', 'Views');
  });

  test('closing a dialog returns the keyboard focus to the button that opened the dialog', async () => {
    await open(`/customers/${orders[0]?.user_id ?? 0}`);
    await button(page, 'Add an address').click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expectFocus('the button', 'Add an address');
  });
});
