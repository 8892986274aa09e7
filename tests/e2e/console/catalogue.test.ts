import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import { eventually, expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import {
  newProduct,
  newSubscription,
  orderOf,
  stockOf,
  translations,
  uniqueWord,
} from '../support/records.ts';
import type { Inventory, Product } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  opened,
  openPage,
  shown,
  testOfPictures,
  type ConsoleOptions,
} from './console-page.ts';
import { button, expectProblem, expectRows, field, hold, refusal, refuse, said, text } from './page-steps.ts';

const readProduct = async (id: number) => (await admin.get<Product>(`/api/admin/products/${id}`)).data;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

inChromium('the catalogue', () => {
  const word = uniqueWord('tea');
  let product: Product;

  beforeAll(async () => {
    product = await newProduct({ ...translations(`Sage ${word}`), price: 4.5, stock: 12 });
    const name = `Gift box ${word}`;
    const untranslated = { name, description: `All about ${name}` };
    await newProduct({ en: untranslated, ar: untranslated });
    await newSubscription(translations(`Monthly ${word}`));
  });

  const open = async (path: string, options: ConsoleOptions = {}) =>
    (await openPage({ path, ...options })).page;

  describe.each(everyLook)('with language $language and colour scheme $scheme', (look) => {
    test('the catalogue’s pages are accessible and fit wide and narrow screens', async () => {
      const page = await open(`/catalogue?search=${word}`, look);
      await rowOf(page, word).first().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.go(`/catalogue/products/${product.id}`);
      await opened.expectAccessibleAtBothWidths();
      await opened.go('/catalogue/subscriptions/new');
      await opened.expectAccessibleAtBothWidths();
    });
  });

  testOfPictures.each(['en', 'ar'] as const)(
    'pictures of the catalogue for the docs are taken in %s',
    async (language) => {
      const page = await open(`/catalogue?search=${word}`, { language });
      await text(page, '12').waitFor();
      await opened.picture('products');
      await opened.go(`/catalogue/products/${product.id}`);
      await opened.picture('product');
      await opened.go(`/catalogue/subscriptions?search=${word}`);
      await opened.picture('subscriptions');
      expect(await page.getByRole('row').count()).toBe(2);
      await opened.go(`/catalogue?search=${word}`);
      await page.locator('thead').getByRole('checkbox').check();
      await button(page, { en: 'Change prices', ar: 'تغيير الأسعار' }[language]).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('10');
      await page.keyboard.press('Enter');
      await dialog.getByRole('row', { name: /4[.٫]95/ }).waitFor();
      await opened.picture('prices-rehearsed');
    },
  );

  test('a bulk price change previews the new prices and lists products that it cannot change', async () => {
    const batch = uniqueWord('oil');
    const [cheap, dear] = [
      await newProduct({ ...translations(`Small ${batch}`), price: 2 }),
      await newProduct({ ...translations(`Large ${batch}`), price: 40 }),
    ];
    const page = await open(`/catalogue?search=${batch}`);
    await page.locator('thead').getByRole('checkbox').check();
    await button(page, 'Change prices').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How').selectOption({ label: 'By an amount' });
    await dialog.getByRole('textbox').fill('1,000');
    await page.keyboard.press('Enter');
    await dialog
      .getByText(/Type a number, such as 1250\./)
      .first()
      .waitFor();
    await dialog.getByRole('listitem').getByText(shown('By an amount: Type a number')).waitFor();
    await dialog.getByRole('textbox').fill('-٥');
    await page.keyboard.press('Enter');
    await dialog.getByRole('row', { name: /Large .*40.*35/ }).waitFor();
    await dialog.getByText(`Small ${batch}`).waitFor();
    await opened.expectAccessible();
    expect((await readProduct(dear.id)).price).toBe(40);
    await dialog.getByRole('button', { name: shown('Change 1 price') }).click();
    await dialog.getByRole('link', { name: /Operations/ }).waitFor();
    expect([(await readProduct(cheap.id)).price, (await readProduct(dear.id)).price]).toEqual([2, 35]);
    await dialog.getByRole('link', { name: /Operations/ }).click();
    await button(page, 'Undo').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expectEventually('the price of before', async () =>
      expect((await readProduct(dear.id)).price).toBe(40),
    );
  });

  test('the catalogue’s URL keeps filters and sorting when staff reload the page or use the browser’s Back and Forward buttons', async () => {
    const name = uniqueWord('chips');
    await newProduct({ ...translations(`${name} one`), price: 3 });
    await newProduct({ ...translations(`${name} two`), price: 2, is_active: false });
    const page = await open(`/catalogue?search=${name}`);
    await field(page, 'Sort by').selectOption('price');
    await expectRows(page, [`${name} two`, `${name} one`]);
    await button(page, 'Filters').click();
    await field(page, 'Status').selectOption('false');
    await page.keyboard.press('Tab');
    await button(page, 'Apply').click();
    await expectRows(page, [`${name} two`]);
    expect(new URL(page.url()).searchParams.get('filters[is_active]')).toBe('false');
    const listed = page.waitForRequest(/\/api\/admin\/products\?/);
    await page.reload();
    expect(new URL((await listed).url()).searchParams.get('per_page')).toBe('25');
    await expectRows(page, [`${name} two`]);
    await page.goBack();
    await expectRows(page, [`${name} two`, `${name} one`]);
    await page.goForward();
    await button(page, 'Remove filter: Status: Inactive').click();
    await expectRows(page, [`${name} two`, `${name} one`]);
  });

  test('the catalogue’s list and the product form show which of a product’s Arabic texts are missing', async () => {
    const page = await open(`/catalogue?search=${encodeURIComponent(`Gift box ${word}`)}`);
    await text(page, 'Not translated to Arabic: Name, Description').waitFor();
    await opened.go(`/catalogue/products/${product.id}`);
    await field(page, 'Description (Arabic)').fill('');
    await text(page, 'Missing in Arabic: Description').waitFor();
    await button(page, 'Discard changes').click();
    await text(page, 'Missing in Arabic: Description').waitFor({ state: 'detached' });
  });

  test('the form for a new product shows Arabic errors beside its fields', async () => {
    const name = uniqueWord('شاي ');
    const page = await open('/catalogue/products/new', { language: 'ar' });
    await field(page, 'الاسم (الإنجليزية)').fill('Sage tea');
    await field(page, 'السعر').fill('غالٍ');
    await button(page, 'إنشاء').click();
    await expectProblem(field(page, 'السعر'), /اكتب رقمًا/);
    await expectProblem(field(page, 'الوصف (الإنجليزية)'), /مطلوب/);
    await expectProblem(field(page, 'الاسم (العربية)'), /مطلوب/);
    await opened.expectAccessible();
    await field(page, 'الوصف (الإنجليزية)').fill('Dried leaves');
    await field(page, 'الاسم (العربية)').fill(name);
    await field(page, 'الوصف (العربية)').fill('أوراق مجففة');
    await field(page, 'السعر').fill('٤٫٢٥');
    await button(page, 'إنشاء').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').pop());
    expect(await readProduct(id)).toMatchObject({ price: 4.25, is_active: true, ar: { name } });
  });

  /** Serves a green square for every picture of the host in IMAGE_HOSTS. */
  const servePictures = (context: BrowserContext) =>
    context.route('https://images.example.com/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="green"/></svg>',
      }),
    );

  test('staff can edit a product’s SKU, external id and picture in the Arabic console, and then find the product by SKU, listed with its small picture', async () => {
    const { id } = await newProduct();
    const taken = uniqueWord('sku-');
    await newProduct({ sku: taken });
    const page = await open(`/catalogue/products/${id}`, { language: 'ar', prepare: servePictures });
    const [sku, image] = [field(page, 'رمز الصنف (SKU)'), field(page, 'رابط الصورة')];
    await sku.fill(taken);
    await image.fill('http://images.example.com/a.svg');
    await button(page, 'حفظ').click();
    await expectProblem(image, /https/);
    await image.fill('https://images.example.com/a.svg');
    await button(page, 'حفظ').click();
    await expectProblem(sku, /مستخدمة بالفعل/);
    const own = uniqueWord('sku-');
    await sku.fill(own);
    await field(page, 'المعرّف الخارجي').fill(own.toUpperCase());
    await button(page, 'حفظ').click();
    await text(page, 'تم الحفظ').waitFor();
    const width = () => page.evaluate<number>(`document.querySelector('.picture img')?.naturalWidth ?? 0`);
    await eventually('the picture of the product', async () => (await width()) === 9);
    await opened.go(`/catalogue?search=${own.slice(2)}`);
    await page.getByRole('row').getByText(own).waitFor();
    await eventually('the small picture', async () => (await width()) === 9);
    await opened.expectAccessible();
  });

  test('a picture that cannot be loaded, or whose host is not in the setting IMAGE_HOSTS, is replaced by the words “Not shown”', async () => {
    const other = await newProduct({ image_url: 'https://elsewhere.example/a.png' });
    const broken = await newProduct({ image_url: 'https://images.example.com/missing.png' });
    const page = await open(`/catalogue/products/${other.id}`, {
      prepare: (context) =>
        context.route('https://images.example.com/**', (route) => route.fulfill({ status: 404 })),
    });
    await text(page, 'Not shown').waitFor();
    await opened.go(`/catalogue/products/${broken.id}`);
    await text(page, 'Not shown').waitFor();
    await opened.expectAccessible();
  });

  test('the form that duplicates a product starts with the product’s values, but without SKU and external id', async () => {
    const codes = { sku: uniqueWord('sku-'), external_id: uniqueWord('erp-') };
    const original = await newProduct({ ...codes, price: 7.25 });
    const page = await open(`/catalogue/products/${original.id}`);
    await page.getByRole('link', { name: said('Duplicate') }).click();
    await eventually('the empty SKU', async () => (await field(page, 'SKU').inputValue()) === '');
    await opened.expectAccessible();
    await button(page, 'Create').click();
    await page.waitForURL(
      (url) => /\/products\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${original.id}`),
    );

    const copy = await readProduct(Number(new URL(page.url()).pathname.split('/').pop()));
    expect(copy).toMatchObject({
      price: 7.25,
      en: original.en,
      ar: original.ar,
      sku: null,
      external_id: null,
    });
    expect(await readProduct(original.id)).toMatchObject(codes);
  });

  test('before an edit overwrites a colleague’s price, the page shows both prices', async () => {
    const { id } = await newProduct({ ...translations(), price: 5 });
    const page = await open(`/catalogue/products/${id}`);
    await field(page, 'Price').fill('6');
    await admin.put(`/api/admin/products/${id}`, { price: 8, manufacturing_price: 2 });
    await button(page, 'Save').click();
    const conflict = page.getByRole('alert').filter({ hasText: 'It was changed in the meantime' });
    await text(conflict, 'Price: 6').waitFor();
    await text(conflict, 'Price is now: 8.00').waitFor();
    await conflict.getByText(/5\.00.*8\.00/).waitFor();
    expect((await readProduct(id)).price).toBe(8);
    await opened.expectAccessible();
    await button(conflict, 'Keep mine').click();
    await text(page, 'Saved').waitFor();
    expect(await readProduct(id)).toMatchObject({ price: 6, manufacturing_price: 2 });
    expect(await field(page, 'Cost').inputValue()).toBe('2.00');
  });

  test('staff can set and adjust the stock of a product, but not below zero', async () => {
    const { id } = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${id}`);
    await field(page, 'Set quantity').fill('20');
    await button(page, 'Set').click();
    await text(page, 'Stock saved').waitFor();
    await field(page, 'Adjust by (+/−)').fill('-30');
    await button(page, 'Add').click();
    await expectProblem(field(page, 'Adjust by (+/−)'), /20/);
    await field(page, 'Adjust by (+/−)').fill('-5');
    await button(page, 'Add').click();
    await text(page, '15').waitFor();
    expect(await stockOf({ id })).toMatchObject({ stock: 15 });
    await field(page, 'Set quantity').fill('');
    await button(page, 'Set').click();
    const dialog = page.getByRole('dialog', { name: 'Stop tracking the stock of this product?' });
    await opened.expectAccessible();
    await button(dialog, 'Go back').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await stockOf({ id })).toMatchObject({ stock: 15 });
    await button(page, 'Set').click();
    await button(dialog, 'Stop tracking').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await stockOf({ id })).toMatchObject({ stock: null });
  });

  test('a second press of the button or of Enter after a stock form has saved does not send the emptied field', async () => {
    const { id } = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${id}`);
    const lowAt = async () => (await admin.get<Inventory>(`/api/admin/inventory/${id}`)).data.low_stock_at;
    await field(page, 'Low-stock alert at').fill('3');
    await button(page, 'Set alert').click();
    await text(page, 'Stock saved').waitFor();
    await button(page, 'Set alert').click();
    await field(page, 'Set quantity').fill('20');
    await page.keyboard.press('Enter');
    await text(page, '20').waitFor();
    await page.keyboard.press('Enter');
    await field(page, 'Adjust by (+/−)').fill('1');
    await page.keyboard.press('Enter');
    await text(page, '21').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await lowAt()).toBe(3);
    await field(page, 'Low-stock alert at').focus();
    await button(page, 'Set alert').click();
    await page.getByText(shown('Low-stock alert at: 3 → empty')).waitFor();
    expect(await lowAt()).toBe(null);
  });

  /** The store executes the next writes with this URL, but the console gets an error. The returned function ends this. */
  const loseAnswers = async (page: Page, url: string, method: string) => {
    const lost = { status: 500, json: { code: 'internal_error', message: 'Lost.', status: 500 } };
    const release = await hold(page, url, method, async (route) => {
      await route.fetch();
      await route.fulfill(lost);
    });
    release();
    return () => page.unroute(url);
  };
  const adjusting = (id: number) => `**/api/admin/inventory/${id}/adjust`;
  test('if no answer to a delivery arrives, staff who add a reason and press the button again add the units only once', async () => {
    const { id } = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${id}`);
    const answerAgain = await loseAnswers(page, adjusting(id), 'POST');
    await field(page, 'Adjust by (+/−)').fill('5');
    await button(page, 'Add').click();
    await text(page, 'Lost.').waitFor();
    await answerAgain();
    await field(page, 'Reason (for the history)').fill('Delivery 12');
    await button(page, 'Add').click();
    await text(page, 'Stock saved').waitFor();
    expect(await stockOf({ id })).toMatchObject({ stock: 9 });
    // The first attempt was sent without a reason, so the typed reason is not saved yet.
    expect(await field(page, 'Reason (for the history)').inputValue()).toBe('Delivery 12');
  });

  test('if no answer to a delivery arrives, staff who reload the page, change the reason and press the button again add the units only once', async () => {
    const { id } = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${id}`);
    const answerAgain = await loseAnswers(page, adjusting(id), 'POST');
    await field(page, 'Reason (for the history)').fill('Delivery 12');
    await field(page, 'Adjust by (+/−)').fill('5');
    await button(page, 'Add').click();
    await text(page, 'Lost.').waitFor();
    await answerAgain();
    await page.reload();
    await field(page, 'Reason (for the history)').fill('Delivery 13');
    await button(page, 'Add').click();
    await text(page, 'Stock saved').waitFor();
    expect(await stockOf({ id })).toMatchObject({ stock: 9 });
  });

  test('if no answer to a delivery arrives, staff who empty the field and type the same number add the units of a second delivery', async () => {
    const { id } = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${id}`);
    const answerAgain = await loseAnswers(page, adjusting(id), 'POST');
    await field(page, 'Adjust by (+/−)').fill('5');
    await button(page, 'Add').click();
    await text(page, 'Lost.').waitFor();
    await answerAgain();
    await field(page, 'Adjust by (+/−)').fill('');
    await field(page, 'Adjust by (+/−)').fill('5');
    await button(page, 'Add').click();
    await text(page, 'Stock saved').waitFor();
    expect(await stockOf({ id })).toMatchObject({ stock: 14 });
  });

  test('if no answer to a low-stock alert arrives and a colleague sets another one, staff who press the button again set their alert again', async () => {
    const { id } = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${id}`);
    const answerAgain = await loseAnswers(page, `**/api/admin/inventory/${id}`, 'PUT');
    await field(page, 'Low-stock alert at').fill('3');
    await button(page, 'Set alert').click();
    await text(page, 'Lost.').waitFor();
    await answerAgain();
    await admin.put(`/api/admin/inventory/${id}`, { low_stock_at: 9 });
    await page.getByText(shown('Low-stock alert at: 3 → 9')).waitFor();
    await button(page, 'Set alert').click();
    await text(page, 'Stock saved').waitFor();
    expect((await admin.get<Inventory>(`/api/admin/inventory/${id}`)).data.low_stock_at).toBe(3);
  });

  test('staff who set the low-stock alert while they type a count can save the count with one click', async () => {
    const { id } = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${id}`);
    await field(page, 'Set quantity').fill('20');
    await field(page, 'Low-stock alert at').fill('3');
    await button(page, 'Set alert').click();
    await text(page, 'Stock saved').waitFor();
    await button(page, 'Set').click();
    await eventually('the saved count', async () => (await stockOf({ id })).stock === 20);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a sale while staff type a count is still reported after they set the low-stock alert', async () => {
    const stocked = await newProduct({ stock: 4 });
    const page = await open(`/catalogue/products/${stocked.id}`);
    await field(page, 'Set quantity').fill('20');
    await orderOf(stocked, 1);
    await text(page, '3').waitFor();
    await field(page, 'Low-stock alert at').fill('2');
    await button(page, 'Set alert').click();
    await text(page, 'Stock saved').waitFor();
    await button(page, 'Set').click();
    await page.getByRole('alert').filter({ hasText: 'It was changed in the meantime' }).waitFor();
    expect((await stockOf(stocked)).stock).toBe(3);
  });

  test('if the stock changes while staff enter a new quantity, the console shows the change and saves only after a second click', async () => {
    const stocked = await newProduct({ stock: 4 });
    const { id } = stocked;
    const page = await open(`/catalogue/products/${id}`);
    await field(page, 'Set quantity').fill('20');
    await admin.put(`/api/admin/inventory/${id}`, { stock: 9 });
    await orderOf(stocked, 2);
    await text(page, '7').waitFor();
    await button(page, 'Set').click();
    const conflict = page.getByRole('alert').filter({ hasText: 'It was changed in the meantime' });
    await text(conflict, 'Left: 9 → 7').waitFor();
    await text(conflict, 'Reserved: 0 → 2').waitFor();
    expect(await stockOf({ id })).toMatchObject({ stock: 7 });
    await button(page, 'Set').click();
    await text(page, 'Stock saved').waitFor();
    expect(await stockOf({ id })).toMatchObject({ stock: 20 });
  });

  test('the Today page lists a product whose stock is low, in English and in Arabic', async () => {
    const { id, en, ar } = await newProduct({ ...translations(), stock: 9 });
    const page = await open(`/catalogue/products/${id}`);
    await field(page, 'Low-stock alert at').fill('3');
    await button(page, 'Set alert').click();
    await text(page, 'Stock saved').waitFor();
    await field(page, 'Reason (for the history)').fill('Broken in the van');
    await field(page, 'Adjust by (+/−)').fill('-7');
    await button(page, 'Add').click();
    await page.getByText('Broken in the van').waitFor();
    expect(await field(page, 'Reason (for the history)').inputValue()).toBe('');
    expect(await stockOf({ id })).toMatchObject({ stock: 2 });
    await opened.expectAccessible();
    await opened.go('/');
    const low = page.getByRole('region', { name: 'Low stock' });
    await rowOf(page, en.name).getByText('2', { exact: true }).waitFor();
    await opened.expectAccessible();
    await page.getByRole('button', { name: 'العربية' }).click();
    const lowInArabic = page.getByRole('region', { name: 'مخزون منخفض' });
    await lowInArabic.getByRole('link', { name: ar.name }).waitFor();
    await opened.expectAccessible();
    await page.getByRole('button', { name: 'English' }).click();
    await low.getByRole('link', { name: en.name }).click();
    await page.getByRole('heading', { level: 1, name: en.name }).waitFor();
    await page.goBack();
    await low.getByRole('link', { name: en.name }).waitFor();
    await admin.put(`/api/admin/inventory/${id}`, { stock: 50 });
    await low.getByRole('link', { name: en.name }).waitFor({ state: 'detached' });
  });

  test('deleting a product needs a confirmation, and fails once if the product changed while the confirmation dialog was open', async () => {
    const { id, en } = await newProduct(translations());
    const page = await open(`/catalogue/products/${id}`);
    await button(page, 'Delete').click();
    const dialog = page.getByRole('dialog', { name: said(`Delete ${en.name}?`) });
    await dialog.waitFor();
    await admin.put(`/api/admin/products/${id}`, { price: 77 });
    await eventually('the new price behind the question', () =>
      page.evaluate("[...document.querySelectorAll('input')].some(({ value }) => Number(value) === 77)"),
    );
    await button(dialog, 'Delete').click();
    await text(dialog, 'It was changed in the meantime').waitFor();
    expect((await readProduct(id)).price).toBe(77);
    await button(dialog, 'Delete').click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    expect((await admin.get(`/api/admin/products/${id}`)).status).toBe(404);
  });

  test('if a bulk action fails after staff closed its dialog, the dialog opens again and shows the error', async () => {
    const name = uniqueWord('kept');
    await newProduct(translations(name));
    const page = await open(`/catalogue?search=${name}`);
    const fail = await hold(page, '**/api/admin/products/bulk-update', 'PUT', refuse);
    await field(page, 'Select the whole page').check();
    await button(page, 'Deactivate').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Deactivate').click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    fail();
    await text(dialog, refusal).waitFor();
  });

  test('a bulk deactivation of products names a selected product that was deleted before the deactivation', async () => {
    const name = uniqueWord('many');
    const [first, second, third] = [
      await newProduct(translations(`${name} one`)),
      await newProduct(translations(`${name} two`)),
      await newProduct(translations(`${name} three`)),
    ];
    const page = await open(`/catalogue?search=${name}`);
    await expectRows(page, [`${name} three`, `${name} two`, `${name} one`]);
    await field(page, 'Select the whole page').check();
    await admin.delete(`/api/admin/products/${second.id}`);
    await button(page, 'Deactivate').click();
    const dialog = page.getByRole('dialog', { name: said('Deactivate 3 items?') });
    await opened.expectAccessible();
    await button(dialog, 'Deactivate').click();
    const work = page.getByRole('region', { name: 'Bulk action' });
    await text(work, 'Partly done').waitFor();
    await text(work, '2 changed · 1 not found').waitFor();
    expect(await work.getByRole('listitem').innerText()).toContain(`${name} two`);
    const activities = await Promise.all([first, third].map(({ id }) => readProduct(id)));
    expect(activities.map(({ is_active: isActive }) => isActive)).toEqual([false, false]);
    await opened.expectAccessible();
    await work.getByRole('link', { name: 'Follow it under Operations' }).click();
    await page.getByRole('heading', { level: 1, name: said('Products changed (3)') }).waitFor();
  });
});
