import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';

import { columnHead } from '#shared/contracts/endpoints/export-columns.ts';
import { csvCells } from '../support/download.ts';
import { newOrder, newProduct, newShopper, uniqueWord } from '../support/records.ts';
import { inChromium, openPage } from './console-page.ts';
import { button } from './page-steps.ts';

inChromium('exports from the lists of the console', () => {
  async function carriedAway(path: string, language: 'en' | 'ar', format: string) {
    const { page } = await openPage({ path, language });
    await button(page, language === 'en' ? 'Export' : 'تصدير').click();
    const begun = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const download = await begun;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  test('the console in Arabic exports the filtered orders as an XLSX file with Arabic column headings', async () => {
    const shopper = await newShopper();
    const orders = [await newOrder({}, shopper), await newOrder({}, shopper)];
    const path = `/orders?filters[user_id]=${shopper.user.id}`;
    const { name, bytes } = await carriedAway(path, 'ar', 'XLSX');
    expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d-\d{4}\.xlsx$/);
    const { sheets } = await readXlsx(bytes);
    const [heads, ...rows] = sheets[0]?.rows ?? [];
    expect(heads?.[1]).toBe(columnHead('order_number', 'ar'));
    expect(rows.map(([id]) => id)).toEqual(orders.map(({ id }) => id).reverse());
  });

  test('the console exports search results as CSV, for products and for customers', async () => {
    const word = uniqueWord();
    const product = await newProduct({ en: { name: word, description: 'All about it' } });
    const shopper = await newShopper();
    const found = [
      { path: `/catalogue/products?search=${word}`, id: product.id, name: 'products' },
      { path: `/customers?search=${shopper.user.email}`, id: shopper.user.id, name: 'users' },
    ];
    for (const { path, id, name } of found) {
      const file = await carriedAway(path, 'en', 'CSV');
      expect(file.name).toMatch(new RegExp(`^${name}-.*\\.csv$`));
      const [heads, ...rows] = csvCells(file.bytes);
      expect(heads?.[0]).toBe('ID');
      expect(rows.map(([cell]) => cell)).toEqual([String(id)]);
    }
  });
});
