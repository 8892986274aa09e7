import type { Model } from 'mongoose';
import { operator } from '../mongo/operator.ts';
import { isReadableEntry, lastPosition } from './event-log.ts';
import type { LogEntry, LoggedEvent } from './event-log.ts';
import { isChosen } from './event-pattern.ts';
import type { EventChoice } from './event-pattern.ts';

export interface LogQuery extends EventChoice {
  /** Events with later positions; null: all that are kept. */
  after: number | null;
  limit: number;
  /** Only of this shopper's orders. */
  owner: number | null;
}

export interface LogPage {
  /** Everything up to this position was looked at. */
  through: number;
  events: PlacedEvent[];
}

export interface PlacedEvent {
  position: number;
  at: string;
  event: LoggedEvent;
}

/** What one page looks at, however few of it are asked for. */
const most = { events: 20_000, bytes: 4 * 1024 * 1024 };
const entriesAtOnce = 100;

/**
 * The events after a position, in their order. `last` is the last position that was given before. Null when what follows the
 * position is not kept any more.
 */
export async function readLog(
  eventLog: Model<LogEntry>,
  { after, owner, ...asked }: LogQuery,
  last: number,
): Promise<LogPage | null> {
  const oldest = await eventLog
    .findOne({ position: operator({ $gt: 0 }) }, { position: 1 })
    .sort({ position: 1 })
    .lean();
  const first = oldest?.position ?? last + 1;
  const from = after ?? first - 1;
  if (from + 1 < first) return null;
  const start = await startOf(eventLog, from);
  const further = { position: operator({ $gte: start }), ...(owner !== null && { owners: owner }) };
  const found = eventLog.find(further).sort({ position: 1 }).lean().cursor({ batchSize: entriesAtOnce });
  const page = newPage(from, { ...asked, owner });
  try {
    for await (const entry of found) if (!page.add(entry)) break;
  } finally {
    await found.close();
  }
  return page.end(last);
}

/** The position may lie within an entry. */
async function startOf(eventLog: Model<LogEntry>, after: number): Promise<number> {
  if (after === 0) return 1;
  const before = await eventLog
    .findOne({ position: operator({ $gt: 0, $lte: after }) }, { position: 1, count: 1 })
    .sort({ position: -1 })
    .lean();
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
    /** Whether there is room for more. */
    add: (entry: LogEntry): boolean => {
      const { position, at } = entry;
      // What is damaged tells nothing, and holds up nobody.
      const readable = isReadableEntry(entry) ? entry.events : [];
      for (const [index, event] of readable.entries()) {
        if (isFull) return false;
        if (position + index > after) look({ position: position + index, at, event });
      }
      if (!isFull) through = Math.max(through, lastPosition(entry));
      return !isFull;
    },
    end: (last: number): LogPage => ({ events, through: isFull ? through : Math.max(through, last) }),
  };
}
