import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { recordStep } from '#shared/engine/commands/record-step.ts';
import type { DisabledReason } from '#shared/contracts/endpoints/webhook-schema.ts';
import type { EventDraft } from '#shared/engine/decide/handler.ts';
import { trackedIn } from '#shared/engine/decide/resource.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { metaCollection, readRestores, type MetaDocument } from '#shared/platform/mongo/restores.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import type { WebhooksModels } from '../../records/storage/models.ts';
import type { Webhook, WebhooksTables } from '../../records/tables.ts';
import { webhooksResources } from '../../store/resources.ts';
import { disabled } from '../webhook.ts';

type Models = Pick<WebhooksModels, 'webhooks'>;

/** `judged`: the endpoint's id, and the version for which the caller decided to disable it. */
export type DisableWebhook = (
  judged: Pick<Webhook, '_id' | 'version'>,
  reason: DisabledReason,
) => Promise<void>;

/** The returned function does nothing if the endpoint has another version by now, because it may have a new URL. */
export function createDisableWebhook(database: Database, models: Models): DisableWebhook {
  const webhooks = driverCollection<Webhook>(models.webhooks);
  return ({ _id: id, version }, reason) =>
    inTransaction(database, async (session) => {
      const before = await webhooks.findOne({ _id: id, version, status: 'active' }, { session });
      if (!before) return;
      const now = storeNow().toISOString();
      const { webhook, event } = disabled(before, reason, now);
      const change = { before, webhook, events: [event] };
      const cause = { type: 'webhooks.disable', subject: 'webhooks', now };
      await changeByStore({ database, models, session }, change, cause);
    });
}

/** The number (`epoch`) of the last restore after which endpoints were paused. */
interface PausedAfter extends MetaDocument {
  _id: 'endpoints-paused-after';
  epoch: number;
}

/**
 * Pauses the active endpoints once after a restore. The backup may contain endpoints that were deleted later, and receivers do
 * not know that the data is older now. Call this before any delivery is sent. Resolves with the ids of the paused endpoints.
 */
export async function pauseRestored(database: Database, models: Models): Promise<number[]> {
  const db = driverDatabase(database);
  const last = (await readRestores(db))?.list.findLast(({ pauses_endpoints: pauses }) => pauses);
  if (last === undefined) return [];
  const meta = db.collection<PausedAfter>(metaCollection);
  const webhooks = driverCollection<Webhook>(models.webhooks);
  return inTransaction(database, async (session) => {
    const known = await meta.findOne({ _id: 'endpoints-paused-after' }, { session });
    if (known && known.epoch >= last.epoch) return [];
    const active = await webhooks.find({ status: 'active' }, { session }).toArray();
    const now = storeNow().toISOString();
    for (const before of active) {
      const change = { before, webhook: changed<Webhook>(before, { status: 'paused' }, now), events: [] };
      const cause = { type: 'webhooks.pause', subject: 'restore', now };
      await changeByStore({ database, models, session }, change, cause);
    }
    const noted = { $set: { epoch: last.epoch } };
    await meta.updateOne({ _id: 'endpoints-paused-after' }, noted, { session, upsert: true });
    return active.map(({ _id }) => _id);
  });
}

/** Changes an endpoint without a client request. One transaction writes the endpoint, its row in the ledger and its events. */
async function changeByStore(
  { database, models, session }: { database: Database; models: Models; session: ClientSession },
  { before, webhook, events }: { before: Webhook; webhook: Webhook; events: EventDraft[] },
  { type, subject, now }: { type: string; subject: string; now: string },
): Promise<void> {
  await driverCollection<Webhook>(models.webhooks).replaceOne({ _id: before._id }, webhook, { session });
  const run = randomUUID();
  const caller = { area: 'admin' as const, subject, userId: null };
  const tracked = trackedIn(webhooksResources);
  await recordStep<WebhooksTables>(
    { db: driverDatabase(database), session, tracked, source: '/webhooks' },
    { changes: [{ table: 'webhooks', put: webhook }], events },
    () => before,
    { cause: { id: run, type, body: {}, caller, requestId: run, isOperation: false }, now },
  );
}
