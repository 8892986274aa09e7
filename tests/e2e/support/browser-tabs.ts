import type { Browser, BrowserContext, Page } from 'playwright-core';

type Language = 'en' | 'ar';

/** What a person sees it on. */
export interface Screen {
  language: Language;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

/** A browser context with one page. */
export interface Tab {
  context: BrowserContext;
  page: Page;
}

const tabs = new WeakMap<Browser, (Tab & { language: Language; isFree: boolean })[]>();

/**
 * An empty tab. Tabs are used again, because a page in a new one takes three times as long: its process starts, and
 * compiles every script.
 */
export async function takeTab(browser: Browser, { language, width, height, scheme }: Screen): Promise<Tab> {
  const known = tabs.get(browser) ?? [];
  tabs.set(browser, known);
  let tab = known.find((each) => each.isFree && each.language === language);
  if (!tab) {
    const context = await browser.newContext({ locale: language === 'ar' ? 'ar-JO' : 'en-GB' });
    tab = { language, context, page: await context.newPage(), isFree: false };
    known.push(tab);
  }
  tab.isFree = false;
  await tab.page.setViewportSize({ width, height });
  await tab.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce', media: null });
  return tab;
}

/**
 * Leaves nothing of a test in its tab but cached files. `harmless` is a URL of a file without scripts: a page of the same
 * origin keeps the tab's process.
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
  // Before the storage is cleared, so that the page cannot write any more.
  await page.goto(harmless);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devTools.detach();
  await context.clearCookies();
  const tab = tabs.get(browser)?.find((each) => each.page === page);
  if (tab) tab.isFree = true;
}

/** A test closed its page: there is nothing to use again. The context ends with its browser. */
async function forget(browser: Browser, { context, page }: Tab): Promise<void> {
  const known = tabs.get(browser) ?? [];
  tabs.set(
    browser,
    known.filter((each) => each.page !== page),
  );
  for (const each of context.pages()) await each.close();
}
