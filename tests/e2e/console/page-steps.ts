import { expect } from '@jest/globals';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';

import { signedIn } from '../../support/console-browser.ts';
import { eventually, expectEventually } from '../../support/eventually.ts';
import type { StoreAccess } from '../../support/store-access.ts';
import { shown } from './console-page.ts';

type Within = Page | Locator;

/** Matches a whole text of the console, even though invisible direction marks surround each value. */
export function said(text: string): RegExp {
  const marks = '[\u2066-\u2069]*';
  return new RegExp(`^\\s*${marks}${shown(text).source}${marks}\\s*$`);
}

/** Removes the invisible direction marks that surround each value. */
export function bare(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '');
}

export function button(within: Within, name: string): Locator {
  return within.getByRole('button', { name: said(name) });
}

/** Finds a field by its label. The label may end with a star. */
export function field(within: Within, label: string): Locator {
  return within.getByLabel(new RegExp(`${said(label).source.slice(0, -1)}[*]?\\s*$`));
}

export function text(within: Within, shown: string): Locator {
  return within.getByText(said(shown)).first();
}

/** Clicks like the second click of a double click, whose first click made the target appear under the pointer. */
export async function secondClick(target: Locator): Promise<void> {
  await target.hover();
  const { mouse } = target.page();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}

/** Delays the page's requests with this URL and method until the returned function is called. Then calls `end` for each. */
export async function hold(
  page: Page,
  url: Parameters<Page['route']>[0],
  method: string,
  end: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.continue();
    await promise;
    return end(route);
  });
  await untilIntercepting(page);
  return () => resolve(undefined);
}

/**
 * The store executes the next POST to this URL, but the page gets no response. The returned function waits until the store has
 * executed it, reloads the page, and resolves with the idempotency key of the POST.
 */
export async function loseResponse(page: Page, url: string): Promise<() => Promise<string>> {
  const executed = Promise.withResolvers<string>();
  const release = await hold(page, url, 'POST', async (route) => {
    await route.fetch();
    executed.resolve(route.request().headers()['idempotency-key'] ?? 'no key');
  });
  release();
  return async () => {
    const key = await executed.promise;
    await page.unroute(url);
    await page.reload();
    return key;
  };
}

/** Leaves the page for the Today page, by the navigation. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.waitForURL(/\/console\/?$/);
}

export async function leaveAndReturn(page: Page): Promise<void> {
  await leave(page);
  await page.goBack();
}

/** Chromium may send a page's next requests without interception for some milliseconds after `page.route`. */
async function untilIntercepting(page: Page): Promise<void> {
  let isIntercepted = false;
  await page.route('**/intercepted', (route) => {
    isIntercepted = true;
    return route.fulfill();
  });
  await eventually('the interception of a request', async () => {
    await page.evaluate("fetch('/intercepted')");
    return isIntercepted;
  });
}

/** The next write with this URL is accepted, but the session has ended when the page asks for the outcome. */
export async function endSessionAfter(page: Page, url: string, method: string): Promise<void> {
  const release = await hold(page, url, method, (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
  );
  release();
  const ended = { status: 401, json: { code: 'unauthenticated', message: 'Signed out by the test.' } };
  await page.route('**/api/operations/*', (route) => route.fulfill(ended), { times: 1 });
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Ends the session of the pages at this store as another window would. `next`: the cookies that the browser then has. */
export async function endSession(
  context: BrowserContext,
  { url }: { url: string },
  next: Cookies = [],
): Promise<void> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await context.addCookies(next);
  const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${url}/console/session`, { method: 'DELETE', headers });
  expect(answer.status).toBe(200);
}

/** The cookies of a new session of this person, as another window would get them. */
export async function sessionCookies(store: StoreAccess, subject: string): Promise<Cookies> {
  const { cookies } = await signedIn(store, { subject });
  return [...cookies].map(([name, value]) => ({ name, value, url: store.url }));
}

export const refusal = 'Refused by the test.';

/** Responds with an error after which the console does not retry the request. */
export function refuse(route: Route): Promise<void> {
  return route.fulfill({ status: 409, json: { code: 'conflict', message: refusal, status: 409 } });
}

/** Expects the links in a list's rows, in this sequence. */
export async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  const links = page.getByRole('table').getByRole('link');
  await expectEventually(`the rows ${names.join(', ')}`, async () =>
    expect(await links.allInnerTexts()).toEqual(names),
  );
}

/** Expects the API's error at the input field, visible and announced by screen readers. */
export async function expectProblem(input: Locator, words: RegExp): Promise<void> {
  await expectEventually('what is wrong, at its field', async () => {
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    const ids = (await input.getAttribute('aria-describedby'))?.split(/\s+/).filter(Boolean) ?? [];
    const shown = await Promise.all(ids.map((id) => input.page().locator(`[id="${id}"]`).innerText()));
    expect(shown.join(' ')).toMatch(words);
  });
}

/** The part of an element that `tabTo` reads. */
interface Focusable {
  isConnected: boolean;
  matches: (selector: string) => boolean;
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  // Finding the element by its role for each key would take most of a test's time.
  let element = await target.elementHandle();
  for (let presses = 0; presses < 80; presses += 1) {
    const isFocused = await element.evaluate((node: Focusable) =>
      node.isConnected ? node.matches(':focus') : null,
    );
    if (isFocused === true) return;
    if (isFocused === false) await page.keyboard.press('Tab');
    else element = await target.elementHandle();
    // After a date field, a focus trap can move the focus once more in its own task.
    await page.evaluate('new Promise((done) => setTimeout(done))');
  }
  throw new Error('The Tab key does not lead there');
}
