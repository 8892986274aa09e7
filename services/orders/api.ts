import type { Express } from 'express';
import { lastReport } from '#shared/engine/audit/kept-report.ts';
import { ordersReads } from '#shared/contracts/endpoints/orders-service.ts';
import { createDraftCheck } from '#shared/engine/commands/check-draft.ts';
import { createRehearse, mountRehearsals } from '#shared/engine/commands/rehearse.ts';
import { callerOnly } from '#shared/platform/http/internal-auth.ts';
import { mountEventLog, mountFollowedEvents } from '#shared/engine/events/log-routes.ts';
import { mountOperations } from '#shared/engine/commands/operation-routes.ts';
import { createCountLineRows, createShowListed } from '#shared/engine/lists/listed-records.ts';
import { createReportUnreadable } from '#shared/engine/reads/report-unreadable.ts';
import { lingerMs, listen } from '#shared/platform/http/listen.ts';
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
import { createCatalogProducts, createFetchProducts } from './stock/storage/catalog-client.ts';
import { ordersLists } from './lists.ts';
import { ordersHandlers, rehearsedByOrders } from './handlers.ts';
import { createReadAudits } from './read-audits.ts';
import { createOrdersReads } from './reads.ts';
import { ordersData } from './migrations/orders-data.ts';
import { addressedByOrders } from './records/addressed-record.ts';
import { trackedByOrders } from './store/tracked.ts';
import { createFindShopper, mountShopperGone, mountUserId } from './customers/storage/find-shopper.ts';
import { ordersModels, type OrdersModels } from './records/storage/orders-models.ts';
import { createOrdersStore } from './store/store.ts';

runProcess('orders-api', async (settings, log) => {
  const units = storeUnits(settings);
  const database = await connectDatabase(settings.MONGODB_URI, `${settings.STORE_NAMESPACE}_orders`, log);
  await holdIdentity(database, units);
  const models = ordersModels(database);
  const batch = batchModels(database);
  await prepareDatabase(database, ordersData, log);
  const catalog =
    settings.CATALOG_URL === null
      ? null
      : createCatalogProducts(settings.CATALOG_URL, pairSecret('ORDERS_CATALOG_SECRET', settings));
  const fetchProducts = createFetchProducts(catalog, log);
  const store = createOrdersStore({ database, models, batch, fetchProducts, source: '/orders' });
  const readAudits = createReadAudits(() => lastReport(driverDatabase(database)), catalog);
  const handlers = ordersHandlers(units, settings.TAX_RATE);
  const rehearse = createRehearse(store, handlers as never, {
    tracked: trackedByOrders,
    shown: rehearsedByOrders,
  });
  const lists = ordersLists(models, units);
  const recordsOf = createShowListed(lists, createReportUnreadable(log));
  const lineRowsOf = createCountLineRows(lists);
  const reads = createOrdersReads(models, { units, fetchProducts, readAudits, ledger: batch.ledger, log });
  const app = createServiceApp({
    caller: pairSecret('GATEWAY_ORDERS_SECRET', settings),
    reads,
    declared: ordersReads,
    locale: units,
    questions: {
      check: createDraftCheck(store, handlers, {
        tracked: trackedByOrders,
        addressed: addressedByOrders,
        decimals: units.currencyDecimals,
      }),
      health: () => ({ database: isConnected(database) }),
      mountForOthers: (mounted) => {
        const webhooksOnly = callerOnly(pairSecret('WEBHOOKS_ORDERS_SECRET', settings));
        mountFollowedEvents(mounted, batch, webhooksOnly);
        mountRecords(mounted, reads, webhooksOnly);
      },
      mount: (mounted) => {
        mountCopyVersions(mounted, models);
        mountRehearsals(mounted, rehearse);
        mountUserId(mounted, createFindShopper(models));
        mountShopperGone(mounted, models);
        mountIdentity(mounted, database);
        mountDiskSpace(mounted, createDiskSpace(database));
        mountEventLog(mounted, batch, async (user) => (await models.users.exists({ _id: user })) !== null);
        mountOperations(
          mounted,
          { ...batch, ...models, leases: leaseModel(database) },
          { tracked: trackedByOrders, decimals: units.currencyDecimals, recordsOf, lineRowsOf },
        );
      },
    },
    log,
  });
  const http = await listen(app, settings, { ...settings, log });
  return [() => http.close({ lingerMs }), () => database.close()];
});

/** `GET /product-copies/7`: the version of the orders service's copy of a product. 404 if there is no copy. */
function mountCopyVersions(app: Express, models: Pick<OrdersModels, 'products'>): void {
  app.get('/product-copies/:product', async (request, response) => {
    const copy = await models.products
      .findById(Number(request.params.product), { version: 1, is_deleted: 1 })
      .lean();
    response.status(copy ? 200 : 404).json(copy ?? {});
  });
}
