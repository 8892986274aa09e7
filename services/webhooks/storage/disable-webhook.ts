import { randomUUID } from 'node:crypto';
import type { DisabledReason } from '#shared/contracts/endpoints/webhook-schema.ts';
import { tellChange } from '#shared/commands/tell-change.ts';
import { driverDatabase } from '#shared/mongo/connect.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { driverCollection } from '#shared/mongo/driver-collection.ts';
import { inTransaction } from '#shared/mongo/transaction.ts';
import { trackedByWebhooks } from '../rules/tracked.ts';
import type { Webhook, WebhooksTables } from '../rules/tables.ts';
import { disabled } from '../rules/webhook.ts';
import type { WebhooksModels } from './models.ts';
import { storeNow } from '#shared/mongo/store-clock.ts';

/** Of an endpoint as it was when the reason for it came up. */
export type DisableWebhook = (
  judged: Pick<Webhook, '_id' | 'version'>,
  reason: DisabledReason,
) => Promise<void>;

/** Disables an active endpoint, with its event and its row in the ledger; not one that was changed meanwhile, to another URL perhaps. */
export function createDisableWebhook(
  database: Database,
  models: Pick<WebhooksModels, 'webhooks'>,
): DisableWebhook {
  const webhooks = driverCollection<Webhook>(models.webhooks);
  return ({ _id: id, version }, reason) =>
    inTransaction(database, async (session) => {
      const before = await webhooks.findOne({ _id: id, version, status: 'active' }, { session });
      if (!before) return;
      const now = storeNow().toISOString();
      const caller = { area: 'admin' as const, subject: 'webhooks', userId: null };
      const { webhook, event } = disabled(before, reason, { caller, now });
      await webhooks.replaceOne({ _id: id }, webhook, { session });
      const run = randomUUID();
      await tellChange<WebhooksTables>(
        { db: driverDatabase(database), session, tracked: trackedByWebhooks, source: '/webhooks' },
        { changes: [{ table: 'webhooks', put: webhook }], events: [event] },
        () => before,
        {
          cause: { id: run, type: 'webhooks.disable', body: {}, caller, requestId: run, isOperation: false },
          now,
        },
      );
    });
}
