import { bulkHandlers } from '#shared/engine/decide/bulk-handlers.ts';
import type { BulkWork } from '#shared/engine/decide/bulk-operation.ts';
import type { Handlers } from '#shared/engine/decide/handler.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import { productBulk, productHandlers } from './products/product.ts';
import type { CatalogNeeds, CatalogTables } from './records/tables.ts';
import { trackedByCatalog } from './store/resources.ts';
import { subscriptionBulk, subscriptionHandlers } from './subscriptions/subscription.ts';

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
