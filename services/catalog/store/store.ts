import { deletionExpiry } from '#shared/engine/commands/deletion-model.ts';
import { createMadeBefore, madeBy, makerField } from '#shared/engine/commands/made-before.ts';
import { bulkState, wantedBulk } from '#shared/engine/commands/load-bulk.ts';
import { createBatchStore, type Layout } from '#shared/engine/commands/batch-store.ts';
import type { BatchModels } from '#shared/engine/commands/batch-models.ts';
import { fromInboxDocuments, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import type { SelectRecords } from '#shared/engine/commands/select-records.ts';
import type { BatchStore } from '#shared/engine/commands/run-batch.ts';
import type { Deletion } from '#shared/engine/decide/deletion.ts';
import type { Counter } from '#shared/engine/decide/decide-batch.ts';
import { displayedPrice, searchText } from '#shared/engine/lists/search-text.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { ids, loadRecords, wanted } from '#shared/platform/mongo/load-records.ts';
import { readableState } from '../records/damaged-records.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables, Product, Subscription } from '../records/tables.ts';
import type { CatalogModels } from '../records/storage/models.ts';

export function createCatalogStore(options: {
  database: Database;
  models: CatalogModels;
  batch: BatchModels;
  source: string;
  decimals: number;
  /** Selects the records of bulk work. Only workers pass this option. */
  select?: SelectRecords;
}): BatchStore<CatalogTables, CatalogNeeds> {
  const { database, models, batch, source, decimals, select } = options;
  const madeBefore = createMadeBefore();
  const layout: Layout<CatalogTables> = {
    model: (table) => models[table as Exclude<keyof CatalogTables, 'made' | 'ledgerRows' | 'selected'>],
    toDocument: (table, record) => ({ ...record, ...listFields(table, record, decimals) }),
  };
  const store = createBatchStore({
    database,
    batch,
    layout,
    source,
    load: async (needs: CatalogNeeds[], commandIds, reading) => {
      const makers = madeBefore.among(needs);
      const all = {
        products: wanted<Product>(models.products, ids(needs, 'products')),
        subscriptions: wanted<Subscription>(models.subscriptions, ids(needs, 'subscriptions')),
        counters: wanted<Counter>(models.counters, [
          ...new Set(needs.flatMap((need) => need.sequence ?? [])),
        ]),
        ...wantedBulk(needs, models, batch),
        madeProducts: wanted<Product>(models.products, makers, makerField),
        madeSubscriptions: wanted<Subscription>(models.subscriptions, makers, makerField),
        deletions: wanted<Deletion>(models.deletions, makers, makerField),
        kept: wanted<InboxDocument>(batch.inbox, commandIds),
      };
      const { kept, madeProducts, madeSubscriptions, deletions, bulk, bulkChunks, ledgerRows, ...found } =
        await loadRecords(database, all, reading);
      const records = [...madeProducts.values(), ...madeSubscriptions.values()];
      const made = madeBy(records, deletions.values());
      const work = await bulkState(
        { bulk, bulkChunks, ledgerRows, records: found },
        needs,
        { ...models, ...batch, select },
        reading.session,
      );
      return { state: readableState({ ...found, ...work, deletions, made }), kept: fromInboxDocuments(kept) };
    },
  });
  return { ...store, inTransaction: (run) => madeBefore.watch(() => store.inTransaction(run)) };
}

/** Fields that are stored with a record, and that only lists and the expiry index need. */
function listFields(
  table: keyof CatalogTables,
  record: CatalogTables[keyof CatalogTables],
  decimals: number,
): Record<string, unknown> {
  if (table === 'deletions') return deletionExpiry();
  if (table !== 'products' && table !== 'subscriptions') return {};
  return { search: productText(record as CatalogRecord, decimals) };
}

/** The text in which `search` looks for a term. Filters in `catalogLists` rely on the positions of the fields. */
export function productText(record: CatalogRecord, decimals: number): string {
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
