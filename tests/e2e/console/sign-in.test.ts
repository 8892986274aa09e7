import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import { sharedStore, startGatewayOf, type TestStore } from '../../support/store.ts';
import { linkCode, openBrowser, type Browser, type Seen } from '../../support/console-browser.ts';
import { inChromium, sharedChromium } from './console-page.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';
import { eventually } from '../../support/eventually.ts';

const shortLifeSeconds = 2;

const shared = sharedStore();
/** Two gateways of the shared store. Their staff sign in at a provider. */
let provider: TestProvider;
let store: TestStore;
let second: TestStore;
beforeAll(async () => {
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockReturnValue();
  provider = await startProvider();
  const startGateway = () => startGatewayOf(shared, provider.env);
  [store, second] = await Promise.all([startGateway(), startGateway()]);
  const urls = [store.url, second.url, localUrl(store)];
  await provider.serve(urls.map((url) => `${url}/console/sign-in/callback`));
});
afterAll(async () => {
  await second.stop();
  await store.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.setLifetime(300);
  provider.setAway(false);
});

const localUrl = ({ url }: TestStore) => url.replace('127.0.0.1', 'localhost');
const location = ({ headers }: Seen) => headers.get('location') ?? '';
const navigation = { headers: { 'sec-fetch-site': 'cross-site' } };
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

/** Signs in through the provider. Resolves with the last response of the gateway. */
async function signIn(browser: Browser, login: string, returnTo = '/console/'): Promise<Seen> {
  const asked = `/console/sign-in/openid?return_to=${encodeURIComponent(returnTo)}`;
  const begun = await browser.ask('GET', asked, navigation);
  expect(begun.status).toBe(303);
  const back = await provider.signIn(location(begun), login);
  return browser.ask('GET', pathOf(back), navigation);
}

async function signedIn(login: string): Promise<Browser> {
  const browser = openBrowser(store.url);
  expect(location(await signIn(browser, login))).toBe('/console/');
  return browser;
}

describe('signing in at the provider', () => {
  test('signing in at the identity provider opens the requested console page with the user’s rights', async () => {
    const browser = openBrowser(store.url);
    const back = await signIn(browser, 'layla+admin', '/console/orders?status=pending');
    expect([back.status, location(back)]).toEqual([303, '/console/orders?status=pending']);
    expect([...browser.cookies.keys()]).toEqual([`${store.namespace}-session`]);
    const { body } = await browser.ask('GET', '/console/session');
    expect(body).toMatchObject({
      subject: 'layla+admin',
      name: 'Name of layla+admin',
      language: 'ar',
      signed_in_by: 'openid',
      scopes: ['admin', 'admin:read'],
    });
    const { ends_at: endsAt } = body as { ends_at: string };
    expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(11 * 3_600_000);
    expect((await browser.ask('GET', '/api/admin/orders')).status).toBe(200);
  });

  test('a sign-in at the identity provider uses PKCE, state and nonce, and sets a cookie in which the state is not readable', async () => {
    const browser = openBrowser(store.url);
    const begun = await browser.ask('GET', '/console/sign-in/openid', navigation);
    const asked = new URL(location(begun)).searchParams;
    expect(asked.get('response_type')).toBe('code');
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(asked.get(name)?.length).toBeGreaterThan(40);
    expect(browser.lastSetCookie()).toMatch(
      /-sign-in=[\w-]+; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    expect(browser.lastSetCookie()).not.toContain(asked.get('state') ?? 'no state');
  });

  test.each([
    'https://other.example/',
    '//other.example',
    '/console//other.example',
    '/api/admin/orders',
    '/console/%0d%0a',
    '/console/../api/admin/orders',
    '/console/orders/./../../docs',
  ])('signing in opens the console’s first page instead of the unsafe URL %s', async (returnTo) => {
    expect(location(await signIn(openBrowser(store.url), 'layla+admin', returnTo))).toBe('/console/');
  });

  test('signing in with read-only rights does not allow changes', async () => {
    const auditor = await signedIn('auditor+admin:read');
    expect((await auditor.ask('GET', '/api/admin/orders')).status).toBe(200);
    expect((await auditor.ask('DELETE', '/api/admin/orders/1')).status).toBe(403);
  });

  test.each(['shopper+client', 'anonymous'])(
    'signing in as the user %s gives no access to the console',
    async (login) => {
      const browser = openBrowser(store.url);
      expect(location(await signIn(browser, login))).toBe('/console/sign-in?problem=no_access');
      expect(browser.cookies.size).toBe(0);
    },
  );

  test('a sign-in callback fails if the cookie of its sign-in is missing, and if the callback is sent again', async () => {
    const [mine, theirs] = [openBrowser(store.url), openBrowser(store.url)];
    const begun = await mine.ask('GET', '/console/sign-in/openid', navigation);
    await theirs.ask('GET', '/console/sign-in/openid', navigation);
    const back = pathOf(await provider.signIn(location(begun), 'layla+admin'));
    const stranger = await openBrowser(store.url).ask('GET', back, navigation);
    expect(location(stranger)).toBe('/console/sign-in?problem=expired');
    expect(location(await theirs.ask('GET', back, navigation))).toBe('/console/sign-in?problem=refused');
    expect(location(await mine.ask('GET', back, navigation))).toBe('/console/');
    expect(location(await mine.ask('GET', back, navigation))).toBe('/console/sign-in?problem=expired');
  });

  test('a sign-in callback with a wrong state parameter fails', async () => {
    const browser = openBrowser(store.url);
    const begun = await browser.ask('GET', '/console/sign-in/openid', navigation);
    const back = new URL(await provider.signIn(location(begun), 'layla+admin'));
    back.searchParams.set('state', 'of another question');
    const refused = await browser.ask('GET', back.pathname + back.search, navigation);
    expect(location(refused)).toBe('/console/sign-in?problem=refused');
  });

  test.each([
    '',
    '?state=STATE',
    '?code=x',
    '?code=x&state=STATE',
    '?code=x&code=y&state=STATE',
    '?code=x&state=STATE&state=STATE',
    '?code=x&state=STATE&iss=https://other.example',
    '?error=<script>&state=STATE&iss=ISSUER',
    '?error=a&error=b&state=STATE&iss=ISSUER',
    '?response=x&state=STATE&iss=ISSUER',
  ])('a forged sign-in callback with the query string %j fails', async (query) => {
    const browser = openBrowser(store.url);
    const begun = await browser.ask('GET', '/console/sign-in/openid', navigation);
    const state = new URL(location(begun)).searchParams.get('state') ?? '';
    const forged = query.replaceAll('STATE', state).replace('ISSUER', provider.issuer);
    const back = await browser.ask('GET', `/console/sign-in/callback${forged}`, navigation);
    expect(location(back)).toBe('/console/sign-in?problem=refused');
    expect(browser.cookies.size).toBe(0);
  });

  test('the sign-in page shows whether the identity provider rejected the sign-in or is unavailable', async () => {
    const browser = openBrowser(store.url);
    const begun = await browser.ask('GET', '/console/sign-in/openid', navigation);
    const state = new URL(location(begun)).searchParams.get('state') ?? '';
    const denied = `/console/sign-in/callback?error=access_denied&state=${state}&iss=${provider.issuer}`;
    expect(location(await browser.ask('GET', denied, navigation))).toBe('/console/sign-in?problem=refused');
    const again = await browser.ask('GET', '/console/sign-in/openid', navigation);
    const back = pathOf(await provider.signIn(location(again), 'layla+admin'));
    provider.setAway(true);
    expect(location(await browser.ask('GET', back, navigation))).toBe(
      '/console/sign-in?problem=provider_away',
    );
  });

  test('sign-in links are rejected with 403 if staff sign in at an identity provider', async () => {
    const { status, body } = await openBrowser(store.url).ask('POST', '/console/sign-in', {
      json: { code: 'x' },
    });
    expect([status, body]).toEqual([403, expect.objectContaining({ reason: 'links_off' })]);
  });
});

/** Waits until the token of a newly signed-in user has this remaining lifetime. A provider counts in whole seconds. */
async function untilLeft(ms: number): Promise<void> {
  const end = performance.now() + shortLifeSeconds * 1000 - ms;
  await eventually('the token to run out', () => performance.now() >= end);
}

/** Signs in with a token that has the shortest lifetime that a provider can give. */
async function shortLived(login: string): Promise<Browser> {
  provider.setLifetime(shortLifeSeconds);
  const browser = await signedIn(login);
  provider.setLifetime(300);
  return browser;
}

describe('a token that expires', () => {
  test('the expiring token of a console session is refreshed only once, even if many requests arrive at two gateways', async () => {
    const browser = await shortLived('parallel+admin');
    const before = provider.refreshes();
    await untilLeft(300);
    const urls = [...Array(20).keys()].map((index) => (index % 2 === 0 ? store.url : second.url));
    const answers = await Promise.all(urls.map((url) => browser.ask('GET', '/console/session', { url })));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(provider.refreshes() - before).toBe(1);
    expect((await browser.ask('GET', '/api/admin/orders')).status).toBe(200);
  });

  test('if a session’s token expires during an outage of the identity provider, requests get 503, and work again after the outage', async () => {
    const browser = await shortLived('patient+admin');
    provider.setAway(true);
    await untilLeft(-100);
    const { status, body } = await browser.ask('GET', '/console/session');
    expect([status, body]).toEqual([503, expect.objectContaining({ part: 'identity provider' })]);
    provider.setAway(false);
    expect((await browser.ask('GET', '/console/session')).status).toBe(200);
  });

  test('a console session ends when the identity provider refuses to refresh its token', async () => {
    const browser = await shortLived('dismissed+admin');
    await provider.revoke('dismissed+admin');
    await untilLeft(300);
    const ended = { status: 401, body: { code: 'unauthenticated', reason: 'session_ended' } };
    expect(await browser.ask('GET', '/api/admin/orders')).toMatchObject(ended);
    expect(await browser.ask('GET', '/console/session', { url: second.url })).toMatchObject(ended);
  });
});

describe('signing out', () => {
  test('signing out ends the session at every gateway and returns the URL of the identity provider’s sign-out page', async () => {
    const browser = await signedIn('leaving+admin');
    const copy = openBrowser(second.url, new Map(browser.cookies));
    expect((await copy.ask('GET', '/console/session')).status).toBe(200);
    const { body } = await browser.ask('DELETE', '/console/session');
    const url = new URL((body as { sign_out_url: string }).sign_out_url);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${store.url}/console/`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect((await fetch(url)).status).toBe(200);
    expect((await copy.ask('GET', '/console/session')).status).toBe(401);
  });

  test('signing out works while the identity provider is unavailable', async () => {
    const browser = await signedIn('hurried+admin');
    provider.setAway(true);
    expect((await browser.ask('DELETE', '/console/session')).status).toBe(200);
    expect((await browser.ask('GET', '/console/session')).status).toBe(401);
  });
});

inChromium('signing in with a browser', () => {
  let context: BrowserContext;
  let page: Page;
  /** For a browser, this host name is another site than the provider's 127.0.0.1. */
  let url: string;
  beforeEach(async () => {
    url = localUrl(store);
    context = await (await sharedChromium()).newContext({ locale: 'en-GB' });
    context.setDefaultTimeout(60_000);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const isIn = () => page.getByRole('navigation').first().waitFor({ state: 'attached' });
  const button = (name: string) => page.getByRole('button', { name }).or(page.getByRole('link', { name }));

  async function passProvider(login: string): Promise<void> {
    await button('Sign in with your account').click();
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('signing in opens the requested page, and signing out ends the sessions at the console and at the identity provider', async () => {
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

  test('a shopper who signs in sees that the console is for staff only', async () => {
    await page.goto(`${url}/console/`);
    await passProvider('shopper+client');
    await page.getByRole('alert').getByText('may not use the console').waitFor();
    expect(await context.cookies(url)).toEqual([]);
  });

  test('opening a sign-in link that was already used shows a page which says that the link was used before', async () => {
    const link = `${shared.url}/console/sign-in#${await linkCode(shared)}`;
    await page.goto(link);
    await isIn();
    expect(page.url()).not.toContain('#');
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('alert').getByText('This link was used before').waitFor();
  });
});

test('the gateways’ logs contain no token and no sign-in code', () => {
  for (const gateway of [store, second]) expect(gateway.log('gateway')).not.toMatch(/eyJ|[?&]code=/);
});
