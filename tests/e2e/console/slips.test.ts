import { beforeAll, expect, test } from '@jest/globals';

import { decodeCode128 } from '../../support/decode-code128.ts';
import { admin } from '../support/callers.ts';
import { newAddress, newOrder, newProduct, newShopper, newUser, translations } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  inOneLanguage,
  opened,
  openPage,
  page,
  type ConsoleOptions,
} from './console-page.ts';
import { bare, refusal, refuse } from './page-steps.ts';
import { printedPages } from './printed-pages.ts';

const shop = {
  en: { name: 'Corner Coffee', address: '12 Rainbow Street, Amman', footer: 'Thank you!' },
  ar: { name: 'قهوة الزاوية', address: 'شارع الرينبو 12، عمّان', footer: 'شكرًا لكم!' },
  tax_number: '100-200-300',
  phone: '+962 6 500 0000',
};

/** An order whose slips contain words of 200 letters. */
async function spacelessOrder(): Promise<Order> {
  const word = 'W'.repeat(200);
  const product = await newProduct(translations(word));
  const user = await newUser({ name: word });
  const address = await newAddress(user.id, { line1: word, line2: word, city: word });
  return newOrder({ items: [{ product_id: product.id, amount: 1 }], notes: word }, { user, address });
}

const sheets = [
  { paper: 'a4', width: 210, margin: 12, smallestText: 8.9 },
  { paper: 'a5', width: 148, margin: 8, smallestText: 7.6 },
  { paper: '80mm', width: 80, margin: 4, smallestText: 7.6 },
] as const;
const kinds = ['slip', 'invoice'] as const;

inChromium('slips and invoices', () => {
  let orders: Order[];
  let long: Order;
  let spaceless: Order;

  beforeAll(async () => {
    await admin.put('/api/admin/settings', shop);
    const coffee = await newProduct({
      en: { name: 'Cardamom coffee', description: 'Ground, 250 g' },
      ar: { name: 'قهوة بالهيل', description: 'مطحونة، 250 غ' },
    });
    const { user, address } = await newShopper();
    await admin.put(`/api/admin/addresses/${address.id}`, { phone: '+962 79 555 0134', city: 'عمّان' });
    const owner = { user, address };
    const line = { product_id: coffee.id, amount: 2 };
    const fields = { notes: 'اتصل قبل الوصول', main_price: 25, tax_amount: 4, total: 29 };
    orders = [];
    for (let made = 0; made < 3; made += 1) orders.push(await newOrder({ items: [line], ...fields }, owner));
    long = await newOrder({ items: Array.from({ length: 60 }, () => line), ...fields }, owner);
    spaceless = await spacelessOrder();
  });

  async function open(path: string, look: ConsoleOptions = {}): Promise<void> {
    await openPage({ ...look, path });
    await page.locator('.sheet').first().waitFor();
  }
  const idsOf = (some: Order[]) => some.map(({ id }) => id).join();

  /** The size of every printed page, in millimetres. */
  const printed = async () => (await printedPages(page)).map(({ width, height }) => `${width} × ${height}`);

  /** The left or right edges of the first line's product names: the English name, then the Arabic name. */
  const nameEdges = (side: 'left' | 'right') =>
    page.evaluate<
      number[]
    >(`[...document.querySelectorAll('.sheet-lines td:first-child .both')[0].children].map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return text.getBoundingClientRect().${side};
    })`);

  /** The text that a scanner would read from the paper. */
  const scanned = async (nth = 0) => {
    const path = page.locator('svg.barcode path').nth(nth);
    const box = await path.boundingBox();
    expect(box?.width).toBeGreaterThan(0);
    const drawn = (await path.getAttribute('d')) ?? '';
    return decodeCode128(
      [...drawn.matchAll(/M(\d+) 0h(\d+)/g)].map(([, x, width]) => ({ x: Number(x), width: Number(width) })),
    );
  };

  test.each(inOneLanguage('ar'))(
    'a packing slip that was opened in language %s shows its texts in English and Arabic, and a barcode',
    async (language) => {
      const [order] = orders as [Order];
      await open(`/orders/${order.id}/slip?paper=a4`, { language });
      const sheet = page.locator('.sheet');
      const text = bare(await sheet.innerText());
      for (const said of [
        shop.en.name,
        shop.ar.name,
        shop.en.address,
        shop.ar.address,
        shop.en.footer,
        shop.ar.footer,
        shop.tax_number,
        shop.phone,
        order.order_number,
        'Cardamom coffee',
        'قهوة بالهيل',
        '+962 79 555 0134',
        'Packing slip',
        'قسيمة التعبئة',
        'To collect',
        'المطلوب تحصيله',
        '29.00 USD',
        'اتصل قبل الوصول',
        'عمّان، الأردن',
      ])
        expect(text).toContain(said);
      const direction = await page.evaluate("getComputedStyle(document.querySelector('.sheet')).direction");
      expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
      expect(await page.locator('.sheet [lang=ar]').first().getAttribute('dir')).toBe('rtl');
      expect(await scanned()).toBe(order.order_number);
      const [one = 0, other = 0] = await nameEdges(direction === 'rtl' ? 'right' : 'left');
      expect(Math.abs(one - other)).toBeLessThan(1);
      expect(await printed()).toEqual(['210 × 297']);
      await opened.picture('slip-a4');
    },
  );

  test.each(inOneLanguage('ar'))(
    'an invoice that was opened in language %s shows the amounts of its lines and its totals',
    async (language) => {
      const [order] = orders as [Order];
      await open(`/orders/${order.id}/slip?kind=invoice&paper=a5`, { language });
      const text = await page.locator('.sheet').innerText();
      for (const said of ['Invoice', 'فاتورة', '12.50 USD', '25.00 USD', '4.00 USD', '29.00 USD', '0.00 USD'])
        expect(text).toContain(said);
      expect(text).not.toContain('-0.00');
      expect(await printed()).toEqual(['148 × 210']);
      await page.getByRole('combobox').nth(1).selectOption('a4');
      await page.waitForURL(/paper=a4/);
      expect(await printed()).toEqual(['210 × 297']);
      await opened.picture('invoice-a4');
    },
  );

  test('several packing slips are printed with one page and one barcode per order', async () => {
    await open(`/slips?ids=${idsOf(orders)}&paper=a5`);
    expect(await printed()).toEqual(['148 × 210', '148 × 210', '148 × 210']);
    for (const [index, order] of orders.entries()) expect(await scanned(index)).toBe(order.order_number);
  });

  test.each(inOneLanguage('en'))(
    'a pick list of several orders, opened in language %s, is one page with the units of each product',
    async (language) => {
      const tea = await newProduct({
        en: { name: 'Mint tea', description: 'Loose, 100 g' },
        ar: { name: 'شاي بالنعناع', description: 'سائب، 100 غ' },
      });
      const mixed = await newOrder({ items: [{ product_id: tea.id, amount: 1 }] }, await newShopper());
      await open(`/slips?ids=${idsOf([...orders, mixed])}&kind=pick&paper=a4`, { language });
      const rows = await page.locator('.sheet tbody tr').allInnerTexts();
      expect(rows).toHaveLength(2);
      const coffee = rows.find((row) => row.includes('Cardamom coffee'));
      for (const said of ['6', ...orders.map(({ order_number: number }) => `${number} × 2`)])
        expect(coffee).toContain(said);
      expect(rows.find((row) => row !== coffee)).toContain(`${mixed.order_number} × 1`);
      // The figures of the mixed order differ from the sums of its items. Only papers with amounts show a note about this.
      expect(await page.getByRole('note').count()).toBe(0);
      expect(await printed()).toEqual(['210 × 297']);
      await opened.picture('pick-list');
    },
  );

  test('a packing slip shows the customer’s phone if the delivery address has none', async () => {
    const user = await newUser({ phone: '+962 79 555 0188' });
    const owner = { user, address: await newAddress(user.id) };
    const order = await newOrder({}, owner);
    await open(`/orders/${order.id}/slip`);
    await page.locator('.sheet').getByText('+962 79 555 0188').waitFor();
  });

  test('the slips page shows an error if the customers’ phones cannot be read', async () => {
    const order = await newOrder();
    await open(`/orders/${order.id}/slip`, { prepare: (context) => context.route(/\/users\?/, refuse) });
    await page.getByRole('alert').getByText(refusal).waitFor();
  });

  test('the packing slip of a long order continues on further pages, and the next order’s slip starts on a new page', async () => {
    const [order] = orders as [Order];
    await open(`/slips?ids=${long.id}&paper=a4`);
    const pages = (await printed()).length;
    expect(pages).toBeGreaterThan(1);
    await opened.go(`/slips?ids=${long.id},${order.id}&paper=a4`);
    await page.locator('.sheet').nth(1).waitFor();
    expect((await printed()).length).toBe(pages + 1);
  });

  test.each(inOneLanguage('en'))(
    'packing slips on a paper roll, opened in language %s, have one page per order, which is only as long as its content',
    async (language) => {
      const [order] = orders as [Order];
      await open(`/slips?ids=${order.id},${long.id}&paper=80mm`, { language });
      const sheets = await page.locator('.sheet').all();
      const boxes = await Promise.all(sheets.map((sheet) => sheet.boundingBox()));
      const heights = boxes.map((box) => ((box?.height ?? 0) / 96) * 25.4);
      const pages = await printed();
      expect(pages).toHaveLength(2);
      for (const [index, height] of heights.entries()) {
        const [width, length = 0] = (pages[index] ?? '').split(' × ').map(Number);
        expect(width).toBe(80);
        expect(length).toBeGreaterThanOrEqual(Math.floor(height));
        expect(length).toBeLessThanOrEqual(Math.max(Math.ceil(height) + 2, 82));
      }
      expect(await scanned()).toBe(order.order_number);
      await opened.picture('slip-80mm');
    },
  );

  test.each(sheets.flatMap((sheet) => kinds.map((kind) => ({ ...sheet, kind }))))(
    'every page of a printed $kind on $paper paper has the paper’s width and its margins, even with names of 200 letters',
    async ({ paper, kind, width, margin, smallestText }) => {
      await open(`/slips?ids=${idsOf([...orders, long, spaceless])}&paper=${paper}&kind=${kind}`);
      await page.locator('.sheet').nth(4).waitFor();
      const pages = await printedPages(page);
      for (const { ink, ...sheet } of pages) {
        expect(sheet.width).toBe(width);
        expect(Math.abs(ink.left - margin)).toBeLessThan(0.5);
        expect(ink.right).toBeLessThan(width - margin + 0.5);
        expect(sheet.smallestText).toBeGreaterThan(smallestText);
      }
      // The last page can be nearly empty, but the first page of each order has full-width lines.
      const full = pages.filter(({ ink }) => Math.abs(width - margin - ink.right) < 0.5);
      expect(full.length).toBeGreaterThanOrEqual(5);
    },
  );

  test.each(everyLook)(
    'the slips page is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await open(`/slips?ids=${idsOf(orders)}&kind=invoice&paper=a5`, look);
      await opened.expectAccessibleAtBothWidths();
    },
  );

  test('the key p and the print button print only the packing slip, without the other parts of the page', async () => {
    const [order] = orders as [Order];
    await open(`/orders/${order.id}/slip?paper=80mm`);
    await page.evaluate('globalThis.print = () => (globalThis.printed = (globalThis.printed ?? 0) + 1)');
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Print now' }).click();
    expect(await page.evaluate('globalThis.printed')).toBe(2);
    await page.emulateMedia({ media: 'print' });
    const shown = await page.locator('body').innerText();
    expect(shown).toContain(order.order_number);
    for (const word of ['Print now', 'Storefront', 'Orders']) expect(shown).not.toContain(word);
  });

  test('the slips page reports an unknown order and prints the remaining slips', async () => {
    const [order] = orders as [Order];
    await open(`/slips?ids=999999999,${order.id}&paper=a4`);
    await page.getByRole('alert').filter({ hasText: '999999999' }).waitFor();
    expect(await printed()).toEqual(['210 × 297']);
  });

  test('if the slips page was opened from the order list and cannot load an order, the page shows this order’s number', async () => {
    const [order] = orders as [Order];
    await openPage({
      path: `/orders?filters[user_id]=${order.user_id}`,
      prepare: (context) => context.route(`**/api/admin/orders/${order.id}`, refuse),
    });
    await page.getByRole('checkbox').first().check();
    await page.keyboard.press('p');
    await page.getByRole('alert').filter({ hasText: order.order_number }).waitFor();
    await page.locator('.sheet').nth(1).waitFor();
  });
});
