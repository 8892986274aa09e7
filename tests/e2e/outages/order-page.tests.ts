import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import type { Language } from '#console/texts/define-texts.ts';
import { eventually } from '../../support/eventually.ts';
import type { Order } from '../../support/resources.ts';
import { linkCode } from '../../support/console-browser.ts';
import { inChromium, inOneLanguage, type ConsolePage } from '../console/console-page.ts';
import { endSession } from '../console/page-steps.ts';
import { broker, make, openPage, store } from './outage-store.ts';

const words = {
  en: {
    confirmed: 'Confirmed',
    saved: 'Saved.',
    taken: 'Accepted. It will be done soon',
    kept: 'takes no changes right now',
    notes: 'Notes',
    save: 'Save',
    ended: 'Your session has ended',
    link: 'Sign-in link',
    signIn: 'Sign in',
    signedOut: 'Not saved: you were signed out',
    sendAgain: 'Send again',
  },
  ar: {
    confirmed: 'مؤكد',
    saved: 'حُفظ.',
    taken: 'قُبل التعديل وهو قيد التنفيذ',
    kept: 'لا يستقبل التغييرات الآن',
    notes: 'ملاحظات',
    save: 'حفظ',
    ended: 'انتهت جلستك',
    link: 'رابط الدخول',
    signIn: 'دخول',
    signedOut: 'لم يُحفظ: انتهت جلستك',
    sendAgain: 'إعادة الإرسال',
  },
} as const;

inChromium('an order while a part of the store is unavailable', () => {
  let opened: ConsolePage;
  let page: Page;
  let order: Order;

  beforeEach(async () => {
    order = await newOrder();
  });
  afterEach(() => {
    broker.heal();
    store.kill('orders-worker', 'SIGCONT');
  });

  async function newOrder(): Promise<Order> {
    const { user, address } = await make.newShopper();
    const product = await make.newProduct({
      stock: 10,
      en: { name: 'Cardamom coffee', description: 'Ground, 250 g' },
      ar: { name: 'قهوة بالهيل', description: 'مطحونة، 250 غ' },
    });
    return make.orderOf(product, 2, {
      user_id: user.id,
      address_id: address.id,
      total: 25,
      main_price: 25,
      notes: 'Ring twice',
    });
  }

  async function open(language: Language): Promise<void> {
    opened = await openPage({ language, path: `/orders/${order.id}` });
    page = opened.page;
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const badge = (state: string) => page.locator('.order-states .badge', { hasText: state }).waitFor();
  const now = () => make.readOrder(order.id);
  const patiently = { timeout: 60_000 };

  async function typeNotes(language: Language, notes: string): Promise<void> {
    await page.keyboard.press('e');
    await page.getByLabel(words[language].notes).fill(notes);
  }

  test.each(inOneLanguage('en'))(
    'an order edit is shown as in progress while the worker hangs, then as saved, in language %s',
    async (language) => {
      const say = words[language];
      await open(language);
      store.kill('orders-worker', 'SIGSTOP');
      await page.keyboard.press('c');
      await page.getByText(say.taken).waitFor();
      await opened.picture('order-under-way');
      // The button cannot be pressed twice.
      expect(await page.locator('.order-summary button:enabled').count()).toBe(0);
      store.kill('orders-worker', 'SIGCONT');
      await page.getByText(say.saved).waitFor(patiently);
      await badge(say.confirmed);
      expect((await now()).history).toHaveLength(2);
    },
  );

  test.each(inOneLanguage('ar'))(
    'an order edit survives the end of the session and is sent after signing in again, in language %s',
    async (language) => {
      const say = words[language];
      await open(language);
      await typeNotes(language, 'Typed before the session ended');
      await endSession(opened.context, store);
      // Dispatches the event, because the sign-in dialog may cover the button: it opens as soon as the event stream ends.
      await button(say.save).dispatchEvent('click');
      const dialog = page.getByRole('dialog', { name: say.ended });
      await dialog.waitFor();
      await opened.expectAccessible();
      await opened.picture('order-session-ended');
      await dialog.getByLabel(say.link).fill(`${store.url}/console/sign-in#${await linkCode(store)}`);
      await dialog.getByRole('button', { name: say.signIn, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(say.signedOut).waitFor();
      expect(await page.getByLabel(say.notes).inputValue()).toBe('Typed before the session ended');
      await button(say.sendAgain).click();
      await page.getByText(say.saved).waitFor();
      expect((await now()).notes).toBe('Typed before the session ended');
      expect(await page.getByLabel(say.notes).count()).toBe(0);
    },
  );

  // Runs last, because the catalog's worker can take a while to reconnect to the broker.
  test.each(inOneLanguage('en'))(
    'an order edit during a RabbitMQ outage is kept, retried with one idempotency key and saved, in language %s',
    async (language) => {
      const say = words[language];
      const kept = 'Kept while the broker was away';
      await open(language);
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') keys.push(request.headers()['idempotency-key']);
      });
      await typeNotes(language, kept);
      broker.blackHole();
      await button(say.save).click();
      await page.getByText(say.kept).waitFor({ timeout: 20_000 });
      expect(await page.getByLabel(say.notes).inputValue()).toBe(kept);
      await opened.picture('order-broker-away');
      await eventually('the edit to be sent more than twice', () => keys.length > 2);
      expect((await now()).notes).toBe('Ring twice');
      broker.heal();
      await page.getByText(say.saved).waitFor(patiently);
      await page.getByText(kept, { exact: true }).waitFor();
      expect((await now()).notes).toBe(kept);
      // All attempts use one idempotency key.
      expect(new Set(keys).size).toBe(1);
    },
  );
});
