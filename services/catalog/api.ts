import { createDraftCheck } from '#shared/commands/check-draft.ts';
import { mountOperations } from '#shared/commands/operation-routes.ts';
import { readApiConfig } from '#shared/config.ts';
import { listen } from '#shared/http/listen.ts';
import { createServiceApp } from '#shared/http/service-app.ts';
import { connectDatabase, isConnected } from '#shared/mongo/connect.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import { batchModels, buildIndexes } from '#shared/mongo/inbox-and-outbox.ts';
import { runProcess } from '#shared/run-process.ts';
import { catalogHandlers } from './catalog-handlers.ts';
import { catalogLists } from './catalog-lists.ts';
import { catalogModels, createCatalogStore } from './catalog-store.ts';
import { mountProductCopies } from './product-copies.ts';

runProcess('catalog-api', async (log) => {
  const config = readApiConfig(process.env);
  const decimals = config.locale.currencyDecimals;
  const database = await connectDatabase(config.mongodbUri, `${config.namespace}_catalog`, log);
  const models = catalogModels(database);
  const batch = batchModels(database);
  await buildIndexes(database);
  const store = createCatalogStore({ database, models, batch, source: '/catalog', decimals });
  const app = createServiceApp({
    secret: config.internalSecret,
    reads: catalogLists(models, config.locale),
    questions: {
      check: createDraftCheck(store, catalogHandlers(decimals)),
      health: () => ({ database: isConnected(database) }),
      mount: (mounted) => {
        mountProductCopies(mounted, models);
        mountOperations(mounted, { ...batch, ...models, leases: leaseModel(database) });
      },
    },
    log,
  });
  const http = await listen(app, config.port, config.host);
  return [() => http.close(), () => database.close()];
});
