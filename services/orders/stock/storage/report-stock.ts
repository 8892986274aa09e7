import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { stockLevelsAtOnce } from '#shared/contracts/endpoints/stock-level.ts';
import type { Write } from '#shared/engine/commands/batch-store.ts';
import { byId } from '#shared/platform/mongo/load-records.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { certificateFault } from '#shared/platform/process/certificate-fault.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { pacedLoop } from '#shared/platform/process/paced-loop.ts';
import type { Inventory, OrdersTables } from '../../records/tables.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';
import type { CatalogClient } from './catalog-client.ts';

/** All changes within a second go into one report, because each report costs the catalog's database a transaction. */
const everyMs = 1000;
const idleMs = 5000;
const pageEveryMs = 60_000;
const longestPauseMs = 30_000;

/**
 * Reports stock to the catalog. Products whose stock this process changed, and restored products, are reported within 2 s. All
 * stock is reported at the start, and one page of it each minute, in case a report was lost. The catalog ignores levels older
 * than its own.
 */
export function startStockReports({
  models,
  catalog,
  log,
}: {
  models: Pick<OrdersModels, 'inventory'>;
  catalog: Pick<CatalogClient, 'reportStock'>;
  log: Log;
}) {
  const moved = new Set<number>();
  let sweep = { after: 0, dueAt: 0 };
  let failures = 0;

  const send = async (records: Iterable<Inventory>): Promise<void> => {
    const levels = [...records].map(({ _id: product_id, stock, version }) => ({
      product_id,
      stock,
      version,
    }));
    if (levels.length > 0) await catalog.reportStock(levels);
  };

  const sendMoved = async (): Promise<void> => {
    const ids = [...moved].slice(0, stockLevelsAtOnce);
    if (ids.length === 0) return;
    for (const id of ids) moved.delete(id);
    try {
      await send((await byId<Inventory>(models.inventory, ids)).values());
    } catch (error) {
      for (const id of ids) moved.add(id);
      throw error;
    }
  };

  const sendPage = async (): Promise<void> => {
    const records = await models.inventory
      .find({ _id: operator({ $gt: sweep.after }) }, { stock: 1, version: 1 })
      .sort({ _id: 1 })
      .limit(stockLevelsAtOnce)
      .lean<Inventory[]>();
    await send(records);
    const isWhole = records.length < stockLevelsAtOnce;
    sweep = {
      after: isWhole ? 0 : (records.at(-1)?._id ?? 0),
      dueAt: isWhole || sweep.dueAt > 0 ? performance.now() + pageEveryMs : 0,
    };
  };

  const { ring, close } = pacedLoop({
    round: async () => {
      await sendMoved();
      if (performance.now() >= sweep.dueAt) await sendPage();
      failures = 0;
      const isSweeping = sweep.dueAt === 0;
      return isSweeping || moved.size > 0;
    },
    rest: () => (sweep.dueAt === 0 ? 0 : everyMs),
    idleMs,
    gatherMs: everyMs,
    failed: (error) => {
      if (failures === 0)
        log.warn(
          { err: error },
          certificateFault('The catalog service', error) ?? 'stock levels could not be sent to the catalog',
        );
      failures += 1;
      return Math.min(everyMs * 2 ** failures, longestPauseMs);
    },
  });

  return {
    /** Call this with the writes of a transaction that was committed, or may have been. */
    committed: (writes: readonly Write<OrdersTables>[]): void => {
      for (const write of writes) {
        const { table, after } = write;
        if (after && (table === 'inventory' || isRestored(write))) moved.add(Number(after._id));
      }
      if (moved.size > 0) ring();
    },
    close,
  };
}

/** Whether a deleted product is back in the catalog, which has the product's stock only as it was at the deletion. */
function isRestored({ table, before, after }: Write<OrdersTables>): boolean {
  const isDeleted = (copy: object | null) => (copy as ProductCopy | null)?.is_deleted;
  return table === 'products' && isDeleted(before) === true && isDeleted(after) === false;
}
