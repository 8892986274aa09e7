import type { Handlers } from '#shared/commands/handler.ts';
import type { CatalogCommands } from '#shared/contracts/catalog-service.ts';
import { productHandlers } from './product.ts';
import type { CatalogNeeds, CatalogTables } from './records.ts';
import { subscriptionHandlers } from './subscription.ts';

/** Every command of the catalog service. */
export function catalogHandlers(decimals: number): Handlers<CatalogTables, CatalogNeeds, CatalogCommands> {
  return { ...subscriptionHandlers(decimals), ...productHandlers(decimals) };
}
