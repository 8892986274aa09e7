import { randomBytes, randomUUID } from 'node:crypto';
import { counterRepairs } from '#shared/engine/audit/repair-counter.ts';
import { scheduleAudit } from '#shared/engine/audit/schedule-audit.ts';
import { batchModels } from '#shared/engine/commands/batch-models.ts';
import { runServiceWorker } from '#shared/engine/commands/run-service-worker.ts';
import { webhooksWrites } from '#shared/contracts/endpoints/webhooks-service.ts';
import { connectDatabase } from '#shared/platform/mongo/connect.ts';
import { holdIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { prepareDatabase } from '#shared/platform/mongo/prepare-database.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { keyCheck } from '#shared/platform/process/key-checks.ts';
import { runProcess } from '#shared/platform/process/run-process.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { deriveKey, seal } from '#shared/platform/process/sealed-text.ts';
import { webhooksHandlers } from './handlers.ts';
import { webhooksData } from './migrations/webhooks-data.ts';
import { addressedByWebhooks } from './records/addressed-record.ts';
import { secretBytes, secretFrom } from './sending/signature.ts';
import { trackedByWebhooks } from './store/tracked.ts';
import { receiverRules } from './sending/receiver-host.ts';
import { webhooksModels } from './records/storage/models.ts';
import { pauseRestored } from './deliveries/storage/pause-restored.ts';
import { startDeliveries } from './start-deliveries.ts';
import { createWebhooksStore } from './store/store.ts';
import { webhooksAudit, webhooksRepairs } from './endpoints/storage/webhooks-audit.ts';

runProcess('webhooks-worker', async (settings, log) => {
  const units = storeUnits(settings);
  const database = await connectDatabase(settings.MONGODB_URI, `${settings.STORE_NAMESPACE}_webhooks`, log);
  await holdIdentity(database, {
    ...units,
    keys: { WEBHOOK_SECRETS_KEY: keyCheck('WEBHOOK_SECRETS_KEY', settings.WEBHOOK_SECRETS_KEY) },
  });
  const models = webhooksModels(database);
  const batch = batchModels(database);
  await prepareDatabase(database, webhooksData, log);
  const paused = await pauseRestored(database, models);
  if (paused.length > 0)
    log.warn({ endpoints: paused }, 'the data was restored: webhook endpoints are paused');
  const leases = leaseModel(database);
  const key = deriveKey(settings.WEBHOOK_SECRETS_KEY, 'webhook secrets');
  const newSecret = () => {
    const secret = secretFrom(randomBytes(secretBytes));
    return { secret, sealed: seal(key, secret) };
  };
  const audit = scheduleAudit({
    database,
    leases,
    holder: randomUUID(),
    log,
    sections: webhooksAudit,
    judges: webhooksRepairs,
    repairs: counterRepairs,
    everyMs: settings.AUDIT_INTERVAL_HOURS * 3_600_000,
  });
  const eventsKeptMs = settings.EVENT_RETENTION_DAYS * 86_400_000;
  const underWay = startDeliveries({ settings, eventsKeptMs, database, models, key, log });
  return runServiceWorker({
    service: 'webhooks',
    settings,
    database,
    batch,
    bulk: models,
    knowsData: newestVersion(webhooksData),
    store: createWebhooksStore({
      database,
      models,
      batch,
      eventsKeptMs,
      touched: underWay.touched,
      lastPositions: underWay.lastPositions,
    }),
    handlers: webhooksHandlers({ receiverFault: receiverRules(settings.WEBHOOK_ALLOW_HOSTS), newSecret }),
    tracked: trackedByWebhooks,
    decimals: units.currencyDecimals,
    writes: webhooksWrites,
    follows: [],
    addressed: addressedByWebhooks,
    beside: [audit.close, underWay.close],
    log,
  });
});
