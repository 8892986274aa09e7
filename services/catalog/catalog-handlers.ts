import { bulkHandlers } from '#shared/commands/bulk-operation.ts';
import type { Handlers } from '#shared/commands/handler.ts';
import type { CatalogCommands } from '#shared/contracts/catalog-service.ts';
import { productBulk, productHandlers } from './product.ts';
import type { CatalogNeeds, CatalogTables } from './records.ts';
import { subscriptionBulk, subscriptionHandlers } from './subscription.ts';

type BulkCommands = Extract<keyof CatalogCommands, `${string}.bulk-${string}`>;
type PlainHandlers = Handlers<CatalogTables, CatalogNeeds, Omit<CatalogCommands, BulkCommands>>;

/** Every command of the catalog service. */
export function catalogHandlers(decimals: number) {
  const plain: PlainHandlers = { ...subscriptionHandlers(decimals), ...productHandlers(decimals) };
  const bulk: Record<BulkCommands, unknown> = { ...subscriptionBulk(decimals), ...productBulk(decimals) };
  return { ...plain, ...bulkHandlers<CatalogTables, CatalogNeeds>(bulk as never) };
}
