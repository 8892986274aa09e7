import { Schema, type Model } from 'mongoose';
import { retention } from '../../contracts/retention.ts';
import type { Deletion } from '../decide/deletion.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { storeIn } from '../../platform/mongo/store-clock.ts';

export type DeletionDocument = Deletion & { expires_at: Date };

/** The deletion record expires long after the inbox records of the record's creation and deletion, even if a clock is wrong. */
export function deletionExpiry(): { expires_at: Date } {
  return { expires_at: storeIn(retention.deletions.keptMs) };
}

export function deletionModel(database: Database): Model<DeletionDocument> {
  const text = { type: String, required: true };
  const count = { type: Number, required: true };
  const deletions = new Schema<DeletionDocument>(
    {
      _id: text,
      version: count,
      kind: text,
      id: count,
      by: text,
      at: text,
      command: text,
      created_by_command: { type: String },
      created_at: { type: String },
      expires_at: { type: Date, required: true },
    },
    { collection: 'deletions', versionKey: false },
  );
  deletions.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  deletions.index({ kind: 1, id: 1 });
  deletions.index({ created_by_command: 1 }, { sparse: true });
  return database.model<DeletionDocument>('Deletion', deletions);
}
