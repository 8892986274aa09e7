import { randomBytes, randomUUID } from 'node:crypto';
import { counterRepairs } from '#shared/audit/repair-counter.ts';
import { scheduleAudit } from '#shared/audit/schedule-audit.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { runServiceWorker } from '#shared/commands/run-service-worker.ts';
import { webhooksWrites } from '#shared/contracts/endpoints/webhooks-service.ts';
import { connectDatabase } from '#shared/mongo/connect.ts';
import { holdIdentity } from '#shared/mongo/hold-identity.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import { prepareDatabase } from '#shared/mongo/prepare-database.ts';
import { newestVersion } from '#shared/mongo/service-data.ts';
import { keyCheck } from '#shared/process/key-checks.ts';
import { runProcess } from '#shared/process/run-process.ts';
import { storeUnits } from '#shared/process/store-identity.ts';
import { deriveKey, seal } from '#shared/process/sealed-text.ts';
import { webhooksHandlers } from './handlers.ts';
import { webhooksData } from './migrations/webhooks-data.ts';
import { addressedByWebhooks } from './rules/addressed-record.ts';
import { secretBytes, secretFrom } from './sending/signature.ts';
import { trackedByWebhooks } from './rules/tracked.ts';
import { receiverRules } from './sending/receiver-host.ts';
import { webhooksModels } from './storage/models.ts';
import { pauseRestored } from './storage/pause-restored.ts';
import { startDeliveries } from './start-deliveries.ts';
import { createWebhooksStore } from './storage/store.ts';
import { webhooksAudit, webhooksRepairs } from './storage/webhooks-audit.ts';

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
