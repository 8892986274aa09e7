import { beforeEach, expect, test } from '@jest/globals';

import { partTexts } from '#console/parts/texts.ts';
import { paymentTexts } from '#console/order/payment-texts.ts';
import { timelineTexts } from '#console/parts/timeline-texts.ts';
import { fillText } from '#console/texts/fill-text.ts';
import { expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { newOrder, newProduct, newShopper, orderOf, readOrder } from '../support/records.ts';
import type { Payment } from '#clients/typescript/src/main.ts';
import type { Order, Product } from '../../support/resources.ts';
import { everyLook, inChromium, opened, openPage, page, shown, type ConsoleOptions } from './console-page.ts';
import { button, expectProblem, field, hold, text } from './page-steps.ts';

inChromium('payments of an order', () => {
  let order: Order;

  beforeEach(async () => {
    const { user, address } = await newShopper();
    const product = await newProduct({ price: 12.5 });
    order = await orderOf(product, 2, {
      user_id: user.id,
      address_id: address.id,
      figures: 'lines',
      total: undefined,
    });
  });

  const open = (options: ConsoleOptions = {}) => openPage({ path: `/orders/${order.id}`, ...options });
  const card = () => page.getByRole('region', { name: /^(Payments|المدفوعات)$/ });
  const dialog = () => page.getByRole('dialog');
  const receipt = (name: string) => page.locator(`.order-receipt [data-field='${name}']`);
  const pay = (fields: object = {}) => admin.post<Payment>(`/api/admin/orders/${order.id}/payments`, fields);
  const money = () =>
    readOrder(order.id).then(({ paid, due, payment_status: status }) => [paid, due, status]);
  const expectMoney = (...wanted: unknown[]) =>
    expectEventually('the order’s sums', async () => expect(await money()).toEqual(wanted));

  test.each(everyLook)(
    'the payments of an order are accessible and fit wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await pay({ amount: 20, reference: 'Receipt 118', note: 'At the counter' });
      await pay({ amount: 5, method: 4, capture: false });
      await open(look);
      const words = (key: keyof typeof paymentTexts) => fillText(paymentTexts[key], look.language);
      await text(page, words('state_authorised')).waitFor();
      await opened.picture('order-payments');
      await opened.expectAccessibleAtBothWidths();
      await page.keyboard.press('m');
      await dialog().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.picture('order-payment');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      await card().getByText(words('refund'), { exact: true }).click();
      await dialog().getByText(words('byItems'), { exact: true }).click();
      await opened.expectAccessibleAtBothWidths();
    },
  );

  test('staff can record a payment of the due amount by keyboard, and undo it from the message that follows', async () => {
    await open();
    expect(await receipt('due').innerText()).toMatch(/Due[^]*Unpaid[^]*25\.00/);
    await page.keyboard.press('m');
    await dialog().waitFor();
    expect(await field(dialog(), 'Amount').inputValue()).toBe('25.00');
    await page.keyboard.press('Enter');
    await page.getByText(/Payment of .*25\.00.* recorded/).waitFor();
    await receipt('due').getByText('Paid', { exact: true }).waitFor();
    await expectMoney(25, 0, 'paid');
    await page.getByText(fillText(timelineTexts.paymentRecorded, 'en')).waitFor();
    await button(page, fillText(partTexts.undo, 'en')).click();
    await card().getByText('Voided').waitFor();
    await expectMoney(0, 25, 'unpaid');
  });

  test('the payment dialog shows an error for an amount that is not a number, is zero or has too many decimals', async () => {
    await open();
    await page.keyboard.press('m');
    for (const [typed, said] of [
      ['many', /number/],
      ['0', /more|greater/],
      ['1.234', /decimal/],
    ] as const) {
      await field(dialog(), 'Amount').fill(typed);
      await page.keyboard.press('Enter');
      await expectProblem(field(dialog(), 'Amount'), said);
    }
    await expectMoney(0, 25, 'unpaid');
  });

  test('an expected payment can be marked as received, and each payment offers only the actions that its state allows', async () => {
    await open();
    await page.keyboard.press('m');
    await field(dialog(), 'Method').selectOption('4');
    await field(dialog(), 'Reference').fill('Transfer 7');
    await dialog().getByRole('checkbox').check();
    await button(dialog(), 'Record payment').click();
    await card().getByText('Expected', { exact: true }).waitFor();
    await receipt('due').getByText('Payment expected').waitFor();
    const actions = () => card().getByRole('listitem').first().getByRole('button').allInnerTexts();
    expect(await actions()).toEqual(['Mark as received', 'Void']);
    await card().getByText('Mark as received').click();
    await field(dialog(), 'Amount').fill('٢٠');
    await button(dialog(), 'Mark as received').click();
    await card().getByText('Received', { exact: true }).waitFor();
    expect(await actions()).toEqual(['Refund', 'Void']);
    await expectMoney(20, 5, 'part_paid');
    const { data } = await admin.get<Payment[]>(`/api/admin/orders/${order.id}/payments`);
    expect(data).toMatchObject([{ method: 4, reference: 'Transfer 7', captured: 20 }]);
  });

  test('staff can refund an amount, or units of order lines, but not more than was paid or ordered', async () => {
    await pay();
    await open();
    await card().getByText('Refund', { exact: true }).click();
    await field(dialog(), 'Amount').fill('30');
    await button(dialog(), 'Refund').click();
    await expectProblem(field(dialog(), 'Amount'), /25/);
    await dialog().getByText('Items', { exact: true }).click();
    const units = dialog().getByLabel(/^Units of/);
    await units.fill('3');
    await button(dialog(), 'Refund').click();
    await expectProblem(units, /2/);
    await units.fill('1');
    await dialog().getByLabel('Reason').fill('Arrived broken');
    await button(dialog(), 'Refund').click();
    await page
      .getByText(/12\.50.* refunded/)
      .first()
      .waitFor();
    await card().getByText('Arrived broken').waitFor();
    await expectMoney(12.5, 0, 'part_refunded');
    await receipt('credited').waitFor();
  });

  test('an error at the units of one item disappears when staff type units of another item to be refunded', async () => {
    const [one, other] = [await newProduct(), await newProduct()];
    const items = [one, other].map(({ id }) => ({ product_id: id, amount: 2 }));
    order = await newOrder({ items, figures: 'lines', total: undefined });
    await pay();
    await open();
    await card().getByText('Refund', { exact: true }).click();
    await dialog().getByText('Items', { exact: true }).click();
    const unitsOf = ({ name }: Product) => dialog().getByLabel(shown(`Units of ${name}`));
    await unitsOf(other).fill('3');
    await button(dialog(), 'Refund').click();
    await expectProblem(unitsOf(other), /2/);
    await unitsOf(one).fill('1');
    expect(await dialog().locator('[aria-invalid=true]').count()).toBe(0);
  });

  test('the dialog of a refund opens while its payment is being read, and returns the focus to its button when it closes', async () => {
    await pay();
    await open();
    const release = await hold(page, '**/api/admin/payments/*', 'GET');
    const refund = card().getByRole('button', { name: /^Refund/ });
    await refund.click();
    await dialog().getByLabel('Refund').waitFor();
    release();
    await field(dialog(), 'Amount').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await refund.and(page.locator(':focus')).waitFor();
  });

  test('the refund dialog of a cancelled order proposes the amount that the shop owes', async () => {
    await pay({ amount: 10 });
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' });
    await open();
    await card()
      .getByText(/To refund: /)
      .waitFor();
    await card().getByText('Refund', { exact: true }).click();
    expect(await field(dialog(), 'Amount').inputValue()).toBe('10.00');
  });

  test.each(['arrives as a live event', 'does not arrive as a live event'])(
    'if a colleague records a payment that %s, the page shows it before staff record another payment',
    async (way) => {
      const isLive = way === 'arrives as a live event';
      await open();
      await page.keyboard.press('m');
      await dialog().waitFor();
      if (!isLive) await page.route('**/api/admin/events**', (route) => route.abort());
      await pay({ amount: 25 });
      if (isLive) await receipt('due').getByText('Paid', { exact: true }).waitFor();
      await button(dialog(), 'Record payment').click();
      await dialog().getByRole('alert').getByText(/Paid/).first().waitFor();
      await expectMoney(25, 0, 'paid');
      await button(dialog(), 'Record payment').click();
      await expectMoney(50, -25, 'overpaid');
    },
  );

  test('if a colleague has just made a refund, the page shows it before staff make another refund', async () => {
    const { data: payment } = await pay();
    await open();
    await card().getByText('Refund', { exact: true }).click();
    await field(dialog(), 'Amount').fill('10');
    await admin.post(`/api/admin/payments/${payment.id}/refund`, { amount: 10, reason: 'By a colleague' });
    await card().getByText('By a colleague').waitFor();
    await button(dialog(), 'Refund').click();
    const conflict = dialog().getByRole('alert').filter({ hasText: 'It was changed in the meantime' });
    const shown = await conflict.innerText();
    expect(shown).toMatch(/changed .*Refunded.* on [^]*Refunded.*: .*0\.00.* → .*10\.00/);
    expect(shown).not.toMatch(/refunds|part_refunded/);
    await expectMoney(15, 0, 'part_refunded');
  });

  test('if staff close the dialog of a refund before the response, open it again and make the same refund, it is made once', async () => {
    const { data: payment } = await pay();
    await open();
    const refunds = `**/api/admin/payments/${payment.id}/refund`;
    const release = await hold(page, refunds, 'POST');
    const refund = async () => {
      await card().getByText('Refund', { exact: true }).click();
      await field(dialog(), 'Amount').fill('10');
      const request = page.waitForRequest(refunds);
      await button(dialog(), 'Refund').click();
      return (await request).headers()['idempotency-key'];
    };
    const key = await refund();
    // The pressed button is disabled now, so no part of the dialog has the focus. Escape still only closes the dialog. Without a
    // dialog, it would lead to the list of orders.
    await page.waitForFunction('document.activeElement === document.body');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await refund()).toBe(key);
    release();
    await dialog().waitFor({ state: 'hidden' });
    await expectMoney(15, 0, 'part_refunded');
    const { data } = await admin.get<Payment>(`/api/admin/payments/${payment.id}`);
    expect(data.refunds).toHaveLength(1);
  });

  test('a packing slip shows the due amount as the amount to collect, and an invoice also shows the paid amount', async () => {
    await pay({ amount: 10 });
    await open({ path: `/orders/${order.id}/slip?paper=a4` });
    await page.locator('.sheet-totals tr', { hasText: 'To collect' }).getByText('15.00').waitFor();
    await opened.go(`/orders/${order.id}/slip?paper=a4&kind=invoice`);
    await page.locator('.sheet-totals tr').first().waitFor();
    const rows = await page.locator('.sheet-totals tr').allInnerTexts();
    expect(rows.slice(-2).join('\n')).toMatch(/-10\.00[^]*15\.00/);
  });

  test('the print page of an order warns if the order’s items do not add up to the order’s total', async () => {
    const { data: other } = await admin.put<Order>(`/api/admin/orders/${order.id}`, { total: 99 });
    await open({ path: `/orders/${order.id}/slip?paper=a4` });
    await page.getByText(new RegExp(`do not add up.*${other.order_number}`)).waitFor();
  });
});
