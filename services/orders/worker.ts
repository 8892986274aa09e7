import { randomUUID } from 'node:crypto';
import { runServiceWorker } from '#shared/engine/service/run-worker.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { taskLease } from '#shared/platform/mongo/leases.ts';
import { servedCopiesSection, startCopyComparison } from './audit/storage/compare-copies.ts';
import { startErasureRounds } from './erasure/storage/erasure-rounds.ts';
import { startSearchIndex } from './lists/storage/search-index.ts';
import { openCatalog, orders } from './service.ts';
import { createOrderCounter } from './statistics/storage/count-orders.ts';
import { startOrderCounting } from './statistics/storage/order-counting.ts';
import { startStockReports } from './stock/storage/report-stock.ts';

/** The search index continues its work once no batch of commands has ended for this many milliseconds. */
const quietMs = 500;

runServiceWorker(orders, ({ settings, units, database, models, bells, log }) => {
  const own = openCatalog(settings, log);
  const { catalog } = own;
  const background = (task: string, { leaseMs }: { leaseMs: number }) => ({
    lease: taskLease(models.leases, task, randomUUID(), leaseMs),
    bells,
    log,
  });
  let workedAt = -Infinity;
  const searchIndex = startSearchIndex({
    ...background('search-index', { leaseMs: 30_000 }),
    models,
    isBusy: () => performance.now() - workedAt < quietMs,
  });
  const statistics = startOrderCounting({
    ...background('order-statistics', { leaseMs: 30_000 }),
    counter: createOrderCounter(database, units),
  });
  const stock = catalog && startStockReports({ models, catalog, log });
  const copies =
    catalog && startCopyComparison({ ...background('product-copies', { leaseMs: 10_000 }), models, catalog });
  return {
    own,
    committed: (writes) => {
      workedAt = performance.now();
      stock?.committed(writes);
    },
    subscribed: () => copies?.compareAll(),
    sections: catalog ? [servedCopiesSection(catalog)] : [],
    runsCommands: (run) => [
      startErasureRounds({
        ...background('erasures', { leaseMs: 30_000 }),
        db: driverDatabase(database),
        run,
        decimals: units.currencyDecimals,
        broker: { url: settings.RABBITMQ_URL, namespace: settings.STORE_NAMESPACE },
      }).close,
    ],
    closers: [searchIndex, statistics, copies, stock].flatMap((job) => (job ? [job.close] : [])),
  };
});
