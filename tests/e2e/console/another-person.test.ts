import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { sharedStore } from '../../support/store-access.ts';
import { newOrder, newShopper, uniqueWord } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { linkCode } from '../../support/console-browser.ts';
import { ensureChromiumWithWindows, launchChromium } from '../support/chromium.ts';
import { inChromium, openConsole, opened, openPage, page } from './console-page.ts';
import { button, endSession, sessionCookies } from './page-steps.ts';

const store = sharedStore();

inChromium('a page whose session has ended', () => {
  let order: Order;
  const [layla, omar] = [uniqueWord('layla'), uniqueWord('omar')];

  beforeAll(async () => {
    order = await newOrder({ notes: 'Ring twice' });
  });
  beforeEach(async () => {
    await openPage({ subject: layla, path: `/orders/${order.id}` });
    await page.keyboard.press('e');
    await page.getByLabel('Notes').fill('Typed by Layla');
    await endSession(opened.context, store);
    // Dispatches the event, because the sign-in dialog may cover the button: it opens as soon as the event stream ends.
    await button(page, 'Save').dispatchEvent('click');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  });

  test('a person who signs in after another person’s session has ended does not see what the other person typed', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Sign-in link').fill(await linkCode(store, { subject: omar }));
    await button(dialog, 'Sign in').click();
    await expectNewPageOf(omar);
  });

  test('a page whose session has ended reloads when another person signs in through a second window', async () => {
    await opened.context.addCookies(await sessionCookies(store, omar));
    await expectNewPageOf(omar);
  });

  test('a page whose session has ended keeps typed text when the same person signs in through a second window', async () => {
    await opened.context.addCookies(await sessionCookies(store, layla));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectDraft();
  });

  test('a page that is reloaded after its session has ended keeps typed text until the same person signs in', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Sign-in link').fill(await linkCode(store, { subject: layla }));
    await button(page, 'Sign in').click();
    await expectDraft();
  });

  test('if the session of an open page ends for the second time, the sign-in dialog keeps the sign-in link that staff have half typed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const link = dialog.getByLabel('Sign-in link');
    await link.fill(await linkCode(store, { subject: layla }));
    await button(dialog, 'Sign in').click();
    await dialog.waitFor({ state: 'detached' });
    await endSession(opened.context, store);
    await button(page, 'Save').dispatchEvent('click');
    await link.fill('Half a link');
    const isAsked = (response: { url: () => string }) => response.url().endsWith('/console/session');
    await page.waitForResponse(isAsked);
    await page.waitForResponse(isAsked);
    expect(await link.inputValue()).toBe('Half a link');
  });

  const expectDraft = async () => expect(await page.getByLabel('Notes').inputValue()).toBe('Typed by Layla');
  const expectNewPageOf = (name: string) => expectNewPage(page, name);
});

async function expectNewPage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(name) }).waitFor();
  await page.getByLabel('Notes').waitFor({ state: 'detached' });
  expect(await page.getByText('Typed by Layla').count()).toBe(0);
}

inChromium('a page whose session was ended and replaced before its next request', () => {
  test('if the session cookie of an open page is replaced by another person’s, the page reloads without the text typed on it', async () => {
    const order = await newOrder({ notes: 'Ring twice' });
    const [layla, omar] = [uniqueWord('layla'), uniqueWord('omar')];
    await openPage({ subject: layla, path: `/orders/${order.id}` });
    await page.keyboard.press('e');
    await page.getByLabel('Notes').fill('Typed by Layla');
    await endSession(opened.context, store, await sessionCookies(store, omar));
    await expectNewPage(page, omar);
  });
});

inChromium('a sign-in link in a browser with another session', () => {
  const layla = uniqueWord('layla');
  beforeEach(async () => {
    await openPage({ subject: layla });
  });

  test.each(['another person', 'the same person'])(
    'a sign-in link for %s works in a browser that is already signed in',
    async (who) => {
      const subject = who === 'the same person' ? layla : uniqueWord('omar');
      await page.goto(`${store.url}/console/sign-in#${await linkCode(store, { subject })}`);
      await page.getByRole('button', { name: new RegExp(subject) }).waitFor();
      expect(page.url()).toBe(`${store.url}/console/`);
    },
  );

  test('a rejected sign-in link shows the reason and does not sign out the person who is already signed in', async () => {
    await page.goto(`${store.url}/console/sign-in#nonsense`);
    await page.getByRole('alert').getByText('not a sign-in link of this shop').waitFor();
    await page.reload();
    await page.getByRole('button', { name: new RegExp(layla) }).waitFor();
  });
});

inChromium('a browser whose user signs out', () => {
  test('signing out clears the remembered URL of the order list, because it may contain a customer’s name', async () => {
    const { order_number: number } = await newOrder();
    await openPage({ subject: uniqueWord('layla'), path: '/orders' });
    await page.getByRole('row').filter({ hasText: number }).waitFor();
    const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage })');
    expect(await kept()).toContain('/orders');
    await page.getByRole('button', { name: /layla/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await kept()).toBe('{}');
  });

  test('a draft that one person typed is not shown after a second person has signed in with a second tab', async () => {
    const [layla, omar] = [uniqueWord('layla'), uniqueWord('omar')];
    const { id } = await newOrder();
    const { page, context } = await openPage({ subject: layla, path: `/orders/${id}` });
    const note = page.getByLabel('Note for staff');
    await note.fill('Typed by Layla');
    await context.addCookies(await sessionCookies(store, omar));
    await page.reload();
    await page.getByRole('button', { name: new RegExp(omar) }).waitFor();
    expect(await note.inputValue()).toBe('');
  });
});

inChromium('a sign-out that fails', () => {
  test('the console shows that a sign-out failed until another attempt to sign out succeeds', async () => {
    const { page, context } = await openPage({ subject: uniqueWord('layla') });
    await context.route('**/console/session', async (route) => {
      if (route.request().method() !== 'DELETE') await route.continue();
      else await route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not from here.' } });
    });
    await page.getByRole('button', { name: /layla/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'You are still signed in' });
    await dialog.getByText('Not from here.').waitFor();
    await context.unroute('**/console/session');
    await button(dialog, 'Try again').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
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

  test('the browser’s Back button after signing out shows the sign-in page without customer data', async () => {
    const { user } = await newShopper();
    const { page } = await openConsole(chromium, {
      subject: uniqueWord('layla'),
      path: `/customers/${user.id}`,
    });
    await page.getByText(user.name).first().waitFor();
    await page.getByRole('button', { name: /layla/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Playwright's goBack waits for a page load, which does not happen if the browser restores the page from its back/forward cache.
    await page.evaluate('history.back()');
    await page.waitForURL(/customers/);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText(user.name).count()).toBe(0);
  });
});
