import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { newAddress, newOrder, newProduct, newUser, newWebhook } from '../support/records.ts';
import {
  expectFit,
  expectNoViolations,
  inChromium,
  openConsole,
  sharedChromium,
  type ConsolePage,
} from './console-page.ts';

/** A word that browsers do not break on their own. */
const word = 'W'.repeat(200);
const both = { en: { name: word, description: word }, ar: { name: word, description: word } };
const shop = { name: word, address: word, footer: word };

interface View {
  shows: string;
  path: () => string;
  /** Window widths in pixels. */
  widths?: number[];
  /** Opens a part of the page, such as a dialog. */
  open?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const ids: Record<'order' | 'customer' | 'product' | 'webhook', number> = {
  order: 0,
  customer: 0,
  product: 0,
  webhook: 0,
};

const everyColumn = 'number,state,customer,city,phone,total,payment,items,created,updated,arrives';
const views: View[] = [
  { shows: 'the page Today', path: () => '/' },
  { shows: 'the page of a new order', path: () => '/orders/new' },
  { shows: 'the inventory', path: () => '/inventory' },
  { shows: 'the list of returns', path: () => '/returns' },
  { shows: 'the page of a new product', path: () => '/catalogue/products/new' },
  { shows: 'the list of subscriptions', path: () => '/catalogue/subscriptions' },
  { shows: 'the page of a new webhook', path: () => '/settings/webhooks/new' },
  { shows: 'the list of orders', path: () => '/orders' },
  // Eleven columns need a wide window, whatever they contain.
  {
    shows: 'the list of orders with every column',
    path: () => `/orders?columns=${everyColumn}`,
    widths: [1440, 390],
  },
  { shows: 'a search of orders', path: () => `/orders?filters[customer]=${word}` },
  { shows: 'saved views of orders', path: () => '/orders', open: press('Views') },
  { shows: 'the page of an order', path: () => `/orders/${ids.order}` },
  {
    shows: 'the details of an order while they are edited',
    path: () => `/orders/${ids.order}`,
    open: press('Edit'),
  },
  {
    shows: 'a line of an order while it is edited',
    path: () => `/orders/${ids.order}`,
    open: press(/^Edit .*W/),
  },
  { shows: 'the dialog that rejects an order', path: () => `/orders/${ids.order}`, open: press('Reject') },
  { shows: 'the slip of an order', path: () => `/orders/${ids.order}/slip?paper=80mm` },
  { shows: 'the list of products', path: () => '/catalogue/products' },
  { shows: 'the page of a product', path: () => `/catalogue/products/${ids.product}` },
  {
    shows: 'the dialog that deletes a product',
    path: () => `/catalogue/products/${ids.product}`,
    open: press('Delete'),
  },
  { shows: 'the list of customers', path: () => '/customers' },
  { shows: 'a search of customers', path: () => `/customers?filters[name]=${word}` },
  { shows: 'the page of a customer', path: () => `/customers/${ids.customer}` },
  { shows: 'the list of operations', path: () => '/operations' },
  { shows: 'the settings', path: () => '/settings' },
  { shows: 'the list of webhooks', path: () => '/settings/webhooks' },
  { shows: 'the page of a webhook', path: () => `/settings/webhooks/${ids.webhook}` },
];

inChromium('every page with texts of 200 letters without a space', () => {
  let opened: ConsolePage;
  let settings: unknown;

  beforeAll(async () => {
    settings = (await admin.get('/api/admin/settings')).data;
    await admin.put('/api/admin/settings', {
      en: shop,
      ar: shop,
      reason_templates: [{ en: word, ar: word }],
    });
    ids.product = (await newProduct({ ...both, stock: 3 })).id;
    await admin.put(`/api/admin/inventory/${ids.product}`, { stock: 3, low_stock_at: 5 });
    const user = await newUser({
      name: word,
      email: `${word.slice(0, 60)}@${word.slice(0, 60)}.example.com`,
    });
    ids.customer = user.id;
    const address = await newAddress(user.id, {
      label: word.slice(0, 60),
      line1: word,
      line2: word,
      city: word,
    });
    const items = [{ product_id: ids.product, amount: 1 }];
    const order = await newOrder({ items, notes: word }, { user, address });
    await admin.put(`/api/admin/orders/${order.id}`, { order_number: word.slice(0, 64) });
    await admin.post(`/api/admin/orders/${order.id}/notes`, { text: word });
    ids.order = order.id;
    const rejected = await newOrder({ items }, { user, address });
    await admin.put(`/api/admin/orders/${rejected.id}`, { status: 'rejected', reject_reason: word });
    ids.webhook = (await newWebhook({ url: `https://receiver.example.com/${word}`, description: word })).id;
    // All tests use one page, because each test loads its own path.
    opened = await openConsole(await sharedChromium());
    await saveView(opened.page);
  });
  afterAll(async () => {
    await opened.close();
    opened.expectNoErrors();
    const { en, ar, reason_templates: templates } = settings as Record<string, unknown>;
    await admin.put('/api/admin/settings', { en, ar, reason_templates: templates });
  });

  async function saveView(page: Page): Promise<void> {
    const body = JSON.stringify({ views: [{ name: word.slice(0, 80), list: 'orders', query: null }] });
    const headers = "{ 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }";
    const status = await page.evaluate<number>(
      `fetch('/api/admin/settings/views', { method: 'PUT', headers: ${headers}, body: ${JSON.stringify(body)} }).then(({ status }) => status)`,
    );
    expect(status).toBe(200);
  }

  test.each(views)(
    '$shows with words of 200 letters fits wide and phone screens, and is accessible in Arabic and dark colours, except while a form or menu is open',
    async ({ path, open, widths = [1440, 1024, 390] }) => {
      const { page, go } = opened;
      await page.setViewportSize({ width: 1440, height: 900 });
      await go(path());
      await open?.(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await fits(page, width);
      }
      // Without this, a form that one test opened would open again in the next test.
      await page.evaluate('sessionStorage.clear()');
      if (open) return;
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'العربية' }).click();
      try {
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.setViewportSize({ width: 390, height: 900 });
        await expectNoViolations(page);
        await expectFit(page);
        expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
      } finally {
        // The next test begins in English, whatever the result is.
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.getByRole('button', { name: 'English' }).click();
      }
    },
  );

  /** Expects that the page and all its elements fit the width of the window. */
  async function fits(page: Page, width: number): Promise<void> {
    const beyond = `[...document.querySelectorAll('main *, [role=dialog] *')]
      .filter((each) => each.children.length === 0 && !each.closest('.sheets, .unseen, svg, [aria-hidden=true], button'))
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
      .filter((each) => each.getBoundingClientRect().left < -1 || each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => each.parentElement.outerHTML.replace(/class=.[^"]*./g, '').slice(0, 120))`;
    await expectEventually(
      `nothing wider than ${width} px`,
      async () => {
        expect(await page.evaluate(beyond)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      },
      3_000,
    );
    if (width < 1440) return;
    const heights =
      "[...document.querySelectorAll('.data-table tbody tr')].map((row) => row.getBoundingClientRect().height)";
    expect(Math.max(0, ...(await page.evaluate<number[]>(heights)))).toBeLessThan(120);
  }
});
