import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { sharedStore } from '../../support/store-access.ts';
import { newOrder, newShopper, uniqueWord } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { linkCode, signedIn } from '../../support/console-browser.ts';
import { ensureChromiumWithWindows, launchChromium } from '../support/chromium.ts';
import { inChromium, openChromium, openConsole, type ConsolePage } from './console-page.ts';
import { button } from './page-steps.ts';

// Long, because the browser and the store share a machine that may be busy with other suites.
jest.setTimeout(90_000);

const store = sharedStore();

inChromium('a page whose session has ended', () => {
  let chromium: Browser;
  let opened: ConsolePage;
  let page: Page;
  let order: Order;
  const [layla, omar] = [uniqueWord('layla'), uniqueWord('omar')];

  beforeAll(async () => {
    chromium = await openChromium();
    order = await newOrder({ notes: 'Ring twice' });
  });
  beforeEach(async () => {
    opened = await openConsole(chromium, { subject: layla, path: `/orders/${order.id}` });
    ({ page } = opened);
    await page.keyboard.press('e');
    await page.getByLabel('Notes').fill('Typed by Layla');
    await endSession();
    await button(page, 'Save').click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  });
  afterEach(async () => {
    opened.expectNoErrors();
    await opened.close();
  });
  afterAll(() => chromium.close());

  test('after a session has ended, another person does not see what the first person typed', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Sign-in link').fill(await linkCode(store, { subject: omar }));
    await button(dialog, 'Sign in').click();
    await expectNewPageOf(omar);
  });

  test('a page with an ended session reloads when another person signs in in a second window', async () => {
    const { cookies } = await signedIn(store, { subject: omar });
    await opened.context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: store.url })));
    await expectNewPageOf(omar);
  });

  test('a page with an ended session keeps typed text when the same person signs in in a second window', async () => {
    const { cookies } = await signedIn(store, { subject: layla });
    await opened.context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: store.url })));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Notes').inputValue()).toBe('Typed by Layla');
  });

  async function expectNewPageOf(name: string): Promise<void> {
    await page.getByRole('button', { name: new RegExp(name) }).waitFor();
    await page.getByLabel('Notes').waitFor({ state: 'detached' });
    expect(await page.getByText('Typed by Layla').count()).toBe(0);
  }

  /** Ends the session as a second window would. */
  async function endSession(): Promise<void> {
    const cookies = await opened.context.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: store.url, 'sec-fetch-site': 'same-origin' };
    const answer = await fetch(`${store.url}/console/session`, { method: 'DELETE', headers });
    expect(answer.status).toBe(200);
  }
});

inChromium('a browser whose user signs out', () => {
  let chromium: Browser;
  beforeAll(async () => {
    chromium = await openChromium();
  });
  afterAll(() => chromium.close());

  test('signing out clears the list that the browser remembers, because its URL may contain a name', async () => {
    const { order_number: number } = await newOrder();
    const opened = await openConsole(chromium, { subject: uniqueWord('layla'), path: '/orders' });
    const { page } = opened;
    await page.getByRole('row').filter({ hasText: number }).waitFor();
    const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage })');
    expect(await kept()).toContain('/orders');
    await page.getByRole('button', { name: /layla/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await kept()).toBe('{}');
    await opened.close();
  });
});

const keepsPages = await ensureChromiumWithWindows();
/** In a browser that keeps no pages for Back, the tests are reported as skipped. */
const withBackButton = keepsPages === null ? describe.skip : describe;

withBackButton('a browser that keeps pages for its Back button', () => {
  let chromium: Browser;
  beforeAll(async () => {
    chromium = await launchChromium(keepsPages ?? '', { keepsPages: true });
  });
  afterAll(() => chromium.close());

  test('Back after signing out shows the sign-in page without customer data', async () => {
    const { user } = await newShopper();
    const opened = await openConsole(chromium, {
      subject: uniqueWord('layla'),
      path: `/customers/${user.id}`,
    });
    const { page } = opened;
    await page.getByText(user.name).first().waitFor();
    await page.getByRole('button', { name: /layla/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Playwright's goBack waits for a page load, which does not happen for a kept page.
    await page.evaluate('history.back()');
    await page.waitForURL(/customers/);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText(user.name).count()).toBe(0);
  });
});
