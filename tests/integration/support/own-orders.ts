import type { EngineModels } from '#shared/engine/commands/engine-models.ts';
import type { RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import { orders, type Orders } from '#services/orders/service.ts';
import type { FetchProducts } from '#services/orders/stock/storage/catalog-client.ts';
import type { OwnDatabase } from './own-servers.ts';
import { openOwnService, type OwnService } from './own-service.ts';

/** An empty database with the indexes of the orders service. */
export interface OwnOrders extends OwnDatabase {
  models: OrdersModels & EngineModels;
  /** The store of a worker. `fetchProducts` replaces the catalog. By default, the catalog has no products. */
  store: (fetchProducts?: FetchProducts) => ReturnType<OwnService<Orders>['store']>;
  /** Runs batches as a worker does. */
  runner: (fetchProducts?: FetchProducts) => RunBatch;
}

export async function openOrders(): Promise<OwnOrders> {
  const noProducts: FetchProducts = () => Promise.resolve([]);
  const own = await openOwnService(
    orders,
    { catalog: null, fetchProducts: noProducts },
    { TAX_RATE: 0, RETURN_DAYS: 14 },
  );
  const store: OwnOrders['store'] = (fetchProducts = noProducts) =>
    own.store({ catalog: null, fetchProducts });
  return { ...own, store, runner: (fetchProducts) => own.runner(store(fetchProducts)) };
}
