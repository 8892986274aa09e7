import { catalogReads, catalogWrites } from '#shared/contracts/endpoints/catalog-service.ts';
import { displayedPrice, searchText } from '#shared/engine/lists/search-text.ts';
import { defineService } from '#shared/engine/service/define-service.ts';
import { catalogHandlers } from './handlers.ts';
import { catalogLists } from './lists.ts';
import { catalogData } from './migrations/catalog-data.ts';
import { catalogModels, type CatalogModels } from './records/storage/models.ts';
import type { CatalogNeeds, CatalogRecord, CatalogRecords, CatalogTables } from './records/tables.ts';
import { catalogResources } from './store/resources.ts';

export interface Catalog {
  name: 'catalog';
  records: CatalogRecords;
  tables: CatalogTables;
  needs: CatalogNeeds;
  models: CatalogModels;
  own: null;
}

export const catalog = defineService<Catalog>({
  name: 'catalog',
  resources: catalogResources,
  models: catalogModels,
  storage: ({ units: { currencyDecimals: decimals } }) => {
    const withText = (record: CatalogRecord) => ({ ...record, search: productText(record, decimals) });
    return { documents: { products: withText, subscriptions: withText } };
  },
  data: catalogData,
  reads: catalogReads,
  writes: catalogWrites,
  handlers: ({ units }) => catalogHandlers(units.currencyDecimals),
  lists: catalogLists,
});

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
