import type { Model, Types } from 'mongoose';
import { collectionSchema, mixed, numbers, texts } from '../../platform/mongo/collection-schema.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { operator } from '../../platform/mongo/operator.ts';
import { storeIn } from '../../platform/mongo/store-clock.ts';
import { firstIdAt } from './entry-id.ts';

/** Log entries per query. The query reads only an index, not the documents. */
const entriesAtOnce = 500;

/** An event as it will be published. The worker that created it serialised it once. */
export interface LoggedEvent {
  id: string;
  type: string;
  /** `orders/12` */
  subject: string;
  /** The shopper whose order the event is about. */
  owner?: number;
  traceparent?: string | null;
  /** The CloudEvent in structured JSON mode. */
  json: string;
  /** If the event is about a change: earlier values of the record, which are never published. */
  former?: object;
}

/** Events of one batch, in order. */
export interface LogEntry {
  _id: Types.ObjectId;
  at: string;
  /** The position of the first event; each further event has the next one. 0 until the relay assigns a position. */
  position: number;
  count: number;
  owners?: number[];
  events: LoggedEvent[];
}

/** A log entry to which the relay has assigned a position. */
export type GivenEntry = Pick<LogEntry, '_id' | 'position' | 'count'>;

/**
 * The maximum size of an entry, and of the events that the relay publishes before it waits for confirms. It is far below
 * MongoDB's limit of 16 MB per document and below the publisher's own limit.
 */
export const eventsAtOnce = { count: 250, bytes: 1024 * 1024 };

/** The length in UTF-16 units, which is about the number of bytes. */
export function sizeOfEvent({ json }: Pick<LoggedEvent, 'json'>): number {
  return json.length;
}

export function sizeOfEntry({ events }: Pick<LogEntry, 'events'>): number {
  return events.reduce((bytes, event) => bytes + sizeOfEvent(event), 0);
}

export function lastPosition({ position, count }: GivenEntry): number {
  return position + count - 1;
}

/** Whether every event of a stored entry can be published. */
export function isReadableEntry({ at, events }: { at?: unknown; events?: unknown }): boolean {
  return !Number.isNaN(Date.parse(String(at))) && Array.isArray(events) && events.every(isReadableEvent);
}

function isReadableEvent(event: unknown): boolean {
  const { id, type, json, traceparent } = (event ?? {}) as Partial<Record<keyof LoggedEvent, unknown>>;
  const isTraced = typeof traceparent === 'string' || traceparent === null || traceparent === undefined;
  return isTraced && [id, type, json].every((text) => typeof text === 'string');
}

/**
 * The first index sorts entries without a position (0) by id. The owner index has only entries with a position, so each of its
 * keys is written once.
 */
export function eventLogModel(database: Database): Model<LogEntry> {
  const log = collectionSchema<Omit<LogEntry, '_id'>>(eventLogCollection, {
    ...texts('at'),
    ...numbers('position', 'count'),
    ...mixed('owners', 'events'),
  });
  log.index({ position: 1, _id: 1 });
  log.index(
    { owners: 1, position: 1 },
    { partialFilterExpression: { owners: { $exists: true }, position: { $gt: 0 } } },
  );
  return database.model<LogEntry>('EventLog', log);
}

export const eventLogCollection = 'event_log';

/**
 * Removes at most `entriesAtOnce` published entries older than `keptMs`, lowest positions first, so that no gap arises. Returns
 * the number of removed entries.
 */
export async function removeExpired(
  eventLog: Model<LogEntry>,
  { keptMs, published }: { keptMs: number; published: number },
): Promise<number> {
  const keptFrom = firstIdAt(storeIn(-keptMs)).toHexString();
  const oldest = await eventLog
    .find({ position: operator({ $gt: 0, $lte: published }) }, { position: 1 })
    .sort({ position: 1 })
    .limit(entriesAtOnce)
    .lean();
  const kept = oldest.findIndex(({ _id }) => _id.toHexString() >= keptFrom);
  const expired = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = expired.at(-1);
  if (!last) return 0;
  const { deletedCount } = await eventLog.deleteMany({ position: operator({ $gt: 0, $lte: last.position }) });
  return deletedCount;
}

/** Splits items into portions of limited size, in order. An item above the limit is a portion of its own. */
export function inPortions<Item>(
  items: readonly Item[],
  limit: { count: number; bytes: number },
  bytesOf: (item: Item) => number,
): Item[][] {
  const portions: Item[][] = [];
  let portion: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const more = bytesOf(item);
    if (portion.length > 0 && (portion.length >= limit.count || bytes + more > limit.bytes)) {
      portions.push(portion);
      [portion, bytes] = [[], 0];
    }
    portion.push(item);
    bytes += more;
  }
  return portion.length > 0 ? [...portions, portion] : portions;
}
