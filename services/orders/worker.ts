import { randomUUID } from 'node:crypto';
import { counterRepairs } from '#shared/engine/audit/repair-counter.ts';
import { scheduleAudit } from '#shared/engine/audit/schedule-audit.ts';
import { ordersWrites } from '#shared/contracts/endpoints/orders-service.ts';
import { createSelectRecords } from '#shared/engine/commands/select-records.ts';
import { runServiceWorker } from '#shared/engine/commands/run-service-worker.ts';
import { createPlacedEntries } from '#shared/engine/events/placed-entries.ts';
import { connectDatabase, driverDatabase } from '#shared/platform/mongo/connect.ts';
import { batchModels } from '#shared/engine/commands/batch-models.ts';
import { holdIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { prepareDatabase } from '#shared/platform/mongo/prepare-database.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { runProcess } from '#shared/platform/process/run-process.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { openParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import { startErasureRounds } from './erasure/storage/erasure-rounds.ts';
import { servedCopiesSection, startCopyComparison } from './audit/storage/compare-copies.ts';
import { ordersAudit } from './audit/storage/orders-audit.ts';
import { ordersRepairs } from './audit/storage/repair-orders.ts';
import { createCatalogProducts, createFetchProducts } from './stock/storage/catalog-client.ts';
import { ordersLists } from './lists.ts';
import { ordersHandlers } from './handlers.ts';
import { ordersData } from './migrations/orders-data.ts';
import { ordersModels } from './records/storage/orders-models.ts';
import { createOrdersStore } from './store/store.ts';
import { startStockReports } from './stock/storage/report-stock.ts';
import { startSearchIndex } from './lists/storage/search-index.ts';
import { createOrderCounter } from './statistics/storage/count-orders.ts';
import { startOrderCounting } from './statistics/storage/order-counting.ts';
import { addressedByOrders } from './records/addressed-record.ts';
import { trackedByOrders } from './store/tracked.ts';
import { productCopyHandlers, productEvents } from './stock/product-copy.ts';

/** The search index continues when no batch has run for this many milliseconds. */
const quietMs = 500;

runProcess('orders-worker', async (settings, log) => {
  const units = storeUnits(settings);
  const decimals = units.currencyDecimals;
  const database = await connectDatabase(settings.MONGODB_URI, `${settings.STORE_NAMESPACE}_orders`, log);
  await holdIdentity(database, units);
  const models = ordersModels(database);
  const batch = batchModels(database);
  await prepareDatabase(database, ordersData, log);
  const catalog =
    settings.CATALOG_URL === null
      ? null
      : createCatalogProducts(settings.CATALOG_URL, pairSecret('ORDERS_CATALOG_SECRET', settings));
  const store = createOrdersStore({
    database,
    models,
    batch,
    fetchProducts: createFetchProducts(catalog, log),
    source: '/orders',
    select: createSelectRecords(ordersLists(models, units)),
  });
  let workedAt = -Infinity;
  const background = () => ({ leases: leaseModel(database), holder: randomUUID(), log });
  const searchIndex = startSearchIndex({
    ...background(),
    models,
    isBusy: () => performance.now() - workedAt < quietMs,
  });
  const placed = createPlacedEntries();
  const statistics = startOrderCounting({
    ...background(),
    counter: createOrderCounter(database, { timeZone: units.timeZone, decimals }, { placed }),
  });
  const stock = catalog && startStockReports({ models, catalog, log });
  const watched = stock?.watched(store) ?? store;
  const copies = catalog && startCopyComparison({ ...background(), models, catalog });
  const audit = scheduleAudit({
    ...background(),
    database,
    everyMs: settings.AUDIT_INTERVAL_HOURS * 3_600_000,
    sections: [...ordersAudit({ keepsBaselines: true }), ...(catalog ? [servedCopiesSection(catalog)] : [])],
    judges: ordersRepairs,
    repairs: counterRepairs,
  });
  return runServiceWorker({
    service: 'orders',
    settings,
    database,
    batch,
    bulk: models,
    knowsData: newestVersion(ordersData),
    store: {
      ...watched,
      inTransaction: (run) => {
        workedAt = performance.now();
        return watched.inTransaction(run);
      },
    },
    handlers: { ...ordersHandlers(units, settings.TAX_RATE), ...productCopyHandlers(decimals) },
    tracked: trackedByOrders,
    decimals,
    placed,
    writes: ordersWrites,
    follows: productEvents,
    addressed: addressedByOrders,
    subscribed: () => copies?.compareAll(),
    runsCommands: (run) => [
      startErasureRounds({
        ...background(),
        db: driverDatabase(database),
        run,
        decimals,
        openParkedQueue: () => openParkedQueue(settings.RABBITMQ_URL, settings.STORE_NAMESPACE, 'orders'),
      }).close,
    ],
    beside: [
      searchIndex.close,
      statistics.close,
      audit.close,
      ...(copies ? [copies.close] : []),
      ...(stock ? [stock.close] : []),
    ],
    log,
  });
});
