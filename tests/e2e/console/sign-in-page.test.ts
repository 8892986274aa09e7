import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { linkCode } from '../../support/console-browser.ts';
import { inChromium, openChromium } from './console-page.ts';
import { startProvider } from './openid-provider.ts';
import type { TestProvider } from './openid-provider.ts';

jest.setTimeout(90_000);

let chromium: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  chromium = await openChromium();
});
afterAll(() => chromium.close());
beforeEach(async () => {
  context = await chromium.newContext({ locale: 'en-GB' });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
});
afterEach(() => context.close());

const isIn = () => page.getByRole('navigation').first().waitFor({ state: 'attached' });
const button = (name: string) => page.getByRole('button', { name }).or(page.getByRole('link', { name }));

inChromium('signing in at a provider on another site', () => {
  let provider: TestProvider;
  let store: TestStore;
  /** A browser takes this name for another site than the provider’s 127.0.0.1. */
  let url: string;
  beforeAll(async () => {
    for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockReturnValue();
    provider = await startProvider();
    store = await startTestStore({ only: ['gateway', 'orders-api', 'catalog-api'], env: provider.env });
    url = store.url.replace('127.0.0.1', 'localhost');
    await provider.serve([`${url}/console/sign-in/callback`]);
  });
  afterAll(async () => {
    await store.stop();
    await provider.stop();
  });

  async function passProvider(login: string): Promise<void> {
    await button('Sign in with your account').click();
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('signing in leads to the requested page, and signing out ends both sessions', async () => {
    await page.goto(`${url}/console/orders?status=pending`);
    await passProvider('layla+admin');
    await isIn();
    expect(page.url()).toBe(`${url}/console/orders?status=pending`);
    const [session] = await context.cookies(url);
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    await page.reload();
    await isIn();
    await page.getByRole('button', { name: /layla/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await button('Sign in with your account').waitFor();
    expect([page.url(), await context.cookies(url)]).toEqual([`${url}/console/`, []]);
  });

  test('signing in as a shopper shows that the console is not for them', async () => {
    await page.goto(`${url}/console/`);
    await passProvider('shopper+client');
    await page.getByRole('alert').getByText('may not use the console').waitFor();
    expect(await context.cookies(url)).toEqual([]);
  });
});

inChromium('a sign-in link', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startTestStore({ only: ['gateway', 'orders-api', 'catalog-api'] });
  });
  afterAll(async () => store.stop());

  test('a sign-in link signs in when it is opened, and says so when it was used before', async () => {
    const link = `${store.url}/console/sign-in#${await linkCode(store)}`;
    await page.goto(link);
    await isIn();
    expect(page.url()).not.toContain('#');
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('alert').getByText('This link was used before').waitFor();
  });
});
