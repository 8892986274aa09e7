import type { DisabledReason } from '#shared/contracts/endpoints/webhook-schema.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import type { Webhook } from '../../records/tables.ts';
import { disabled } from '../webhook.ts';
import { changeByStore } from '../../store/change-by-store.ts';
import type { WebhooksModels } from '../../records/storage/models.ts';

/** `judged`: the version of the endpoint that gave the reason to disable it. */
export type DisableWebhook = (
  judged: Pick<Webhook, '_id' | 'version'>,
  reason: DisabledReason,
) => Promise<void>;

/** Does nothing if the endpoint has another version by now, because its URL may have changed. */
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
      const { webhook, event } = disabled(before, reason, now);
      const change = { before, webhook, events: [event] };
      await changeByStore({ database, models, session }, change, { type: 'webhooks.disable', caller, now });
    });
}
