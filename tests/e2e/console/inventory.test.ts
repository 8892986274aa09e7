import { beforeAll, expect, test } from '@jest/globals';

import { inventoryTexts } from '#console/inventory/texts.ts';
import { fillText } from '#console/texts/fill-text.ts';
import { eventually, expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { newProduct, orderOf, stockOf, translations, uniqueWord } from '../support/records.ts';
import type { Product } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  inOneLanguage,
  opened,
  openPage,
  page,
  type ConsoleOptions,
} from './console-page.ts';
import { keyboardOf } from './keyboard.ts';
import { button, refuse, text } from './page-steps.ts';

inChromium('inventory', () => {
  let word: string;
  /** In the sequence of creation: plenty, low, sold out and untracked. */
  let products: Product[];

  const create = async (name: string, stock?: number) => {
    const product = await newProduct({ ...translations(name), ...(stock !== undefined && { stock }) });
    return product;
  };

  beforeAll(async () => {
    word = uniqueWord();
    products = [
      await create(`Plenty ${word}`, 40),
      await create(`Little ${word}`, 3),
      await create(`Nothing ${word}`, 0),
      await create(`Free ${word}`),
    ];
    await admin.put(`/api/admin/inventory/${products[1]?.id}`, { low_stock_at: 5 });
  });

  const open = (options: ConsoleOptions = {}) => openPage({ path: `/inventory?search=${word}`, ...options });
  const names = () => page.getByRole('table').getByRole('link').allInnerTexts();
  const expectNames = (...wanted: string[]) =>
    expectEventually(`the rows ${wanted.join()}`, async () =>
      expect((await names()).map((name) => name.replace(` ${word}`, ''))).toEqual(wanted),
    );
  const count = (name: string) => page.getByLabel(new RegExp(`${name} ${word}`));
  const dialog = () => page.getByRole('dialog');

  test.each(everyLook)(
    'the inventory pages are accessible and fit wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await open(look);
      const words = (key: keyof typeof inventoryTexts) => fillText(inventoryTexts[key], look.language);
      await page.getByRole('table').getByRole('link').nth(2).waitFor();
      await opened.picture('inventory');
      await opened.expectAccessibleAtBothWidths();
      await page.keyboard.press('t');
      await page.locator('[data-count]:focus').waitFor();
      await page.keyboard.type('7');
      await page.locator('[data-count]').nth(1).fill('1');
      await eventually('the difference', async () => (await page.locator('.count-difference').count()) === 2);
      await opened.picture('stocktake');
      await opened.expectAccessibleAtBothWidths();
      await button(page, words('review')).click();
      await dialog().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.picture('stocktake-review');
    },
  );

  test('the inventory’s tabs show products with low stock, without stock and without counted stock, and clicks on its column headings sort the list', async () => {
    await open();
    await expectNames('Nothing', 'Little', 'Plenty');
    await text(page, '3 products').waitFor();
    const group = page.getByRole('group', { name: 'Stock to show' });
    await button(group, 'Low').click();
    await expectNames('Little');
    await button(group, 'Sold out').click();
    await expectNames('Nothing');
    const head = page.getByRole('columnheader', { name: /^Available/ }).getByRole('button');
    await button(group, 'Not tracked').click();
    await expectNames('Free');
    // The list of untracked products includes neither reserved units nor alert limits.
    expect((await page.getByRole('cell').allInnerTexts()).slice(2)).toEqual(['—', '—', '—']);
    // The list of untracked products is neither searched by number nor sorted by stock.
    expect(await page.getByRole('searchbox').getAttribute('placeholder')).toBe('Name of a product');
    expect(await head.count()).toBe(0);
    await button(group, 'All tracked').click();
    await head.click();
    await expectNames('Plenty', 'Little', 'Nothing');
    expect(await page.getByLabel('Sort by').inputValue()).toBe('-stock');
    await head.click();
    await expectNames('Nothing', 'Little', 'Plenty');
    await page.waitForURL(/sort=stock/);
  });

  test('the tab of products whose stock is not counted stops loading after five pages without such a product, and offers the next page', async () => {
    await open({
      path: '/inventory?filters%5Bstatus%5D=untracked',
      prepare: (context) =>
        context.route(/\/api\/admin\/products\?/, async (route) => {
          // Only the sixth page of products, whose cursor is 5, has a product without counted stock.
          const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
          const data =
            cursor === 5 ? [{ ...products[3], available: null }] : [{ ...products[0], available: 40 }];
          const next_cursor = cursor === 5 ? null : String(cursor + 1);
          await route.fulfill({ json: { data, meta: { next_cursor, prev_cursor: null } } });
        }),
    });
    await text(page, 'No results on this page. Go to the next page.').waitFor();
    await button(page, 'Next page').click();
    await expectNames('Free');
  });

  test('staff can choose the number of inventory rows per page, and the displayed total stays the same', async () => {
    await open();
    await page.getByLabel('Rows per page').selectOption('50');
    await page.waitForURL(/per_page=50/);
    await text(page, '3 products').waitFor();
  });

  test.each(inOneLanguage('en'))(
    'staff can count stock by keyboard, see differences from the recorded stock and save after a summary (language %s)',
    async (language) => {
      const own = uniqueWord();
      const made = [
        await create(`First ${own}`, 10),
        await create(`Second ${own}`, 5),
        await create(`Third ${own}`, 8),
      ];
      await open({ language, path: `/inventory?search=${own}&sort=product_id` });
      await page.getByRole('table').getByRole('link').nth(2).waitFor();
      const { words, press, type, pressButton } = await keyboardOf(opened, language);
      await press('t');
      const first = page.locator('[data-count]').first();
      await first.waitFor();
      await first.focus();
      await type('12');
      await press('Enter');
      await type('5');
      await press('Enter');
      await type('7');
      const differences = page.locator('.count-difference');
      await expectEventually('three differences', async () =>
        expect(await differences.allInnerTexts()).toEqual(['+2', '0', '−1']),
      );
      await press('Enter');
      await press('Enter');
      await dialog().waitFor();
      await text(dialog(), words(inventoryTexts.asRecorded, { count: 1 })).waitFor();
      expect(await dialog().getByRole('row').count()).toBe(3);
      await pressButton(words(inventoryTexts.saveCounts), dialog());
      await text(page, words(inventoryTexts.savedCounts, { count: 2 })).waitFor();
      const stocks = await Promise.all(made.map(stockOf));
      expect(stocks.map(({ stock }) => stock)).toEqual([12, 5, 7]);
      const { data } = await admin.get<{ reason: string | null }[]>(
        `/api/admin/inventory/${made[0]?.id}/timeline`,
      );
      expect(data[0]?.reason).toBe(words(inventoryTexts.stocktake));
    },
  );

  test('if stock changes after staff counted it, the stocktake shows the change and saves the count only after a confirmation', async () => {
    const own = uniqueWord();
    const [kept, moved] = [await create(`Kept ${own}`, 10), await create(`Moved ${own}`, 10)];
    await open({ path: `/inventory?search=${own}&sort=product_id` });
    await page.keyboard.press('t');
    await page.locator('[data-count]').first().fill('11');
    await page.locator('[data-count]').nth(1).fill('12');
    await eventually('the differences', async () => (await page.locator('.count-difference').count()) === 2);
    await admin.put(`/api/admin/inventory/${moved.id}`, { stock: 4 });
    await button(page, 'Review and save').click();
    await button(dialog(), 'Save counts').click();
    await text(dialog(), 'Stock of 1 product saved').waitFor();
    await text(dialog(), '1 product is not saved').waitFor();
    await text(dialog(), 'It was changed in the meantime').waitFor();
    await dialog()
      .getByText(/changed .* on/)
      .waitFor();
    await opened.expectAccessible();
    expect([(await stockOf(kept)).stock, (await stockOf(moved)).stock]).toEqual([11, 4]);
    await button(dialog(), 'Save my count anyway').click();
    await eventually('the saved count', async () => (await stockOf(moved)).stock === 12);
  });

  test('if a stocktake cannot load a product’s recorded stock, the product’s row and the summary show this, and staff can retry', async () => {
    const own = uniqueWord();
    const product = await create(`Unread ${own}`, 10);
    await open({ path: `/inventory?search=${own}` });
    const stock = `**/api/admin/inventory/${product.id}`;
    await page.route(stock, refuse);
    await page.keyboard.press('t');
    await page.locator('[data-count]').fill('7');
    const row = page.getByRole('row').filter({ hasText: own });
    await text(row, 'Recorded stock not loaded').waitFor();
    await opened.expectAccessibleAtBothWidths();
    await button(page, 'Review and save').click();
    await text(dialog(), 'Recorded stock not loaded').waitFor();
    expect(await text(dialog(), 'Not saved. Try again.').count()).toBe(0);
    await opened.expectAccessible();
    await button(dialog(), 'Save counts').click();
    await text(dialog(), '1 product is not saved').waitFor();
    await page.unroute(stock);
    await button(dialog(), `Load again: Unread ${own}`).click();
    await text(dialog(), '−3').waitFor();
    await button(dialog(), 'Save counts').click();
    await text(page, 'Stock of 1 product saved').waitFor();
    expect((await stockOf(product)).stock).toBe(7);
  });

  test('staff can discard the count of a product that was deleted during the stocktake', async () => {
    const own = uniqueWord();
    const product = await create(`Deleted ${own}`, 10);
    await open({ path: `/inventory?search=${own}` });
    await page.keyboard.press('t');
    await page.locator('[data-count]').waitFor();
    await admin.delete(`/api/admin/products/${product.id}`);
    await page.locator('[data-count]').fill('7');
    await text(page, 'This product was deleted.').waitFor();
    await button(page, 'Review and save').click();
    await button(dialog(), `Drop my count: Deleted ${own}`).click();
    await dialog().waitFor({ state: 'detached' });
    await text(page, '0 products counted').waitFor();
  });

  test('the counts of a stocktake survive a reload, and ending the stocktake discards them only after a confirmation', async () => {
    await open();
    await page.keyboard.press('t');
    await count('Plenty').fill('41');
    await page.reload();
    expect(await count('Plenty').inputValue()).toBe('41');
    await button(page, 'End stocktake').click();
    await button(dialog(), 'End stocktake').click();
    await button(page, 'Stocktake').waitFor();
    await page.reload();
    await page.getByRole('table').waitFor();
    expect(await page.locator('[data-count]').count()).toBe(0);
  });

  test('saving a count of an untracked product starts tracking its stock', async () => {
    const own = uniqueWord();
    const free = await create(`Untracked ${own}`);
    await open({ path: `/inventory?search=${own}&filters%5Bstatus%5D=untracked` });
    await page.keyboard.press('t');
    await page.locator('[data-count]').fill('6');
    await text(page, 'tracked from now on').waitFor();
    await button(page, 'Review and save').click();
    await button(dialog(), 'Save counts').click();
    await text(page, 'Stock of 1 product saved').waitFor();
    expect((await stockOf(free)).stock).toBe(6);
  });

  test('the inventory shows an order’s units as reserved, and offers a read-only user no stocktake', async () => {
    const own = uniqueWord();
    const product = await create(`Ordered ${own}`, 9);
    await orderOf(product, 4);
    await open({ path: `/inventory?search=${own}`, scope: 'admin:read' });
    const row = page.getByRole('row').filter({ hasText: own });
    await row.waitFor();
    expect((await row.getByRole('cell').allInnerTexts()).slice(2)).toEqual(['5', '4', '—']);
    expect(await page.getByRole('button', { name: 'Stocktake' }).count()).toBe(0);
  });
});
