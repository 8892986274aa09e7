import { beforeAll, expect, test } from '@jest/globals';

import { partTexts } from '#console/parts/texts.ts';
import { placeOrder } from '../support/records.ts';
import { everyLook, inChromium, opened, openPage, shown, type ConsoleOptions } from './console-page.ts';
import { button, refusal, refuse } from './page-steps.ts';

inChromium('today', () => {
  beforeAll(async () => {
    await placeOrder();
  });

  test.each(everyLook)(
    'the Today page is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await openPage(look);
      expect(await opened.page.evaluate('document.documentElement.dir')).toBe(
        look.language === 'ar' ? 'rtl' : 'ltr',
      );
      await opened.expectAccessibleAtBothWidths();
      await opened.picture('today');
      // A low window, such as a tablet with its keyboard open, cannot show the whole navigation at once.
      await opened.page.setViewportSize({ width: 1440, height: 320 });
      await opened.page.getByRole('navigation').first().getByRole('link').last().click();
      await opened.page.waitForURL(/\/settings$/);
    },
  );

  test('the Today page charts orders and sales by hour and by day, including hours and days without orders', async () => {
    await openPage();
    const { page } = opened;
    const bars = (list: string) => page.getByRole('list', { name: shown(list) }).getByRole('listitem');
    await bars('By hour').nth(23).waitFor();
    expect(await bars('By hour').count()).toBe(24);
    await bars('The last 7 days').nth(6).waitFor();
    expect(await bars('The last 7 days').count()).toBe(7);
    const today = await bars('The last 7 days').last().getAttribute('title');
    expect(today).toMatch(/[1-9][\d,]*[\u2066-\u2069]* orders?.*[1-9]/);
    await page.getByRole('radiogroup').getByText('Order value', { exact: true }).click();
    expect(await bars('The last 7 days').last().innerText()).toMatch(/[1-9]/);
    await page.getByText(shown('12 months')).click();
    await bars('The last 12 months').nth(11).waitFor();
    expect(await bars('The last 12 months').last().innerText()).toMatch(/[1-9]/);
    await page.getByRole('table', { name: 'Best sellers' }).getByRole('link').first().waitFor();
    await page.getByText(shown('7 days')).click();
    // A bar links to the orders of the bar's day.
    await bars('The last 7 days').last().getByRole('link').click();
    await page.waitForURL(/created_at/);
  });

  test('if the figures of the Today page cannot be read, the page shows a message and a button to try again', async () => {
    const figures = /\/api\/admin\/statistics\//;
    await openPage({ prepare: (context) => context.route(figures, refuse) });
    const { page, context } = opened;
    const sections = ['Orders today', 'Sales'].map((name) => page.getByRole('region', { name }));
    for (const section of sections) await section.getByText(refusal).waitFor();
    expect(await page.locator('.today-tile').first().innerText()).toMatch(/Orders today\s+—/);
    await context.unroute(figures);
    for (const section of sections) {
      await button(section, 'Try again').click();
      await section.getByText(refusal).waitFor({ state: 'detached' });
    }
    await page.locator('.today-tile').first().getByText(/^\d/).waitFor();
  });

  test('if a proxy sends an HTML error page in place of the store’s response, the Arabic console shows an error in Arabic', async () => {
    const answer = { status: 500, body: '<html>A proxy</html>' };
    const prepare: ConsoleOptions['prepare'] = (context) =>
      context.route(/\/api\/admin\/statistics\//, (route) => route.fulfill(answer));
    await openPage({ language: 'ar', prepare });
    await opened.page.getByText(partTexts.noAnswerMore.ar).first().waitFor();
  });

  test('after a language change, the Today page requests the best sellers again in the new language', async () => {
    await openPage();
    const { page } = opened;
    const inArabic = page.waitForRequest(
      (request) => request.url().includes('by=product') && request.headers()['accept-language'] === 'ar',
    );
    await page.getByRole('button', { name: 'العربية' }).click();
    await inArabic;
  });
});
