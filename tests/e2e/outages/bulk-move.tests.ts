import { afterEach, expect, test } from '@jest/globals';

import { ordersTexts } from '#console/orders/texts.ts';
import { operationTexts } from '#console/parts/operation-texts.ts';
import { partTexts } from '#console/parts/texts.ts';
import type { Order } from '../../support/resources.ts';
import { inChromium, inOneLanguage } from '../console/console-page.ts';
import { keyboardOf } from '../console/keyboard.ts';
import { field, text } from '../console/page-steps.ts';
import { kill, make, openPage, store } from './outage-store.ts';

inChromium('a bulk status change with a killed worker', () => {
  afterEach(async () => {
    store.kill('orders-worker', 'SIGCONT');
    await store.start('orders-worker');
  });

  async function newOrders(count: number): Promise<Order[]> {
    const [product, { user, address }] = await Promise.all([make.newProduct(), make.newShopper()]);
    const owner = { user_id: user.id, address_id: address.id };
    return Promise.all(Array.from({ length: count }, () => make.orderOf(product, 1, owner)));
  }

  test.each(inOneLanguage('ar'))(
    'a bulk status change continues after its worker is killed and changes each order once, in language %s',
    async (language) => {
      const orders = await newOrders(12);
      const path = `/orders?filters[user_id]=${orders[0]?.user_id ?? 0}`;
      const opened = await openPage({ language, path });
      const staff = await keyboardOf(opened, language);
      const { page, words } = staff;
      await field(page, words(partTexts.selectPage)).waitFor();
      await staff.check(words(partTexts.selectPage));
      await staff.press('c');
      const dialog = page.getByRole('dialog');
      await text(dialog, words(ordersTexts.willMove, { count: 12 })).waitFor();
      // The worker is stopped, then killed before the bulk status change is finished.
      store.kill('orders-worker', 'SIGSTOP');
      await staff.pressButton(words(ordersTexts.move, { count: 12 }), dialog);
      await text(dialog, words(operationTexts.progressOf, { done: 0, total: 12 })).waitFor();
      await kill('orders-worker');
      await opened.picture('orders-worker-killed');
      await opened.expectAccessible();
      await store.start('orders-worker');
      await text(dialog, words(ordersTexts.moved, { count: 12 })).waitFor({ timeout: 60_000 });
      const now = await Promise.all(orders.map(({ id }) => make.readOrder(id)));
      expect(now.map(({ status, history }) => [status, history.length])).toEqual(
        orders.map(() => ['confirmed', 2]),
      );
    },
  );
});
