import type { Browser, BrowserContext, Page } from 'playwright-core';

type Language = 'en' | 'ar';

/** The language, size and colour scheme of a browser window. */
interface Screen {
  language: Language;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  /** Whether the test controls the clock of the page. Such a tab is reused only for tests that control the clock. */
  hasClock?: boolean;
}

/** A browser context with one page. */
export interface Tab {
  context: BrowserContext;
  page: Page;
}

const tabs = new WeakMap<Browser, (Tab & { language: Language; hasClock: boolean; isFree: boolean })[]>();

/**
 * Returns an empty tab. Tabs are reused, because a new tab starts a process and compiles every script, which takes three times
 * as long.
 */
export async function takeTab(
  browser: Browser,
  { language, width, height, scheme, hasClock = false }: Screen,
): Promise<Tab> {
  const known = tabs.get(browser) ?? [];
  tabs.set(browser, known);
  let tab = known.find((each) => each.isFree && each.language === language && each.hasClock === hasClock);
  if (!tab) {
    const context = await browser.newContext({ locale: language === 'ar' ? 'ar-JO' : 'en-GB' });
    if (hasClock) await context.clock.install();
    tab = { language, hasClock, context, page: await context.newPage(), isFree: false };
    known.push(tab);
  }
  tab.isFree = false;
  await tab.page.setViewportSize({ width, height });
  await tab.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce', media: null });
  return tab;
}

/**
 * Clears a test's tab except for cached files, and leaves `harmless` open in it: the URL of a file of the store without scripts.
 * The file has the console's origin, so the browser keeps the tab's process.
 */
export async function returnTab(browser: Browser, { context, page }: Tab, harmless: string): Promise<void> {
  if (page.isClosed()) {
    await forget(browser, { context, page });
    return;
  }
  page.removeAllListeners();
  context.removeAllListeners();
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearPermissions()]);
  for (const each of context.pages()) if (each !== page) await each.close();
  const { origin } = new URL(harmless);
  if (new URL(page.url()).origin === origin) await page.evaluate('sessionStorage.clear()');
  // The page must be left before its storage is cleared, because it could write to the storage again.
  await page.goto(harmless);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devTools.detach();
  await context.clearCookies();
  const tab = tabs.get(browser)?.find((each) => each.page === page);
  if (tab) tab.isFree = true;
}

/** Removes a tab if a test has closed its page. The context is closed with its browser. */
async function forget(browser: Browser, { context, page }: Tab): Promise<void> {
  const known = tabs.get(browser) ?? [];
  tabs.set(
    browser,
    known.filter((each) => each.page !== page),
  );
  for (const each of context.pages()) await each.close();
}
