import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import { isBackground } from '../decide/outcome.ts';
import type { InboxRecord } from '../decide/decide-batch.ts';
import { retention } from '../contracts/retention.ts';
import type { Database } from '../mongo/connect.ts';

/** A decided command; gone after `expires_at`, when no retry of it can come any more. One without it stays. */
export type InboxDocument = InboxRecord & { expires_at?: Date };

const { keptMs } = retention.outcomes;

/**
 * An inbox record with its end of life, from `moment` on, the database's clock. What is parked waits for an operator,
 * and bulk work for its end: neither expires before.
 */
export function toInboxDocument(record: InboxRecord, moment: Date): InboxDocument {
  if (record.state === 'parked' || isBackground(record.outcome)) return record;
  return { ...record, expires_at: new Date(moment.getTime() + keptMs) };
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
      expires_at: { type: Date },
    },
    { collection: 'inbox', versionKey: false },
  );
  inbox.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // The few that are parked, among all that are kept.
  inbox.index({ state: 1 }, { partialFilterExpression: { state: 'parked' } });
  // Admin's list of operations, newest first.
  inbox.index({ accepted_at: -1, _id: -1 });
  return database.model<InboxDocument>('Inbox', inbox);
}
