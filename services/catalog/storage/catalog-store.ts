import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import type { BulkChunk, BulkOperation } from '#shared/decide/bulk-operation.ts';
import type { BatchStore } from '#shared/commands/run-batch.ts';
import { bulkExpiry, bulkModels } from '#shared/commands/bulk-models.ts';
import type { BulkModels } from '#shared/commands/bulk-models.ts';
import { createBatchStore } from '#shared/commands/batch-store.ts';
import type { Layout } from '#shared/commands/batch-store.ts';
import type { BatchModels } from '#shared/commands/batch-models.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { displayedPrice, searchText } from '#shared/lists/list-filters.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables, Product, Subscription } from '../rules/tables.ts';
import type { Counter, InboxRecord } from '#shared/decide/decide-batch.ts';
import { ids, loadRecords, wanted } from '#shared/mongo/load-records.ts';

/** A record and the text that `search` looks into. */
export type Listed<R> = R & { search: string };

export interface CatalogModels extends BulkModels {
  products: Model<Listed<Product>>;
  subscriptions: Model<Listed<Subscription>>;
  counters: Model<Counter>;
}

const translation = {
  name: { type: String, required: true },
  description: { type: String, required: true },
};

function catalogSchema<R extends CatalogRecord>(
  collection: string,
  more: Record<string, unknown>,
): Schema<R> {
  const schema = new Schema(
    {
      _id: { type: Number, required: true },
      version: { type: Number, required: true },
      log: { type: [Schema.Types.Mixed], required: true },
      price: { type: Number, required: true, min: 0 },
      is_active: { type: Boolean, required: true },
      en: translation,
      ar: translation,
      created_at: { type: String, required: true },
      updated_at: { type: String, required: true },
      search: { type: String, required: true },
      ...more,
    },
    { collection, versionKey: false },
  );
  // Each filter, newest first.
  schema.index({ price: 1, _id: -1 } as never);
  schema.index({ is_active: 1, _id: -1 } as never);
  schema.index({ created_at: 1, _id: -1 } as never);
  return schema as never;
}

export function catalogModels(database: Database): CatalogModels {
  const counter = new Schema<Counter>(
    { _id: { type: String, required: true }, version: { type: Number, required: true } },
    { collection: 'counters', versionKey: false },
  );
  const product = catalogSchema<Listed<Product>>('products', {
    manufacturing_price: { type: Number, required: true },
  });
  return {
    products: database.model<Listed<Product>>('Product', product),
    subscriptions: database.model<Listed<Subscription>>('Subscription', catalogSchema('subscriptions', {})),
    counters: database.model<Counter>('Counter', counter),
    ...bulkModels(database),
  };
}

function searchable(record: CatalogRecord, decimals: number): string {
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

/** What only lists and expiry need. */
function listFields(
  table: keyof CatalogTables,
  record: CatalogTables[keyof CatalogTables],
  decimals: number,
): Record<string, unknown> {
  if (table === 'bulk' || table === 'bulkChunks') return bulkExpiry();
  if (table === 'counters') return {};
  return { search: searchable(record as CatalogRecord, decimals) };
}

export function createCatalogStore(options: {
  database: Database;
  models: CatalogModels;
  batch: BatchModels;
  source: string;
  decimals: number;
}): BatchStore<CatalogTables, CatalogNeeds> {
  const { database, models, batch, decimals } = options;
  const layout: Layout<CatalogTables> = {
    model: (table) => models[table] as never,
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
