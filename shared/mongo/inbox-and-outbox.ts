import { Schema } from 'mongoose';
import type { Types } from 'mongoose';
import type { InboxRecord } from '../commands/decide-batch.ts';
import type { CloudEvent } from '../commands/events.ts';
import type { Database } from './connect.ts';
import type { BatchModels } from './commit-batch.ts';

/** A decided command; gone after `expires_at`, when no retry of it can come any more. */
export type InboxDocument = InboxRecord & { expires_at: Date };

/** All events of one batch, in order, until the relay has published them. */
export interface OutboxDocument {
  _id: Types.ObjectId;
  at: string;
  events: CloudEvent[];
}

const keptDays = 7;

export function inboxExpiry(now: string): Date {
  return new Date(Date.parse(now) + keptDays * 24 * 3600 * 1000);
}

export function batchModels(database: Database): BatchModels {
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
  inbox.index({ accepted_at: -1 });
  const outbox = new Schema<OutboxDocument>(
    { at: { type: String, required: true }, events: { type: Schema.Types.Mixed, required: true } },
    { collection: 'outbox', versionKey: false },
  );
  return {
    inbox: database.model<InboxDocument>('Inbox', inbox),
    outbox: database.model<OutboxDocument>('Outbox', outbox),
  };
}

/** Collections and indexes must be there before the first transaction and before readiness. */
export async function buildIndexes(database: Database): Promise<void> {
  for (const model of Object.values(database.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
}
