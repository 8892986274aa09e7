import type { mongo } from 'mongoose';
import {
  eventLogCollection,
  isReadableEntry,
  lastPosition,
  type LogEntry,
} from '#shared/engine/events/event-log.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { orderMoveIn, LogInsufficient, type OrderMove } from '../order-moves.ts';
import type { StatisticsState } from './statistics-model.ts';

type KeptEntry = Pick<LogEntry, '_id' | 'at' | 'position' | 'count' | 'events'>;

interface LoggedMoves {
  moves: OrderMove[];
  /** All log entries up to this position were read. */
  position: number;
  /** Ids of log entries that were read or counted before they got a position. */
  ahead: mongo.ObjectId[];
  /** The commit time of the newest log entry that was read. */
  at: string;
  /** Whether the log has more entries than one read returns. */
  isMore: boolean;
}

/** The limits of one read, which must fit into one transaction. */
const most = { events: 2000, bytes: 4 * 1024 * 1024 };
const entriesAtOnce = 100;
/** Entries without a position. `count` is 0 in damaged entries, which never get a position. */
const waiting = { position: 0, count: { $gt: 0 } };
const read = { position: 1, count: 1, at: 1, events: 1 };

/**
 * Reads the logged changes of orders that are not counted yet. With `withWaiting`, also reads entries without a position. The
 * result then has every change that this transaction can see. Throws `LogInsufficient` if data is missing.
 */
export async function readMoves(
  log: Snapshot,
  counted: Pick<StatisticsState, 'position' | 'ahead' | 'at'>,
  { decimals, withWaiting }: { decimals: number; withWaiting: boolean },
): Promise<LoggedMoves> {
  const ahead = new Map(counted.ahead.map((id) => [id.toHexString(), id]));
  const moves: OrderMove[] = [];
  let { position, at } = counted;
  let [events, bytes] = [0, 0];
  const isFull = (): boolean => events >= most.events || bytes >= most.bytes;

  const take = (entry: KeptEntry): void => {
    if (!isReadableEntry(entry))
      throw new LogInsufficient(`entry ${entry._id.toHexString()} of the log is damaged`);
    for (const event of entry.events) {
      bytes += event.json.length;
      const move = orderMoveIn(event, decimals);
      if (move) moves.push(move);
    }
    events += entry.events.length;
    if (entry.at > at) at = entry.at;
  };

  for await (const entry of entriesOf(log, { position: { $gt: position } })) {
    if (isFull()) return ended(true);
    if (entry.position !== position + 1)
      throw new LogInsufficient(
        `the next logged event has position ${entry.position}, but events are counted only up to ${position}`,
      );
    if (!ahead.delete(entry._id.toHexString())) take(entry);
    position = lastPosition(entry);
  }
  if (!withWaiting) return ended(false);
  for await (const entry of entriesOf(log, waiting)) {
    if (isFull()) return ended(true);
    const id = entry._id.toHexString();
    if (!ahead.has(id)) take(entry);
    ahead.set(id, entry._id);
  }
  return ended(false);

  function ended(isMore: boolean): LoggedMoves {
    return { moves, position, at, ahead: [...ahead.values()], isMore };
  }
}

function entriesOf({ db, session }: Snapshot, filter: object): AsyncIterable<KeptEntry> {
  return db
    .collection<LogEntry>(eventLogCollection)
    .find<KeptEntry>(filter, { projection: read, session, batchSize: entriesAtOnce })
    .sort({ position: 1, _id: 1 });
}
