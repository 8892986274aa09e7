import { test } from '@jest/globals';

import { componentTexts } from '#console/components/texts.ts';
import { fillText } from '#console/texts/fill-text.ts';
import { sharedStore } from '../../support/store-access.ts';
import { expectFit, expectNoViolations, inChromium, looks, openPage } from './console-page.ts';
import { button } from './page-steps.ts';

inChromium('the page of all components', () => {
  test.each(looks)(
    'the page with every component of the console is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async ({ language, scheme }) => {
      const { page } = await openPage({ language, scheme });
      // The page shows components in the state of loading, so it never finishes loading.
      await page.goto(`${sharedStore().url}/console/components`);
      const words = (key: keyof typeof componentTexts) => fillText(componentTexts[key], language);
      await page.getByRole('heading', { level: 1, name: words('title') }).waitFor();
      await button(page, words('toast')).click();
      await page.locator('.toast').waitFor();
      await expectNoViolations(page);
      await page.setViewportSize({ width: 390, height: 900 });
      await expectFit(page);
      await button(page, words('delete')).first().click();
      await page.getByRole('dialog').waitFor();
      await expectNoViolations(page);
    },
  );
});
