import { beforeEach, describe, expect, test } from '@jest/globals';

import type { Language } from '#console/texts/define-texts.ts';
import { admin } from '../support/callers.ts';
import {
  newAddress,
  newOrder,
  newProduct,
  newShopper,
  orderOf,
  readOrder,
  stockOf,
  uniqueWord,
} from '../support/records.ts';
import type { Order, Product } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  inOneLanguage,
  opened,
  openPage,
  page,
  type ConsoleOptions,
} from './console-page.ts';
import { bare, expectProblem, field, refusal, refuse, secondClick } from './page-steps.ts';

/** The texts of the page in each language. */
const words = {
  en: {
    confirm: 'Confirm',
    prepare: 'Start preparing',
    confirmed: 'Confirmed',
    lines: 'Items',
    reject: 'Reject',
    rejected: 'Rejected',
    saved: 'Saved.',
    notes: 'Notes',
    notesEdit: 'Edit',
    save: 'Save',
    changed: 'It was changed in the meantime',
    takeTheirs: 'Keep theirs',
    writeMine: 'Keep mine',
    short: 'Not enough stock',
    wanted: (requested: number, left: number) => `: ${requested} requested, ${left} available`,
  },
  ar: {
    confirm: 'تأكيد الطلب',
    prepare: 'بدء التجهيز',
    confirmed: 'مؤكد',
    lines: 'البنود',
    reject: 'رفض الطلب',
    rejected: 'مرفوض',
    saved: 'حُفظ.',
    notes: 'ملاحظات',
    notesEdit: 'تعديل',
    save: 'حفظ',
    changed: 'تم تعديله في هذه الأثناء',
    takeTheirs: 'الاحتفاظ بتعديلهم',
    writeMine: 'الاحتفاظ بتعديلي',
    short: 'المخزون لا يكفي',
    wanted: (requested: number, left: number) => `: المطلوب ${requested}، والمتاح ${left}`,
  },
} as const;

inChromium('an order', () => {
  let product: Product;
  let order: Order;

  beforeEach(async () => {
    product = await newProduct({ stock: 10, ...names(uniqueWord('Cardamom coffee ')) });
    const { user, address } = await newShopper();
    await admin.put(`/api/admin/addresses/${address.id}`, { phone: '+962 79 555 0134' });
    order = await orderOf(product, 2, {
      user_id: user.id,
      address_id: address.id,
      total: 25,
      main_price: 25,
      notes: 'Ring twice',
    });
  });

  const open = (options: ConsoleOptions = {}) => openPage({ path: `/orders/${order.id}`, ...options });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const badge = (state: string) => page.locator('.order-states .badge', { hasText: state }).waitFor();
  const now = () => readOrder(order.id);
  const keyboard = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test('if an order’s customer and addresses cannot be read, the order’s page shows this and does not say that the phone is missing', async () => {
    order = await newOrder();
    await open({ prepare: (context) => context.route(/\/api\/admin\/(users|addresses)[/?]/, refuse) });
    await page.getByRole('region', { name: 'Customer' }).getByText(refusal).waitFor();
    expect(await page.getByText('No phone').count()).toBe(0);
    await page.keyboard.press('e');
    await expectProblem(field(page, 'Delivery address'), new RegExp(refusal));
  });

  test.each(everyLook)(
    'an order’s page is accessible and fits wide and narrow screens (language $language, $scheme colours)',
    async (look) => {
      await open(look);
      const summary = bare(await page.locator('.order-summary').innerText());
      expect(summary).toContain('25.00');
      const phone = page.locator('.order-summary a[href^="tel:"]');
      expect([await phone.getAttribute('href'), await phone.innerText()]).toEqual([
        'tel:+962795550134',
        '+962 79 555 0134',
      ]);
      expect(await phone.locator('bdi').getAttribute('dir')).toBe('ltr');
      // Each status has a different background colour.
      const ground = await page.evaluate(
        "getComputedStyle(document.querySelector('.badge')).backgroundColor",
      );
      expect(ground).toMatch(/^rgb\(/);
      // Status, total, phone and the next step are visible without scrolling.
      for (const seen of [page.locator('.badge').first(), phone, button(words[look.language].confirm)]) {
        const box = await seen.boundingBox();
        expect(box && box.y + box.height).toBeLessThan(900);
      }
      await page
        .getByText(look.language === 'ar' ? product.ar.name : product.en.name)
        .first()
        .waitFor();
      await opened.picture('order');
      await opened.expectAccessibleAtBothWidths();
      await button(words[look.language].notesEdit).click();
      await opened.picture('order-edit');
      await opened.expectAccessibleAtBothWidths();
    },
  );

  test('a slow double click on “Confirm” does not also press “Start preparing”, which appears in the same place', async () => {
    await open();
    await button('Confirm').click();
    await secondClick(button('Start preparing'));
    expect(await button('Start preparing').isEnabled()).toBe(true);
    await button('Start preparing').click();
    await button('Mark as shipped').waitFor();
    expect((await now()).history.map(({ to }) => to)).toEqual(['pending', 'confirmed', 'preparing']);
  });

  test('staff can edit order lines in place, add a line by part of a product name, and remove lines', async () => {
    const tea = await newProduct({ stock: 5, ...names(uniqueWord('Sage tea ')) });
    await open();
    await page.getByRole('button', { name: editing(product) }).focus();
    await keyboard('Enter');
    await page.keyboard.type('٣');
    await keyboard('Tab', 'Tab');
    await page.keyboard.type('1,5');
    await keyboard('Enter');
    await page.getByText('Saved.').waitFor();
    await page.getByRole('cell', { name: '$36.00', exact: true }).waitFor();
    expect((await now()).items).toMatchObject([{ amount: 3, discount_amount: 1.5 }]);

    await page.getByRole('combobox', { name: 'Add a product' }).fill(tea.name.slice(0, 14));
    await page.getByRole('option', { name: tea.name }).click();
    await button('Add').click();
    await page.getByRole('cell', { name: tea.name, exact: true }).waitFor();
    expect(await stockOf(tea)).toEqual({ stock: 4, held: 1 });

    // An admin has set the order's total, so changed lines did not change the total. From this click on, the store computes
    // the total from the lines.
    await page.getByText('Recalculating also computes the tax again').waitFor();
    await button('Recalculate totals').click();
    await page.locator('.order-summary').getByText('$48.50').waitFor();
    expect(await now()).toMatchObject({
      figures: 'lines',
      main_price: 50,
      discount_amount: 1.5,
      total: 48.5,
    });

    await page.getByRole('button', { name: new RegExp(`^Remove .*${tea.name}`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('cell', { name: tea.name, exact: true }).waitFor({ state: 'detached' });
    await page.locator('.order-summary').getByText('$36.00').waitFor();
    expect(await stockOf(tea)).toEqual({ stock: 5, held: 0 });
  });

  test('if a colleague removes the order line that staff are editing, the other lines can be edited', async () => {
    const other = await newProduct({ stock: 5 });
    const items = [product, other].map(({ id }) => ({ product_id: id, amount: 1 }));
    order = await newOrder({ items });
    await open();
    await page.getByRole('button', { name: editing(product) }).click();
    const rest = page.getByRole('button', { name: editing(other) });
    expect(await rest.isDisabled()).toBe(true);
    await admin.delete(`/api/admin/profile/order-items/${order.items[0]?.id ?? 0}`);
    await page.getByRole('cell', { name: product.name, exact: true }).waitFor({ state: 'detached' });
    await rest.click();
    await page.getByLabel(/^Quantity of/).waitFor();
  });

  test('if staff change the language after they chose a product to add to an order, the product field keeps one text', async () => {
    await open();
    const search = page.getByRole('combobox').first();
    await search.fill(product.name);
    await page.getByRole('option', { name: product.name }).click();
    const read = page.waitForResponse(/\/api\/admin\/products\?/);
    await page.getByRole('button', { name: 'العربية' }).click();
    await read;
    const texts = await page.evaluate<string[]>(`new Promise((done) => {
      const texts = new Set();
      const look = setInterval(() => texts.add(document.querySelector('form [role=combobox]').value), 20);
      setTimeout(() => { clearInterval(look); done([...texts]); }, 1500);
    })`);
    expect(texts).toEqual([expect.stringContaining(product.name)]);
  });

  test('Esc discards an unsaved edit of an order’s details, but a change of the language keeps the edit', async () => {
    const other = await admin.post<{ id: number }>('/api/admin/addresses', {
      user_id: order.user_id,
      line1: '8 Wadi Saqra',
      city: 'Amman',
      country: 'JO',
    });
    await open();
    await keyboard('e');
    await page.getByLabel('Notes').fill('Nothing of this');
    await keyboard('Escape');
    await page.getByText('Ring twice', { exact: true }).waitFor();
    await keyboard('e');
    await page.getByLabel('Notes').fill('Ask for سارة');
    await page.getByRole('button', { name: 'العربية' }).click();
    await button(words.ar.save).waitFor();
    expect(await page.getByLabel(words.ar.notes).inputValue()).toBe('Ask for سارة');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('Delivery address').selectOption(String(other.data.id));
    await page.getByLabel('Payment', { exact: true }).selectOption('2');
    await page.getByLabel('Arrives').fill('2030-05-06T07:30');
    await button('Save').click();
    await page.getByText('8 Wadi Saqra', { exact: true }).waitFor();
    expect(await now()).toMatchObject({
      notes: 'Ask for سارة',
      payment_method: 2,
      address_id: other.data.id,
      estimated_arrive_time: '2030-05-06T07:30:00.000Z',
      total: 25,
    });
  });

  test.each(inOneLanguage('ar'))(
    'if stock is lacking for an order edit, the page names the product, in language %s',
    async (language) => {
      const say = words[language];
      const name = language === 'ar' ? product.ar.name : product.en.name;
      await open({ language });
      await page
        .getByRole('button', { name: new RegExp(name) })
        .first()
        .click();
      await page.keyboard.type('400');
      await keyboard('Enter');
      const alert = page.getByRole('alert').filter({ hasText: say.short });
      await alert.waitFor();
      const shown = bare(await alert.innerText());
      expect(shown).toContain(name);
      expect(shown).toMatch(/\d+/);
      expect((await now()).items).toMatchObject([{ amount: 2 }]);
      await opened.expectAccessible();
      await opened.picture('order-shortage');
    },
  );

  describe('two members of staff on one order', () => {
    const theirs = (fields: object) => admin.put(`/api/admin/orders/${order.id}`, fields);

    async function writeNotes(language: Language): Promise<void> {
      await open({ language });
      await keyboard('e');
      await page.getByLabel(words[language].notes).fill('Mine: leave at the door');
      await theirs({ notes: 'Theirs: ring three times', payment_method: 2 });
      await button(words[language].save).click();
      await page.getByRole('alert').filter({ hasText: words[language].changed }).waitFor();
    }

    test.each(inOneLanguage('en'))(
      'if a colleague saves an edit of an order first, saving one’s own edit shows both, and staff can keep the colleague’s (language %s)',
      async (language) => {
        await writeNotes(language);
        const alert = bare(await page.getByRole('alert').innerText());
        for (const said of ['Ring twice', 'Mine: leave at the door', 'Theirs: ring three times', 'admin'])
          expect(alert).toContain(said);
        expect(await page.locator('tr[data-contested=true]').count()).toBe(1);
        await opened.expectAccessible();
        await opened.picture('order-conflict');
        await button(words[language].takeTheirs).click();
        await page.getByText('Theirs: ring three times', { exact: true }).waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
        expect(await now()).toMatchObject({ notes: 'Theirs: ring three times', payment_method: 2 });
      },
    );

    test.each(inOneLanguage('ar'))(
      'if a colleague saves an edit of an order first, staff can replace the colleague’s edit with their own (language %s)',
      async (language) => {
        await writeNotes(language);
        await button(words[language].writeMine).click();
        await page.getByText(words[language].saved).waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
        // Fields that this user did not change keep the colleague's values.
        expect(await now()).toMatchObject({ notes: 'Mine: leave at the door', payment_method: 2 });
      },
    );

    test('if a colleague has cancelled an order, confirming the order shows the conflict, and overwriting the colleague’s change fails', async () => {
      await open();
      await theirs({ status: 'cancelled', reject_reason: 'The customer rang' });
      await keyboard('c');
      const alert = page.getByRole('alert').filter({ hasText: 'It was changed in the meantime' });
      await alert.waitFor();
      expect(bare(await alert.innerText())).toMatch(
        /State \(changed by both\)\s+Pending\s+Confirmed\s+Cancelled/,
      );
      await button('Keep mine').click();
      await page.getByRole('alert').filter({ hasText: 'cancelled' }).waitFor();
      expect((await now()).status).toBe('cancelled');
    });

    test('if a colleague saves an edit of the same order line first, saving one’s own edit shows both, and staff can overwrite the colleague’s', async () => {
      await open();
      const [line] = (await now()).items;
      await page.getByRole('button', { name: editing(product) }).click();
      await page.keyboard.type('5');
      await admin.put(`/api/admin/profile/order-items/${line?.id ?? 0}`, { amount: 3 });
      await keyboard('Enter');
      const alert = page.getByRole('alert').filter({ hasText: 'It was changed in the meantime' });
      await alert.waitFor();
      expect(bare(await alert.innerText())).toMatch(/Quantity of .* \(changed by both\)\s+2\s+5\s+3/);
      await button('Keep mine').click();
      await page.getByText('Saved.').waitFor();
      expect((await now()).items).toMatchObject([{ amount: 5 }]);
      await page.getByRole('button', { name: editing(product) }).waitFor();
    });

    test('if staff themselves add a line while they edit another one, the conflict names them, and not someone else', async () => {
      const other = await newProduct();
      await open();
      await page.getByRole('button', { name: editing(product) }).click();
      await page.keyboard.type('5');
      await page.getByRole('combobox', { name: 'Add a product' }).fill(other.name);
      await page.getByRole('option', { name: other.name }).click();
      await button('Add').click();
      await page.getByText('Saved.').waitFor();
      await page.getByRole('button', { name: new RegExp(`^Save .*${product.name}`) }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'It was changed in the meantime' });
      expect(bare(await alert.innerText())).toMatch(/layla changed items/);
    });

    test('a conflict about an order’s details shows the street of the address that staff have chosen', async () => {
      const { id, line1 } = await newAddress(order.user_id, { line1: uniqueWord('Mecca St ') });
      await open();
      await keyboard('e');
      await field(page, 'Delivery address').selectOption(String(id));
      await theirs({ notes: 'Theirs: ring three times' });
      await button('Save').click();
      await page.getByRole('alert').getByRole('cell', { name: line1 }).waitFor();
    });
  });

  /** Presses keys, and returns how many changes the page sent. Opening the form afterwards proves that the keys were handled. */
  async function changesBy(press: () => Promise<void>): Promise<number> {
    let sent = 0;
    page.on('request', (request) => void (sent += Number(request.method() === 'PUT')));
    await press();
    await page.keyboard.press('e');
    await page.getByLabel('Notes').waitFor();
    return sent;
  }

  test('holding down the key c confirms a pending order and does not also start its preparation', async () => {
    await open();
    const sent = await changesBy(async () => {
      await page.keyboard.down('c');
      await badge('Confirmed');
      await button('Start preparing').waitFor();
      await page.keyboard.down('c');
      await page.keyboard.up('c');
    });
    expect(sent).toBe(1);
  });

  test('after staff press Enter on the button “Confirm”, the key Tab moves the focus to the button “Start preparing”', async () => {
    await open();
    await button('Confirm').press('Enter');
    await page.locator('button:enabled', { hasText: 'Start preparing' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Start preparing');
  });

  test('keys that staff press on an order’s page while a menu is open do not change the order', async () => {
    await open();
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menu').waitFor();
    const sent = await changesBy(async () => {
      await page.keyboard.press('c');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    });
    expect([sent, new URL(page.url()).pathname]).toEqual([0, `/console/orders/${order.id}`]);
  });

  test('the keys j and k on an order’s page open the next and the previous order, and Esc returns to the list', async () => {
    const { user, address } = await newShopper();
    const [first, second] = [await newOrder({}, { user, address }), await newOrder({}, { user, address })];
    await open({ path: '/orders' });
    await page.getByRole('link', { name: second.order_number }).click();
    await page.getByRole('heading', { level: 1, name: second.order_number }).waitFor();
    await keyboard('j');
    await page.getByRole('heading', { level: 1, name: first.order_number }).waitFor();
    await keyboard('k');
    await page.getByRole('heading', { level: 1, name: second.order_number }).waitFor();
    await keyboard('p');
    await page.waitForURL(/\/slip/);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: second.order_number }).waitFor();
    await keyboard('Escape');
    await page.waitForURL(/\/orders$/);
  });
});

/** The button that opens an order line. */
function editing({ name }: { name: string }): RegExp {
  return new RegExp(`^Edit .*${name}`);
}

function names(name: string) {
  return {
    en: { name, description: `All about ${name}` },
    ar: { name: `قهوة بالهيل ${name.replaceAll(/\D/g, '')}`, description: 'قهوة عربية بالهيل' },
  };
}
