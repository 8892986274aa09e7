import { createDraftCheck } from '#shared/commands/check-draft.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { mountOperations } from '#shared/commands/operation-routes.ts';
import { webhooksReads } from '#shared/contracts/endpoints/webhooks-service.ts';
import { mountEventLog } from '#shared/events/log-routes.ts';
import { lingerMs, listen } from '#shared/http/listen.ts';
import { createReportUnreadable } from '#shared/http/report-unreadable.ts';
import { createServiceApp } from '#shared/http/service-app.ts';
import { mountIdentity } from '#shared/http/mount-identity.ts';
import { createCountLineRows, createShowListed } from '#shared/lists/listed-records.ts';
import { connectDatabase, isConnected } from '#shared/mongo/connect.ts';
import { createDiskSpace } from '#shared/mongo/disk-space.ts';
import { mountDiskSpace } from '#shared/http/mount-disk-space.ts';
import { holdIdentity } from '#shared/mongo/hold-identity.ts';
import { leaseModel } from '#shared/mongo/leases.ts';
import { prepareDatabase } from '#shared/mongo/prepare-database.ts';
import { pairSecret } from '#shared/process/internal-secrets.ts';
import { runProcess } from '#shared/process/run-process.ts';
import { storeUnits } from '#shared/process/store-identity.ts';
import { webhooksHandlers } from './handlers.ts';
import { webhooksLists } from './lists.ts';
import { webhooksData } from './migrations/webhooks-data.ts';
import { createWebhooksReads } from './reads.ts';
import { addressedByWebhooks } from './rules/addressed-record.ts';
import { trackedByWebhooks } from './rules/tracked.ts';
import { receiverRules } from './sending/receiver-host.ts';
import { webhooksModels } from './storage/models.ts';
import { createWebhooksStore } from './storage/store.ts';

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
