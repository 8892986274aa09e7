import { Schema, Types } from 'mongoose';
import type { Model } from 'mongoose';
import type { BatchWork } from '../decide/decide-batch.ts';
import type { Tables } from '../decide/handler.ts';
import type { Database } from '../mongo/connect.ts';
import { toCloudEvent } from './events.ts';
import type { CloudEvent } from './events.ts';
import { inPortions } from './portions.ts';

/** An event as it will be published: serialised once, by the worker that decided it. */
export interface OutboxEvent {
  id: string;
  type: string;
  traceparent: string | null;
  /** The CloudEvent in structured JSON mode. */
  json: string;
}

/** Events of one batch, in order, until the relay has published them. Entries of older releases may be of any size. */
export interface OutboxDocument {
  _id: Types.ObjectId;
  at: string;
  events: OutboxEvent[];
}

/** What an entry holds and what the relay has under way: far below a document's 16 MB and the publisher's own limit. */
export const eventsAtOnce = { count: 250, bytes: 1024 * 1024 };

/** About as many bytes, without encoding it. */
export function sizeOfEvent({ json }: Pick<OutboxEvent, 'json'>): number {
  return json.length;
}

/**
 * The outbox entries of a batch. Their ids, by which the relay keeps their order, rise with `moment`, the database's
 * clock, and with each entry that this process makes.
 */
export function toEntries(
  drafts: BatchWork<Tables>['events'],
  { source, now, moment }: { source: string; now: string; moment: Date },
): OutboxDocument[] {
  const events = drafts.map(({ command: { traceparent }, draft }) =>
    toOutboxEvent(toCloudEvent(draft, { source, now, traceparent })),
  );
  const seconds = Math.floor(moment.getTime() / 1000);
  return inPortions(events, eventsAtOnce, sizeOfEvent).map((portion) => ({
    _id: new Types.ObjectId(Types.ObjectId.generate(seconds)),
    at: now,
    events: portion,
  }));
}

export function toOutboxEvent(event: CloudEvent): OutboxEvent {
  const { id, type, traceparent = null } = event;
  return { id, type, traceparent, json: JSON.stringify(event) };
}

/** Whether every event of an entry, as the database has it, can be published. */
export function isReadableEntry({ at, events }: { at?: unknown; events?: unknown }): boolean {
  return !Number.isNaN(Date.parse(String(at))) && Array.isArray(events) && events.every(isReadableEvent);
}

function isReadableEvent(event: unknown): boolean {
  const { id, type, json, traceparent } = (event ?? {}) as Partial<Record<keyof OutboxEvent, unknown>>;
  const isTraced = typeof traceparent === 'string' || traceparent === null || traceparent === undefined;
  return isTraced && [id, type, json].every((text) => typeof text === 'string');
}

export function outboxModel(database: Database): Model<OutboxDocument> {
  const outbox = new Schema<OutboxDocument>(
    { at: { type: String, required: true }, events: { type: Schema.Types.Mixed, required: true } },
    { collection: 'outbox', versionKey: false },
  );
  return database.model<OutboxDocument>('Outbox', outbox);
}
