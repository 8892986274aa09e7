import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { catalogLists } from '#services/catalog/reads.ts';
import { catalog, type Catalog } from '#services/catalog/service.ts';
import { createSelectRecords, type SelectRecords } from '#shared/engine/commands/select-records.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import type { Result } from '#shared/engine/decide/decide-batch.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import { openOwnService, type OwnService } from '../support/own-service.ts';
import { pause } from '../../support/pause.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
let own: OwnService<Catalog>;
let models: OwnService<Catalog>['models'];

beforeAll(async () => {
  own = await openOwnService(catalog, null);
  ({ models } = own);
});
afterAll(() => own.close());
beforeEach(async () => {
  await models.products.collection.deleteMany({});
  await plant(1, 4, { is_active: true });
});

/** Inserts products with these ids. */
async function plant(from: number, to: number, fields: object = {}): Promise<void> {
  const words = { name: 'Coffee', description: 'Beans' };
  const made = { created_at: '2026-03-01T10:00:00.000Z', updated_at: '2026-03-01T10:00:00.000Z' };
  const products = Array.from({ length: to - from + 1 }, (_, index) => ({
    _id: from + index,
    version: 1,
    price: 100 * (from + index),
    manufacturing_price: 1,
    is_active: false,
    en: words,
    ar: words,
    search: 'coffee',
    ...made,
    ...fields,
  }));
  await models.products.collection.insertMany(products as never);
}

async function begin(
  body: object,
  select: SelectRecords = createSelectRecords(catalogLists(models, locale)),
): Promise<{ result: Result | undefined; operation: BulkOperation | null; ids: number[] }> {
  const run = own.runner(own.store(null, { select }));
  const command = ledgerCommand('products.bulk-delete', body, { id: own.database.name + lastId() });
  const [result] = await run([{ command, keepsInbox: true }]);
  const operation = await models.bulk.findById(command.id).lean<BulkOperation>();
  const ofOperation = operator({ $gt: `${command.id}:`, $lt: `${command.id};` });
  const chunks = await models.bulkChunks.find({ _id: ofOperation }).lean();
  return { result, operation, ids: chunks.flatMap(({ ids }) => ids).sort((a, b) => a - b) };
}
let last = 0;
const lastId = () => `-${(last += 1)}`;

test('a bulk command selects the records found by its filters, search or ids, and stores that selection', async () => {
  await plant(5, 6);
  const { operation, ids } = await begin({ filters: { is_active: true } });
  expect(ids).toEqual([1, 2, 3, 4]);
  expect(operation).toMatchObject({ total: 4, asked: {}, frozen_at: expect.stringMatching(/^2.*Z$/) });
  expect((await begin({ filters: { price: { from: 200, to: 300 } } })).ids).toEqual([2, 3]);
  expect((await begin({ filters: { is_active: true }, search: 'tea' })).ids).toEqual([]);
  expect((await begin({ search: 'COFFEE' })).ids).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await begin({ all: true })).ids).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await begin({ ids: [4, 9] })).ids).toEqual([4, 9]);
});

test('a bulk operation whose filters match no record succeeds immediately', async () => {
  const { result, operation } = await begin({ filters: { is_active: false } });
  expect(result).toMatchObject({ outcome: { status: 202 } });
  expect(operation).toMatchObject({ status: 'succeeded', total: 0, finished_at: expect.any(String) });
});

test('a bulk command whose body selects no records, neither by filters, search, ids nor “all”, fails and starts no operation', async () => {
  for (const body of [{}, { filters: {} }, { all: false }, { search: null }]) {
    const { result, operation } = await begin(body);
    expect([result?.kind, operation]).toEqual(['threw', null]);
  }
});

/** Finds the products by their texts, in place of the list's own filter. */
const searchIndex: NonNullable<ReturnType<typeof catalogLists>['products']['searchIndex']> = {
  page: async (search, { limit }) => {
    const found = await models.products.find({ search }, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id);
  },
  few: () => Promise.resolve(null),
  count: (search) => () => models.products.countDocuments({ search }),
};

test.each([
  ['all', { search: null }],
  ['search', { search: 'coffee' }],
])(
  'selecting the records of bulk work by “%s” reads at most one record more than bulk work may change',
  async (_name, { search }) => {
    const { products } = catalogLists(models, locale);
    const source = { products: { ...products, ...(search !== null && { searchIndex }) } };
    const asked = [{ command: 'c', table: 'products', search, filters: {} }];
    const selected = async (most: number) =>
      (await createSelectRecords(source, undefined, most)(asked)).get('c')?.ids;
    expect(await selected(4)).toEqual([1, 2, 3, 4]);
    expect(await selected(3)).toEqual([1, 2, 3, 4]);
    expect(await selected(2)).toHaveLength(3);
  },
);

test('the stored time of a bulk selection is before the search for its records, so the selection reflects all changes before this time', async () => {
  const { products } = catalogLists(models, locale);
  let searchedAt = '';
  const access = async () => {
    searchedAt = storeNow().toISOString();
    await pause(10);
    return {};
  };
  const select = createSelectRecords({ products: { ...products, access } });
  const selected = await select([{ command: 'c', table: 'products', search: null, filters: {} }]);
  const { ids = null, at = '' } = selected.get('c') ?? {};
  expect(ids).toEqual([1, 2, 3, 4]);
  expect(at <= searchedAt).toBe(true);
});

const sleeps = { body: 'function () { sleep(100); return true; }', args: [], lang: 'js' };

test.each([
  [
    'query that selects the records',
    () => Promise.resolve({ filter: { $expr: operator({ $function: sleeps }) } }),
  ],
  ['look-up before this query', () => new Promise<never>(() => undefined)],
])('a bulk command is rejected and starts no operation if the %s takes too long', async (_name, access) => {
  const slow = { ...catalogLists(models, locale).products, access };
  const { result, operation } = await begin(
    { filters: { is_active: true } },
    createSelectRecords({ products: slow }, 50),
  );
  const broken = { field: 'filters', rule: 'selects_too_long', params: { seconds: 5 } };
  expect(result).toMatchObject({ outcome: { problem: { code: 'validation_failed', fields: [broken] } } });
  expect(operation).toBeNull();
});
