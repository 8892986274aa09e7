import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { eventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { newOrder, newProduct, newShopper } from '../support/records.ts';
import { consolePages, inChromium, type ConsolePage } from './console-page.ts';
import { button, field, hold, refusal, refuse, text } from './page-steps.ts';

// Long, because the browser and the store share a machine that may be busy with other suites.
jest.setTimeout(120_000);

interface Form {
  shows: string;
  path: () => string;
  label: string;
  typed?: string;
  /** Opens a form that the page does not show at once. The test calls this each time it visits the page. */
  open?: (page: Page) => Promise<void>;
}

const ids = { order: 0, customer: 0, product: 0 };
const openAddress = async (page: Page) => button(page, 'Add an address').click();

const forms: Form[] = [
  {
    shows: 'the name of a product',
    path: () => `/catalogue/products/${ids.product}`,
    label: 'Name (English)',
  },
  { shows: 'the name of a new product', path: () => '/catalogue/products/new', label: 'Name (English)' },
  { shows: 'a stock', path: () => `/catalogue/products/${ids.product}`, label: 'Set quantity', typed: '41' },
  { shows: 'a note for staff', path: () => `/orders/${ids.order}`, label: 'Note for staff' },
  { shows: 'the name of a customer', path: () => `/customers/${ids.customer}`, label: 'Name' },
  { shows: 'a new address', path: () => `/customers/${ids.customer}`, label: 'City', open: openAddress },
  { shows: 'the footer of slips', path: () => '/settings', label: 'Footer (English)' },
  { shows: 'the description of a new webhook', path: () => '/settings/webhooks/new', label: 'Description' },
];

inChromium('drafts of forms', () => {
  const openPage = consolePages();
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    ids.product = (await newProduct()).id;
    const owner = await newShopper();
    ids.customer = owner.user.id;
    ids.order = (await newOrder({ items: [{ product_id: ids.product, amount: 1 }] }, owner)).id;
  }, 120_000);

  async function open(path: string): Promise<void> {
    opened = await openPage({ path });
    page = opened.page;
  }
  async function leave(): Promise<void> {
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.waitForURL(/\/console\/?$/);
  }

  test('each form of the console still has the typed text after the page is reloaded, or left and opened again', async () => {
    await open('/');
    for (const { path, label, typed = 'Half a word', open: unfold } of forms) {
      await opened.go(path());
      await unfold?.(page);
      await field(page, label).first().fill(typed);
    }
    for (const { shows, path, label, typed = 'Half a word', open: unfold } of forms) {
      await opened.go(path());
      await unfold?.(page);
      expect([shows, await field(page, label).first().inputValue()]).toEqual([shows, typed]);
    }
    await leave();
    await page.goBack();
    expect(await field(page, 'Description').first().inputValue()).toBe('Half a word');
  });

  test('the form for an order’s details stays open with the typed text when the page is reloaded, until it is saved', async () => {
    await open(`/orders/${ids.order}`);
    await button(page, 'Edit').click();
    await field(page, 'Notes').fill('Ring twice');
    await page.reload();
    expect(await field(page, 'Notes').inputValue()).toBe('Ring twice');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await button(page, 'Edit').waitFor();
  });

  test('an order line that is being edited stays open with the typed amount when the page is reloaded', async () => {
    await open(`/orders/${ids.order}`);
    await page.getByRole('button', { name: /^Edit ./ }).click();
    await page.getByLabel(/^Quantity of/).fill('7');
    await page.reload();
    expect(await page.getByLabel(/^Quantity of/).inputValue()).toBe('7');
  });

  test('after staff retype a field’s original text, the reloaded form has no draft and shows a colleague’s change to the field', async () => {
    const { user } = await newShopper();
    await open(`/customers/${user.id}`);
    const name = field(page, 'Name');
    await name.fill('Half a name');
    await name.fill(user.name);
    await admin.put(`/api/admin/users/${user.id}`, { name: 'A colleague’s word' });
    await page.reload();
    expect(await name.inputValue()).toBe('A colleague’s word');
    expect(await page.getByText('Not saved yet').count()).toBe(0);
  });

  test('a form ignores keys that are pressed while it is being saved', async () => {
    const { user } = await newShopper();
    await open(`/customers/${user.id}`);
    const release = await hold(page, `**/api/admin/users/${user.id}`, 'PUT');
    const name = field(page, 'Name');
    await name.fill('A saved name');
    await name.press('Enter');
    await page.keyboard.type(' and more');
    expect(await name.inputValue()).toBe('A saved name');
    release();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await name.inputValue()).toBe('A saved name');
  });

  test('the form of an order’s details ignores keys that are pressed while it is being saved', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    await button(page, 'Edit').click();
    const release = await hold(page, `**/api/admin/orders/${id}`, 'PUT');
    const notes = field(page, 'Notes');
    await notes.fill('Ring twice');
    await button(page, 'Save').click();
    await notes.focus();
    await page.keyboard.type(' and wait');
    expect(await notes.inputValue()).toBe('Ring twice');
    release();
    await page.getByText('Saved.').waitFor();
  });

  test('while an order line is edited, other lines cannot be edited, and keys pressed during the save are ignored', async () => {
    const items = [{ product_id: (await newProduct()).id, amount: 1 }];
    const { id } = await newOrder({ items: [...items, { product_id: (await newProduct()).id, amount: 1 }] });
    await open(`/orders/${id}`);
    const edits = page.getByRole('button', { name: /^Edit ./ });
    await edits.first().click();
    const amount = page.getByLabel(/^Quantity of/);
    await amount.fill('7');
    expect(await edits.isDisabled()).toBe(true);
    const release = await hold(page, '**/order-items/*', 'PUT');
    await amount.press('Enter');
    await page.keyboard.type('0');
    expect(await amount.inputValue()).toBe('7');
    release();
    await page.getByText('Saved.').waitFor();
  });

  test('if staff leave an order’s page while a change is being saved, no draft of the change remains', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    await button(page, 'Edit').click();
    const release = await hold(page, `**/api/admin/orders/${id}`, 'PUT');
    await field(page, 'Notes').fill('Ring twice');
    await button(page, 'Save').click();
    await leave();
    release();
    await eventually('a session without the draft', async () => {
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Ring twice');
      return true;
    });
    await admin.put(`/api/admin/orders/${id}`, { notes: 'A colleague’s word' });
    await page.goBack();
    await page.getByText('A colleague’s word', { exact: true }).waitFor();
    await button(page, 'Edit').click();
    expect(await field(page, 'Notes').inputValue()).toBe('A colleague’s word');
  });

  test('if the store rejects a change of an order after staff left the order’s page, a message names the order and the reason', async () => {
    const { id, order_number: number } = await newOrder();
    await open(`/orders/${id}`);
    const release = await hold(page, `**/api/admin/orders/${id}`, 'PUT', refuse);
    await page.keyboard.press('c');
    await page.getByText('Saving…').waitFor();
    await leave();
    release();
    await text(page, `Not done: Change order ${number}. ${refusal}`).waitFor();
  });

  test('if the store rejects the undo of a payment after staff left the order’s page, a message names the order and the reason', async () => {
    const { id, order_number: number } = await newOrder();
    await open(`/orders/${id}`);
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Amount').fill('5');
    await button(dialog, 'Record payment').click();
    await button(page, 'Undo').waitFor();
    await leave();
    await page.route('**/void', refuse);
    await button(page, 'Undo').click();
    await text(page, `Not done: Undo the payment of order ${number}. ${refusal}`).waitFor();
  });

  test('if the store rejects the text of a form after staff left the form, a message names the record and the reason', async () => {
    const { user } = await newShopper();
    await open(`/customers/${user.id}`);
    const release = await hold(page, `**/api/admin/users/${user.id}`, 'PUT', refuse);
    await field(page, 'Name').fill('A rejected name');
    await button(page, 'Save').click();
    await leave();
    release();
    await text(page, `Not done: Save ${user.name}. ${refusal}`).waitFor();
  });

  test('if the store rejects a count of a product’s stock after staff left the page, a message names the stock and the reason', async () => {
    await open(`/catalogue/products/${(await newProduct()).id}`);
    const release = await hold(page, '**/api/admin/inventory/*', 'PUT', refuse);
    await field(page, 'Set quantity').fill('41');
    await field(page, 'Set quantity').press('Enter');
    await leave();
    release();
    await text(page, `Not done: Save Stock. ${refusal}`).waitFor();
  });

  test('if the store rejects a saved view after staff left the list of orders, a message names the views and the reason', async () => {
    await open('/orders');
    const release = await hold(page, '**/api/admin/settings/views', 'PUT', refuse);
    await button(page, 'Views').click();
    await field(page, 'Name of the view').fill('A rejected view');
    await field(page, 'Name of the view').press('Enter');
    await leave();
    release();
    await text(page, `Not done: Save your views. ${refusal}`).waitFor();
  });

  test('text that staff type into a reopened form while its previous text is being saved stays in the form', async () => {
    const { user } = await newShopper();
    await open(`/customers/${user.id}`);
    const release = await hold(page, `**/api/admin/users/${user.id}`, 'PUT');
    await field(page, 'Name').fill('A saved name');
    await button(page, 'Save').click();
    await leave();
    await page.goBack();
    await field(page, 'Name').fill('The next name');
    const saved = page.waitForResponse(`**/api/admin/users/${user.id}`);
    release();
    await saved;
    await page.getByRole('heading', { level: 1, name: 'A saved name' }).waitFor();
    // The save may end a moment after the heading changes.
    const texts = new Set<string>();
    for (const begun = performance.now(); performance.now() - begun < 500;)
      texts.add(await field(page, 'Name').inputValue());
    expect([...texts]).toEqual(['The next name']);
  });

  test('if staff leave and reopen a form while it is being saved, the form shows the saved text when the save ends', async () => {
    const { user } = await newShopper();
    await open(`/customers/${user.id}`);
    const release = await hold(page, `**/api/admin/users/${user.id}`, 'PUT');
    await field(page, 'Name').fill('A saved name');
    await button(page, 'Save').click();
    await leave();
    await page.goBack();
    await page.getByText('Not saved yet', { exact: true }).waitFor();
    release();
    await page.getByText('Not saved yet', { exact: true }).waitFor({ state: 'detached' });
    expect(await field(page, 'Name').inputValue()).toBe('A saved name');
  });

  test('a product that staff choose while the previous product is being added to an order stays in the product field', async () => {
    const [first, next] = [await newProduct(), await newProduct()];
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const release = await hold(page, '**/order-items', 'POST');
    const product = page.getByRole('combobox', { name: 'Add a product' });
    const choose = async (name: string) => {
      await product.fill(name);
      await page.getByRole('option').filter({ hasText: name }).first().click();
    };
    await choose(first.name);
    await button(page, 'Add').click();
    await choose(next.name);
    release();
    await page.getByText('Saved.').waitFor();
    expect(await product.inputValue()).toContain(next.name);
  });

  test('a note that staff type while the previous note is being sent stays in the note field', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const release = await hold(page, `**/api/admin/orders/${id}/notes`, 'POST');
    const note = field(page, 'Note for staff');
    await note.fill('The first note');
    await note.press('Control+Enter');
    await note.fill('The next note');
    release();
    await page.getByRole('listitem').filter({ hasText: 'The first note' }).first().waitFor();
    expect(await note.inputValue()).toBe('The next note');
  });

  test('a draft is deleted when it is saved, when it is discarded, and when its author signs out', async () => {
    await open(`/catalogue/products/${ids.product}`);
    const name = field(page, 'Name (English)');
    const before = await name.inputValue();
    await name.fill('A discarded name');
    await button(page, 'Discard changes').click();
    await page.reload();
    expect(await name.inputValue()).toBe(before);
    await name.fill('A saved name');
    await button(page, 'Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await name.fill('The name of a person who leaves');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain('who leaves');
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('who leaves');
  });
});
