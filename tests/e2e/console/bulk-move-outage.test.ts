import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';

import { ordersTexts } from '#console/orders/texts.ts';
import { partTexts } from '#console/parts/texts.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { callersOf } from '../support/callers.ts';
import { makersFor } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';
import { inChromium, openChromium, openConsole } from './console-page.ts';
import { keyboardOf } from './keyboard.ts';
import { field, text } from './page-steps.ts';

// A worker is away for a while, on a machine that may be busy with other suites.
jest.setTimeout(120_000);

inChromium('a bulk move whose worker is killed', () => {
  let store: TestStore;
  let chromium: Browser;
  beforeAll(async () => {
    [store, chromium] = await Promise.all([startTestStore(), openChromium()]);
  }, 60_000);
  afterEach(async () => {
    store.kill('orders-worker', 'SIGCONT');
    await store.start('orders-worker');
  });
  afterAll(async () => {
    await chromium.close();
    await store.stop();
  });

  async function newOrders(count: number): Promise<Order[]> {
    const { newProduct, newShopper, orderOf } = makersFor(callersOf(store));
    const [product, { user, address }] = await Promise.all([newProduct(), newShopper()]);
    const owner = { user_id: user.id, address_id: address.id };
    return Promise.all(Array.from({ length: count }, () => orderOf(product, 1, owner)));
  }

  async function killWorker(): Promise<void> {
    store.kill('orders-worker', 'SIGKILL');
    await eventually('the worker to be away', () =>
      store.processes().every(({ name, pid }) => name !== 'orders-worker' || pid === undefined),
    );
  }

  test.each(['en', 'ar'] as const)(
    'a bulk move continues after its worker is killed and moves each order once, in %s',
    async (language) => {
      const orders = await newOrders(12);
      const path = `/orders?filters[user_id]=${orders[0]?.user_id ?? 0}`;
      const opened = await openConsole(chromium, { language, store, path });
      const staff = await keyboardOf(opened, language);
      const { page, words } = staff;
      await field(page, words(partTexts.selectPage)).waitFor();
      await staff.check(words(partTexts.selectPage));
      await staff.press('c');
      const dialog = page.getByRole('dialog');
      await text(dialog, words(ordersTexts.willMove, { count: 12 })).waitFor();
      // The worker is stopped, then killed with the move unfinished.
      store.kill('orders-worker', 'SIGSTOP');
      await staff.pressButton(words(ordersTexts.move, { count: 12 }), dialog);
      await text(dialog, words(partTexts.progress, { done: 0, total: 12 })).waitFor();
      await killWorker();
      await opened.picture('orders-worker-killed');
      await opened.expectAccessible();
      await store.start('orders-worker');
      await text(dialog, words(ordersTexts.moved, { count: 12 })).waitFor({ timeout: 60_000 });
      const { readOrder } = makersFor(callersOf(store));
      const now = await Promise.all(orders.map(({ id }) => readOrder(id)));
      expect(now.map(({ status, history }) => [status, history.length])).toEqual(
        orders.map(() => ['confirmed', 2]),
      );
      opened.expectNoErrors();
      await opened.close();
    },
  );
});
