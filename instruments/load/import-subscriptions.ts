import { firstVersion } from '#shared/engine/decide/versioned-record.ts';
import { engineModels } from '#shared/engine/commands/engine-models.ts';
import { catalogModels } from '#services/catalog/records/storage/models.ts';
import { createCatalogStore } from '#services/catalog/store/store.ts';
import type { Subscription } from '#services/catalog/records/tables.ts';
import type { BenchStore } from './bench-store.ts';
import { writeRecords } from '#tests/support/seed/write-records.ts';

const text = { name: 'A plan', description: 'What the plan is about' };

type Models = ReturnType<typeof catalogModels>;

export interface Catalog {
  models: Models;
  store: ReturnType<typeof createCatalogStore>;
}

/** Opens the models and the store of the catalog. Call it once per connection. */
export function openCatalog({ catalog: database }: Pick<BenchStore, 'catalog'>): Catalog {
  const models = catalogModels(database);
  const batch = engineModels(database);
  const store = createCatalogStore({ database, models, batch, source: '/catalog', decimals: 2 });
  return { models, store };
}

/** Adds active subscriptions until there are `wanted`, in the form that the worker writes. Returns the ids. */
export async function importSubscriptions({ models, store }: Catalog, wanted: number): Promise<number[]> {
  const now = new Date().toISOString();
  const last = (await models.subscriptions.findOne().sort({ _id: -1 }).lean())?._id ?? 0;
  const there = await models.subscriptions.countDocuments();
  const writes = Array.from({ length: Math.max(wanted - there, 0) }, (_, index) => {
    const after: Subscription = {
      _id: last + index + 1,
      ...firstVersion({}, now),
      price: 950,
      is_active: true,
      en: text,
      ar: text,
    };
    return { table: 'subscriptions' as const, before: null, after };
  });
  await writeRecords(store, writes);
  const sequence = { $max: { version: last + writes.length } };
  await models.counters.updateOne({ _id: 'subscriptions' }, sequence, { upsert: true });
  const kept = await models.subscriptions.find().select({ _id: 1 }).sort({ _id: 1 }).limit(wanted).lean();
  return kept.map(({ _id }) => _id);
}
