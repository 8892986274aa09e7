import { randomUUID } from 'node:crypto';
import { counterRepairs } from '#shared/engine/audit/repair-counter.ts';
import { scheduleAudit } from '#shared/engine/audit/schedule-audit.ts';
import { catalogWrites } from '#shared/contracts/endpoints/catalog-service.ts';
import { createSelectRecords } from '#shared/engine/commands/select-records.ts';
import { runServiceWorker } from '#shared/engine/commands/run-service-worker.ts';
import { connectDatabase } from '#shared/platform/mongo/connect.ts';
import { batchModels } from '#shared/engine/commands/batch-models.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { holdIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { prepareDatabase } from '#shared/platform/mongo/prepare-database.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { runProcess } from '#shared/platform/process/run-process.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { catalogLists } from './lists.ts';
import { catalogHandlers } from './handlers.ts';
import { addressedByCatalog } from './records/addressed-record.ts';
import { trackedByCatalog } from './store/tracked.ts';
import { catalogData } from './migrations/catalog-data.ts';
import { catalogAudit, catalogRepairs } from './products/storage/catalog-audit.ts';
import { catalogModels } from './records/storage/models.ts';
import { createCatalogStore } from './store/store.ts';

runProcess('catalog-worker', async (settings, log) => {
  const locale = storeUnits(settings);
  const decimals = locale.currencyDecimals;
  const database = await connectDatabase(settings.MONGODB_URI, `${settings.STORE_NAMESPACE}_catalog`, log);
  await holdIdentity(database, locale);
  const models = catalogModels(database);
  const batch = batchModels(database);
  await prepareDatabase(database, catalogData, log);
  const audit = scheduleAudit({
    database,
    leases: leaseModel(database),
    holder: randomUUID(),
    log,
    sections: catalogAudit,
    judges: catalogRepairs,
    repairs: counterRepairs,
    everyMs: settings.AUDIT_INTERVAL_HOURS * 3_600_000,
  });
  return runServiceWorker({
    service: 'catalog',
    settings,
    database,
    batch,
    bulk: models,
    knowsData: newestVersion(catalogData),
    store: createCatalogStore({
      database,
      models,
      batch,
      source: '/catalog',
      decimals,
      select: createSelectRecords(catalogLists(models, locale)),
    }),
    handlers: catalogHandlers(decimals),
    tracked: trackedByCatalog,
    decimals,
    writes: catalogWrites,
    follows: [],
    addressed: addressedByCatalog,
    beside: [audit.close],
    log,
  });
});
