import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { chunkSize } from '#shared/engine/decide/bulk-operation.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import type { Subscription } from '#services/catalog/records/tables.ts';
import type { Catalog } from '../import-subscriptions.ts';

export type BulkWorkKind = 'rehearse' | 'apply' | 'undo';

const by = { area: 'admin', subject: 'bench' } as const;

interface Named {
  _id: string;
}

/**
 * The limit program for rehearsing, applying and undoing a price change. One process writes the same records,
 * ledger rows, events, chunks and operation in the same transactions. It has no rules, checks or pauses and
 * publishes no events. Returns the duration in seconds.
 */
export async function bareBulkWork(
  { models: { subscriptions } }: Catalog,
  ids: readonly number[],
  { kind, price }: { kind: BulkWorkKind; price: number },
): Promise<number> {
  const { db } = subscriptions;
  const run = randomUUID();
  const own = (name: string): Collection<Named> => db.collection<Named>(name);
  const [outbox, chunks, previews] = [own('bare_outbox'), own('bare_chunks'), own('bare_previews')] as const;
  // Uses the store's own ledger collection, so that updating its indexes costs the same.
  const ledger = db.collection<LedgerRow>('ledger');
  const parts = Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) =>
    ids.slice(index * chunkSize, (index + 1) * chunkSize),
  );
  // Creates the collection here, because a snapshot transaction cannot create one.
  await Promise.all([outbox, previews].map((one) => one.insertOne({ _id: randomUUID() })));
  await chunks.insertMany(parts.map((part, index) => ({ _id: `${run}:${index}`, ids: part })));
  const startedAt = performance.now();
  for (const [index, part] of parts.entries()) {
    const now = new Date().toISOString();
    const found = await subscriptions.find({ _id: operator({ $in: part }) }).lean<Subscription[]>();
    const made = found.map((record) => changed(record, { price }, now));
    const rows = made.map((record, place): LedgerRow => {
      const via = { type: 'subscriptions.bulk-price', request_id: run, operation_id: run };
      const changes = [{ field: 'price', from: found[place]?.price, to: record.price }];
      const back =
        kind === 'undo' ? ({ kind: 'restored', reason: 'undo', as: record.version - 2 } as const) : null;
      const _id = rowId(`bare-${run}/${record._id}`, record.version);
      return { _id, kind: 'changed', changes, at: now, by, via, ...back };
    });
    const fates = { fates: part.map(() => 'changed'), versions: made.map(({ version }) => version) };
    await inTransaction(db, async (session) => {
      if (kind === 'rehearse')
        await previews.insertOne({ _id: `${run}:${index}`, rows } as Named, { session });
      else {
        const replacements = made.map((replacement) => ({
          replaceOne: { filter: { _id: replacement._id }, replacement },
        }));
        await subscriptions.collection.bulkWrite(replacements as never, { session });
        await ledger.insertMany(rows, { session });
        const events = made.map((record) => ({ id: randomUUID(), json: JSON.stringify(record) }));
        await outbox.insertOne({ _id: randomUUID(), at: now, events } as Named, { session });
      }
      const done = { _id: `${run}:${index}`, ids: part, ...fates, ...(kind === 'undo' && { undone: part }) };
      await chunks.replaceOne({ _id: done._id }, done, { session });
      await chunks.replaceOne({ _id: run }, { _id: run, next: index }, { session, upsert: true });
    });
  }
  return (performance.now() - startedAt) / 1000;
}
