import type { Model, mongo } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { isChosen, type EventChoice } from '../../contracts/kit/event-types.ts';
import { isReadableEntry, lastPosition, type LogEntry, type LoggedEvent } from './event-log.ts';
import { firstIdAt } from './entry-id.ts';

export interface LogQuery extends EventChoice {
  /** Only events with later positions are read. Null: all stored events. */
  after: number | null;
  limit: number;
  /** Only events of this shopper's orders are read. */
  owner: number | null;
}

interface LogPage {
  /** The position up to which events were searched. */
  through: number;
  events: PlacedEvent[];
}

export interface PlacedEvent {
  position: number;
  at: string;
  event: LoggedEvent;
}

/** At most this many events and bytes are read for one page, even if few events match. */
const most = { events: 20_000, bytes: 4 * 1024 * 1024 };
const entriesAtOnce = 100;

/** `last`: the last assigned position. Returns null if some events after the position were already removed. */
export async function readLog(
  eventLog: Model<LogEntry>,
  { after, owner, ...asked }: LogQuery,
  last: number,
): Promise<LogPage | null> {
  const log = driverCollection<LogEntry>(eventLog);
  const [first, start] = await Promise.all([firstOf(log, last), startOf(log, after)]);
  const from = after ?? first - 1;
  if (from + 1 < first) return null;
  // Positions have no gaps: without a filter, the page ends within `limit` positions. Large entries make reading further slow.
  const isEach = owner === null && asked.type === null && asked.subject === null;
  const until = isEach ? Math.min(from + asked.limit, last) : last;
  const found = log
    .find(
      { position: { $gte: start, $lte: until }, ...(owner !== null && { owners: owner }) },
      { batchSize: entriesAtOnce, enableUtf8Validation: false },
    )
    .sort({ position: 1 });
  const page = newPage(from, { ...asked, owner });
  try {
    for await (const entry of found) if (!page.add(entry)) break;
  } finally {
    await found.close();
  }
  return page.end(until);
}

/** If the transactions of two log entries began at least this many ms apart, the older entry has the lower position. */
const longestBesideMs = 60_000;

/**
 * A position before all entries since `moment`. Null if no earlier entry is stored. Entry ids begin with a time, but positions
 * follow the order of commits. So a few entries from just before `moment` may follow this position.
 */
export async function lastBefore(eventLog: Model<LogEntry>, moment: string): Promise<number | null> {
  const log = driverCollection<LogEntry>(eventLog);
  const at = new Date(moment);
  const [first, beyond] = [firstIdAt(at), firstIdAt(new Date(at.getTime() + longestBesideMs))];
  const [before, since] = await Promise.all([
    log.findOne(
      { _id: { $lt: first }, position: { $gt: 0 } },
      { projection: { position: 1, count: 1 }, sort: { _id: -1 } },
    ),
    log.findOne(
      { _id: { $gte: first, $lt: beyond }, position: { $gt: 0 } },
      { projection: { position: 1 }, sort: { position: 1 }, hint: { _id: 1 } },
    ),
  ]);
  if (!before) return null;
  return Math.min(lastPosition(before), since ? since.position - 1 : Infinity);
}

/** The lowest stored position; `last + 1` if the log is empty. */
async function firstOf(log: mongo.Collection<LogEntry>, last: number): Promise<number> {
  const oldest = await log.findOne(
    { position: { $gt: 0 } },
    { projection: { position: 1 }, sort: { position: 1 } },
  );
  return oldest?.position ?? last + 1;
}

/** The position of the log entry with the first event after `after`. The event may be in the middle of the entry. */
async function startOf(log: mongo.Collection<LogEntry>, after: number | null): Promise<number> {
  if (after === null || after === 0) return 1;
  const before = await log.findOne(
    { position: { $gt: 0, $lte: after } },
    { projection: { position: 1, count: 1 }, sort: { position: -1 } },
  );
  return before && lastPosition(before) > after ? before.position : after + 1;
}

function newPage(after: number, { limit, owner, ...choice }: Omit<LogQuery, 'after'>) {
  const events: PlacedEvent[] = [];
  let [through, looked, bytes] = [after, 0, 0];
  let isFull = limit === 0;

  const look = (placed: PlacedEvent): void => {
    const { event, position } = placed;
    through = position;
    looked += 1;
    if ((owner === null || event.owner === owner) && isChosen(event, choice)) {
      events.push(placed);
      bytes += event.json.length;
    }
    isFull = events.length >= limit || bytes >= most.bytes || looked >= most.events;
  };

  return {
    /** Returns false if the page is full. */
    add: (entry: LogEntry): boolean => {
      const { position, at } = entry;
      // A damaged entry is skipped, so that it blocks no reader.
      const readable = isReadableEntry(entry) ? entry.events : [];
      for (const [index, event] of readable.entries()) {
        if (isFull) return false;
        if (position + index > after) look({ position: position + index, at, event });
      }
      if (!isFull) through = Math.max(through, lastPosition(entry));
      return !isFull;
    },
    /** Completes the page: all entries up to this position have been added. */
    end: (until: number): LogPage => ({ events, through: isFull ? through : Math.max(through, until) }),
  };
}
