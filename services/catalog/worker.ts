import { runServiceWorker } from '#shared/commands/run-service-worker.ts';
import { readWorkerConfig } from '#shared/config.ts';
import { connectDatabase } from '#shared/mongo/connect.ts';
import { batchModels, buildIndexes } from '#shared/mongo/inbox-and-outbox.ts';
import { runProcess } from '#shared/run-process.ts';
import { catalogHandlers } from './catalog-handlers.ts';
import { catalogModels, createCatalogStore } from './catalog-store.ts';

runProcess('catalog-worker', async (log) => {
  const config = readWorkerConfig(process.env);
  const decimals = config.locale.currencyDecimals;
  const database = await connectDatabase(config.mongodbUri, `${config.namespace}_catalog`, log);
  const models = catalogModels(database);
  const batch = batchModels(database);
  await buildIndexes(database);
  return runServiceWorker({
    service: 'catalog',
    config,
    database,
    batch,
    bulk: models,
    store: createCatalogStore({ database, models, batch, source: '/catalog', decimals }),
    handlers: catalogHandlers(decimals),
    follows: [],
    log,
  });
});
