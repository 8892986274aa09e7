import { Schema } from 'mongoose';
import type { Model, Types } from 'mongoose';
import type { Database } from '../mongo/connect.ts';

/** An event as it will be told: serialised once, by the worker that decided it. */
export interface LoggedEvent {
  id: string;
  type: string;
  /** `orders/12` */
  subject: string;
  /** The shopper whose order it is about. */
  owner?: number;
  traceparent?: string | null;
  /** The CloudEvent in structured JSON mode. */
  json: string;
  /** Of a change: what its record was before, for the service itself. */
  former?: object;
}

/** Events of one batch, in their order. */
export interface LogEntry {
  _id: Types.ObjectId;
  at: string;
  /** Of its first event; its event i has this and i. 0 until the relay has given it one. */
  position: number;
  /** How many events there are. */
  count: number;
  /** Every owner of its events. */
  owners?: number[];
  events: LoggedEvent[];
}

/** An entry that has its position. */
export type GivenEntry = Pick<LogEntry, '_id' | 'position' | 'count'>;

/** What an entry holds and what the relay has under way: far below a document's 16 MB and the publisher's own limit. */
export const eventsAtOnce = { count: 250, bytes: 1024 * 1024 };

/** About as many bytes, without encoding it. */
export function sizeOfEvent({ json }: Pick<LoggedEvent, 'json'>): number {
  return json.length;
}

export function sizeOfEntry({ events }: Pick<LogEntry, 'events'>): number {
  return events.reduce((bytes, event) => bytes + sizeOfEvent(event), 0);
}

export function lastPosition({ position, count }: GivenEntry): number {
  return position + count - 1;
}

/** Whether every event of an entry, as the database has it, can be told. */
export function isReadableEntry({ at, events }: { at?: unknown; events?: unknown }): boolean {
  return !Number.isNaN(Date.parse(String(at))) && Array.isArray(events) && events.every(isReadableEvent);
}

function isReadableEvent(event: unknown): boolean {
  const { id, type, json, traceparent } = (event ?? {}) as Partial<Record<keyof LoggedEvent, unknown>>;
  const isTraced = typeof traceparent === 'string' || traceparent === null || traceparent === undefined;
  return isTraced && [id, type, json].every((text) => typeof text === 'string');
}

/**
 * By position: what waits for one (0) by rising id, and what has one. By owner only what has one: a key is written once.
 */
export function eventLogModel(database: Database): Model<LogEntry> {
  const log = new Schema<LogEntry>(
    {
      at: { type: String, required: true },
      position: { type: Number, required: true },
      count: { type: Number, required: true },
      owners: { type: [Number], default: undefined },
      events: { type: Schema.Types.Mixed, required: true },
    },
    { collection: eventLogCollection, versionKey: false },
  );
  log.index({ position: 1, _id: 1 });
  log.index(
    { owners: 1, position: 1 },
    { partialFilterExpression: { owners: { $exists: true }, position: { $gt: 0 } } },
  );
  return database.model<LogEntry>('EventLog', log);
}

export const eventLogCollection = 'event_log';
