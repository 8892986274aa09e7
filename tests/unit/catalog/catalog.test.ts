import { describe, expect, test } from '@jest/globals';
import { decideBatch } from '#shared/engine/decide/decide-batch.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { catalog, catalogHandlers } from '#services/catalog/service.ts';
import { productResource, shopProductResource } from '#services/catalog/records/catalog-resource.ts';
import type { CatalogRecords, CatalogTables, Product } from '#services/catalog/records/tables.ts';
import { ledgerCommand } from '../support/ledger.ts';
import { ended } from '../support/outcome.ts';

const [earlier, now] = ['2026-04-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z'];
const settings = { now, tracked: catalog.tracked };
const words = (of: string) => ({ name: of, description: `About ${of}` });
const product: Product = {
  _id: 1,
  version: 3,
  price: 1250,
  manufacturing_price: 700,
  is_active: true,
  en: words('Coffee'),
  ar: words('قهوة'),
  created_at: earlier,
  updated_at: earlier,
};

function shop(products: Product[] = [product]): State<CatalogTables> {
  const { manufacturing_price: _cost, ...subscription } = product;
  const none = Object.keys(catalog.resources).map((table) => [table, new Map()]);
  return {
    ...(Object.fromEntries(none) as State<CatalogRecords>),
    products: new Map(products.map((one) => [one._id, one])),
    subscriptions: new Map([[1, subscription]]),
    counters: new Map([['products', { _id: 'products', version: 7 }]]),
    bulk: new Map(),
    bulkChunks: new Map(),
    bulkPreviews: new Map(),
    ledgerRows: new Map(),
    selected: new Map(),
    deletions: new Map(),
    made: new Map(),
  };
}

function decide(type: string, { params = {}, body = {}, ...more }: Partial<Command> = {}, state = shop()) {
  const command = ledgerCommand(type, body as never, { params, ...more });
  const work = decideBatch(
    [{ command, keepsInbox: true }],
    state,
    new Map(),
    catalogHandlers(2) as never,
    settings,
  );
  const [end] = work.results.map(ended);
  return { ...end, work };
}

const one = { params: { product: 1, subscription: 1 } };
const pairs = [
  ['products', 'product'],
  ['subscriptions', 'subscription'],
] as const;

describe.each(pairs)('%s', (table, name) => {
  test(`a new ${name} is active by default and returned in the caller’s language`, () => {
    const body = { price: 100, en: words('Tea'), ar: words('شاي') };
    const { status, location, data } = decide(`${table}.create`, { body, language: 'ar' });
    const id = table === 'products' ? 8 : 1;
    expect([status, location]).toEqual([201, `/api/admin/${table}/${id}`]);
    expect(data).toMatchObject({
      id,
      price: 1,
      is_active: true,
      name: 'شاي',
      en: words('Tea'),
      created_at: now,
    });
    expect(decide(`${table}.create`, { body: { ...body, is_active: false } }).data).toMatchObject({
      is_active: false,
    });
  });

  test(`an update of a ${name} that changes only the Arabic name keeps every other field, even the Arabic description`, () => {
    const { data, version } = decide(`${table}.update`, { ...one, body: { ar: { name: 'بن' } } });
    expect(version).toBe(4);
    expect(data).toMatchObject({
      price: 12.5,
      is_active: true,
      en: words('Coffee'),
      ar: { name: 'بن', description: 'About قهوة' },
      updated_at: now,
    });
  });

  test(`an update of a ${name} that changes nothing writes no record and publishes no event`, () => {
    const { version, work } = decide(`${table}.update`, {
      ...one,
      body: { price: 1250, en: { name: 'Coffee' } },
    });
    expect([version, work.writes, work.events]).toEqual([3, [], []]);
  });

  test(`bulk activation of ${table} reports active ${table} as unchanged and missing ${table} as not found`, () => {
    const start = ledgerCommand(`${table}.bulk-update`, { ids: [1, 2], status: true } as never);
    const handlers = catalogHandlers(2) as never;
    const begun = decideBatch([{ command: start, keepsInbox: true }], shop(), new Map(), handlers, settings);
    const [operation, chunk] = begun.writes.map(({ after }) => after);
    const state = {
      ...shop(),
      bulk: new Map([[start.id, operation]]),
      bulkChunks: new Map([[`${start.id}:0`, chunk]]),
    };
    const body = { operation: start.id, type: start.type, index: 0, ids: [1, 2] };
    const doIt = ledgerCommand('bulk.chunk', body as never);
    const { writes } = decideBatch(
      [{ command: doIt, keepsInbox: false }],
      state as never,
      new Map(),
      handlers,
      settings,
    );
    expect(writes).toMatchObject([
      { table: 'bulk', after: { status: 'partly_succeeded', counts: { unchanged: 1, not_found: 1 } } },
      { table: 'bulkChunks', after: { fates: ['unchanged', 'not_found'] } },
    ]);
  });
});

describe('a shopper’s view of a product', () => {
  test('a shopper’s view of a product has no manufacturing price', () => {
    const shown = shopProductResource(product, 'en', 2);
    expect(shown).not.toHaveProperty('manufacturing_price');
    const { manufacturing_price: cost, ...rest } = productResource(product, 'en', 2);
    expect([cost, shown]).toEqual([7, rest]);
  });
});
