import { createDraftCheck } from '#shared/engine/commands/check-draft.ts';
import { batchModels } from '#shared/engine/commands/batch-models.ts';
import { mountOperations } from '#shared/engine/commands/operation-routes.ts';
import { webhooksReads } from '#shared/contracts/endpoints/webhooks-service.ts';
import { mountEventLog } from '#shared/engine/events/log-routes.ts';
import { lingerMs, listen } from '#shared/platform/http/listen.ts';
import { createReportUnreadable } from '#shared/engine/reads/report-unreadable.ts';
import { createServiceApp } from '#shared/engine/reads/service-app.ts';
import { mountIdentity } from '#shared/platform/http/mount-identity.ts';
import { createCountLineRows, createShowListed } from '#shared/engine/lists/listed-records.ts';
import { connectDatabase, isConnected } from '#shared/platform/mongo/connect.ts';
import { createDiskSpace } from '#shared/platform/mongo/disk-space.ts';
import { mountDiskSpace } from '#shared/platform/http/mount-disk-space.ts';
import { holdIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { prepareDatabase } from '#shared/platform/mongo/prepare-database.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { runProcess } from '#shared/platform/process/run-process.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { webhooksHandlers } from './handlers.ts';
import { webhooksLists } from './lists.ts';
import { webhooksData } from './migrations/webhooks-data.ts';
import { createWebhooksReads } from './reads.ts';
import { addressedByWebhooks } from './records/addressed-record.ts';
import { trackedByWebhooks } from './store/tracked.ts';
import { receiverRules } from './sending/receiver-host.ts';
import { webhooksModels } from './records/storage/models.ts';
import { createWebhooksStore } from './store/store.ts';

runProcess('webhooks-api', async (settings, log) => {
  const locale = storeUnits(settings);
  const decimals = locale.currencyDecimals;
  const database = await connectDatabase(settings.MONGODB_URI, `${settings.STORE_NAMESPACE}_webhooks`, log);
  await holdIdentity(database, locale);
  const models = webhooksModels(database);
  const batch = batchModels(database);
  await prepareDatabase(database, webhooksData, log);
  const store = createWebhooksStore({ database, models, batch, eventsKeptMs: 0 });
  const lists = { webhooks: webhooksLists(models, locale).webhooks };
  const recordsOf = createShowListed(lists, createReportUnreadable(log));
  const lineRowsOf = createCountLineRows(lists);
  const newSecret = () => {
    throw new Error('Only a worker makes secrets');
  };
  const app = createServiceApp({
    caller: pairSecret('GATEWAY_WEBHOOKS_SECRET', settings),
    reads: createWebhooksReads(models, locale, log),
    declared: webhooksReads,
    locale,
    questions: {
      check: createDraftCheck(
        store,
        webhooksHandlers({ receiverFault: receiverRules(settings.WEBHOOK_ALLOW_HOSTS), newSecret }),
        { tracked: trackedByWebhooks, addressed: addressedByWebhooks, decimals },
      ),
      health: () => ({ database: isConnected(database) }),
      mount: (mounted) => {
        mountIdentity(mounted, database);
        mountDiskSpace(mounted, createDiskSpace(database));
        mountEventLog(mounted, batch, () => Promise.resolve(false));
        mountOperations(
          mounted,
          { ...batch, ...models, leases: leaseModel(database) },
          { tracked: trackedByWebhooks, decimals, recordsOf, lineRowsOf },
        );
      },
    },
    log,
  });
  const http = await listen(app, settings, { ...settings, log });
  return [() => http.close({ lingerMs }), () => database.close()];
});
