import { randomInt } from 'node:crypto';
import { ordersReads, ordersWrites } from '#shared/contracts/endpoints/orders-service.ts';
import { defineService } from '#shared/engine/service/define-service.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { addressedByOrders } from './records/addressed-record.ts';
import { countingWriters } from './records/storage/order-counts.ts';
import { ordersModels, type OrdersModels } from './records/storage/orders-models.ts';
import type { OrdersNeeds, OrdersRecords, OrdersTables } from './records/tables.ts';
import { lostRules, ordersAudit } from './audit/storage/orders-audit.ts';
import { ordersRepairs } from './audit/storage/repair-orders.ts';
import { ordersLists } from './lists.ts';
import { ordersData } from './migrations/orders-data.ts';
import { productCopyHandlers, productEvents } from './stock/product-copy.ts';
import {
  createCatalogProducts,
  createFetchProducts,
  type CatalogClient,
  type FetchProducts,
} from './stock/storage/catalog-client.ts';
import { ordersLayout } from './store/layout.ts';
import { createLoadMore, ordersLoads } from './store/loads.ts';
import { ordersResources } from './store/resources.ts';
import { ordersHandlers } from './handlers.ts';

export interface Orders {
  name: 'orders';
  records: OrdersRecords;
  tables: OrdersTables;
  needs: OrdersNeeds;
  models: OrdersModels;
  /** `catalog` is null if the catalog's address is not set. */
  own: { catalog: CatalogClient | null; fetchProducts: FetchProducts };
}

export const orders = defineService<Orders>({
  name: 'orders',
  resources: ordersResources,
  sequences: ['order_items'],
  repeatsVersions: ['order_items', 'order_texts', 'audit_stock'],
  models: ordersModels,
  loads: ordersLoads,
  storage: ({ models, own: { fetchProducts } }) => ({
    ...ordersLayout(models, randomInt(countingWriters)),
    also: createLoadMore(models, fetchProducts),
    hasSharedRecords: true,
  }),
  addressed: addressedByOrders,
  data: ordersData,
  reads: ordersReads,
  writes: ordersWrites,
  handlers: ({ units, settings }) => ({
    ...ordersHandlers(units, { taxRate: settings.TAX_RATE, returnDays: settings.RETURN_DAYS }),
    ...productCopyHandlers(units.currencyDecimals),
  }),
  lists: ordersLists,
  follows: productEvents,
  audit: { sections: ordersAudit, repairs: ordersRepairs, lost: lostRules },
});

export function openCatalog(
  settings: Pick<SettingsOf<'orders-api' | 'orders-worker'>, 'CATALOG_URL' | 'ORDERS_CATALOG_SECRET'>,
  log: Log,
): Orders['own'] {
  const { CATALOG_URL: url } = settings;
  const catalog =
    url === null ? null : createCatalogProducts(url, pairSecret('ORDERS_CATALOG_SECRET', settings));
  return { catalog, fetchProducts: createFetchProducts(catalog, log) };
}
