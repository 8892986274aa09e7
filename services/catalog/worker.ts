import { randomUUID } from 'node:crypto';
import { scheduleAudit } from '#shared/audit/schedule-audit.ts';
import { runServiceWorker } from '#shared/commands/run-service-worker.ts';
import { readWorkerConfig } from '#shared/process/config.ts';
import { connectDatabase } from '#shared/mongo/connect.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import { buildIndexes } from '#shared/mongo/build-indexes.ts';
import { runProcess } from '#shared/process/run-process.ts';
import { catalogHandlers } from './handlers.ts';
import { addressedByCatalog } from './rules/addressed-record.ts';
import { catalogAudit, catalogRepairs } from './storage/catalog-audit.ts';
import { catalogModels } from './storage/models.ts';
import { createCatalogStore } from './storage/store.ts';

runProcess('catalog-worker', async (log) => {
  const config = readWorkerConfig(process.env, []);
  const decimals = config.locale.currencyDecimals;
  const database = await connectDatabase(config.mongodbUri, `${config.namespace}_catalog`, log);
  const models = catalogModels(database);
  const batch = batchModels(database);
  await buildIndexes(database);
  const audit = scheduleAudit({
    ...{ database, leases: leaseModel(database), holder: randomUUID(), log },
    ...{ sections: catalogAudit, mends: catalogRepairs, everyMs: config.auditEveryMs },
  });
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
    beside: [audit.close],
    log,
  });
});
