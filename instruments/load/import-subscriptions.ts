import { firstVersion } from '#shared/engine/decide/versioned-record.ts';
import type { ServiceContext } from '#shared/engine/service/define-service.ts';
import { catalog, type Catalog as CatalogShape } from '#services/catalog/service.ts';
import { contextOf } from './service-context.ts';
import type { Subscription } from '#services/catalog/records/tables.ts';
import type { BenchStore } from './bench-store.ts';
import { writeRecords } from '#tests/support/seed/write-records.ts';

const text = { name: 'A plan', description: 'The plan in two words' };

export interface Catalog {
  models: ServiceContext<CatalogShape>['models'];
  store: ReturnType<typeof catalog.openStore>;
}

/** Opens the models and the store of the catalog. Call it once per connection. */
export function openCatalog({ catalog: database }: Pick<BenchStore, 'catalog'>): Catalog {
  const models = catalog.models(database);
  return { models, store: catalog.openStore(contextOf<CatalogShape>(database, models, null)) };
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
