import { Schema, type Model } from 'mongoose';
import {
  type BulkChunk,
  type BulkOperation,
  type BulkPreview,
  chunksOfOperation,
  finalStatuses,
  unfinishedStatuses,
} from '../decide/bulk-operation.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { retention } from '../../contracts/retention.ts';
import { operator } from '../../platform/mongo/operator.ts';
import type { InboxDocument } from './inbox.ts';

/** MongoDB deletes the document after `expires_at`, which `settleExpiry` sets only on operations that have ended. */
interface Expiring {
  expires_at?: Date;
}

export interface BulkModels {
  bulk: Model<BulkOperation & Expiring>;
  bulkChunks: Model<BulkChunk & Expiring>;
  bulkPreviews: Model<BulkPreview & Expiring>;
}

export function bulkModels(database: Database): BulkModels {
  const mixed = { type: Schema.Types.Mixed, required: true };
  const text = { type: String, required: true };
  const count = { type: Number, required: true };
  const operation = new Schema<BulkOperation & Expiring>(
    {
      _id: text,
      version: count,
      type: text,
      owner: text,
      caller: mixed,
      language: text,
      asked: mixed,
      dry_run: { type: Boolean, required: true },
      status: text,
      chunks: count,
      next_chunk: count,
      total: count,
      counts: mixed,
      errors: mixed,
      errors_total: count,
      sums: Schema.Types.Mixed,
      problem: Schema.Types.Mixed,
      created_at: text,
      started_at: { type: String, default: null },
      finished_at: { type: String, default: null },
      updated_at: text,
      request_id: text,
      traceparent: { type: String, default: null },
      waiting: Schema.Types.Mixed,
      work: { type: String },
      applies: { type: String },
      undoes: { type: String },
      applied_by: { type: String },
      undone_by: { type: String },
      frozen_at: { type: String },
      isSingle: { type: Boolean },
      expires_at: { type: Date },
    },
    { collection: 'bulk_operations', versionKey: false, suppressReservedKeysWarning: true },
  );
  operation.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // For the sweep, which looks for unfinished operations without recent progress.
  operation.index({ status: 1, updated_at: 1 });
  // For the admin list of operations with a given status.
  operation.index({ created_at: -1, _id: -1 });
  const chunk = new Schema<BulkChunk & Expiring>(
    {
      _id: text,
      version: count,
      ids: mixed,
      fates: { type: Schema.Types.Mixed, default: null },
      errors: mixed,
      versions: Schema.Types.Mixed,
      expected: Schema.Types.Mixed,
      source: { type: String },
      undone: Schema.Types.Mixed,
      former: Schema.Types.Mixed,
      expires_at: { type: Date },
    },
    { collection: 'bulk_chunks', versionKey: false, suppressReservedKeysWarning: true },
  );
  chunk.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  const preview = new Schema<BulkPreview & Expiring>(
    { _id: text, version: count, rows: mixed, expires_at: { type: Date } },
    { collection: 'bulk_previews', versionKey: false },
  );
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

/** Sets the expiry of ended bulk operations. The sweep calls it regularly, because an operation may end in any process. */
export async function settleExpiry(models: ExpiryModels): Promise<void> {
  const { bulk, inbox } = models;
  const unfinished = { status: operator({ $in: unfinishedStatuses }) };
  const final = { status: operator({ $in: finalStatuses }) };
  const over = await idsOf(bulk.find({ ...final, expires_at: null }, { _id: 1 }));
  const kept = await idsOf(inbox.find({ expires_at: null, state: operator({ $ne: 'parked' }) }, { _id: 1 }));
  const going = new Set(await idsOf(bulk.find({ ...unfinished, _id: operator({ $in: kept }) }, { _id: 1 })));
  for (const id of new Set([...over, ...kept.filter((one) => !going.has(one))])) await expire(models, id);
}

interface IdQuery {
  limit: (count: number) => { lean: () => PromiseLike<{ _id: string }[]> };
}

async function idsOf(query: IdQuery): Promise<string[]> {
  return (await query.limit(atOnce).lean()).map(({ _id }) => _id);
}

/** Changes the operation's own document last. If the process stops earlier, the next sweep finds the operation again. */
async function expire({ bulk, bulkChunks, bulkPreviews, inbox }: ExpiryModels, id: string): Promise<void> {
  for (const { collection } of [bulkChunks, bulkPreviews])
    await collection.updateMany({ _id: chunksOfOperation(id) } as never, ends);
  await inbox.collection.updateOne({ _id: id } as never, ends);
  await bulk.collection.updateOne({ _id: id } as never, ends);
}
