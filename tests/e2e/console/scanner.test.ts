import { beforeAll, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, readOrder, uniqueWord } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { inChromium, opened, openPage, page } from './console-page.ts';
import { button, hold } from './page-steps.ts';

/** A barcode scanner acts as a keyboard. It types the characters of a barcode and then Enter. */
inChromium('a barcode scanner', () => {
  let order: Order;

  beforeAll(async () => {
    order = await newOrder();
  });

  async function open(path: string): Promise<void> {
    await openPage({ path, hasClock: true });
    await isReady();
  }
  /** A scan is read only once the page has rendered. */
  const isReady = () => page.getByRole('heading', { level: 1 }).waitFor();
  /**
   * Types while the page's clock stands still. On a busy machine, the pause between two keys may be longer
   * than that of a scanner.
   */
  async function scan(text: string): Promise<void> {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.clock.resume();
  }
  const expectOrder = ({ id }: Order) => page.waitForURL(new RegExp(`/orders/${id}$`), { timeout: 10_000 });

  test('a barcode scan into the search box opens the order even if the scanned number has no dashes and is in lower case', async () => {
    await open('/orders');
    await page.keyboard.press('/');
    await scan(`# ${order.order_number.replaceAll('-', '').toLowerCase()}`);
    await expectOrder(order);
  });

  test('a barcode scan opens the scanned order on any page and triggers no keyboard shortcut', async () => {
    const other = await newOrder();
    await open(`/orders/${other.id}`);
    await scan(order.order_number);
    await expectOrder(order);
    expect((await readOrder(other.id)).status).toBe('pending');
    await opened.go('/');
    await isReady();
    await scan(order.order_number);
    await expectOrder(order);
  });

  test('a barcode scan during an open dialog presses no button and opens no order', async () => {
    const other = await newOrder();
    await open(`/orders?filters[user_id]=${other.user_id}`);
    for (const key of ['j', 'x', 'c']) await page.keyboard.press(key);
    const move = button(page.getByRole('dialog'), 'Update 1 order').and(page.locator(':focus'));
    await move.waitFor();
    await scan(order.order_number);
    await move.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await scan(order.order_number);
    await expectOrder(order);
    expect((await readOrder(other.id)).status).toBe('pending');
  });

  test('a barcode scan of an order number with a slash opens the order instead of triggering the keyboard shortcut “/”', async () => {
    const numbered = await newOrder();
    const number = uniqueWord('2026/').toUpperCase();
    await admin.put(`/api/admin/orders/${numbered.id}`, { order_number: number });
    await open('/orders');
    await scan(number);
    await expectOrder(numbered);
  });

  test('a barcode scan opens the right order even if the order’s number contains no digit', async () => {
    const lettered = await newOrder();
    const number = uniqueWord('NUMBER-').replace(/\d/g, (digit) => 'ABCDEFGHJK'.charAt(Number(digit)));
    await admin.put(`/api/admin/orders/${lettered.id}`, { order_number: number.toUpperCase() });
    await open('/');
    await scan(number.toUpperCase());
    await expectOrder(lettered);
  });

  test('the console opens the order that was scanned last, even if the search for an earlier scan finishes later', async () => {
    const other = await newOrder();
    await open('/');
    const findsFirst = (url: string) =>
      decodeURIComponent(url).includes(`[order_number]=${order.order_number}`);
    const release = await hold(page, ({ href }) => findsFirst(href), 'GET');
    const asked = page.waitForRequest((request) => findsFirst(request.url()));
    await scan(order.order_number);
    await asked;
    await scan(other.order_number);
    await expectOrder(other);
    const late = page.waitForResponse((response) => findsFirst(response.url()));
    release();
    await (await late).finished();
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    expect(page.url()).toMatch(new RegExp(`/orders/${other.id}$`));
  });

  test('a barcode scan into the search box opens the scanned order, even if an unknown number was scanned before', async () => {
    await open('/orders');
    await page.keyboard.press('/');
    await scan('0000-0001');
    await page.getByText('No order matches').waitFor();
    await scan(order.order_number);
    await expectOrder(order);
  });

  test('a barcode scan of an unknown number shows an order search without results', async () => {
    await open('/');
    await scan('0000-0001');
    await page.getByText('No order matches').waitFor();
  });

  test('the Enter key opens no order while the search box contains only part of an order number', async () => {
    await open('/orders');
    await page.keyboard.press('/');
    await scan(order.order_number.slice(0, 5));
    await page.getByRole('link', { name: order.order_number }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/orders');
  });
});
