import { randomUUID } from 'node:crypto';
import { chunkSize } from '#shared/engine/decide/bulk-operation.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import type { Subscription } from '#services/catalog/records/tables.ts';
import type { Catalog } from '../import-subscriptions.ts';

/**
 * The limit program for bulk work. One process changes the same documents in the same transactions. It has no
 * operation, rules, progress or pauses and publishes no events. Returns the duration in seconds.
 */
export async function bareBulk(
  { models: { subscriptions } }: Catalog,
  ids: readonly number[],
  isActive: boolean,
): Promise<number> {
  const outbox = subscriptions.db.collection('bare_outbox');
  // Creates the collection here, because a snapshot transaction cannot create one.
  await outbox.insertOne({});
  const startedAt = performance.now();
  for (let from = 0; from < ids.length; from += chunkSize) {
    const part = operator({ $in: ids.slice(from, from + chunkSize) });
    const now = new Date().toISOString();
    const found = await subscriptions.find({ _id: part }).lean<Subscription[]>();
    const made = found.map((record) => changed(record, { is_active: isActive }, now));
    const replacements = made.map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id }, replacement },
    }));
    const events = made.map((record) => ({ id: randomUUID(), json: JSON.stringify(record) }));
    await inTransaction(subscriptions.db, async (session) => {
      await subscriptions.collection.bulkWrite(replacements as never, { session });
      await outbox.insertOne({ at: now, events }, { session });
    });
  }
  return (performance.now() - startedAt) / 1000;
}
