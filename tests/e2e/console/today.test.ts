import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';

import { checkOut, fillCart, newProduct, newShopper } from '../support/records.ts';
import { everyLook, inChromium, openChromium, openConsole } from './console-page.ts';
import type { ConsolePage } from './console-page.ts';

// A browser beside a store, on a machine that may be busy with other suites.
jest.setTimeout(90_000);

inChromium('today', () => {
  let chromium: Browser;
  let opened: ConsolePage;

  beforeAll(async () => {
    chromium = await openChromium();
    const shopper = await newShopper();
    await fillCart(shopper.client, await newProduct(), 1);
    await checkOut(shopper);
  });
  afterEach(async () => {
    opened.expectNoErrors();
    await opened.close();
  });
  afterAll(() => chromium.close());

  test.each(everyLook)('is whole and readable in $language, $scheme, at $width px', async (look) => {
    opened = await openConsole(chromium, look);
    expect(await opened.page.evaluate('document.documentElement.dir')).toBe(
      look.language === 'ar' ? 'rtl' : 'ltr',
    );
    await opened.expectAccessible();
    if (look.width === 1440) await opened.picture('today');
  });
});
