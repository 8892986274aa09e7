import type { ClientSession, mongo } from 'mongoose';
import { eventLogCollection, isReadableEntry, lastPosition } from '#shared/events/event-log.ts';
import type { LogEntry } from '#shared/events/event-log.ts';
import { orderMoveIn, Untold } from '../../rules/statistics/order-moves.ts';
import type { OrderMove } from '../../rules/statistics/order-moves.ts';
import type { StatisticsState } from './statistics-model.ts';

type KeptEntry = Pick<LogEntry, '_id' | 'at' | 'position' | 'count' | 'events'>;

/** What the log tells beyond what is counted. */
export interface LoggedMoves {
  moves: OrderMove[];
  /** Everything up to here was read. */
  position: number;
  /** Entries without a position, which were read or counted before. */
  ahead: mongo.ObjectId[];
  /** What was read last was committed then. */
  at: string;
  /** There is more than is read at once. */
  isMore: boolean;
}

/** Where events are read. */
export interface LogIn {
  db: mongo.Db;
  session: ClientSession;
}

/** Read at once: few enough for one transaction. */
const most = { events: 2000, bytes: 4 * 1024 * 1024 };
const entriesAtOnce = 100;
/** What is damaged has no events to count, and never gets a position. */
const waiting = { position: 0, count: { $gt: 0 } };
const read = { position: 1, count: 1, at: 1, events: 1 };

/**
 * The changes of orders that were logged after what is counted. `withWaiting`: also those that have no position yet, so that nothing
 * that this transaction can read is missing. Throws `Untold` where the log is not enough.
 */
export async function readMoves(
  log: LogIn,
  counted: Pick<StatisticsState, 'position' | 'ahead' | 'at'>,
  { decimals, withWaiting }: { decimals: number; withWaiting: boolean },
): Promise<LoggedMoves> {
  const reading = newReading(counted, decimals);
  await readEntries(log, { position: { $gt: counted.position } }, reading.takePlaced);
  if (withWaiting && !reading.isFull) await readEntries(log, waiting, reading.takeWaiting);
  return reading.end();
}

async function readEntries(
  { db, session }: LogIn,
  filter: object,
  take: (entry: KeptEntry) => boolean,
): Promise<void> {
  const found = db
    .collection<LogEntry>(eventLogCollection)
    .find<KeptEntry>(filter, { projection: read, session, batchSize: entriesAtOnce })
    .sort({ position: 1, _id: 1 });
  try {
    for await (const entry of found) if (!take(entry)) break;
  } finally {
    await found.close();
  }
}

function newReading(counted: Pick<StatisticsState, 'position' | 'ahead' | 'at'>, decimals: number) {
  const ahead = new Map(counted.ahead.map((id) => [id.toHexString(), id]));
  const moves: OrderMove[] = [];
  let { position, at } = counted;
  let [events, bytes, isFull] = [0, 0, false];

  const takeEvents = (entry: KeptEntry): void => {
    if (!isReadableEntry(entry)) throw new Untold(`entry ${entry._id.toHexString()} of the log is damaged`);
    for (const event of entry.events) {
      bytes += event.json.length;
      const move = orderMoveIn(event, decimals);
      if (move) moves.push(move);
    }
    events += entry.events.length;
    if (entry.at > at) at = entry.at;
  };
  const hasRoom = (): boolean => {
    isFull = events >= most.events || bytes >= most.bytes;
    return !isFull;
  };

  return {
    get isFull() {
      return isFull;
    },
    takePlaced: (entry: KeptEntry): boolean => {
      if (!hasRoom()) return false;
      if (entry.position !== position + 1)
        throw new Untold(`the log goes on at ${entry.position}, counted is up to ${position}`);
      if (!ahead.delete(entry._id.toHexString())) takeEvents(entry);
      position = lastPosition(entry);
      return true;
    },
    takeWaiting: (entry: KeptEntry): boolean => {
      if (!hasRoom()) return false;
      const id = entry._id.toHexString();
      if (!ahead.has(id)) takeEvents(entry);
      ahead.set(id, entry._id);
      return true;
    },
    end: (): LoggedMoves => ({ moves, position, at, ahead: [...ahead.values()], isMore: isFull }),
  };
}
