import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { recordStep } from '#shared/engine/commands/record-step.ts';
import type { Caller } from '#shared/contracts/kit/define.ts';
import type { EventDraft } from '#shared/engine/decide/handler.ts';
import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import type { Webhook, WebhooksTables } from '../records/tables.ts';
import type { WebhooksModels } from '../records/storage/models.ts';
import { trackedByWebhooks } from './resources.ts';

/** Changes an endpoint without a client request. One transaction writes the endpoint, its row in the ledger and its events. */
export async function changeByStore(
  {
    database,
    models,
    session,
  }: { database: Database; models: Pick<WebhooksModels, 'webhooks'>; session: ClientSession },
  { before, webhook, events }: { before: Webhook; webhook: Webhook; events: EventDraft[] },
  { type, caller, now }: { type: string; caller: Caller; now: string },
): Promise<void> {
  await driverCollection<Webhook>(models.webhooks).replaceOne({ _id: before._id }, webhook, { session });
  const run = randomUUID();
  await recordStep<WebhooksTables>(
    { db: driverDatabase(database), session, tracked: trackedByWebhooks, source: '/webhooks' },
    { changes: [{ table: 'webhooks', put: webhook }], events },
    () => before,
    { cause: { id: run, type, body: {}, caller, requestId: run, isOperation: false }, now },
  );
}
