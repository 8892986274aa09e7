import { lastReport } from '#shared/audit/kept-report.ts';
import { createDraftCheck } from '#shared/commands/check-draft.ts';
import { mountOperations } from '#shared/commands/operation-routes.ts';
import { readApiConfig } from '#shared/process/config.ts';
import { lingerMs, listen } from '#shared/http/listen.ts';
import { callerOnly } from '#shared/http/internal-auth.ts';
import { createServiceApp } from '#shared/http/service-app.ts';
import { connectDatabase, driverDatabase, isConnected } from '#shared/mongo/connect.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { buildIndexes } from '#shared/mongo/build-indexes.ts';
import { runProcess } from '#shared/process/run-process.ts';
import { catalogHandlers } from './handlers.ts';
import { createCatalogReads } from './reads.ts';
import { catalogModels } from './storage/models.ts';
import { createCatalogStore } from './storage/store.ts';
import { mountProductCopies } from './storage/product-copies.ts';

runProcess('catalog-api', async (log) => {
  const config = readApiConfig(process.env, ['GATEWAY_CATALOG_SECRET', 'ORDERS_CATALOG_SECRET']);
  const decimals = config.locale.currencyDecimals;
  const database = await connectDatabase(config.mongodbUri, `${config.namespace}_catalog`, log);
  const models = catalogModels(database);
  const batch = batchModels(database);
  await buildIndexes(database);
  const store = createCatalogStore({ database, models, batch, source: '/catalog', decimals });
  const app = createServiceApp({
    caller: config.pairs.GATEWAY_CATALOG_SECRET,
    reads: createCatalogReads(models, config.locale, log),
    questions: {
      check: createDraftCheck(store, catalogHandlers(decimals)),
      health: () => ({ database: isConnected(database) }),
      mountForOthers: (mounted) => {
        const ordersOnly = callerOnly(config.pairs.ORDERS_CATALOG_SECRET);
        mountProductCopies(mounted, models, ordersOnly);
        mounted.get('/audit-report', ordersOnly, async (_request, response) => {
          response.json(await lastReport(driverDatabase(database)));
        });
      },
      mount: (mounted) => {
        mountOperations(mounted, { ...batch, ...models, leases: leaseModel(database) });
      },
    },
    log,
  });
  const http = await listen(app, config.port, config.host);
  return [() => http.close({ lingerMs }), () => database.close()];
});
