import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Command } from '#shared/contracts/kit/define.ts';
import { catalog, type Catalog } from '#services/catalog/service.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import { ended, type Ended } from '../../unit/support/outcome.ts';
import { openOwnService, type OwnService } from '../support/own-service.ts';

let own: OwnService<Catalog>;
beforeEach(async () => {
  own = await openOwnService(catalog, null);
});
afterEach(() => own.close());

async function run(...commands: Command[]): Promise<Ended[]> {
  const sent = commands.map((command) => ({ ...command, id: randomUUID(), at: new Date().toISOString() }));
  const results = await own.runner()(sent.map((command) => ({ command, keepsInbox: true })));
  return results.map(ended);
}
const codes = (ends: Ended[]) => ends.map(({ status, code }) => status ?? code);

const words = { name: 'Coffee', description: 'Whole beans' };
const create = (body: object = {}) =>
  ledgerCommand('products.create', { price: 100, en: words, ar: words, ...body } as never);
const update = (product: number, body: object) =>
  ledgerCommand('products.update', body, { params: { product } });

test.each(['sku', 'external_id'] as const)(
  'if several workers create products with the same %s concurrently, only one of the products is created',
  async (field) => {
    const ends = await Promise.all(Array.from({ length: 4 }, () => run(create({ [field]: 'A-7' }))));
    expect(codes(ends.flat()).sort()).toEqual([201, ...Array<string>(3).fill('validation_failed')]);
    expect(await own.models.products.countDocuments({ [field]: 'A-7' })).toBe(1);
  },
);

test('many products may lack a SKU, and a SKU that was removed from one product can be given to another', async () => {
  expect(codes(await run(create(), create(), create({ sku: 'A-7' })))).toEqual([201, 201, 201]);
  expect(codes(await run(update(1, { sku: 'A-7' })))).toEqual(['validation_failed']);
  expect(codes(await run(update(3, { sku: null })))).toEqual([200]);
  expect(codes(await run(update(1, { sku: 'A-7' })))).toEqual([200]);
  expect(await own.models.products.collection.countDocuments({ sku: { $exists: true } })).toBe(1);
});

test('concurrent PUTs by external id, run by several workers, create one product, and only one PUT gets 201', async () => {
  const put = () =>
    ledgerCommand('products.upsert', { external_id: 'A-7', price: 100, en: words, ar: words } as never);
  const ends = await Promise.all(Array.from({ length: 4 }, () => run(put())));
  expect(codes(ends.flat()).sort()).toEqual([200, 200, 200, 201]);
  expect(new Set(ends.flat().map(({ data }) => data?.['id'])).size).toBe(1);
  expect(await own.models.products.countDocuments()).toBe(1);
});
