import { Schema } from 'mongoose';
import type { Model, Types } from 'mongoose';
import type { BatchWork } from '../decide/decide-batch.ts';
import type { Tables } from '../decide/handler.ts';
import type { Database } from '../mongo/connect.ts';
import { toCloudEvent } from './events.ts';
import type { CloudEvent } from './events.ts';

/** An event as it will be published: serialised once, by the worker that decided it. */
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

/** What the relay has under way at a time: far below a document's 16 MB and the publisher's own limit. */
export const eventsAtOnce = { count: 250, bytes: 1024 * 1024 };

/** About as many bytes, without encoding it. */
export function sizeOfEvent({ json }: Pick<OutboxEvent, 'json'>): number {
  return json.length;
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

export function outboxModel(database: Database): Model<OutboxDocument> {
  const outbox = new Schema<OutboxDocument>(
    { at: { type: String, required: true }, events: { type: Schema.Types.Mixed, required: true } },
    { collection: 'outbox', versionKey: false },
  );
  return database.model<OutboxDocument>('Outbox', outbox);
}
