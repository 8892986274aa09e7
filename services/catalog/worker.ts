import { runServiceWorker } from '#shared/commands/run-service-worker.ts';
import { readCatalogWorkerConfig } from '#shared/process/config.ts';
import { connectDatabase } from '#shared/mongo/connect.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { buildIndexes } from '#shared/mongo/build-indexes.ts';
import { holdIdentity } from '#shared/mongo/hold-identity.ts';
import { runProcess } from '#shared/process/run-process.ts';
import { catalogHandlers } from './handlers.ts';
import { addressedByCatalog } from './rules/addressed-record.ts';
import { catalogModels } from './storage/models.ts';
import { createCatalogStore } from './storage/store.ts';

runProcess('catalog-worker', readCatalogWorkerConfig, async (config, log) => {
  const decimals = config.locale.currencyDecimals;
  const database = await connectDatabase(config.mongodbUri, `${config.namespace}_catalog`, log);
  await holdIdentity(database, config.identity);
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
    addressed: addressedByCatalog,
    log,
  });
});
