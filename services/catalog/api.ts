import { lastReport } from '#shared/engine/audit/kept-report.ts';
import { catalogReads } from '#shared/contracts/endpoints/catalog-service.ts';
import { createDraftCheck } from '#shared/engine/commands/check-draft.ts';
import { mountEventLog, mountFollowedEvents } from '#shared/engine/events/log-routes.ts';
import { mountOperations } from '#shared/engine/commands/operation-routes.ts';
import { createCountLineRows, createShowListed } from '#shared/engine/lists/listed-records.ts';
import { createReportUnreadable } from '#shared/engine/reads/report-unreadable.ts';
import { lingerMs, listen } from '#shared/platform/http/listen.ts';
import { callerOnly } from '#shared/platform/http/internal-auth.ts';
import { createServiceApp, mountRecords } from '#shared/engine/reads/service-app.ts';
import { mountIdentity } from '#shared/platform/http/mount-identity.ts';
import { connectDatabase, driverDatabase, isConnected } from '#shared/platform/mongo/connect.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { batchModels } from '#shared/engine/commands/batch-models.ts';
import { createDiskSpace } from '#shared/platform/mongo/disk-space.ts';
import { mountDiskSpace } from '#shared/platform/http/mount-disk-space.ts';
import { holdIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { prepareDatabase } from '#shared/platform/mongo/prepare-database.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { runProcess } from '#shared/platform/process/run-process.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { catalogLists } from './lists.ts';
import { catalogHandlers } from './handlers.ts';
import { createCatalogReads } from './reads.ts';
import { catalogData } from './migrations/catalog-data.ts';
import { addressedByCatalog } from './records/addressed-record.ts';
import { trackedByCatalog } from './store/tracked.ts';
import { catalogModels } from './records/storage/models.ts';
import { createCatalogStore } from './store/store.ts';
import { mountStockLevels, mountProductCopies } from './products/storage/endpoints-for-orders.ts';

runProcess('catalog-api', async (settings, log) => {
  const locale = storeUnits(settings);
  const decimals = locale.currencyDecimals;
  const database = await connectDatabase(settings.MONGODB_URI, `${settings.STORE_NAMESPACE}_catalog`, log);
  await holdIdentity(database, locale);
  const models = catalogModels(database);
  const batch = batchModels(database);
  await prepareDatabase(database, catalogData, log);
  const store = createCatalogStore({ database, models, batch, source: '/catalog', decimals });
  const lists = catalogLists(models, locale);
  const recordsOf = createShowListed(lists, createReportUnreadable(log));
  const lineRowsOf = createCountLineRows(lists);
  const reads = createCatalogReads(models, batch.ledger, locale, log);
  const app = createServiceApp({
    caller: pairSecret('GATEWAY_CATALOG_SECRET', settings),
    reads,
    declared: catalogReads,
    locale,
    questions: {
      check: createDraftCheck(store, catalogHandlers(decimals), {
        tracked: trackedByCatalog,
        addressed: addressedByCatalog,
        decimals,
      }),
      health: () => ({ database: isConnected(database) }),
      mountForOthers: (mounted) => {
        const ordersOnly = callerOnly(pairSecret('ORDERS_CATALOG_SECRET', settings));
        mountProductCopies(mounted, models, ordersOnly);
        mountStockLevels(mounted, models, ordersOnly);
        const webhooksOnly = callerOnly(pairSecret('WEBHOOKS_CATALOG_SECRET', settings));
        mountFollowedEvents(mounted, batch, webhooksOnly);
        mountRecords(mounted, reads, webhooksOnly);
        mounted.get('/audit-report', ordersOnly, async (_request, response) => {
          response.json(await lastReport(driverDatabase(database)));
        });
      },
      mount: (mounted) => {
        mountIdentity(mounted, database);
        mountDiskSpace(mounted, createDiskSpace(database));
        mountEventLog(mounted, batch, () => Promise.resolve(false));
        mountOperations(
          mounted,
          { ...batch, ...models, leases: leaseModel(database) },
          { tracked: trackedByCatalog, decimals, recordsOf, lineRowsOf },
        );
      },
    },
    log,
  });
  const http = await listen(app, settings, { ...settings, log });
  return [() => http.close({ lingerMs }), () => database.close()];
});
