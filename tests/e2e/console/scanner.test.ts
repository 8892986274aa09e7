import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { numberSpellings } from '../../support/number-spellings.ts';
import { newOrder, readOrder } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { inChromium, openChromium, openConsole, type ConsolePage } from './console-page.ts';

// Long, because the browser and the store share a machine that may be busy with other suites.
jest.setTimeout(90_000);

/** A barcode scanner acts as a keyboard: it types the characters of a barcode, then Enter. */
inChromium('a barcode scanner', () => {
  let chromium: Browser;
  let opened: ConsolePage;
  let page: Page;
  let order: Order;

  beforeAll(async () => {
    chromium = await openChromium();
    order = await newOrder();
  }, 120_000);
  afterEach(async () => {
    opened.expectNoErrors();
    await opened.close();
  });
  afterAll(() => chromium.close());

  async function open(path: string): Promise<void> {
    opened = await openConsole(chromium, { path });
    page = opened.page;
  }
  async function scan(text: string): Promise<void> {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  const expectOrder = ({ id }: Order) => page.waitForURL(new RegExp(`/orders/${id}$`), { timeout: 10_000 });

  test.each(numberSpellings)(
    'a number written as $name opens its order from the search box',
    async ({ spell }) => {
      await open('/orders');
      await page.keyboard.press('/');
      await scan(spell(order.order_number));
      await expectOrder(order);
    },
  );

  test('a barcode scan opens its order on any page and triggers no keyboard shortcut', async () => {
    const other = await newOrder();
    await open(`/orders/${other.id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await scan(order.order_number);
    await expectOrder(order);
    expect((await readOrder(other.id)).status).toBe('pending');
    await opened.go('/');
    await scan(order.order_number);
    await expectOrder(order);
  });

  test('a barcode scan of an unknown number shows a search without results', async () => {
    await open('/');
    await scan('0000-0001');
    await page.getByText('No order matches').waitFor();
  });

  test('Enter opens no order while the search box has only part of a number', async () => {
    await open('/orders');
    await page.keyboard.press('/');
    await scan(order.order_number.slice(0, 5));
    await page.getByRole('link', { name: order.order_number }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/orders');
  });
});
