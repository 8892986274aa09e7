import { beforeAll, describe, expect, test } from '@jest/globals';

import { operationAddress } from '#console/data/operation-address.ts';
import { eventually } from '../../support/eventually.ts';
import type { Operation } from '../../support/resources.ts';
import {
  everyLook,
  inChromium,
  testOfPictures,
  type ConsoleOptions,
  type ConsolePage,
} from '../console/console-page.ts';
import { button, field, text } from '../console/page-steps.ts';
import { callers, make, newParked, notesOf, openPage, store, type Parked } from './outage-store.ts';

inChromium('operations', () => {
  let opened: ConsolePage;
  let redriven: Parked;
  let discarded: Parked;

  beforeAll(async () => {
    [redriven, discarded] = (await newParked(2)) as [Parked, Parked];
  });

  const open = async (path: string, options: ConsoleOptions = {}) => {
    opened = await openPage({ path, ...options });
    return opened.page;
  };

  describe.each(everyLook)('with language $language and colour scheme $scheme', (look) => {
    test('the operations pages are accessible and fit wide and narrow screens', async () => {
      await open('/operations', look);
      await opened.expectAccessibleAtBothWidths();
      await opened.go(operationAddress(redriven.id));
      await opened.expectAccessibleAtBothWidths();
    });
  });

  testOfPictures.each(['en', 'ar'] as const)(
    'pictures of the operations pages for the docs are taken in %s',
    async (language) => {
      const page = await open('/operations', { language });
      await opened.picture('operations');
      await opened.go(operationAddress(redriven.id));
      await page.getByText('A fault was injected').first().waitFor();
      await opened.picture('operation-parked');
    },
  );

  test('a read-only user sees why an operation failed and was parked, but gets no buttons to retry or discard the operation', async () => {
    const page = await open(operationAddress(redriven.id), { scope: 'admin:read' });
    await page.getByText('A fault was injected').first().waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  });

  test('a parked operation, which failed and waits for staff, can be retried from the console once its cause is fixed', async () => {
    const page = await open('/operations');
    await button(page, 'Parked').click();
    await page.getByRole('row').nth(2).waitFor();
    await opened.go(operationAddress(redriven.id));
    redriven.repair();
    await button(page, 'Try it again').click();
    const dialog = page.getByRole('dialog');
    expect(await button(dialog, 'Try it again').isDisabled()).toBe(true);
    await field(dialog, 'Reason').fill('The fault is repaired');
    await opened.expectAccessible();
    await button(dialog, 'Try it again').click();
    await text(page, 'Done').waitFor();
    expect(await notesOf(redriven)).toBe(redriven.notes);
  });

  test('a parked operation, which failed and waits for staff, is never executed if staff discard it with a reason', async () => {
    const page = await open(operationAddress(discarded.id), { language: 'ar' });
    await button(page, 'التخلّي عنها').click();
    await field(page.getByRole('dialog'), 'السبب').fill('طلب مكرر');
    await button(page.getByRole('dialog'), 'التخلّي عنها').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await text(page, 'معلّقة').waitFor({ state: 'detached' });
    expect(await notesOf(discarded)).toBeNull();
  });

  test('if bulk work makes no progress because its worker was killed, the console shows this until a new worker continues', async () => {
    const { id } = await make.newProduct();
    // Most of these ids are unknown. Their number makes the operation slow.
    const ids = Array.from({ length: 12_000 }, (_, index) => id + index);
    const path = '/api/admin/products/bulk-update';
    const later = { prefer: 'respond-async' };
    const accepted = await callers.admin.put<Operation>(path, { ids, status: 'inactive' }, later);
    const operation = `/api/operations/${accepted.data.id}`;
    await eventually('the work to be under way', async () => {
      const { data } = await callers.admin.get<Operation>(operation);
      return data.progress.failed > 0;
    });
    store.kill('catalog-worker', 'SIGKILL');
    const page = await open(operationAddress(accepted.data.id));
    await page.getByText('No worker is alive').first().waitFor({ timeout: 40_000 });
    expect((await callers.admin.get<Operation>(operation)).data.status).toBe('running');
    await opened.expectAccessible();
    await opened.picture('bulk-worker-killed');
    await store.start('catalog-worker');
    await text(page, 'Partly done').waitFor({ timeout: 60_000 });
    await button(page, 'Show each record').click();
    await page.getByText('The first').waitFor();
  });
});
