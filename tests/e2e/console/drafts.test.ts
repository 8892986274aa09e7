import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';

import { eventually, expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import {
  newAddress,
  newOrder,
  newProduct,
  newShopper,
  orderOf,
  readOrder,
  stockOf,
  uniqueWord,
} from '../support/records.ts';
import { inChromium, opened, openPage, page } from './console-page.ts';
import {
  button,
  endSessionAfter,
  field,
  hold,
  leave,
  leaveAndReturn,
  loseResponse,
  refusal,
  refuse,
  text,
} from './page-steps.ts';

interface Added {
  product_id: number;
}

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
  beforeAll(async () => {
    ids.product = (await newProduct()).id;
    const owner = await newShopper();
    ids.customer = owner.user.id;
    ids.order = (await newOrder({ items: [{ product_id: ids.product, amount: 1 }] }, owner)).id;
  });

  const open = (path: string) => openPage({ path });
  async function chooseProduct(name: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Add a product' }).fill(name);
    await page.getByRole('option').filter({ hasText: name }).first().click();
  }
  /** Returns the idempotency key of the next request with this URL, which `act` makes the page send. */
  async function keyOf(url: string, act: () => Promise<void>): Promise<string> {
    const request = page.waitForRequest(url);
    await act();
    return (await request).headers()['idempotency-key'] ?? 'no key';
  }
  /** Resolves when the page reads the order again, as it does after a save. */
  function nextRead(order: number): Promise<unknown> {
    const path = `/api/admin/orders/${order}`;
    return page.waitForResponse(
      (response) => response.url().endsWith(path) && response.request().method() === 'GET',
    );
  }
  /** Expects the same text for half a second, because a save can end a moment after the page shows its outcome. */
  async function expectLastingText(input: Locator, expected: string): Promise<void> {
    const texts = new Set<string>();
    for (const begun = performance.now(); performance.now() - begun < 500;)
      texts.add(await input.inputValue({ timeout: 5_000 }));
    expect([...texts]).toEqual([expected]);
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
    await leaveAndReturn(page);
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
    await leave(page);
    release();
    await expectEventually('a session without the draft', async () =>
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Ring twice'),
    );
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
    await leave(page);
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
    await leave(page);
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
    await leave(page);
    release();
    await text(page, `Not done: Save ${user.name}. ${refusal}`).waitFor();
  });

  test('if the store rejects a count of a product’s stock after staff left the page, a message names the stock and the reason', async () => {
    await open(`/catalogue/products/${(await newProduct()).id}`);
    const release = await hold(page, '**/api/admin/inventory/*', 'PUT', refuse);
    await field(page, 'Set quantity').fill('41');
    await field(page, 'Set quantity').press('Enter');
    await leave(page);
    release();
    await text(page, `Not done: Save Stock. ${refusal}`).waitFor();
  });

  test('if the store rejects a saved view after staff left the list of orders, a message names the views and the reason', async () => {
    await open('/orders');
    const release = await hold(page, '**/api/admin/settings/views', 'PUT', refuse);
    await button(page, 'Views').click();
    await field(page, 'Name of the view').fill('A rejected view');
    await field(page, 'Name of the view').press('Enter');
    await leave(page);
    release();
    await text(page, `Not done: Save your views. ${refusal}`).waitFor();
  });

  test('text that staff type into a reopened form while its previous text is being saved stays in the form', async () => {
    const { user } = await newShopper();
    await open(`/customers/${user.id}`);
    const release = await hold(page, `**/api/admin/users/${user.id}`, 'PUT');
    await field(page, 'Name').fill('A saved name');
    await button(page, 'Save').click();
    await leaveAndReturn(page);
    await field(page, 'Name').fill('The next name');
    const saved = page.waitForResponse(`**/api/admin/users/${user.id}`);
    release();
    await saved;
    await page.getByRole('heading', { level: 1, name: 'A saved name' }).waitFor();
    await expectLastingText(field(page, 'Name'), 'The next name');
  });

  test('text that staff type into the reopened form of an order’s details while its previous text is being saved stays in the form', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const release = await hold(page, `**/api/admin/orders/${id}`, 'PUT');
    await button(page, 'Edit').click();
    await field(page, 'Notes').fill('Ring twice');
    await button(page, 'Save').click();
    await leaveAndReturn(page);
    await field(page, 'Notes').fill('Ring three times');
    const read = nextRead(id);
    release();
    await read;
    await expectLastingText(field(page, 'Notes'), 'Ring three times');
    expect((await readOrder(id)).notes).toBe('Ring twice');
  });

  test('a quantity that staff type into the reopened form of an order line while the previous quantity is being saved stays in the form', async () => {
    const { id } = await orderOf(await newProduct(), 1);
    await open(`/orders/${id}`);
    const release = await hold(page, '**/order-items/*', 'PUT');
    const amount = page.getByLabel(/^Quantity of/);
    await page.getByRole('button', { name: /^Edit ./ }).click();
    await amount.fill('7');
    await amount.press('Enter');
    await leaveAndReturn(page);
    await amount.fill('8');
    const read = nextRead(id);
    release();
    await read;
    await expectLastingText(amount, '8');
    expect((await readOrder(id)).items[0]?.amount).toBe(7);
  });

  test('if staff leave and reopen a form while it is being saved, the form shows the saved text when the save ends', async () => {
    const { user } = await newShopper();
    await open(`/customers/${user.id}`);
    const release = await hold(page, `**/api/admin/users/${user.id}`, 'PUT');
    await field(page, 'Name').fill('A saved name');
    await button(page, 'Save').click();
    await leaveAndReturn(page);
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
    await chooseProduct(first.name);
    await button(page, 'Add').click();
    await chooseProduct(next.name);
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

  test('if staff add a product to an order, leave the page before the response, and add the product again, the order has it once', async () => {
    const product = await newProduct();
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const lines = '**/order-items';
    const release = await hold(page, lines, 'POST');
    const add = () =>
      keyOf(lines, async () => {
        await chooseProduct(product.name);
        await button(page, 'Add').click();
      });
    const key = await add();
    await leaveAndReturn(page);
    expect(await add()).toBe(key);
    release();
    await page.getByText('Saved.').waitFor();
    expect((await readOrder(id)).items.map(({ product_id }) => product_id)).toEqual([product.id]);
  });

  test('if staff send a note, leave the page before the response, and send the note again, the history has it once', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const notes = `**/api/admin/orders/${id}/notes`;
    const release = await hold(page, notes, 'POST');
    const note = field(page, 'Note for staff');
    await note.fill('Called twice');
    const send = () => keyOf(notes, () => note.press('Control+Enter'));
    const key = await send();
    await leaveAndReturn(page);
    expect(await send()).toBe(key);
    const entry = page.getByRole('listitem').filter({ hasText: 'Called twice' });
    release();
    await entry.first().waitFor();
    expect(await entry.count()).toBe(1);
  });

  test('if staff send a note, reload the page before the response, empty the restored field, and type and send the same text, it is a second note', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const note = field(page, 'Note for staff');
    await note.fill('No answer');
    const reload = await loseResponse(page, `**/api/admin/orders/${id}/notes`);
    await note.press('Control+Enter');
    await reload();
    expect(await note.inputValue()).toBe('No answer');
    await note.fill('');
    await note.fill('No answer');
    await note.press('Control+Enter');
    const entry = page.getByRole('listitem').filter({ hasText: 'No answer' });
    await eventually('the second note', async () => (await entry.count()) === 2);
  });

  test('if staff add a product, then another product, then the first one again while no response arrives, the order has each product once', async () => {
    const [first, second] = [await newProduct(), await newProduct()];
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const release = await hold(page, '**/order-items', 'POST');
    const keys: string[] = [];
    page.on('request', (request) => {
      const sent = request.url().endsWith('/order-items') && (request.postDataJSON() as Added | null);
      if (sent && sent.product_id === first.id) keys.push(request.headers()['idempotency-key'] ?? 'no key');
    });
    const add = async (name: string) => {
      await chooseProduct(name);
      await button(page, 'Add').click();
      await page.getByText('Saving…').waitFor();
    };
    await add(first.name);
    await leaveAndReturn(page);
    await add(second.name);
    await leaveAndReturn(page);
    await add(first.name);
    release();
    await page.getByText('Saved.').waitFor();
    const products = async () => (await readOrder(id)).items.map(({ product_id }) => product_id);
    await eventually('both products', async () => (await products()).includes(second.id));
    expect((await products()).toSorted((one, other) => one - other)).toEqual([first.id, second.id]);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  test('if staff leave a delivery while it is being saved and send another one, whose response is lost, a retry after a reload adds each delivery once', async () => {
    const { id } = await newProduct({ stock: 4 });
    await open(`/catalogue/products/${id}`);
    const adjust = `**/api/admin/inventory/${id}/adjust`;
    const made = Promise.withResolvers<undefined>();
    const release = await hold(page, adjust, 'POST', async (route) => {
      if ((route.request().postDataJSON() as { by: number }).by === 5) return route.continue();
      await route.fetch();
      made.resolve(undefined);
    });
    const [by, reason] = [field(page, 'Adjust by (+/−)'), field(page, 'Reason (for the history)')];
    const send = () => keyOf(adjust, () => by.press('Enter'));
    await by.fill('5');
    await send();
    await leaveAndReturn(page);
    await by.fill('6');
    await reason.fill('Delivery 12');
    const key = await send();
    const saved = page.waitForResponse(adjust);
    release();
    await Promise.all([saved, made.promise]);
    await expectLastingText(by, '6');
    await page.unroute(adjust);
    await page.reload();
    await reason.fill('Delivery 13');
    expect(await send()).toBe(key);
    await text(page, 'Stock saved').waitFor();
    expect((await stockOf({ id })).stock).toBe(15);
  });

  test('if staff reload the page before the response to a new product, discard the product and type it again, the page creates a second product', async () => {
    const name = uniqueWord('twin');
    await open('/catalogue/products/new');
    const fill = async () => {
      for (const label of [
        'Name (English)',
        'Description (English)',
        'Name (Arabic)',
        'Description (Arabic)',
      ])
        await field(page, label).fill(name);
      await field(page, 'Price').fill('4');
    };
    await fill();
    const reload = await loseResponse(page, '**/api/admin/products');
    await button(page, 'Create').click();
    await reload();
    await button(page, 'Discard changes').click();
    await fill();
    await button(page, 'Create').click();
    await page.waitForURL(/\/products\/\d+$/);
    const made = await admin.get<unknown[]>(`/api/admin/products?search=${name}`);
    expect(made.data).toHaveLength(2);
  });

  test('if staff create a product, leave the page before the response, and create it again, the store has it once', async () => {
    const sku = uniqueWord('sku-');
    await open('/catalogue/products/new');
    const products = '**/api/admin/products';
    const release = await hold(page, products, 'POST');
    for (const label of ['Name (English)', 'Description (English)', 'Name (Arabic)', 'Description (Arabic)'])
      await field(page, label).fill(`${label} ${sku}`);
    await field(page, 'Price').fill('4');
    await field(page, 'SKU').fill(sku);
    const create = () => keyOf(products, () => button(page, 'Create').click());
    const key = await create();
    await leaveAndReturn(page);
    expect(await create()).toBe(key);
    release();
    await page.waitForURL(/\/products\/\d+$/);
    const made = await admin.get<unknown[]>(`/api/admin/products?filters[sku]=${sku}`);
    expect(made.data).toHaveLength(1);
  });

  test('the end of an address’s save leaves the dialog of another address open', async () => {
    const { user, address } = await newShopper();
    const other = await newAddress(user.id, { line1: '9 Valley Road' });
    await open(`/customers/${user.id}`);
    const edit = (line1: string) =>
      page.getByRole('listitem').filter({ hasText: line1 }).getByRole('button', { name: /^Edit/ });
    const release = await hold(page, `**/api/admin/addresses/${address.id}`, 'PUT');
    await edit(address.line1).click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'City').fill('Irbid');
    await button(dialog, 'Save').click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await edit(other.line1).click();
    await field(dialog, 'City').fill('Zarqa');
    release();
    await page.getByRole('listitem').filter({ hasText: 'Irbid' }).waitFor();
    await expectLastingText(field(dialog, 'City'), 'Zarqa');
  });

  test('if staff press “Do not save” while the page sends a change again that the store did not accept, the change is not made', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    let attempts = 0;
    const { promise: pressed, resolve: press } = Promise.withResolvers<undefined>();
    // A client that has to wait longer than its time limit does not retry by itself.
    const headers = { 'retry-after': '60' };
    const unavailable = { status: 503, headers, json: { code: 'unavailable', message: 'Not now.' } };
    const end = async (route: Route) => {
      attempts += 1;
      if (attempts === 2) await pressed;
      await (attempts > 2 ? route.continue() : route.fulfill(unavailable));
    };
    const release = await hold(page, `**/api/admin/orders/${id}`, 'PUT', end);
    release();
    await page.keyboard.press('c');
    const doNotSave = button(page, 'Do not save');
    await doNotSave.waitFor();
    await eventually('the second attempt', () => attempts === 2);
    await doNotSave.click();
    press(undefined);
    await doNotSave.waitFor({ state: 'detached' });
    await button(page, 'Confirm').click({ trial: true });
    expect((await readOrder(id)).status).toBe('pending');
  });

  test('if the session ends after the store accepted a change of an order, the page says so and can show the outcome', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    await endSessionAfter(page, `**/api/admin/orders/${id}`, 'PUT');
    await page.keyboard.press('c');
    await text(page, 'Accepted, but you were signed out before the outcome was known').waitFor();
    await button(page, 'Show the outcome').click();
    await page.getByText('Saved.').waitFor();
    const { status, history } = await readOrder(id);
    expect([status, history]).toEqual(['confirmed', [expect.anything(), expect.anything()]]);
  });

  test('if the session ends after the store accepted a change of an order and staff left its page, no message says that the change was not made', async () => {
    const { id } = await newOrder();
    await open(`/orders/${id}`);
    const order = `**/api/admin/orders/${id}`;
    await endSessionAfter(page, order, 'PUT');
    const release = await hold(page, order, 'PUT', (route) => route.fallback());
    await page.keyboard.press('c');
    await page.getByText('Saving…').waitFor();
    await leave(page);
    const ended = page.waitForResponse('**/api/operations/*');
    release();
    expect((await ended).status()).toBe(401);
    const message = page.getByText('Not done:');
    for (const begun = performance.now(); performance.now() - begun < 1_000;)
      expect(await message.count()).toBe(0);
    expect((await readOrder(id)).status).toBe('confirmed');
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
