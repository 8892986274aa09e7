import { expect, test } from '@jest/globals';

import type { Payment } from '#clients/typescript/src/main.ts';
import { changeTexts } from '#console/order/change-texts.ts';
import { partTexts } from '#console/parts/texts.ts';
import { fillText } from '#console/texts/fill-text.ts';
import { expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { newProduct, placeOrder, readOrder, stockOf } from '../support/records.ts';
import type { Order, Product } from '../../support/resources.ts';
import { everyLook, inChromium, opened, openPage, page, type ConsoleOptions } from './console-page.ts';
import { button, expectProblem, field, hold, text } from './page-steps.ts';

inChromium('change sets of an order', () => {
  let order: Order;
  let product: Product;

  async function checkedOut(amount: number): Promise<void> {
    ({ product, order } = await placeOrder({ price: 10, stock: 10 }, amount));
  }
  const open = (options: ConsoleOptions = {}) => openPage({ path: `/orders/${order.id}`, ...options });
  const pay = () => admin.post<Payment>(`/api/admin/orders/${order.id}/payments`, {});
  const dialog = () => page.getByRole('dialog');
  const sum = (name: string) => dialog().locator(`[data-field='${name}']`);
  const amountField = () => field(dialog(), `Quantity of ${product.name}`);
  const undo = () => button(page, fillText(partTexts.undo, 'en'));
  const expectOrder = (wanted: object) =>
    expectEventually('the order as staff left it', async () =>
      expect(await readOrder(order.id)).toMatchObject(wanted),
    );

  test.each(everyLook)(
    'the dialog that changes an order is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await checkedOut(2);
      await pay();
      await open(look);
      const words = (key: keyof typeof changeTexts) => fillText(changeTexts[key], look.language);
      await button(page, words('changeOrder')).click();
      await dialog().locator('input[inputmode=numeric]').first().fill('1');
      await sum('total').waitFor();
      await opened.picture('order-change');
      await opened.expectAccessibleAtBothWidths();
      await button(dialog(), words('saveChange')).click();
      await dialog().waitFor({ state: 'hidden' });
      await opened.expectAccessibleAtBothWidths();
      await button(page, fillText(partTexts.undo, look.language)).click();
      await page.getByText(words('undone')).waitFor();
      await expectOrder({ total: 20, items: [{ amount: 2 }] });
    },
  );

  test('staff can change an order by keyboard, see the new total before they save, and undo the change', async () => {
    await checkedOut(3);
    const other = await newProduct({ price: 4, stock: 5 });
    await open();
    await page.keyboard.press('l');
    await dialog().waitFor();
    expect(await amountField().inputValue()).toBe('3');
    await amountField().fill('1');
    await sum('total').getByText('10.00').waitFor();
    await dialog().getByRole('combobox', { name: 'Add a product' }).fill(other.name);
    await page.getByRole('option', { name: other.name }).click();
    await field(dialog(), `Quantity of ${other.name}`).fill('2');
    await field(dialog(), 'Discount of the whole order').fill('3');
    await sum('total').getByText('15.00').waitFor();
    await field(dialog(), 'Notes').fill('Ring twice');
    await dialog()
      .getByText(/Stock .*7.* → .*9/)
      .waitFor();
    await field(dialog(), 'Reason').fill('She called');
    await button(dialog(), 'Save the change').click();
    await page.getByText(/Order changed.*15\.00/).waitFor();
    await expectOrder({
      total: 15,
      discount_amount: 3,
      notes: 'Ring twice',
      items: [{ amount: 1 }, { amount: 2 }],
    });
    expect(await stockOf(product)).toEqual({ stock: 9, held: 1 });
    await text(page, 'She called').waitFor();
    await undo().click();
    await page.getByText(fillText(changeTexts.undone, 'en')).waitFor();
    await expectOrder({ total: 30, discount_amount: 0, notes: null, items: [{ amount: 3 }] });
    expect(await stockOf(product)).toEqual({ stock: 7, held: 3 });
  });

  test('the totals in the dialog that changes an order are marked as outdated until they belong to the typed change', async () => {
    await checkedOut(3);
    await open();
    await button(page, 'Change order').click();
    await amountField().fill('1');
    await sum('total').getByText('10.00').waitFor();
    const outdated = dialog().locator("[aria-busy=true] [data-field='total']");
    await outdated.waitFor({ state: 'detached' });
    const release = await hold(page, `**/api/admin/orders/${order.id}/changes`, 'POST');
    await amountField().fill('2');
    await outdated.getByText('10.00').waitFor();
    release();
    await sum('total').getByText('20.00').waitFor();
    await outdated.waitFor({ state: 'detached' });
  });

  test('if an order changed again after a saved edit, undoing the edit is rejected, and the page shows the reason', async () => {
    await checkedOut(2);
    await open();
    await button(page, 'Change order').click();
    await amountField().fill('1');
    await sum('total').getByText('10.00').waitFor();
    await button(dialog(), 'Save the change').click();
    await undo().waitFor();
    await admin.put(`/api/admin/orders/${order.id}`, { notes: 'Ring twice' });
    await undo().click();
    await page.getByText(fillText(changeTexts.changedSince, 'en')).waitFor();
    await expectOrder({ total: 10, items: [{ amount: 1 }] });
  });

  test('a change of an order that the API would reject is reported at its field before staff save it', async () => {
    await checkedOut(2);
    await open();
    await button(page, 'Change order').click();
    await amountField().fill('many');
    await expectProblem(amountField(), /number/);
    await amountField().fill('40');
    await expectProblem(amountField(), /Only .*8.* left in stock/);
    await button(dialog(), `Remove ${product.name}`).click();
    await sum('total')
      .getByText(/(?<!\d)0\.00/)
      .waitFor();
    await button(dialog(), `Keep ${product.name}`).click();
    await field(dialog(), 'Discount of the whole order').fill('21');
    await expectProblem(field(dialog(), 'Discount of the whole order'), /20/);
    await button(dialog(), 'Save the change').click();
    await expectProblem(field(dialog(), 'Discount of the whole order'), /20/);
    await expectOrder({ total: 20, items: [{ amount: 2 }] });
  });

  test('a change set with the present values reports that nothing changed, and offers no undo', async () => {
    await checkedOut(2);
    await open();
    await button(page, 'Change order').click();
    await field(dialog(), 'Discount of the whole order').fill('0');
    await button(dialog(), 'Save the change').click();
    await page.getByText(fillText(changeTexts.changedNothing, 'en')).waitFor();
    expect(await undo().count()).toBe(0);
  });

  test('a change that makes a paid order cheaper can refund the difference in the same step', async () => {
    await checkedOut(2);
    await pay();
    await open();
    await button(page, 'Change order').click();
    await amountField().fill('1');
    await dialog()
      .getByRole('checkbox', { name: /Pay back.*10\.00/ })
      .check();
    await sum('refunded').getByText('10.00').waitFor();
    await button(dialog(), 'Save the change').click();
    await page.getByText(/Order changed, .*10\.00.* paid back/).waitFor();
    expect(await undo().count()).toBe(0);
    await expectOrder({ total: 10, paid: 10, due: 0 });
  });
});
