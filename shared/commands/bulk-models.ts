import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import type { BulkChunk, BulkOperation } from '../decide/bulk-operation.ts';
import type { Database } from '../mongo/connect.ts';

export interface BulkModels {
  bulk: Model<BulkOperation & { expires_at: Date }>;
  bulkChunks: Model<BulkChunk & { expires_at: Date }>;
}

const keptMs = 7 * 24 * 3600 * 1000;

/** When an operation and its chunks, written now, are forgotten. */
export function bulkExpiry(): { expires_at: Date } {
  return { expires_at: new Date(Date.now() + keptMs) };
}

export function bulkModels(database: Database): BulkModels {
  const mixed = { type: Schema.Types.Mixed, required: true };
  const text = { type: String, required: true };
  const count = { type: Number, required: true };
  const operation = new Schema<BulkOperation & { expires_at: Date }>(
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
      created_at: text,
      started_at: { type: String, default: null },
      finished_at: { type: String, default: null },
      updated_at: text,
      request_id: text,
      traceparent: { type: String, default: null },
      expires_at: { type: Date, required: true },
    },
    { collection: 'bulk_operations', versionKey: false, suppressReservedKeysWarning: true },
  );
  operation.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // The sweeper looks for unfinished ones that have not moved.
  operation.index({ status: 1, updated_at: 1 });
  const chunk = new Schema<BulkChunk & { expires_at: Date }>(
    {
      _id: text,
      version: count,
      ids: mixed,
      fates: { type: Schema.Types.Mixed, default: null },
      errors: mixed,
      expires_at: { type: Date, required: true },
    },
    { collection: 'bulk_chunks', versionKey: false, suppressReservedKeysWarning: true },
  );
  chunk.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  return {
    bulk: database.model<BulkOperation & { expires_at: Date }>('BulkOperation', operation),
    bulkChunks: database.model<BulkChunk & { expires_at: Date }>('BulkChunk', chunk),
  };
}
