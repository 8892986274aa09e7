import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { localeOf } from '#clients/example-shop/src/language.ts';
import type { Language } from '#clients/example-shop/src/texts.ts';
import type { ShopFile } from '#tools/example-shop/bundle-shop.ts';
import { admin } from '#tests/e2e/support/callers.ts';
import { returnTab, takeTab, type Tab } from '#tests/e2e/support/browser-tabs.ts';
import { ensureChromium, launchChromium } from '#tests/e2e/support/chromium.ts';
import { bundledShop, runExampleShop, serveExampleShop, type ExampleShop } from './run-example-shop.ts';
import {
  checkOut,
  fillCart,
  newProduct,
  newShopper,
  readOrder,
  type Shopper,
} from '#tests/e2e/support/records.ts';
import type { Cart, Order, Product } from '#tests/support/resources.ts';

// The timeout is long, because the browser and the store share a machine that may be busy with other suites.
jest.setTimeout(90_000);

let shopper: Shopper;
let shop: ExampleShop;

describe('npm run store -- example-shop', () => {
  beforeAll(async () => {
    shopper = await newShopper();
    shop = await runExampleShop(shopper.user.id);
  });
  afterAll(() => shop.stop());

  /** Unlike `fetch`, this can send any `Host` header. */
  const statusOf = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(shop.url + path, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });

  test('the example shop calls the API as a shopper without admin rights, and sends no token to the browser', async () => {
    const cart = await fetch(`${shop.url}/api/client/cart`);
    expect([cart.status, await cart.json()]).toEqual([200, { data: { items: [], items_total: 0 } }]);
    expect((await fetch(`${shop.url}/api/admin/orders`)).status).toBe(403);
    for (const path of ['/', '/shop.js', '/shop.css']) {
      const answer = await fetch(shop.url + path);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await answer.text()).not.toMatch(/eyJ[\w-]{10}/);
    }
    expect((await fetch(`${shop.url}/../package.json`)).status).toBe(404);
  });

  test('the example shop rejects API requests from pages of other sites with 403', async () => {
    const path = '/api/client/cart';
    const { port } = new URL(shop.url);
    expect(await statusOf(path, {})).toBe(200);
    expect(await statusOf(path, { host: `shop.example:${port}` })).toBe(403);
    expect(await statusOf(path, { origin: 'https://other.example' })).toBe(403);
    expect(await statusOf(path, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    // A link to the shop from another site must still work.
    expect(await statusOf('/', { 'sec-fetch-site': 'cross-site' })).toBe(200);
  });
});

const chromium = await ensureChromium();
/** Without Chromium the tests are reported as skipped. */
const inBrowser = chromium === null ? describe.skip : describe;

inBrowser('the example shop in a browser', () => {
  let files: ReadonlyMap<string, ShopFile>;
  let browser: Browser;
  let tab: Tab;
  let context: BrowserContext;
  let page: Page;
  let product: Product;

  beforeAll(async () => {
    files = await bundledShop('USD');
    browser = await launchChromium(chromium ?? '');
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    shopper = await newShopper();
    product = await newProduct({ stock: 5 });
    shop = await serveExampleShop(files, shopper.user.id);
  });
  afterEach(async () => {
    await returnTab(browser, tab, `${shop.url}/shop.css`);
    await shop.stop();
  });

  async function open(language: Language, width: number, scheme: 'light' | 'dark' = 'light') {
    tab = await takeTab(browser, { language, width, height: 844, scheme });
    ({ context, page } = tab);
    context.setDefaultTimeout(15_000);
    await page.goto(shop.url);
    return localeOf(language, 'USD');
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
  /** Waits for the page of the placed order. */
  const placed = () => page.waitForURL(/#\/orders\/\d+$/);
  const pending = () => page.evaluate("localStorage.getItem('example-shop.pending-checkout')");
  const ordersOfShopper = async () => (await shopper.client.get<Order[]>('/api/client/orders')).data;

  async function openCheckout(language: Language, width = 1280) {
    await fillCart(shopper.client, product, 1);
    const locale = await open(language, width);
    await page.goto(`${shop.url}/#/checkout`);
    await page.getByRole('button', { name: locale.texts.placeOrder }).waitFor();
    return locale;
  }

  async function expectOneOrder() {
    expect(await ordersOfShopper()).toHaveLength(1);
    expect(await pending()).toBeNull();
  }

  test.each([
    ['en', 1280, 'light'],
    ['en', 390, 'dark'],
    ['ar', 1280, 'dark'],
    ['ar', 390, 'light'],
  ] as const)(
    'a shopper buys a product and follows the order until delivery, in language %s at a width of %i px in the %s colour scheme',
    async (language, width, scheme) => {
      const { texts, money, direction } = await open(language, width, scheme);
      const { name } = product[language];
      await heading(texts.products);
      expect(await page.evaluate('document.documentElement.dir')).toBe(direction);
      await page.getByLabel(texts.search).fill(name);
      await press(texts.find);
      await heading(`${texts.products}: ${name}`);
      await follow(name);
      await heading(name);
      expect(await fits()).toBe(true);
      await page.getByLabel(texts.quantity).fill('2');
      await press(texts.addToCart);
      await page.getByText(texts.added(name)).waitFor();

      await page.getByRole('navigation', { name: texts.menu }).getByText(texts.cart).click();
      await heading(texts.cart);
      await page.getByText(money(25)).first().waitFor();
      expect(await fits()).toBe(true);
      await follow(texts.toCheckout);
      await page.getByRole('button', { name: texts.placeOrder }).waitFor();
      expect(await fits()).toBe(true);
      await press(texts.placeOrder);
      await placed();

      const [order] = await ordersOfShopper();
      await heading(texts.orderOf(order?.order_number ?? ''));
      const moveTo = (status: string) => admin.put(`/api/admin/orders/${order?.id ?? 0}`, { status });
      const step = page.locator('[aria-current=step]');
      await moveTo('confirmed');
      await step.getByText(texts.states.confirmed).waitFor();
      for (const status of ['preparing', 'shipped', 'delivered']) await moveTo(status);
      await step.getByText(texts.states.delivered).waitFor();
      await page.getByText(texts.isFinal).waitFor();
      expect(await fits()).toBe(true);
      await expectOneOrder();
    },
  );

  test.each(['en', 'ar'] as const)(
    'a shopper asks for a return and withdraws it, in language %s',
    async (language) => {
      await fillCart(shopper.client, product, 2);
      const { data: order } = await checkOut(shopper);
      for (const status of ['confirmed', 'preparing', 'shipped', 'delivered'])
        await admin.put(`/api/admin/orders/${order.id}`, { status });
      const { texts } = await open(language, 390);
      await page.goto(`${shop.url}/#/orders/${order.id}`);
      const section = page.getByRole('region', { name: texts.returns });
      await section.getByText(texts.returnItems).click();
      const units = section.getByLabel(texts.quantityOf(product[language].name));
      await units.fill('3');
      await press(texts.askForReturn);
      await section.getByRole('alert').waitFor();
      await units.fill('1');
      await press(texts.askForReturn);
      await section.getByText(texts.returnStates.requested).waitFor();
      expect(await fits()).toBe(true);
      await press(texts.withdrawReturn);
      await section.getByText(texts.returnStates.withdrawn).waitFor();
    },
  );

  test('a shopper buys a product by keyboard alone', async () => {
    const { texts } = await open('en', 1280);
    await page.getByLabel(texts.search).waitFor();
    /** Presses Tab until the element with this text or label has the focus. */
    const reach = async (text: string) => {
      const focused = `(() => { const at = document.activeElement; return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent; })()`;
      for (let presses = 0; presses < 60; presses++) {
        if ((await page.evaluate<string>(focused)).startsWith(text)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach "${text}".`);
    };
    await reach(texts.search);
    await page.keyboard.type(product.en.name);
    await page.keyboard.press('Enter');
    await heading(`${texts.products}: ${product.en.name}`);
    await reach(product.en.name);
    await page.keyboard.press('Enter');
    await heading(product.en.name);
    await reach(texts.addToCart);
    await page.keyboard.press('Enter');
    await page.getByText(texts.added(product.en.name)).waitFor();
    await page.reload();
    await heading(product.en.name);
    await reach(texts.skip);
    await reach(texts.cart);
    await page.keyboard.press('Enter');
    await heading(texts.cart);
    await reach(texts.toCheckout);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: texts.placeOrder }).waitFor();
    await reach(texts.placeOrder);
    await page.keyboard.press('Enter');
    await placed();
    await expectOneOrder();
  });

  test('reloading the page during a checkout places one order only', async () => {
    const { texts } = await openCheckout('en');
    const sent: (string | undefined)[] = [];
    let reached = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (reached = resolve));
    await page.route('**/api/client/orders/checkout', async (route) => {
      sent.push(route.request().headers()['idempotency-key']);
      if (sent.length > 1) return route.continue();
      // The store places the order, but its response never reaches the page.
      await route.fetch();
      reached();
    });
    await page.getByLabel(texts.notes).fill('Ring twice');
    await press(texts.placeOrder);
    await isThere;
    expect(await pending()).toContain(sent[0]);
    await page.reload();
    await placed();
    expect(sent).toEqual([sent[0], sent[0]]);
    await expectOneOrder();
  });

  test('a shopper cancels a pending order only by confirming the dialog', async () => {
    await fillCart(shopper.client, product, 2);
    const { texts } = await open('ar', 390);
    const order = (await checkOut(shopper)).data;
    await page.goto(`${shop.url}/#/orders/${order.id}`);
    page.once('dialog', (dialog) => void dialog.dismiss());
    await press(texts.cancelOrder);
    expect((await readOrder(order.id)).status).toBe('pending');
    page.once('dialog', (dialog) => void dialog.accept());
    await press(texts.cancelOrder);
    await page.locator('[aria-current=step]').getByText(texts.states.cancelled).waitFor();
    await page.getByText(texts.isFinal).waitFor();
    expect(await page.getByRole('button', { name: texts.cancelOrder }).count()).toBe(0);
    expect((await readOrder(order.id)).status).toBe('cancelled');
  });

  test('if an order is confirmed just before its shopper cancels it, the order page shows an error and the new status', async () => {
    await fillCart(shopper.client, product, 1);
    const { texts } = await open('en', 1280);
    const order = (await checkOut(shopper)).data;
    await page.goto(`${shop.url}/#/orders/${order.id}`);
    await page.getByRole('button', { name: texts.cancelOrder }).waitFor();
    page.once('dialog', (dialog) => {
      void admin.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' }).then(() => dialog.accept());
    });
    await press(texts.cancelOrder);
    await page.getByRole('alert').getByText('cancelled').waitFor();
    await page.locator('[aria-current=step]').getByText(texts.states.confirmed).waitFor();
    expect(await page.getByRole('button', { name: texts.cancelOrder }).count()).toBe(0);
  });

  test('checkout notes survive a reload and a language change', async () => {
    const { texts } = await openCheckout('en', 390);
    await page.getByLabel(texts.notes).fill('Ring twice');
    await page.reload();
    expect(await page.getByLabel(texts.notes).inputValue()).toBe('Ring twice');
    await press(texts.otherLanguage);
    const arabic = localeOf('ar', 'USD').texts;
    await heading(arabic.checkout);
    expect(await page.getByLabel(arabic.notes).inputValue()).toBe('Ring twice');
  });

  test('the address form shows an Arabic validation error beside its field', async () => {
    const { texts } = await openCheckout('ar', 390);
    await page.getByText(texts.newAddress).click();
    await page.getByLabel(texts.line1).fill('شارع الرينبو ١٢');
    await press(texts.saveAddress);
    const city = page.getByLabel(texts.city);
    await page
      .locator('#error-city')
      .getByText(/\p{Script=Arabic}/u)
      .waitFor();
    expect(await city.getAttribute('aria-invalid')).toBe('true');
    expect(await city.getAttribute('aria-describedby')).toBe('error-city');
    expect(await page.evaluate('document.activeElement?.name')).toBe('city');
    expect(await page.getByLabel(texts.line1).getAttribute('aria-invalid')).toBeNull();
    await city.fill('عمّان');
    await page.getByLabel(texts.country).selectOption('JO');
    await press(texts.saveAddress);
    await page.getByText(/شارع الرينبو ١٢/).waitFor();
  });

  test('the checkout page shows which product lacks stock and places no order', async () => {
    await fillCart(shopper.client, product, 4);
    const { texts } = await openCheckout('en');
    await admin.put(`/api/admin/inventory/${product.id}`, { stock: 2 });
    await press(texts.placeOrder);
    await page.getByText(texts.outOfStock(product.en.name, '2')).waitFor();
    expect([await ordersOfShopper(), await pending()]).toEqual([[], null]);
  });

  test('an order placed offline is sent once when the network returns', async () => {
    const { texts } = await openCheckout('en');
    await context.setOffline(true);
    await page.getByText(texts.offline).waitFor();
    await press(texts.placeOrder);
    await page.getByText(texts.placing).waitFor();
    await context.setOffline(false);
    await placed();
    await expectOneOrder();
  });

  test('a checkout that is retried after 503 errors places only one order', async () => {
    const { texts } = await openCheckout('ar');
    const sent = new Set<string | undefined>();
    const path = '**/api/client/orders/checkout';
    const problem = { code: 'unavailable', message: 'غير متاح', status: 503 };
    await page.route(path, async (route) => {
      sent.add(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.fulfill({ status: 503, headers: { 'retry-after': '3600' }, json: problem });
    });
    await press(texts.placeOrder);
    await page.getByRole('alert').getByText(texts.unavailable).waitFor();
    await page.getByText(texts.retryIsSafe).waitFor();
    await press(texts.retryOrder);
    await page.getByRole('alert').getByText(texts.unavailable).waitFor();
    await page.unroute(path);
    await press(texts.retryOrder);
    await placed();
    expect(sent.size).toBe(1);
    await expectOneOrder();
  });

  test('a product that is added to the cart again after 503 errors is added only once', async () => {
    const { texts } = await open('en', 1280);
    const path = '**/api/client/cart/items';
    const problem = { code: 'unavailable', message: 'Busy.', status: 503 };
    await page.route(path, async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, headers: { 'retry-after': '3600' }, json: problem });
    });
    await page.goto(`${shop.url}/#/products/${product.id}`);
    await press(texts.addToCart);
    await page.getByRole('alert').getByText(texts.unavailable).waitFor();
    await page.unroute(path);
    const amounts = async () => {
      const { data: cart } = await shopper.client.get<Cart>('/api/client/cart');
      return cart.items.map(({ amount }) => amount);
    };
    const add = async () => {
      const added = page.waitForResponse((response) => response.url().endsWith('/api/client/cart/items'));
      await press(texts.addToCart);
      expect((await added).status()).toBe(200);
    };
    await add();
    expect(await amounts()).toEqual([1]);
    await page.getByText(texts.added(product.en.name)).waitFor();
    await add();
    expect(await amounts()).toEqual([2]);
  });

  test.each(['en', 'ar'] as const)(
    'a checkout rejected with 403 shows the reason and lets the shopper discard the order (language %s)',
    async (language) => {
      const { texts } = await openCheckout(language);
      const problem = { code: 'forbidden', message: 'Not you.', status: 403 };
      await page.route('**/api/client/orders/checkout', (route) =>
        route.fulfill({ status: 403, json: problem }),
      );
      await press(texts.placeOrder);
      await page.getByRole('alert').getByText('Not you.').waitFor();
      await page.getByText(texts.mayBeLeft).waitFor();
      expect(await pending()).not.toBeNull();
      await press(texts.leaveOrder);
      await page.getByText(texts.noOrders).waitFor();
      expect(await pending()).toBeNull();
      await page.reload();
      await page.getByText(texts.noOrders).waitFor();
    },
  );
});
