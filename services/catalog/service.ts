import {
  catalogReads,
  catalogWrites,
  type CatalogCommands,
} from '#shared/contracts/endpoints/catalog-service.ts';
import { uniqueProductFields } from '#shared/contracts/endpoints/product-fields.ts';
import { bulkHandlers } from '#shared/engine/decide/bulk-handlers.ts';
import type { Handlers } from '#shared/engine/decide/handler.ts';
import { trackedIn, type Resources } from '#shared/engine/decide/resource.ts';
import { displayedPrice, searchText } from '#shared/engine/lists/search-text.ts';
import { defineService } from '#shared/engine/service/define-service.ts';
import { catalogData } from './migrations/catalog-data.ts';
import { productBulk, productHandlers, products } from './products/product.ts';
import { createLoadHolders } from './products/storage/load-holders.ts';
import { productLoads } from './products/unique-fields.ts';
import { catalogLists } from './reads.ts';
import { catalogModels, type CatalogModels } from './records/storage/models.ts';
import type {
  CatalogNeeds,
  CatalogRecord,
  CatalogRecords,
  CatalogTables,
  ProductTexts,
} from './records/tables.ts';
import { subscriptionBulk, subscriptionHandlers, subscriptions } from './subscriptions/subscription.ts';

export interface Catalog {
  name: 'catalog';
  records: CatalogRecords;
  tables: CatalogTables;
  needs: CatalogNeeds;
  models: CatalogModels;
  own: null;
}

const resources = { products, subscriptions } satisfies Resources<CatalogRecords>;

type BulkCommands = Extract<keyof CatalogCommands, `${string}.bulk-${string}`>;
type PlainHandlers = Handlers<CatalogTables, CatalogNeeds, Omit<CatalogCommands, BulkCommands>>;

export function catalogHandlers(decimals: number) {
  const plain: PlainHandlers = { ...subscriptionHandlers(decimals), ...productHandlers(decimals) };
  const bulk = { ...subscriptionBulk(decimals), ...productBulk(decimals) };
  return { ...plain, ...bulkHandlers<CatalogTables, CatalogNeeds>('catalog', bulk, trackedIn(resources)) };
}

export const catalog = defineService<Catalog>({
  name: 'catalog',
  resources,
  models: catalogModels,
  loads: productLoads,
  storage: ({ models, units: { currencyDecimals: decimals } }) => {
    const withText = (record: CatalogRecord) => ({ ...record, search: productText(record, decimals) });
    return { documents: { products: withText, subscriptions: withText }, also: createLoadHolders(models) };
  },
  data: catalogData,
  reads: catalogReads,
  writes: catalogWrites,
  handlers: ({ units }) => catalogHandlers(units.currencyDecimals),
  lists: catalogLists,
});

/** The text in which `search` looks. Filters in `reads.ts` use the positions of its fields, such as 3 for `en.name`. */
export function productText(record: CatalogRecord & ProductTexts, decimals: number): string {
  return searchText([
    displayedPrice(record.price, decimals),
    record.is_active ? '1' : '0',
    record.created_at,
    record.en.name,
    record.en.description,
    record.ar.name,
    record.ar.description,
    ...uniqueProductFields.flatMap((name) => record[name] ?? []),
  ]);
}
