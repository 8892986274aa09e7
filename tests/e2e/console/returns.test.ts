import { expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';

import type { Return } from '#clients/typescript/src/main.ts';
import { paymentTexts } from '#console/order/payment-texts.ts';
import { returnTexts } from '#console/order/return-texts.ts';
import { fillText } from '#console/texts/fill-text.ts';
import { expectEventually } from '../../support/eventually.ts';
import { admin, clientOf } from '../support/callers.ts';
import { deliveredOrder, newOrder, newProduct, readOrder, stockOf } from '../support/records.ts';
import type { Order, Product } from '../../support/resources.ts';
import { everyLook, inChromium, opened, openPage, page, shown, type ConsoleOptions } from './console-page.ts';
import { button, expectProblem, field, hold, refusal, refuse, text } from './page-steps.ts';

inChromium('returns', () => {
  let order: Order;
  let product: Product;

  async function delivered(amount: number): Promise<void> {
    ({ product, order } = await deliveredOrder(amount));
  }
  const open = (options: ConsoleOptions = {}) => openPage({ path: `/orders/${order.id}`, ...options });
  const announce = (amount: number, reason?: string) =>
    admin.post<Return>(`/api/admin/orders/${order.id}/returns`, {
      lines: [{ item_id: order.items[0]?.id, amount, reason }],
    });

  const request = (reason?: string) =>
    clientOf(order.user_id).post<Return>(`/api/client/orders/${order.id}/returns`, {
      lines: [{ item_id: order.items[0]?.id, amount: 1, reason }],
    });
  const statusOf = async ({ id }: Return) =>
    (await admin.get<Return>(`/api/admin/returns/${id}`)).data.status;

  const dialog = () => page.getByRole('dialog');
  const sum = (name: string) => dialog().locator(`[data-field='${name}']`);
  const card = () => page.getByRole('region', { name: /^(Returns|المرتجعات)$/ });
  const expectOrder = (wanted: object) =>
    expectEventually('the order as staff left it', async () =>
      expect(await readOrder(order.id)).toMatchObject(wanted),
    );

  test.each(everyLook)(
    'the returns of an order are accessible and fit wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await delivered(3);
      const { data: first } = await announce(1, 'Does not fit');
      await admin.put(`/api/admin/returns/${first.id}`, { status: 'received' });
      await announce(1);
      await open(look);
      const words = (key: keyof typeof returnTexts) => fillText(returnTexts[key], look.language);
      await text(page, words('to_refused')).waitFor();
      await opened.picture('order-returns');
      await opened.expectAccessibleAtBothWidths();
      await card().getByText(words('to_received'), { exact: true }).click();
      await sum('total').waitFor();
      await opened.picture('order-return');
      await opened.expectAccessibleAtBothWidths();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      await button(card(), words('announce')).click();
      await dialog().waitFor();
      await opened.expectAccessibleAtBothWidths();
    },
  );

  test('staff can register a return, receive only some of its units for a lower refund, and close the return', async () => {
    await delivered(3);
    await open();
    await card().getByText('No returns yet').waitFor();
    await button(card(), 'Announce a return').click();
    const units = field(dialog(), `Units of ${product.name} that come back`);
    await dialog()
      .getByText(/3.* of .*3.* can come back/)
      .waitFor();
    await units.fill('4');
    await button(dialog(), 'Announce a return').click();
    await expectProblem(units, /3/);
    await units.fill('2');
    await field(dialog(), 'Reason').fill('Too small');
    await button(dialog(), 'Announce a return').click();
    await card().getByText('Too small').waitFor();
    const steps = () => card().getByRole('listitem').first().getByRole('button').allInnerTexts();
    expect(await steps()).toEqual(['Receive', 'Refuse']);

    await card().getByText('Receive', { exact: true }).click();
    const came = field(dialog(), `Units of ${product.name} that came back`);
    expect(await came.inputValue()).toBe('2');
    await sum('refund').getByText('20.00').waitFor();
    await came.fill('3');
    await expectProblem(came, /2/);
    await came.fill('1');
    await sum('refund').getByText('10.00').waitFor();
    await sum('total').getByText('10.00').waitFor();
    await dialog().getByRole('checkbox').uncheck();
    await field(dialog(), 'Refund').fill('31');
    await expectProblem(field(dialog(), 'Refund'), /30/);
    await field(dialog(), 'Refund').fill('7.5');
    await sum('refund').getByText('7.50').waitFor();
    await expectOrder({ paid: 30, credited: 0 });
    await button(dialog(), 'Receive').click();
    await card()
      .getByText(/Credited: .*7\.50/)
      .waitFor();
    await card()
      .getByText(/came back, not on sale/)
      .waitFor();
    await page
      .getByRole('table')
      .getByText(/1.* came back/)
      .waitFor();
    await expectOrder({ paid: 22.5, credited: 7.5, items: [{ amount: 3, returned: 1 }] });
    expect(await stockOf(product)).toMatchObject({ stock: 7 });
    await text(page, 'Returned goods received').waitFor();

    await page
      .getByRole('region', { name: 'Payments' })
      .getByText(fillText(paymentTexts.refund, 'en'), { exact: true })
      .click();
    await dialog().getByText(fillText(paymentTexts.byItems, 'en'), { exact: true }).click();
    await dialog()
      .getByText(fillText(paymentTexts.unitsLeft, 'en', { left: 2, all: 3 }))
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });

    expect(await steps()).toEqual(['Close']);
    await card().getByText('Close', { exact: true }).click();
    await dialog().getByText('Close', { exact: true }).click();
    await card().getByText('Closed', { exact: true }).waitFor();
    expect(await steps()).toEqual([]);
  });

  test('staff can open an order from the list of requested returns, and approve the return on the order’s page', async () => {
    await delivered(2);
    const { data: record } = await request('Broken');
    await open({ path: '/returns?filters[status]=requested' });
    await page.getByRole('table').getByRole('link', { name: order.order_number }).click();
    await card().getByText('Approve', { exact: true }).click();
    await button(dialog(), 'Approve').click();
    await card().getByText('Approved', { exact: true }).waitFor();
    await card()
      .getByRole('link', { name: new RegExp(`Return.*${record.id}`) })
      .click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`Return.*${record.id}`) }).waitFor();
    await page.getByText(/Requested.*→.*Approved/).waitFor();
  });

  test('staff can reject a return by keyboard, with a reason', async () => {
    await delivered(1);
    const { data: record } = await announce(1);
    await open();
    const refuse = card().getByRole('button', { name: /Refuse/ });
    await refuse.focus();
    await page.keyboard.press('Enter');
    await field(dialog(), 'Reason').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Worn');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await card().getByText('Refused', { exact: true }).waitFor();
    await card().getByText('Worn').waitFor();
    expect(await statusOf(record)).toBe('refused');
  });

  test('if a colleague approves a return while staff are refusing it, the page shows this, and only a second click refuses it', async () => {
    await delivered(1);
    const { data: record } = await request();
    await open();
    await card().getByText('Refuse', { exact: true }).click();
    await button(dialog(), 'Refuse').waitFor();
    await admin.put(`/api/admin/returns/${record.id}`, { status: 'approved' });
    await card().getByText('Approved', { exact: true }).waitFor();
    await button(dialog(), 'Refuse').click();
    await dialog().getByRole('alert').getByText('It was changed in the meantime').waitFor();
    expect(await statusOf(record)).toBe('approved');
    await button(dialog(), 'Refuse').click();
    await card().getByText('Refused', { exact: true }).waitFor();
  });

  test('a conflict about a return names the item of each typed number of units', async () => {
    await delivered(3);
    await open();
    await button(card(), 'Announce a return').click();
    await field(dialog(), `Units of ${product.name} that come back`).fill('2');
    await admin.put(`/api/admin/orders/${order.id}`, { notes: 'By a colleague' });
    await button(dialog(), 'Announce a return').click();
    const mine = dialog()
      .getByRole('alert')
      .getByText(shown(`2 × ${product.name}`));
    await mine.waitFor();
    await button(dialog(), 'Announce a return').click();

    await card().getByText('Receive', { exact: true }).click();
    await field(dialog(), `Units of ${product.name} that came back`).waitFor();
    const { data } = await admin.get<Return[]>(`/api/admin/orders/${order.id}/returns`);
    await admin.put(`/api/admin/returns/${data[0]?.id ?? 0}`, { status: 'refused' });
    await button(dialog(), 'Receive').click();
    await mine.waitFor();
  });

  test('an error at the units of one item disappears when staff type units of another item to be returned', async () => {
    const [one, other] = [await newProduct(), await newProduct()];
    const items = [one, other].map(({ id }) => ({ product_id: id, amount: 2 }));
    order = await newOrder({ status: 'delivered', items });
    await open();
    await button(card(), 'Announce a return').click();
    const unitsOf = ({ name }: Product) => field(dialog(), `Units of ${name} that come back`);
    await unitsOf(other).fill('3');
    await button(dialog(), 'Announce a return').click();
    await expectProblem(unitsOf(other), /2/);
    await unitsOf(one).fill('1');
    expect(await dialog().locator('[aria-invalid=true]').count()).toBe(0);
  });

  test('the refund in the dialog that receives a return is marked as outdated until it belongs to the typed units', async () => {
    await delivered(2);
    const { data: record } = await announce(2);
    await open();
    await card().getByText('Receive', { exact: true }).click();
    await sum('refund').getByText('20.00').waitFor();
    const outdated = dialog().locator("[aria-busy=true] [data-field='refund']");
    await outdated.waitFor({ state: 'detached' });
    const release = await hold(page, `**/api/admin/returns/${record.id}`, 'PUT');
    await field(dialog(), `Units of ${product.name} that came back`).fill('1');
    await outdated.getByText('20.00').waitFor();
    release();
    await sum('refund').getByText('10.00').waitFor();
    await outdated.waitFor({ state: 'detached' });
  });

  test('if the approval of a return fails after staff closed the dialog, a message reports the failure', async () => {
    await delivered(1);
    await request();
    await open();
    const fail = await hold(page, '**/api/admin/returns/*', 'PUT', refuse);
    await card().getByText('Approve', { exact: true }).click();
    await button(dialog(), 'Approve').click();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    fail();
    await page.getByText(new RegExp(`Not done: .*Approve return.*${refusal}`)).waitFor();
  });

  test('an order’s page shows an error message if the order’s returns cannot be read', async () => {
    await delivered(1);
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'returned' });
    await open({ prepare: (context) => context.route(/\/orders\/\d+\/returns/, refuse) });
    await card().getByText(refusal).waitFor();
    await opened.context.unroute(/\/orders\/\d+\/returns/);
    await button(card(), 'Try again').click();
    await card().getByText(refusal).waitFor({ state: 'detached' });
  });

  test('if the order of a return was deleted, the list of returns and the page of the return show this', async () => {
    await delivered(1);
    const { data: record } = await announce(1);
    // Staff see a return without its order only for a moment, because deleting an order also deletes its returns. So the test
    // simulates missing orders.
    const withoutOrders = (route: Route) =>
      new URL(route.request().url()).search === ''
        ? route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found.', status: 404 } })
        : route.fulfill({ json: { data: [], meta: {} } });
    await open({
      path: '/returns',
      prepare: (context) => context.route(/\/api\/admin\/orders[/?]/, withoutOrders),
    });
    await page.getByRole('link', { name: 'Deleted order' }).first().waitFor();
    await opened.go(`/returns/${record.id}`);
    await page.getByRole('link', { name: 'Deleted order' }).waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain('…');
  });

  test('the list of returns and the page of a return show an error message if the returns’ orders cannot be read', async () => {
    await delivered(1);
    const { data: record } = await announce(1);
    await open({ path: '/returns', prepare: (context) => context.route(/\/api\/admin\/orders[/?]/, refuse) });
    await text(page, refusal).waitFor();
    await opened.go(`/returns/${record.id}`);
    await text(page, refusal).waitFor();
  });

  test.each(everyLook)(
    'the list of returns and the page of a return are accessible on wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await delivered(2);
      const { data: record } = await announce(1, 'Does not fit');
      await open({ ...look, path: '/returns' });
      await page.getByRole('link', { name: order.order_number }).waitFor();
      await opened.picture('returns');
      await opened.expectAccessibleAtBothWidths();
      await opened.go(`/returns/${record.id}`);
      await page.getByRole('link', { name: order.order_number }).waitFor();
      await opened.expectAccessibleAtBothWidths();
    },
  );
});
