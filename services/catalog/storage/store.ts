import { createBatchStore } from '#shared/commands/batch-store.ts';
import type { Layout } from '#shared/commands/batch-store.ts';
import type { BatchModels } from '#shared/commands/batch-models.ts';
import type { BatchStore } from '#shared/commands/run-batch.ts';
import type { BulkChunk, BulkOperation } from '#shared/decide/bulk-operation.ts';
import type { Counter, InboxRecord } from '#shared/decide/decide-batch.ts';
import { displayedPrice, searchText } from '#shared/lists/search-text.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { ids, loadRecords, wanted } from '#shared/mongo/load-records.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables, Product, Subscription } from '../rules/tables.ts';
import type { CatalogModels } from './models.ts';

export function createCatalogStore(options: {
  database: Database;
  models: CatalogModels;
  batch: BatchModels;
  source: string;
  decimals: number;
}): BatchStore<CatalogTables, CatalogNeeds> {
  const { database, models, batch, decimals } = options;
  const layout: Layout<CatalogTables> = {
    model: (table) => models[table],
    toDocument: (table, record) => ({ ...record, ...listFields(table, record, decimals) }),
  };
  return createBatchStore({
    ...{ database, batch, layout, source: options.source },
    load: async (needs: CatalogNeeds[], commandIds, reading) => {
      const all = {
        products: wanted<Product>(models.products, ids(needs, 'products')),
        subscriptions: wanted<Subscription>(models.subscriptions, ids(needs, 'subscriptions')),
        counters: wanted<Counter>(models.counters, [
          ...new Set(needs.flatMap((need) => need.sequence ?? [])),
        ]),
        bulk: wanted<BulkOperation>(models.bulk, ids(needs, 'bulk')),
        bulkChunks: wanted<BulkChunk>(models.bulkChunks, ids(needs, 'bulkChunks')),
        kept: wanted<InboxRecord>(batch.inbox, commandIds),
      };
      const { kept, ...state } = await loadRecords(database, all, reading);
      return { state, kept };
    },
  });
}

/** What only lists need. */
function listFields(
  table: keyof CatalogTables,
  record: CatalogTables[keyof CatalogTables],
  decimals: number,
): Record<string, unknown> {
  if (table !== 'products' && table !== 'subscriptions') return {};
  return { search: productText(record as CatalogRecord, decimals) };
}

/** What `search` looks into on a product or a subscription. */
function productText(record: CatalogRecord, decimals: number): string {
  return searchText([
    displayedPrice(record.price, decimals),
    record.is_active ? '1' : '0',
    record.created_at,
    record.en.name,
    record.en.description,
    record.ar.name,
    record.ar.description,
  ]);
}
