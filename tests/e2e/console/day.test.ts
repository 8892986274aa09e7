import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';

import { catalogueTexts } from '#console/catalogue/texts.ts';
import { customerTexts } from '#console/customers/texts.ts';
import { frameTexts } from '#console/frame/texts.ts';
import { operationsTexts } from '#console/operations/texts.ts';
import { orderTexts } from '#console/order/texts.ts';
import { ordersTexts } from '#console/orders/texts.ts';
import { operationTexts } from '#console/parts/operation-texts.ts';
import { partTexts } from '#console/parts/texts.ts';
import { settingsTexts } from '#console/settings/texts.ts';
import { slipsPageTexts } from '#console/slips/texts.ts';
import { words as roomNames } from '#console/texts/words.ts';
import { eventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import {
  newProduct,
  newShopper,
  orderOf,
  readOrder,
  stockOf,
  translations,
  uniqueWord,
} from '../support/records.ts';
import type { Order, Product, User } from '../../support/resources.ts';
import { inChromium, inOneLanguage, openPage } from './console-page.ts';
import { keyboardOf, type Keyboard } from './keyboard.ts';
import { field, said, tabTo, text } from './page-steps.ts';

/** The orders of one morning: five from one customer, who cancels the third by phone. */
interface Morning {
  product: Product;
  customer: User;
  orders: [Order, Order, Order, Order, Order];
}

async function newMorning(name: string): Promise<Morning> {
  const product = await newProduct({ ...translations(`Sage ${uniqueWord()}`), price: 4.5, stock: 60 });
  const { user, address } = await newShopper();
  const { data: customer } = await admin.put<User>(`/api/admin/users/${user.id}`, { name });
  const newOrder = () =>
    orderOf(product, 2, { user_id: user.id, address_id: address.id, total: 9, main_price: 9 });
  const orders: Morning['orders'] = [
    ...([await newOrder(), await newOrder(), await newOrder()] as const),
    ...([await newOrder(), await newOrder()] as const),
  ];
  await admin.put(`/api/admin/orders/${orders[2].id}`, { status: 'cancelled' });
  return { product, customer, orders };
}

inChromium('a day of the shop’s staff, by keyboard alone', () => {
  // Runs in Arabic, where left and right are swapped. The tests of the single pages use the keyboard in English.
  test.each(inOneLanguage('ar'))('staff can do a day’s work by keyboard (language %s)', async (language) => {
    const morning = await newMorning(language === 'ar' ? 'رنا عودة' : 'Rana Odeh');
    const subject = language === 'ar' ? 'huda' : 'omar';
    const opened = await openPage({ language, subject });
    const staff = await keyboardOf(opened, language);
    await findTheOrders(staff, morning);
    await moveManyOn(staff, morning);
    await workOnOne(staff, morning);
    await rejectOne(staff, morning);
    await keepTheCatalogue(staff, morning);
    await changeThePhone(staff, morning);
    await lookAtOperations(staff, subject);
    await lookAtSettings(staff);
    await signOut(staff, subject);
    expect(await opened.context.cookies()).toEqual([]);
  });
});

const rowOf = ({ page }: Keyboard, name: string): Locator =>
  page.getByRole('table').first().getByRole('row').filter({ hasText: name });

/** Opens a section of the console from the navigation. */
async function openRoom(staff: Keyboard, room: keyof typeof roomNames): Promise<void> {
  const name = staff.words(roomNames[room]);
  await staff.follow(name, staff.page.getByRole('navigation').first());
  if (room !== 'catalogue') await staff.expectTitle(name);
}

/** Presses the key for the next row until this row is selected. */
async function walkTo(staff: Keyboard, { order_number: number }: Order): Promise<void> {
  const row = rowOf(staff, number);
  await row.waitFor();
  await staff.press(...Array.from({ length: 8 }, () => 'k'));
  for (let steps = 0; steps < 8; steps += 1) {
    if ((await row.getAttribute('aria-current')) !== null) return;
    await staff.press('j');
  }
  throw new Error(`The keys do not lead to ${number}`);
}

async function findTheOrders(staff: Keyboard, { customer, orders }: Morning): Promise<void> {
  const { page, words } = staff;
  await staff.expectTitle(words(roomNames.today));
  await openRoom(staff, 'orders');
  await staff.press('/');
  await staff.type(orders[0].order_number);
  await text(page, words(ordersTexts.rows, { count: 1 })).waitFor();
  await staff.press('ControlOrMeta+A', 'Delete', 'Escape');
  await text(page, words(ordersTexts.rows, { count: 1 })).waitFor({ state: 'detached' });
  await staff.pressButton(words(ordersTexts.filters));
  // The opened filters receive the focus. A key that is pressed earlier would go to another element.
  await page.getByRole('dialog').locator(':focus').waitFor();
  await tabTo(page, page.getByRole('combobox', { name: words(ordersTexts.customer) }));
  await staff.type(customer.email);
  await page.getByRole('option', { name: customer.email }).waitFor();
  await staff.press('ArrowDown', 'Enter');
  await staff.pressButton(words(ordersTexts.applyFilters));
  await text(page, words(ordersTexts.rows, { count: 5 })).waitFor();
  expect(new URL(page.url()).searchParams.get('filters[user_id]')).toBe(String(customer.id));
}

/** Selects three orders, one of which cannot change its status. The rehearsal and the report list that order. */
async function moveManyOn(staff: Keyboard, { orders }: Morning): Promise<void> {
  const { page, words } = staff;
  for (const order of orders.slice(0, 3)) {
    await walkTo(staff, order);
    await staff.press('x');
  }
  await text(page, words(ordersTexts.selected, { count: 3 })).waitFor();
  await staff.press('c');
  const dialog = page.getByRole('dialog');
  await text(dialog, words(ordersTexts.willMove, { count: 2 })).waitFor();
  await text(dialog, words(ordersTexts.refused, { count: 1 })).waitFor();
  expect(await dialog.getByRole('listitem').innerText()).toContain(orders[2].order_number);
  expect(await statuses(orders)).toEqual(['pending', 'pending', 'cancelled', 'pending', 'pending']);
  await staff.pressButton(words(ordersTexts.move, { count: 2 }), dialog);
  await text(dialog, words(ordersTexts.moved, { count: 2 })).waitFor();
  expect(await dialog.getByRole('listitem').innerText()).toContain(orders[2].order_number);
  await staff.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await statuses(orders)).toEqual(['confirmed', 'confirmed', 'cancelled', 'pending', 'pending']);
}

async function workOnOne(staff: Keyboard, { product, orders }: Morning): Promise<void> {
  const { page, words } = staff;
  const order = orders[3];
  await walkTo(staff, order);
  await staff.press('Enter');
  await staff.expectTitle(words(orderTexts.title, { number: order.order_number }));
  await staff.press('c');
  await text(page, words(orderTexts.saved)).waitFor();
  const name = nameIn(staff, product);
  await staff.pressButton(words(orderTexts.editLine, { name }));
  await staff.fill(words(orderTexts.amountOf, { name }), '5');
  await staff.press('Enter');
  await field(page, words(orderTexts.amountOf, { name })).waitFor({ state: 'detached' });
  const now = await readOrder(order.id);
  expect([now.status, now.items[0]?.amount]).toEqual(['confirmed', 5]);
  await printASlip(staff, order);
}

/** Opens the packing slip with a key on the order's page, and returns by a link. */
async function printASlip(staff: Keyboard, order: Order): Promise<void> {
  const { page, words } = staff;
  await staff.press('p');
  await staff.expectTitle(words(slipsPageTexts.title));
  const sheet = page.locator('.sheet');
  await sheet.getByText(order.order_number).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const seen = [sheet, page.getByRole('navigation').first(), page.getByRole('banner')];
  expect(await Promise.all(seen.map((part) => part.isVisible()))).toEqual([true, false, false]);
  await page.emulateMedia({ media: null });
  await staff.follow(words(slipsPageTexts.back));
}

async function rejectOne(staff: Keyboard, { orders }: Morning): Promise<void> {
  const { page, words } = staff;
  const order = orders[4];
  await staff.expectTitle(words(orderTexts.title, { number: orders[3].order_number }));
  await staff.press('Escape');
  await staff.expectTitle(words(ordersTexts.orders));
  await walkTo(staff, order);
  await staff.press('Enter');
  await staff.expectTitle(words(orderTexts.title, { number: order.order_number }));
  await staff.press('r');
  const dialog = page.getByRole('dialog');
  const template = dialog.getByRole('group').getByRole('button').first();
  await staff.enter(template);
  const reason = await template.innerText();
  expect(await dialog.getByRole('textbox').inputValue()).toBe(reason);
  await staff.picture('order-reject');
  await staff.pressButton(words(orderTexts.to_rejected), dialog);
  await dialog.waitFor({ state: 'detached' });
  await text(page, words(orderTexts.saved)).waitFor();
  expect(await readOrder(order.id)).toMatchObject({ status: 'rejected', reject_reason: reason });
  // An order in a final state offers no further step.
  expect(await page.locator('.order-summary button').count()).toBe(0);
}

async function keepTheCatalogue(staff: Keyboard, { product }: Morning): Promise<void> {
  const { page, words } = staff;
  const name = nameIn(staff, product);
  await openRoom(staff, 'catalogue');
  await staff.expectTitle(words(catalogueTexts.products));
  await staff.press('/');
  await staff.type(name);
  await staff.enter(rowOf(staff, name).getByRole('link'));
  await staff.expectTitle(name);
  await staff.fill(words(catalogueTexts.price), '5.25');
  await staff.press('Enter');
  await text(page, words(partTexts.saved)).waitFor();
  await staff.fill(words(catalogueTexts.setStockTo), '40');
  await staff.press('Enter');
  await text(page, words(catalogueTexts.stockSaved)).waitFor();
  const { data: now } = await admin.get<Product>(`/api/admin/products/${product.id}`);
  expect([now.price, (await stockOf(product)).stock]).toEqual([5.25, 40]);
}

async function changeThePhone(staff: Keyboard, { customer }: Morning): Promise<void> {
  const { page, words } = staff;
  await openRoom(staff, 'customers');
  await staff.press('/');
  await staff.type(customer.email);
  const row = rowOf(staff, customer.email);
  await row.waitFor();
  await staff.enter(row.getByRole('link', { name: customer.name }));
  await staff.expectTitle(customer.name);
  await staff.fill(words(customerTexts.phone), '+962795550177');
  await staff.press('Enter');
  await text(page, words(partTexts.saved)).waitFor();
  const { data: now } = await admin.get<User>(`/api/admin/users/${customer.id}`);
  expect(now.phone).toBe('+962795550177');
}

/** Expects the result of each order in the operation of this morning's bulk status change. */
async function lookAtOperations(staff: Keyboard, subject: string): Promise<void> {
  const { page, words } = staff;
  await openRoom(staff, 'operations');
  await rowOf(staff, subject).first().waitFor();
  await staff.picture('operations');
  await staff.pressButton(words(operationsTexts.notDone));
  // The list also contains the rehearsal.
  const rows = rowOf(staff, subject);
  await eventually('the rehearsal and the move', async () => {
    const shown = await rows.allInnerTexts();
    return shown.length === 2 && shown.every((row) => row.includes(words(operationTexts.partly_succeeded)));
  });
  await staff.enter(rows.first().getByRole('link'));
  await staff.pressButton(words(operationsTexts.showReport));
  const outcomes = page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: words(operationsTexts.changed) });
  await outcomes.nth(1).waitFor();
  expect(await outcomes.count()).toBe(2);
  await staff.picture('operation');
  await staff.follow(words(operationsTexts.operations), page.getByRole('main'));
  await staff.expectTitle(words(operationsTexts.operations));
}

async function lookAtSettings(staff: Keyboard): Promise<void> {
  const { page, words } = staff;
  await openRoom(staff, 'settings');
  await field(page, words(settingsTexts.taxNumber)).waitFor();
}

async function signOut(staff: Keyboard, subject: string): Promise<void> {
  const { page, words } = staff;
  await staff.pressButton(words(frameTexts.account, { name: subject }));
  const item = page.getByRole('menuitem', { name: said(words(frameTexts.signOut)) });
  await item.waitFor();
  await eventually('the last of the menu', async () => {
    await staff.press('ArrowDown');
    return (await item.and(page.locator(':focus')).count()) > 0;
  });
  await staff.press('Enter');
  await page.getByRole('navigation').first().waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await staff.picture('sign-in');
}

function nameIn({ words }: Keyboard, { en, ar }: Product): string {
  return words({ en: en.name, ar: ar.name });
}

async function statuses(orders: readonly Order[]): Promise<Order['status'][]> {
  return (await Promise.all(orders.map(({ id }) => readOrder(id)))).map(({ status }) => status);
}
