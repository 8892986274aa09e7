import type { Model } from 'mongoose';
import { retention } from '../../contracts/retention.ts';
import type { Deletion } from '../decide/deletion.ts';
import { collectionSchema, dates, numbers, texts } from '../../platform/mongo/collection-schema.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { storeIn } from '../../platform/mongo/store-clock.ts';

export type DeletionDocument = Deletion & { expires_at: Date };

/** The deletion record expires long after the inbox records of the record's creation and deletion, even if a clock is wrong. */
export function deletionExpiry(): { expires_at: Date } {
  return { expires_at: storeIn(retention.deletions.keptMs) };
}

export function deletionModel(database: Database): Model<DeletionDocument> {
  const deletions = collectionSchema<DeletionDocument>('deletions', {
    ...texts('_id', 'kind', 'by', 'at', 'command', 'created_by_command', 'created_at'),
    ...numbers('version', 'id'),
    ...dates('expires_at'),
  });
  deletions.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  deletions.index({ kind: 1, id: 1 });
  deletions.index({ created_by_command: 1 }, { sparse: true });
  return database.model<DeletionDocument>('Deletion', deletions);
}
