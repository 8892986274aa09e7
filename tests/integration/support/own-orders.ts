import { engineModels, type EngineModels } from '#shared/engine/commands/engine-models.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import type { FetchProducts } from '#services/orders/stock/storage/catalog-client.ts';
import { ordersModels, type OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import { createOrdersStore } from '#services/orders/store/store.ts';
import { openDatabase, type OwnDatabase } from './own-servers.ts';

/** An empty database with the indexes of the orders service. */
export interface OwnOrders extends OwnDatabase {
  models: OrdersModels;
  batch: EngineModels;
  /** The store of a worker. `fetchProducts` replaces the catalog. By default the catalog has no product. */
  store: (fetchProducts?: FetchProducts) => ReturnType<typeof createOrdersStore>;
}

export async function openOrders(): Promise<OwnOrders> {
  const own = await openDatabase();
  const { database } = own;
  const models = ordersModels(database);
  const batch = engineModels(database);
  leaseModel(database);
  await buildIndexes(database);
  return {
    ...own,
    models,
    batch,
    store: (fetchProducts = () => Promise.resolve([])) =>
      createOrdersStore({ database, models, batch, fetchProducts, source: '/orders' }),
  };
}
