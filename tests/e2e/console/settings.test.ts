import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { uniqueWord } from '../support/records.ts';
import {
  everyLook,
  inChromium,
  opened,
  openPage,
  testOfPictures,
  type ConsoleOptions,
} from './console-page.ts';
import { bare, button, expectProblem, expectRows, field, hold, refusal, refuse, text } from './page-steps.ts';

inChromium('settings', () => {
  const open = async (options: ConsoleOptions = {}) =>
    (await openPage({ path: '/settings', ...options })).page;

  test('staff can edit the shop’s name and its reasons for rejecting orders in English and Arabic', async () => {
    const page = await open();
    const name = uniqueWord('Corner ');
    await field(page, 'Name of the shop (English)').fill(name);
    await field(page, 'Name of the shop (Arabic)').fill('قهوة الزاوية');
    await field(page, 'Tax number').fill('100-200-300');
    await button(page, 'Add a reason').click();
    const last = page.getByRole('textbox', { name: /^Reason/ }).nth(-2);
    await last.fill('Closed for the feast');
    await button(page, 'Save').click();
    await expectProblem(page.getByRole('textbox', { name: /^Reason/ }).last(), /required/);
    await page
      .getByRole('textbox', { name: /^Reason/ })
      .last()
      .fill('مغلق في العيد');
    await button(page, 'Save').click();
    await text(page, 'Saved').waitFor();
    const { data } = await admin.get<object>('/api/admin/settings');
    expect(data).toMatchObject({
      en: { name },
      ar: { name: 'قهوة الزاوية' },
      tax_number: '100-200-300',
      reason_templates: expect.arrayContaining([{ en: 'Closed for the feast', ar: 'مغلق في العيد' }]),
    });
  });

  test('the shop’s logo is shown above the navigation once the logo’s URL is saved', async () => {
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const page = await open({
      prepare: (context) =>
        context.route('https://images.example.com/**', (route) =>
          route.fulfill({ contentType: 'image/svg+xml', body }),
        ),
    });

    const address = field(page, 'Web address of the logo');
    try {
      await address.fill('images.example.com/logo.svg');
      await button(page, 'Save').click();
      await expectProblem(address, /https:/);
      await address.fill('https://images.example.com/logo.svg');
      await button(page, 'Save').click();
      await page.locator('.nav-logo').getByRole('img').waitFor();
      await opened.expectAccessible();
      // The console's policy does not allow pictures from this host.
      await address.fill('https://pictures.example.org/logo.svg');
      await button(page, 'Save').click();
      await page.locator('.nav-logo img[src="/console/icon.svg"]').waitFor();
    } finally {
      await admin.put('/api/admin/settings', { logo_url: null });
    }
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.nav-logo').count()).toBe(0);
  });

  test('if a colleague removes one reject reason while staff edit the English text of another, the edited reason keeps its Arabic text', async () => {
    const reasons = ['first', 'second', 'third'].map((place) => {
      return { en: uniqueWord(`The ${place} `), ar: uniqueWord(`سبب ${place} `) };
    });
    await admin.put('/api/admin/settings', { reason_templates: reasons });
    const page = await open();
    await field(page, 'Reason 2 (English)').fill('A better word');
    await admin.put('/api/admin/settings', { reason_templates: reasons.slice(1) });
    await button(page, 'Save').click();
    await button(page, 'Keep mine').click();
    await text(page, 'Saved').waitFor();
    const { data } = await admin.get<object>('/api/admin/settings');
    const changed = { en: 'A better word', ar: reasons[1]?.ar };
    expect(data).toMatchObject({ reason_templates: expect.arrayContaining([changed]) });
  });

  test('an error for a reject reason contains the number that the settings page shows for this reason, even after an earlier reason was removed', async () => {
    const reasons = ['Closed', 'Unpaid', 'Doubled'].map((en) => ({ en, ar: `سبب ${en}` }));
    await admin.put('/api/admin/settings', { reason_templates: reasons });
    const page = await open();
    await button(page, 'Remove reason 1').click();
    await field(page, 'Reason 3 (Arabic)').fill('');
    await button(page, 'Save').click();
    const alert = page.getByRole('alert').getByRole('listitem');
    await alert.waitFor();
    expect(bare(await alert.innerText())).toMatch(/^Reason 3 \(Arabic\):/);
  });

  test('staff can see who is signed in, and can sign out another person', async () => {
    const subject = uniqueWord('omar');
    const other = await openPage({ path: '/settings', subject });
    const page = await open();
    await button(page, `Sign out everywhere: ${subject}`).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await button(page, `Sign out everywhere: ${subject}`).waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test.each(everyLook)(
    'the settings page is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await open(look);
      await opened.expectAccessibleAtBothWidths();
    },
  );

  testOfPictures.each(['en', 'ar'] as const)(
    'pictures of the settings page for the docs are taken in %s',
    async (language) => {
      const page = await open({ language });
      await opened.picture('settings');
      expect(await page.getByRole('heading', { level: 2 }).count()).toBe(5);
    },
  );

  test('staff can open, rename and delete their own saved views', async () => {
    const page = await open({ subject: uniqueWord('staff') });
    const views = [
      { name: 'To confirm', list: 'orders', query: 'filters[status]=pending' },
      { name: 'Taken', list: 'orders', query: null },
      { name: 'Off sale', list: 'products', query: 'filters[is_active]=false' },
    ];
    // Sent with the session of this staff member, because saved views are personal.
    const put = (all: object[]) =>
      page.evaluate(
        `fetch('/api/admin/settings/views', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify({ views: all }))} })`,
      );
    await put(views);
    await page.reload();
    await expectRows(page, ['To confirm', 'Taken', 'Off sale']);
    await button(page, 'Rename To confirm').click();
    await field(page.getByRole('dialog'), 'Name').fill('Taken');
    await button(page.getByRole('dialog'), 'Rename').click();
    await expectProblem(field(page.getByRole('dialog'), 'Name'), /Another view/);
    await field(page.getByRole('dialog'), 'Name').fill('New today');
    await button(page.getByRole('dialog'), 'Rename').click();
    await expectRows(page, ['New today', 'Taken', 'Off sale']);
    // The end of a deletion leaves a dialog open that was opened meanwhile.
    const remove = await hold(page, '**/api/admin/settings/views', 'PUT');
    await button(page, 'Delete New today').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button(page, 'Rename Taken').click();
    remove();
    await page.getByRole('row').filter({ hasText: 'New today' }).waitFor({ state: 'detached' });
    await button(page.getByRole('dialog'), 'Go back').click();
    await page.unrouteAll();
    await expectRows(page, ['Taken', 'Off sale']);
    // The dialog opens again if the deletion fails after the dialog was closed.
    const fail = await hold(page, '**/api/admin/settings/views', 'PUT', refuse);
    await button(page, 'Delete Taken').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    fail();
    await text(page.getByRole('dialog'), refusal).waitFor();
    // Even if another window adds a view meanwhile, the dialog deletes the view for which it was opened.
    await page.unrouteAll();
    await put([{ name: 'Added', list: 'orders', query: null }, ...views.slice(1)]);
    await button(page.getByRole('dialog'), 'Delete').click();
    await page
      .getByRole('alert')
      .getByText(/changed meanwhile/)
      .waitFor();
    await button(page.getByRole('dialog'), 'Delete').click();
    await expectRows(page, ['Added', 'Off sale']);
    await page.getByRole('link', { name: 'Off sale' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    expect(new URL(page.url()).searchParams.get('filters[is_active]')).toBe('false');
  });
});
