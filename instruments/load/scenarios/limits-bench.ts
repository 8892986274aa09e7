import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import { orders, type Orders } from '#services/orders/service.ts';
import { contextOf } from '../service-context.ts';
import type { LimitsOptions } from '../bench-options.ts';
import type { BenchReport } from '../bench-report.ts';
import type { BenchStore } from '../bench-store.ts';
import { openCatalog } from '../import-subscriptions.ts';
import { seedShop, type OrdersStore, type Shop } from '#tests/support/seed/seed-shop.ts';

/** The tools that every scenario uses, and the report to which it adds its figures. */
export interface LimitsBench {
  options: LimitsOptions;
  bench: BenchStore;
  models: OrdersModels;
  store: OrdersStore;
  shop: Shop;
  catalog: ReturnType<typeof openCatalog>;
  report: BenchReport;
}

export const shoppers = 3000;

export async function openLimitsBench(
  bench: BenchStore,
  common: Pick<LimitsBench, 'options' | 'report'>,
): Promise<LimitsBench> {
  return { ...common, bench, ...(await openShop(bench)), catalog: openCatalog(bench) };
}

export async function openShop(
  bench: BenchStore,
): Promise<{ models: OrdersModels; store: OrdersStore; shop: Shop }> {
  const models = orders.models(bench.orders);
  const own = { catalog: null, fetchProducts: () => Promise.resolve([]) };
  const store = orders.openStore(contextOf<Orders>(bench.orders, models, own));
  return { models, store, shop: await seedShop(store, models, shoppers) };
}
