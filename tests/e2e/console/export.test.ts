import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import type { Browser } from 'playwright-core';

import { columnHead } from '#shared/contracts/endpoints/export-columns.ts';
import { readCsv } from '../../support/read-csv.ts';
import { newOrder, newProduct, newShopper, uniqueWord } from '../support/records.ts';
import { inChromium, openChromium, openConsole } from './console-page.ts';
import { button } from './page-steps.ts';

// Long, because the browser and the store share a machine that may be busy with other suites.
jest.setTimeout(90_000);

inChromium('exports from the lists of the console', () => {
  let chromium: Browser;
  beforeAll(async () => (chromium = await openChromium()));
  afterAll(() => chromium.close());

  async function carriedAway(path: string, language: 'en' | 'ar', format: string) {
    const opened = await openConsole(chromium, { path, language });
    try {
      await button(opened.page, language === 'en' ? 'Export' : 'تصدير').click();
      const begun = opened.page.waitForEvent('download');
      await opened.page.getByRole('menuitem', { name: format }).click();
      const download = await begun;
      const bytes = await readFile(await download.path());
      opened.expectNoErrors();
      return { name: download.suggestedFilename(), bytes };
    } finally {
      await opened.close();
    }
  }

  test('the console exports the filtered orders as an Arabic XLSX file', async () => {
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

  test('the console exports the products and customers of a search as CSV', async () => {
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
      const [heads, ...rows] = readCsv(file.bytes.subarray(3).toString());
      expect(heads?.[0]).toBe('ID');
      expect(rows.map(([cell]) => cell)).toEqual([String(id)]);
    }
  });
});
