import { afterEach, expect, test } from '@jest/globals';

import { inChromium, inOneLanguage, opened, openPage, type ConsolePage } from './console-page.ts';

const words = {
  en: { customers: 'Customers', offline: 'You are offline', works: 'All systems normal', home: 'Today' },
  ar: { customers: 'العملاء', offline: 'أنت غير متصل', works: 'كل الأنظمة تعمل', home: 'اليوم' },
};

inChromium('a browser without a connection', () => {
  // Comes first, so that the browser is online again when the page is closed.
  afterEach(() => opened.context.setOffline(false));

  test.each(inOneLanguage('en'))(
    'a page first opened offline shows a notice and loads when the connection returns, in language %s',
    async (language) => {
      const { customers, offline, works, home } = words[language];
      // Routing requests turns off the browser cache, which contains scripts from an earlier test.
      const noCache = (context: ConsolePage['context']) =>
        context.route(/customers-page/, (route) => route.continue());
      await openPage({ language, prepare: noCache });
      const { page } = opened;
      await page.getByText(works).waitFor();
      await opened.context.setOffline(true);
      await page.getByText(works).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: customers, exact: true }).click();
      await page.getByRole('main').getByText(offline, { exact: true }).waitFor();
      expect(await page.getByText('Something went wrong on this page').count()).toBe(0);
      await opened.context.setOffline(false);
      await page.getByRole('heading', { level: 1, name: customers }).waitFor();
      await page.getByRole('link', { name: home, exact: true }).click();
      await page.getByText(works).waitFor();
    },
  );

  test('a page shows that it is offline, and neither that all systems work nor that it is live, if its network drops all packets', async () => {
    await openPage();
    const { page, context } = opened;
    const { works } = words.en;
    const live = page.locator('.live-sign[data-live=true]');
    await page.getByText(works).waitFor();
    await live.waitFor();
    // A route without a response is like a dropped packet. The open event stream stays open.
    await context.route('**', () => undefined);
    await page.getByText('You’re offline.').waitFor();
    await page.getByText(works).waitFor({ state: 'detached' });
    await live.waitFor({ state: 'detached' });
  });

  test('a page whose session cannot be read shows within ten seconds that the store is unavailable', async () => {
    await openPage();
    const { page, context } = opened;
    const json = { code: 'unavailable', message: 'Redis is away.', status: 503 };
    await context.route('**/console/session', (route) => route.fulfill({ status: 503, json }));
    await page.reload();
    await page.getByRole('alert').getByText('Redis is away.').waitFor({ timeout: 10_000 });
    await context.unroute('**/console/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(words.en.works).waitFor();
  });
});
