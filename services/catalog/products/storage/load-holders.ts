import { uniqueProductFields } from '#shared/contracts/endpoints/product-fields.ts';
import type { StoreDescription } from '#shared/engine/commands/batch-store.ts';
import { byField } from '#shared/platform/mongo/load-records.ts';
import type { CatalogModels } from '../../records/storage/models.ts';
import type { CatalogNeeds, CatalogRecords, CatalogTables, Product } from '../../records/tables.ts';

type CatalogStore = StoreDescription<CatalogRecords, CatalogTables, CatalogNeeds>;

/** A deleted product cannot be restored if another product has its SKU or external id by now. Loads these other products. */
export function createLoadHolders(
  models: Pick<CatalogModels, 'products'>,
): NonNullable<CatalogStore['also']> {
  return async ({ deleted, reading: { session } }) => {
    const holders = new Map<number, Product>();
    for (const name of uniqueProductFields) {
      const values = deleted.flatMap((record) => (record as Partial<Product>)[name] ?? []);
      for (const [id, holder] of await byField<Product>(models.products, name, values, session))
        holders.set(id, holder);
    }
    return { records: { products: holders } };
  };
}
