import { beforeAll, beforeEach, expect, test } from '@jest/globals';

import { newOrderTexts } from '#console/new-order/texts.ts';
import { expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import {
  newProduct,
  newShopper,
  readOrder,
  translations,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import type { Order, Product, User } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  inOneLanguage,
  opened,
  openPage,
  page,
  type ConsoleOptions,
} from './console-page.ts';
import { keyboardOf } from './keyboard.ts';
import {
  button,
  endSessionAfter,
  field,
  hold,
  leaveAndReturn,
  loseResponse,
  refuse,
  text,
} from './page-steps.ts';

inChromium('a new order by phone', () => {
  let shopper: Shopper;
  let name: string;
  let product: Product;

  beforeAll(async () => {
    product = await newProduct({ ...translations(`Sage ${uniqueWord()}`), price: 12.5, stock: 40 });
  });

  beforeEach(async () => {
    shopper = await newShopper();
    name = `Rana ${uniqueWord()}`;
    await admin.put(`/api/admin/users/${shopper.user.id}`, { name, phone: '+962 7 9555 1234' });
  });

  const open = (options: ConsoleOptions = {}) => openPage({ path: '/orders/new', ...options });
  const ordersOf = async ({ user }: { user: Pick<User, 'id'> }) =>
    (await admin.get<Order[]>(`/api/admin/orders?filters[user_id]=${user.id}`)).data;
  const search = (label: string) => page.getByRole('combobox', { name: label });
  const option = (words: string) => page.getByRole('option').filter({ hasText: words }).first();
  const total = () => page.locator(".order-receipt [data-field='total'] dd");
  const totalIs = (amount: RegExp) =>
    expectEventually('the total', async () => expect(await total().innerText()).toMatch(amount));
  /** Types into the field that has the focus and chooses the record with these words by keyboard. */
  const choose = async (words: string) => {
    await page.keyboard.type(words);
    await option(words).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  /** Types one unit of the product for the customer. */
  const fillOrder = async () => {
    await choose(name);
    await page.getByRole('radio').waitFor();
    await choose(product.name);
    await totalIs(/12\.50/);
  };
  const openFilled = async () => {
    await open();
    await fillOrder();
  };

  test.each(everyLook)(
    'the page of a new order is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await open(look);
      await opened.expectAccessibleAtBothWidths();
      const named = (await admin.get<Product>(`/api/admin/products/${product.id}`)).data[look.language].name;
      await choose(name);
      await page.getByRole('radio').waitFor();
      await choose(named);
      await page.keyboard.type('3');
      await totalIs(/37[.٫]50/);
      await opened.picture('new-order');
      await opened.expectAccessibleAtBothWidths();
      await page.getByRole('button', { name: newOrderTexts.startOver[look.language] }).click();
      await page.getByRole('dialog').waitFor();
      await opened.expectAccessibleAtBothWidths();
    },
  );

  test('staff who type a new order can find the customer by a phone number without its country code', async () => {
    const phone = `+962 79 ${Math.random().toFixed(7).slice(2)}`;
    await admin.put(`/api/admin/users/${shopper.user.id}`, { phone });
    await open();
    await page.keyboard.type(phone.replace('+962 ', '0').replace(' ', ''));
    await option(name).waitFor();
    const [field, options] = await Promise.all(
      [search('Find the customer'), option(name)].map((element) => element.boundingBox()),
    );
    expect(options?.y).toBeGreaterThan(field?.y ?? Infinity);
  });

  test('a new order offers only active products, even after a filter of the order list has shown inactive ones', async () => {
    const word = uniqueWord();
    const active = await newProduct(translations(`Thyme ${word}`));
    const inactive = await newProduct({ ...translations(`Cumin ${word}`), is_active: false });
    await open({ path: '/orders' });
    await button(page, 'Filters').click();
    await search('Product').fill(word);
    await option(inactive.name).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New order' }).click();
    await search('Add a product').fill(word);
    await option(active.name).waitFor();
    expect(await option(inactive.name).count()).toBe(0);
  });

  test.each(inOneLanguage('en'))(
    'staff can place an order by keyboard alone, with a quantity, a discount, a payment method and notes (language %s)',
    async (language) => {
      await open({ language, path: '/orders' });
      const { words, press, fill, type } = await keyboardOf(opened, language);
      const named = product[language].name;
      await press('a');
      await page.waitForURL(/\/orders\/new$/);
      await search(words(newOrderTexts.findCustomer)).waitFor();
      await choose(name);
      await page.getByRole('radio', { name: /3 Hill Road/ }).waitFor();
      await choose(named);
      await type('4');
      await press('ArrowUp', 'ArrowDown', 'ArrowUp');
      await totalIs(/62[.٫]50/);
      await fill(words(newOrderTexts.discount), '2.50');
      await fill(words(newOrderTexts.notes), 'Ring twice');
      await totalIs(/60[.٫]00/);
      await press('Control+Enter');
      await page.waitForURL(/\/orders\/\d+$/);
      const [placed] = await ordersOf(shopper);
      const order = await readOrder(placed?.id ?? 0);
      await text(page, words(newOrderTexts.placed, { number: order.order_number })).waitFor();
      expect(order).toMatchObject({
        status: 'pending',
        figures: 'lines',
        user_id: shopper.user.id,
        address_id: shopper.address.id,
        payment_method: 1,
        notes: 'Ring twice',
        main_price: 62.5,
        discount_amount: 2.5,
        total: 60,
        items: [{ product_id: product.id, amount: 5, discount_amount: 2.5 }],
      });
      expect(await ordersOf(shopper)).toHaveLength(1);
    },
  );

  test('staff can create a new customer and a new address from the page of a new order', async () => {
    await open();
    const word = uniqueWord();
    await search('Find the customer').fill(`Nadia ${word}`);
    await text(page, 'Nothing found').waitFor();
    await button(page, 'New customer').click();
    const dialog = page.getByRole('dialog');
    expect(await field(dialog, 'Name').inputValue()).toBe(`Nadia ${word}`);
    await field(dialog, 'E-mail').fill('nadia');
    await button(dialog, 'Create').click();
    await text(dialog, 'Type a whole e-mail address.').waitFor();
    await field(dialog, 'E-mail').fill(`${word}@example.com`);
    await button(dialog, 'Create').click();
    await text(page, 'This customer has no address yet.').waitFor();
    await button(page, 'Add an address').click();
    await field(dialog, 'Street and number').fill('4 Park Lane');
    await field(dialog, 'City').fill('Irbid');
    await field(dialog, 'Country').fill('JO');
    await button(dialog, 'Save').click();
    await page.getByRole('radio', { name: '4 Park Lane', checked: true }).waitFor();
    await search('Add a product').fill(product.name);
    await option(product.name).click();
    await totalIs(/12\.50/);
    await button(page, 'Place order').click();
    await page.waitForURL(/\/orders\/\d+$/);
    const { data } = await admin.get<User[]>(`/api/admin/users?filters[email]=${word}@example.com`);
    const [order] = await ordersOf({ user: data[0] ?? { id: 0 } });
    expect(order).toMatchObject({ user: { name: `Nadia ${word}` }, address: { line1: '4 Park Lane' } });
  });

  test('the form for a new customer starts with the current search text as name, without texts that staff typed for an earlier customer', async () => {
    await open();
    const dialog = page.getByRole('dialog');
    await page.keyboard.type('Layla');
    await button(page, 'New customer').click();
    await field(dialog, 'E-mail').fill('layla@example.com');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await search('Find the customer').fill('Omar');
    await button(page, 'New customer').click();
    await dialog.waitFor();
    expect(await field(dialog, 'Name').inputValue()).toBe('Omar');
    expect(await field(dialog, 'E-mail').inputValue()).toBe('');
  });

  test('if stock is lacking for a line of a new order, the line shows this before the order is placed', async () => {
    const scarce = await newProduct({ ...translations(`Thyme ${uniqueWord()}`), stock: 2 });
    await open();
    await choose(name);
    await page.getByRole('radio').waitFor();
    await choose(scarce.name);
    await page.keyboard.type('3');
    await page
      .getByRole('row')
      .filter({ hasText: scarce.name })
      .getByText(/Only .*2.* in stock/)
      .waitFor();
    await text(page, 'Correct the marked fields to see the total.').waitFor();
    await opened.expectAccessible();
    await page.keyboard.press('Control+Enter');
    // The page ignores input until the store has rejected the order.
    await page.locator('button[data-loading]').waitFor({ state: 'detached' });
    await page.getByText(/Only .*2.* in stock/).waitFor();
    expect(await ordersOf(shopper)).toHaveLength(0);
    await page.getByLabel(/^Quantity of/).fill('2');
    await totalIs(/25\.00/);
  });

  test('the form of a new order shows an error for a discount above the subtotal, and for a quantity that is not a number', async () => {
    await openFilled();
    await field(page, 'Discount').fill('13');
    await text(page, 'Type an amount of no more than the subtotal.').waitFor();
    await field(page, 'Discount').fill('0.001');
    await text(page, 'At most 2 decimal places.').waitFor();
    await field(page, 'Discount').fill('');
    await page.getByLabel(/^Quantity of/).fill('many');
    await text(page, 'Type a whole number, such as 1250.').waitFor();
  });

  test('a new order without a customer or items is not placed, and the page shows what is missing', async () => {
    await open();
    await page.keyboard.press('Control+Enter');
    await text(page, 'Choose a customer.').waitFor();
    await text(page, 'Add a product.').waitFor();
    const focused = search('Find the customer').and(page.locator(':focus'));
    expect(await focused.count()).toBe(1);
  });

  test('a double click on “Place order” places only one order', async () => {
    await openFilled();
    await button(page, 'Place order').dblclick();
    await page.waitForURL(/\/orders\/\d+$/);
    expect(await ordersOf(shopper)).toHaveLength(1);
  });

  test('the fields of a new order are disabled while staff place the order; if this fails, the keyboard focus returns to where it was', async () => {
    await openFilled();
    const release = await hold(page, '**/api/admin/orders', 'POST', refuse);
    const [notes, place] = [field(page, 'Notes'), button(page, 'Place order')];
    const inputs = [notes, field(page, 'Discount'), page.getByLabel(/^Quantity of/), page.getByRole('radio')];
    const areDisabled = () => Promise.all(inputs.map((input) => input.isDisabled()));
    await notes.focus();
    await page.keyboard.press('Control+Enter');
    await page.locator('fieldset[aria-busy=true]').first().waitFor();
    expect(await areDisabled()).toEqual([true, true, true, true]);
    release();
    await text(page, 'The store could not calculate or place the order').waitFor();
    await notes.and(page.locator(':focus')).waitFor();
    expect(await areDisabled()).toEqual([false, false, false, false]);
    await place.click();
    await text(page, 'The store could not calculate or place the order').waitFor();
    await place.and(page.locator(':focus')).waitFor();
  });

  test('if staff place a new order, leave the page before the response, and place the order again from its draft, the store has only one order', async () => {
    await openFilled();
    const orders = '**/api/admin/orders';
    const release = await hold(page, orders, 'POST');
    const placeDraft = async () => {
      const request = page.waitForRequest(orders);
      await button(page, 'Place order').click();
      return (await request).headers()['idempotency-key'];
    };
    const key = await placeDraft();
    expect(key).toBeDefined();
    await leaveAndReturn(page);
    await totalIs(/12\.50/);
    expect(await placeDraft()).toBe(key);
    release();
    await page.waitForURL(/\/orders\/\d+$/);
    expect(await ordersOf(shopper)).toHaveLength(1);
  });

  test('if staff place a new order, reload the page before the response, and place the order again from its draft, the store has only one order', async () => {
    await openFilled();
    const orders = '**/api/admin/orders';
    const reload = await loseResponse(page, orders);
    await button(page, 'Place order').click();
    const key = await reload();
    await totalIs(/12\.50/);
    const request = page.waitForRequest(orders);
    await button(page, 'Place order').click();
    expect((await request).headers()['idempotency-key']).toBe(key);
    await page.waitForURL(/\/orders\/\d+$/);
    expect(await ordersOf(shopper)).toHaveLength(1);
  });

  test('if staff reload the page before the response to a new order, start over and type the same order, the store has two orders', async () => {
    await openFilled();
    const reload = await loseResponse(page, '**/api/admin/orders');
    await button(page, 'Place order').click();
    await reload();
    await button(page, 'Start over').click();
    await button(page.getByRole('dialog'), 'Start over').click();
    await search('Find the customer').focus();
    await fillOrder();
    await button(page, 'Place order').click();
    await page.waitForURL(/\/orders\/\d+$/);
    expect(await ordersOf(shopper)).toHaveLength(2);
  });

  test('if the session ends after the store accepted a new order, the page says so and can open the order', async () => {
    await openFilled();
    await endSessionAfter(page, '**/api/admin/orders', 'POST');
    await button(page, 'Place order').click();
    await text(page, 'Accepted, but you were signed out before the outcome was known').waitFor();
    await button(page, 'Show the outcome').click();
    await page.waitForURL(/\/orders\/\d+$/);
    expect(await ordersOf(shopper)).toHaveLength(1);
  });

  test('if staff leave the page of a new order while the order is being placed, and type another order, the other order stays', async () => {
    await openFilled();
    const release = await hold(page, '**/api/admin/orders', 'POST');
    await button(page, 'Place order').click();
    await page.locator('fieldset[aria-busy=true]').first().waitFor();
    await leaveAndReturn(page);
    await field(page, 'Notes').fill('Another order');
    release();
    await page.getByText(/Order .* placed/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/orders/new');
    expect(await field(page, 'Notes').inputValue()).toBe('Another order');
  });

  test('the form of a new address does not show an address that staff typed for another customer', async () => {
    const other = await newShopper();
    const otherName = `Omar ${uniqueWord()}`;
    await admin.put(`/api/admin/users/${other.user.id}`, { name: otherName });
    await open();
    await choose(name);
    const dialog = page.getByRole('dialog');
    await button(page, 'Add an address').click();
    await field(dialog, 'Street and number').fill('4 Park Lane');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Choose another customer').click();
    await search('Find the customer').focus();
    await choose(otherName);
    await button(page, 'Add an address').click();
    expect(await field(dialog, 'Street and number').inputValue()).toBe('');
  });

  test('the draft of a new order survives a reload, and is deleted when staff discard it', async () => {
    await openFilled();
    await field(page, 'Notes').fill('Leave it at the door');
    await page.reload();
    await text(page, name).waitFor();
    expect(await field(page, 'Notes').inputValue()).toBe('Leave it at the door');
    await totalIs(/12\.50/);
    await button(page, 'Start over').click();
    await button(page.getByRole('dialog'), 'Start over').click();
    await search('Find the customer').waitFor();
    await page.reload();
    expect(await field(page, 'Notes').inputValue()).toBe('');
  });

  test('the command palette opens the page of a new order, and a read-only user gets no link to this page', async () => {
    await open({ path: '/orders' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('new order');
    await page.getByRole('option', { name: 'New order' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/orders\/new$/);
    await open({ path: '/orders', scope: 'admin:read' });
    expect(await page.getByRole('link', { name: 'New order' }).count()).toBe(0);
  });
});
