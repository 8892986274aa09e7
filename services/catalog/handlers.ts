import { bulkHandlers } from '#shared/decide/bulk-handlers.ts';
import type { BulkWork } from '#shared/decide/bulk-operation.ts';
import type { Handlers } from '#shared/decide/handler.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import { productBulk, productHandlers } from './rules/product.ts';
import type { CatalogNeeds, CatalogTables } from './rules/tables.ts';
import { trackedByCatalog } from './rules/tracked.ts';
import { subscriptionBulk, subscriptionHandlers } from './rules/subscription.ts';

type BulkCommands = Extract<keyof CatalogCommands, `${string}.bulk-${string}`>;
type PlainHandlers = Handlers<CatalogTables, CatalogNeeds, Omit<CatalogCommands, BulkCommands>>;

export function catalogHandlers(decimals: number) {
  const plain: PlainHandlers = { ...subscriptionHandlers(decimals), ...productHandlers(decimals) };
  const bulk: Record<
    BulkCommands | 'products.bulk-price' | 'subscriptions.bulk-price',
    BulkWork<CatalogTables, CatalogNeeds>
  > = { ...subscriptionBulk(decimals), ...productBulk(decimals) };
  return { ...plain, ...bulkHandlers<CatalogTables, CatalogNeeds>('catalog', bulk, trackedByCatalog) };
}
