import { describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import { eventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { checkOut, fillCart, newProduct, newShopper, type Shopper } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { everyLook, inChromium, opened, openPage, page, shown } from './console-page.ts';

/**
 * How long the tests wait, in ms, until the console shows that live events are interrupted, until it polls, and until it
 * reconnects. Each time is a second longer than the console takes.
 */
const [patienceMs, refreshEveryMs, longestPauseMs] = [4_000, 16_000, 31_000] as const;

inChromium('live updates in the console', () => {
  let shopper: Shopper;

  async function placeOrder(): Promise<Order> {
    await fillCart(shopper.client, await newProduct(), 1);
    return (await checkOut(shopper)).data;
  }
  const isLive = (within = page) => within.locator('.live-sign[data-live=true]').waitFor();
  const numbers = () => page.locator('tbody tr').getByRole('link').allInnerTexts();
  const expectNumbers = (orders: readonly Order[]) =>
    eventually('the orders', async () => {
      expect(await numbers()).toEqual(orders.map(({ order_number: number }) => number));
      return true;
    });
  const rowOf = ({ order_number: number }: Order) => page.getByRole('row').filter({ hasText: number });

  /** The list of a new customer with two orders, newest first. */
  async function openList(): Promise<[Order, Order]> {
    shopper = await newShopper();
    const older = await placeOrder();
    const orders: [Order, Order] = [await placeOrder(), older];
    await openPage({ path: `/orders?filters[user_id]=${shopper.user.id}` });
    await expectNumbers(orders);
    await isLive();
    return orders;
  }

  test('the order list shows new and changed orders without a reload of the page', async () => {
    const [newer, older] = await openList();
    const placed = await placeOrder();
    await expectNumbers([placed, newer, older]);
    await admin.put(`/api/admin/orders/${older.id}`, { status: 'confirmed' });
    await rowOf(older).getByText('Confirmed').waitFor({ timeout: 5_000 });
  });

  describe('rows that stay in place', () => {
    test('a changed order’s row in the order list shows the change, and stays in place while the pointer is over the row', async () => {
      const [newer, older] = await openList();
      await rowOf(older).hover();
      const before = await rowOf(older).boundingBox();
      const placed = await placeOrder();
      await admin.put(`/api/admin/orders/${older.id}`, { status: 'confirmed' });
      await rowOf(older).getByText('Confirmed').waitFor();
      await page.getByRole('button', { name: shown('1 new order') }).waitFor();
      await expectNumbers([newer, older]);
      expect(await rowOf(older).boundingBox()).toEqual(before);
      await opened.expectAccessible();
      await page.getByRole('button', { name: shown('1 new order') }).click();
      await expectNumbers([placed, newer, older]);
    });

    test('a selected row of the order list stays in place until the user presses n to show new orders', async () => {
      const [newer, older] = await openList();
      for (const key of ['j', 'x']) await page.keyboard.press(key);
      const placed = await placeOrder();
      await page.getByRole('button', { name: shown('1 new order') }).waitFor();
      await expectNumbers([newer, older]);
      await page.keyboard.press('n');
      await expectNumbers([placed, newer, older]);
      // The selected row is still the same order.
      expect(await rowOf(newer).getAttribute('aria-current')).toBe('true');
      expect(await page.locator('.selection-bar').getByText(shown('1 selected')).count()).toBe(1);
    });

    test('while the pointer is over an order’s row in the order list, the row stays even if the order no longer matches the filter', async () => {
      shopper = await newShopper();
      const order = await placeOrder();
      const path = `/orders?filters[user_id]=${shopper.user.id}&filters[status]=pending`;
      await openPage({ path });
      await isLive();
      await rowOf(order).hover();
      await admin.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' });
      await rowOf(order).getByText('Confirmed').waitFor();
      await page.mouse.move(1, 1);
      await page.getByText('No order matches').waitFor();
    });
  });

  test('an order’s page shows a new history entry without a reload of the page', async () => {
    shopper = await newShopper();
    const order = await placeOrder();
    await openPage({ path: `/orders/${order.id}` });
    await isLive();
    await admin.put(`/api/admin/orders/${order.id}`, { notes: 'Ring twice' });
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText(shown('Notes: empty → Ring twice')).waitFor({ timeout: 5_000 });
  });

  test('the Today page counts a new order without a reload of the page', async () => {
    shopper = await newShopper();
    await openPage();
    await isLive();
    const cameIn = page.getByRole('region', { name: 'Orders today' }).locator('p.figure').first();
    const before = await eventually('a figure', async () => /\d+/.exec(await cameIn.innerText())?.[0]);
    await placeOrder();
    await eventually('one more', async () => {
      expect(Number(await cameIn.innerText())).toBe(Number(before) + 1);
      return true;
    });
  });

  describe('a new order', () => {
    const countTones = `
      globalThis.tones = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...at) { globalThis.tones += 1; start.apply(this, at); };
    `;
    const tones = () => page.evaluate<number>('globalThis.tones');

    test('a new order plays one sound, and the window’s title shows the number of new orders until staff open the order list', async () => {
      shopper = await newShopper();
      await openPage({ path: '/customers' });
      await isLive();
      await page.evaluate(countTones);
      await placeOrder();
      await eventually('the title', async () => {
        expect(await page.title()).toBe('(1) Customers');
        return true;
      });
      await page.getByRole('status').getByText(shown('1 new order')).waitFor({ state: 'attached' });
      expect(await tones()).toBe(2);
      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
      await eventually('the title', async () => {
        expect(await page.title()).toBe('Orders');
        return true;
      });
    });

    test('a new order plays no sound after staff have turned sounds off, even after a reload', async () => {
      shopper = await newShopper();
      await openPage({ path: '/customers' });
      await page.getByRole('button', { name: /Signed in as/ }).click();
      const sound = page.getByRole('menuitemcheckbox', { name: 'Sound for new orders' });
      expect(await sound.getAttribute('aria-checked')).toBe('true');
      await sound.click();
      expect(await sound.getAttribute('aria-checked')).toBe('false');
      await page.reload();
      await isLive();
      await page.evaluate(countTones);
      await placeOrder();
      await eventually('the title', async () => {
        expect(await page.title()).toBe('(1) Customers');
        return true;
      });
      expect(await tones()).toBe(0);
    });
  });

  describe('several tabs of one browser', () => {
    let streams: number;
    /** Opens a page, then another one, which reads the stream from then on. */
    const openTabs = async ({ hasClock = false } = {}): Promise<Page> => {
      await openPage({ path: '/orders', hasClock });
      await isLive();
      streams = 0;
      opened.context.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        // Requests with a limit have the same path, but they only ask which services have delayed events.
        if (pathname === '/api/admin/events' && !searchParams.has('limit')) streams += 1;
      });
      const other = await opened.context.newPage();
      await other.goto(page.url());
      await isLive(other);
      await isLive();
      return other;
    };
    const expectStreams = (count: number) => eventually('the streams', () => streams === count);
    const expectNewOrder = async (within: Page) => {
      shopper = await newShopper();
      const { order_number: number } = await placeOrder();
      await within.locator('tbody tr').filter({ hasText: number }).waitFor({ timeout: 5_000 });
    };

    test('the console tab that was opened last reads the event stream for all tabs, and if it closes, another tab reads the stream', async () => {
      const other = await openTabs();
      await expectNewOrder(page);
      await expectNewOrder(other);
      expect(streams).toBe(1);
      await other.close();
      await expectStreams(2);
      await isLive();
      await expectNewOrder(page);
    });

    test('a console tab that becomes visible reads the event stream, and the tab that had the stream follows it', async () => {
      const other = await openTabs();
      const hides = (isHidden: boolean) =>
        `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
         document.dispatchEvent(new Event('visibilitychange'));`;
      await page.evaluate(hides(true));
      await page.evaluate(hides(false));
      await expectStreams(2);
      await isLive(other);
      await expectNewOrder(page);
      await expectNewOrder(other);
      expect(streams).toBe(2);
    });

    test('another console tab reads the event stream after the tab with the stream has been silent for two minutes', async () => {
      const other = await openTabs({ hasClock: true });
      // A suspended tab sends nothing. The browser's own way to suspend a tab would not stop the fast clock of this test.
      await other.evaluate('BroadcastChannel.prototype.postMessage = () => undefined');
      await page.clock.fastForward(120_000);
      await expectStreams(2);
      await isLive();
      await expectNewOrder(page);
      await expectNewOrder(other);
      expect(streams).toBe(2);
    });
  });

  describe('lists without live events', () => {
    const withoutEvents = (context: BrowserContext) =>
      context.route('**/api/admin/events*', (route) => route.abort());

    test.each(everyLook)(
      'a console list that receives no live events shows a notice (language $language, $scheme colours)',
      async (look) => {
        const [sign, more] =
          look.language === 'ar'
            ? ['التحديث الفوري متوقف', /جارٍ إعادة الاتصال/]
            : ['Not live', /Reconnecting/];
        await openPage({ ...look, path: '/orders', prepare: withoutEvents });
        await page.getByRole('button', { name: sign }).click();
        await page.getByRole('dialog').getByText(more).waitFor();
        await opened.expectAccessibleAtBothWidths();
      },
    );

    test('a console list polls for new orders until live events are available again', async () => {
      shopper = await newShopper();
      const order = await placeOrder();
      await openPage({
        path: `/orders?filters[user_id]=${shopper.user.id}`,
        hasClock: true,
        prepare: withoutEvents,
      });
      await expectNumbers([order]);
      await page.clock.fastForward(patienceMs);
      await page.getByRole('button', { name: 'Not live' }).waitFor();
      const placed = await placeOrder();
      await page.clock.fastForward(refreshEveryMs);
      await expectNumbers([placed, order]);
      await opened.context.unroute('**/api/admin/events*');
      await page.clock.fastForward(longestPauseMs);
      await isLive();
    });

    test('the page of a customer polls for the customer’s data, orders and addresses while it receives no live events', async () => {
      shopper = await newShopper();
      const { id } = shopper.user;
      await openPage({ path: `/customers/${id}`, hasClock: true, prepare: withoutEvents });
      await page.clock.fastForward(patienceMs);
      await page.getByRole('button', { name: 'Not live' }).waitFor();
      const placed = await placeOrder();
      await admin.put(`/api/admin/users/${id}`, { name: 'A new name' });
      await admin.put(`/api/admin/addresses/${shopper.address.id}`, { city: 'Irbid' });
      await page.clock.fastForward(refreshEveryMs);
      await rowOf(placed).waitFor();
      await page.getByRole('heading', { level: 1, name: 'A new name' }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Irbid' }).waitFor();
    });

    test('the pages of the catalogue and of a product poll for its price and stock while they receive no live events', async () => {
      const { id, name } = await newProduct({ stock: 4, price: 5 });
      await openPage({ path: `/catalogue?search=${name}`, hasClock: true, prepare: withoutEvents });
      const cell = (words: string) =>
        page.getByRole('row').filter({ hasText: name }).getByText(words, { exact: true });
      await cell('4').waitFor();
      await page.clock.fastForward(patienceMs);
      await page.getByRole('button', { name: 'Not live' }).waitFor();
      await admin.put(`/api/admin/inventory/${id}`, { stock: 41 });
      await page.clock.fastForward(refreshEveryMs);
      await cell('41').waitFor();
      await opened.go(`/catalogue/products/${id}`);
      await page.clock.fastForward(patienceMs);
      await page.getByRole('button', { name: 'Not live' }).waitFor();
      await admin.put(`/api/admin/inventory/${id}`, { stock: 42 });
      await admin.put(`/api/admin/products/${id}`, { price: 6 });
      await page.clock.fastForward(refreshEveryMs);
      await page.getByText('42', { exact: true }).waitFor();
      await eventually(
        'the new price',
        async () => (await page.getByRole('textbox', { name: /^Price/ }).inputValue()) === '6.00',
      );
    });
  });
});
