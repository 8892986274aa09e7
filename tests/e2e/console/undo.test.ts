import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { operationAddress } from '#console/data/operation-address.ts';
import { partTexts } from '#console/parts/texts.ts';
import { timelineTexts } from '#console/parts/timeline-texts.ts';
import { waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import { newOrder, readOrder } from '../support/records.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';
import { inChromium, opened, openPage } from './console-page.ts';
import { button, field, refuse, text } from './page-steps.ts';

inChromium('an operation that was undone', () => {
  async function confirmedOrder(): Promise<{ order: number; operation: string }> {
    const { id } = await newOrder();
    const path = '/api/admin/orders/bulk-update';
    const body = { ids: [id], status: 'confirmed' };
    const { data } = await admin.put<Operation<BulkCounts>>(path, body, waiting);
    return { order: id, operation: data.id };
  }
  const press = async (page: Page, name: string) => {
    await button(page.getByRole('main'), name).click();
    await button(page.getByRole('dialog'), name).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const follows = (page: Page, words: RegExp) =>
    page.getByRole('definition').filter({ hasText: words }).first();

  test('the page of a bulk operation shows who undid the operation and when, and offers to redo it', async () => {
    const { order, operation } = await confirmedOrder();
    await openPage({ path: operationAddress(operation), subject: 'dina' });
    const { page } = opened;
    await press(page, 'Undo');
    await opened.go(operationAddress(operation));
    await page.getByText('Undone by').waitFor();
    await follows(page, /dina.*202\d/).waitFor();
    expect(await button(page.getByRole('main'), 'Undo').count()).toBe(0);
    expect((await readOrder(order)).status).toBe('pending');
    await press(page, 'Redo');
    await opened.go(operationAddress(operation));
    await page.getByText('Redone by').waitFor();
    await button(page.getByRole('main'), 'Undo').waitFor();
    expect(await button(page.getByRole('main'), 'Redo').count()).toBe(0);
    expect((await readOrder(order)).status).toBe('confirmed');
  });

  /** Opens the operation's page. The page gets the operation with the changes that `shown` returns. */
  async function openChanged(operation: string, shown: () => Partial<Operation<BulkCounts>>): Promise<Page> {
    const { data } = await admin.get<Operation<BulkCounts>>(`/api/operations/${operation}`);
    await openPage({
      path: operationAddress(operation),
      prepare: (context) =>
        context.route(`**/api/operations/${operation}`, (route) =>
          route.fulfill({ json: { data: { ...data, ...shown() } } }),
        ),
    });
    return opened.page;
  }

  test('after an undo that skipped some records, the next undo names only the number of those records', async () => {
    const { order, operation } = await confirmedOrder();
    await admin.put(`/api/admin/orders/${order}`, { status: 'preparing' });
    await admin.post(`/api/operations/${operation}/undo`, {}, waiting);
    const { data } = await admin.get<Operation<BulkCounts>>(`/api/operations/${operation}`);
    const page = await openChanged(operation, () => ({ result: { ...data.result, changed: 10 } }));
    await button(page.getByRole('main'), 'Undo').click();
    await text(page.getByRole('dialog'), 'Records: 1').waitFor();
  });

  test('the report of a running bulk operation shows the final outcomes when the operation has ended', async () => {
    const { operation } = await confirmedOrder();
    let isRunning = true;
    const page = await openChanged(operation, () => (isRunning ? { status: 'running' } : {}));
    await page.route(`**/api/operations/${operation}/report*`, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({
        response,
        body: isRunning ? body.replaceAll('"changed"', '"not_reached"') : body,
      });
    });
    await button(page, 'Show each record').click();
    await page.getByRole('cell', { name: 'Not reached' }).waitFor();
    isRunning = false;
    await page.getByRole('cell', { name: 'Changed', exact: true }).waitFor();
  });

  test('staff can retry a parked operation although its record has changed since', async () => {
    const { operation } = await confirmedOrder();
    const sent: unknown[] = [];
    const page = await openChanged(operation, () => (sent.length === 2 ? {} : { status: 'parked' }));
    await page.route('**/redrive', async (route) => {
      sent.push(route.request().postDataJSON());
      if (sent.length === 1) return refuse(route);
      return route.fulfill({ json: { data: { id: operation, status: 'succeeded' } } });
    });
    await button(page, 'Try it again').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Reason').fill('Repaired');
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await button(dialog, 'Try it again').click();
    await dialog.getByRole('checkbox', { name: 'Try it with force' }).check();
    await opened.expectAccessible();
    await button(dialog, 'Try it again').click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual([{ reason: 'Repaired' }, { reason: 'Repaired', force: true }]);
  });

  test('the timeline of an order whose change was undone says so in the language of the page', async () => {
    const { order, operation } = await confirmedOrder();
    await admin.post(`/api/operations/${operation}/undo`, {}, waiting);
    await openPage({ path: `/orders/${order}`, language: 'ar' });
    const restored = opened.page.getByRole('listitem').filter({ hasText: timelineTexts.restored.ar }).first();
    const shown = (await restored.innerText()).split('\n');
    expect(shown).toContain(partTexts.undo.ar);
    expect(shown).not.toContain('undo');
  });
});
