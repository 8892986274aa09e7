import type { Model } from 'mongoose';
import {
  type BulkChunk,
  type BulkOperation,
  type BulkPreview,
  chunksOfOperation,
  finalStatuses,
  unfinishedStatuses,
} from '../decide/bulk-operation.ts';
import {
  collectionSchema,
  dates,
  flags,
  mixed,
  numbers,
  texts,
} from '../../platform/mongo/collection-schema.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { retention } from '../../contracts/retention.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import type { InboxDocument } from './inbox.ts';

/** MongoDB deletes the document after `expires_at`. Only operations that have ended have this field: see `settleExpiry`. */
interface Expiring {
  expires_at?: Date;
}

export type BulkModels = ReturnType<typeof bulkModels>;

export function bulkModels(database: Database) {
  const operation = collectionSchema<BulkOperation & Expiring>(
    'bulk_operations',
    {
      ...texts('_id', 'type', 'owner', 'language', 'status', 'created_at', 'started_at', 'finished_at'),
      ...texts('updated_at', 'request_id', 'traceparent', 'work', 'applies', 'undoes', 'applied_by'),
      ...texts('undone_by', 'frozen_at'),
      ...numbers('version', 'chunks', 'next_chunk', 'total', 'errors_total'),
      ...flags('dry_run', 'isSingle', 'text_erased'),
      ...dates('expires_at'),
      ...mixed('caller', 'asked', 'counts', 'errors', 'sums', 'problem', 'waiting'),
    },
    { suppressReservedKeysWarning: true },
  );
  operation.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // Index for the sweep, a background job that looks for unfinished operations without recent progress.
  operation.index({ status: 1, updated_at: 1 });
  // Index for the admin list of bulk operations with a given status, newest first.
  operation.index({ created_at: -1, _id: -1 });
  const chunk = collectionSchema<BulkChunk & Expiring>(
    'bulk_chunks',
    {
      ...texts('_id', 'source'),
      ...numbers('version'),
      ...dates('expires_at'),
      ...mixed('ids', 'fates', 'errors', 'versions', 'expected', 'undone', 'former'),
    },
    { suppressReservedKeysWarning: true },
  );
  chunk.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  const preview = collectionSchema<BulkPreview & Expiring>('bulk_previews', {
    ...texts('_id'),
    ...numbers('version'),
    ...dates('expires_at'),
    ...mixed('rows'),
  });
  preview.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  return {
    bulk: database.model<BulkOperation & Expiring>('BulkOperation', operation),
    bulkChunks: database.model<BulkChunk & Expiring>('BulkChunk', chunk),
    bulkPreviews: database.model<BulkPreview & Expiring>('BulkPreview', preview),
  };
}

type ExpiryModels = BulkModels & { inbox: Model<InboxDocument> };

/** `$$NOW` is the database's time. The clock of a process may be days off. */
const ends = [{ $set: { expires_at: { $add: ['$$NOW', retention.bulkWork.keptMs] } } }];

const atOnce = 1000;

/** Sets the expiry of ended bulk work. The sweep, a background job, calls this regularly, because work may end in any process. */
export async function settleExpiry(models: ExpiryModels): Promise<void> {
  const { bulk, inbox } = models;
  const over = await idsIn(bulk, { status: { $in: finalStatuses }, expires_at: null });
  const kept = await idsIn(inbox, { state: { $ne: 'parked' }, expires_at: null });
  const going = await idsIn(bulk, { status: { $in: unfinishedStatuses }, _id: { $in: [...kept] } });
  for (const id of over.union(kept.difference(going))) await expire(models, id);
}

async function idsIn(model: Pick<Model<never>, 'collection'>, filter: object): Promise<Set<string>> {
  const options = { projection: { _id: 1 }, limit: atOnce };
  const found = await driverCollection<{ _id: string }>(model).find(filter, options).toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** Changes the operation's own document last. If the process stops before that, the next sweep finds the operation again. */
async function expire({ bulk, bulkChunks, bulkPreviews, inbox }: ExpiryModels, id: string): Promise<void> {
  for (const { collection } of [bulkChunks, bulkPreviews])
    await collection.updateMany({ _id: chunksOfOperation(id) } as never, ends);
  await inbox.collection.updateOne({ _id: id } as never, ends);
  await bulk.collection.updateOne({ _id: id } as never, ends);
}
