import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import type { InboxRecord } from '../decide/decide-batch.ts';
import type { Database } from '../mongo/connect.ts';

/** A decided command; gone after `expires_at`, when no retry of it can come any more. */
export type InboxDocument = InboxRecord & { expires_at: Date };

const keptDays = 7;

/** An inbox record with its end of life. */
export function toInboxDocument(record: InboxRecord): InboxDocument {
  return { ...record, expires_at: new Date(Date.parse(record.decided_at) + keptDays * 24 * 3600 * 1000) };
}

export function inboxModel(database: Database): Model<InboxDocument> {
  const inbox = new Schema<InboxDocument>(
    {
      _id: { type: String, required: true },
      type: { type: String, required: true },
      owner: { type: String, required: true },
      fingerprint: { type: String, required: true },
      state: { type: String, required: true },
      outcome: { type: Schema.Types.Mixed, required: true },
      accepted_at: { type: String, required: true },
      decided_at: { type: String, required: true },
      expires_at: { type: Date, required: true },
    },
    { collection: 'inbox', versionKey: false },
  );
  inbox.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // Admin's list of operations, newest first.
  inbox.index({ accepted_at: -1, _id: -1 });
  return database.model<InboxDocument>('Inbox', inbox);
}
