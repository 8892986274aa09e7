import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import type { Command } from '#shared/contracts/kit/define.ts';
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

/** Opens a database for all tests of the file, and closes it after them. */
export async function useOrders(): Promise<OwnOrders> {
  const own = await openOrders();
  afterAll(() => own.close());
  return own;
}

/** Executes each command in a separate batch. Throws if a command fails. */
export async function runEach(run: RunBatch, commands: readonly Command[]): Promise<void> {
  for (const sent of commands) {
    const [result] = await run([{ command: { ...sent, id: randomUUID() }, keepsInbox: true }]);
    if (result?.kind !== 'decided' || 'problem' in result.outcome)
      throw new Error(`${sent.type}: ${JSON.stringify(result)}`);
  }
}

/** Options of `runAudit` for this database: the audit reads records of any age and does not pause. */
export function auditWithoutPauses({ database }: OwnDatabase) {
  return {
    database: { client: database.getClient(), name: database.name },
    ages: { longestMs: 0 },
    pace: () => Promise.resolve(),
    signal: new AbortController().signal,
  };
}
