import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { catalogHandlers } from '#services/catalog/handlers.ts';
import { catalogLists } from '#services/catalog/lists.ts';
import { addressedByCatalog } from '#services/catalog/records/addressed-record.ts';
import { trackedByCatalog } from '#services/catalog/store/resources.ts';
import { catalogModels, type CatalogModels } from '#services/catalog/records/storage/models.ts';
import { createCatalogStore } from '#services/catalog/store/store.ts';
import { engineModels, type EngineModels } from '#shared/engine/commands/engine-models.ts';
import { createBatchRunner } from '#shared/engine/commands/run-batch.ts';
import { createSelectRecords, type SelectRecords } from '#shared/engine/commands/select-records.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import type { Result } from '#shared/engine/decide/decide-batch.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import { openDatabase, quiet, type OwnDatabase } from '../support/own-servers.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
let own: OwnDatabase;
let models: CatalogModels;
let batch: EngineModels;

beforeAll(async () => {
  own = await openDatabase();
  models = catalogModels(own.database);
  batch = engineModels(own.database);
  await buildIndexes(own.database);
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
  const run = createBatchRunner({
    store: createCatalogStore({
      database: own.database,
      models,
      batch,
      source: '/catalog',
      decimals: 2,
      select,
    }),
    handlers: catalogHandlers(2) as never,
    changesView: { tracked: trackedByCatalog, addressed: addressedByCatalog, decimals: 2 },
    committed: () => undefined,
    log: quiet,
    signal: new AbortController().signal,
  });
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

test('a bulk operation with an empty selection succeeds immediately', async () => {
  const { result, operation } = await begin({ filters: { is_active: false } });
  expect(result).toMatchObject({ outcome: { status: 202 } });
  expect(operation).toMatchObject({ status: 'succeeded', total: 0, finished_at: expect.any(String) });
});

test('a bulk command without any selection fails and starts no operation', async () => {
  for (const body of [{}, { filters: {} }, { all: false }, { search: null }]) {
    const { result, operation } = await begin(body);
    expect([result?.kind, operation]).toEqual(['threw', null]);
  }
});

test('a bulk command can select at most 100,000 records', async () => {
  for (let from = 5; from <= 100_000; from += 20_000) await plant(from, Math.min(from + 19_999, 100_000));
  const { operation } = await begin({ all: true });
  expect(operation).toMatchObject({ total: 100_000, chunks: 200 });
  await plant(100_001, 100_001);
  for (const [field, body] of Object.entries({ all: { all: true }, search: { search: 'coffee' } })) {
    const { result, operation: none } = await begin(body);
    const broken = { field, rule: 'selects_too_many', params: { max: 100_000 } };
    expect(result).toMatchObject({ outcome: { problem: { code: 'validation_failed', fields: [broken] } } });
    expect(none).toBeNull();
  }
});

test('a bulk command is rejected and starts no operation if its selection takes too long', async () => {
  const lists = catalogLists(models, locale);
  const sleeps = { body: 'function () { sleep(100); return true; }', args: [], lang: 'js' };
  const slow = {
    ...lists.products,
    access: () => Promise.resolve({ filter: { $expr: operator({ $function: sleeps }) } }),
  };
  const { result, operation } = await begin(
    { filters: { is_active: true } },
    createSelectRecords({ products: slow }, 50),
  );
  const broken = { field: 'filters', rule: 'selects_too_long', params: { seconds: 5 } };
  expect(result).toMatchObject({ outcome: { problem: { code: 'validation_failed', fields: [broken] } } });
  expect(operation).toBeNull();
});
