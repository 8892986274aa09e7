import { changed } from '#shared/engine/decide/versioned-record.ts';
import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { metaCollection, readRestores, type MetaDocument } from '#shared/platform/mongo/restores.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import type { Webhook } from '../../records/tables.ts';
import { changeByStore } from '../../store/change-by-store.ts';
import type { WebhooksModels } from '../../records/storage/models.ts';

/** The number (`epoch`) of the last restore after which endpoints were paused. */
interface PausedAfter extends MetaDocument {
  _id: 'endpoints-paused-after';
  epoch: number;
}

const caller = { area: 'admin' as const, subject: 'restore', userId: null };

/**
 * Pauses the active endpoints once after a restore. An endpoint may have been deleted after the backup, and its receiver does not
 * know that the data was set back. Call this before any delivery is sent. Resolves with the ids of the paused endpoints.
 */
export async function pauseRestored(
  database: Database,
  models: Pick<WebhooksModels, 'webhooks'>,
): Promise<number[]> {
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
      const webhook = changed<Webhook>(before, { status: 'paused' }, now);
      const change = { before, webhook, events: [] };
      await changeByStore({ database, models, session }, change, { type: 'webhooks.pause', caller, now });
    }
    const noted = { $set: { epoch: last.epoch } };
    await meta.updateOne({ _id: 'endpoints-paused-after' }, noted, { session, upsert: true });
    return active.map(({ _id }) => _id);
  });
}
