import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { operationAddress } from '#console/data/operation-address.ts';
import { admin } from '../support/callers.ts';
import { newOrder, readOrder } from '../support/records.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';
import { consolePages, inChromium, type ConsolePage } from './console-page.ts';
import { button } from './page-steps.ts';

// Long, because the browser and the store share a machine that may be busy with other suites.
jest.setTimeout(90_000);

inChromium('an operation that was undone', () => {
  const openPage = consolePages();
  let opened: ConsolePage;

  async function confirmedOrder(): Promise<{ order: number; operation: string }> {
    const { id } = await newOrder();
    const path = '/api/admin/orders/bulk-update';
    const body = { ids: [id], status: 'confirmed' };
    const { data } = await admin.put<Operation<BulkCounts>>(path, body, { prefer: 'wait=30' });
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
    opened = await openPage({ path: operationAddress(operation), subject: 'dina' });
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
});
