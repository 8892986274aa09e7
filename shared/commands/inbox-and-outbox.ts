import { Schema } from 'mongoose';
import type { Model, Types } from 'mongoose';
import type { BatchWork, InboxRecord } from '../decide/decide-batch.ts';
import { toCloudEvent } from './events.ts';
import type { CloudEvent } from './events.ts';
import type { Tables } from '../decide/handler.ts';
import type { Database } from '../mongo/connect.ts';

/** A decided command; gone after `expires_at`, when no retry of it can come any more. */
export type InboxDocument = InboxRecord & { expires_at: Date };

/** An event as it will be published: the bytes are made once, by whoever decided it. */
export interface OutboxEvent {
  id: string;
  type: string;
  traceparent: string | null;
  /** The CloudEvent in structured JSON mode. */
  json: string;
}

/** All events of one batch, in order, until the relay has published them. */
export interface OutboxDocument {
  _id: Types.ObjectId;
  at: string;
  events: OutboxEvent[];
}

export interface BatchModels {
  inbox: Model<InboxDocument>;
  outbox: Model<OutboxDocument>;
}

const keptDays = 7;

/** An inbox record with its end of life. */
export function toInboxDocument(record: InboxRecord): InboxDocument {
  return { ...record, expires_at: new Date(Date.parse(record.decided_at) + keptDays * 24 * 3600 * 1000) };
}

/** The events of a batch as they will be published. */
export function toEvents(drafts: BatchWork<Tables>['events'], source: string, now: string): OutboxEvent[] {
  return drafts.map(({ command: { traceparent }, draft }) =>
    toOutboxEvent(toCloudEvent(draft, { source, now, traceparent })),
  );
}

export function toOutboxEvent(event: CloudEvent): OutboxEvent {
  const { id, type, traceparent = null } = event;
  return { id, type, traceparent, json: JSON.stringify(event) };
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
  inbox.index({ accepted_at: -1, _id: -1 });
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
