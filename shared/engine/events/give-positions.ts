import type { ClientSession, Model } from 'mongoose';
import { driverDatabase, type Database } from '../../platform/mongo/connect.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { inTransaction } from '../../platform/mongo/transaction.ts';
import {
  type CommittedEntry,
  eventLogCollection,
  type GivenEntry,
  type LogEntry,
  sizeOfEntry,
} from './event-log.ts';
import { feedId, takeOverFeed, type FeedState } from './feed-state.ts';

/** Entries that this process has committed and the relay has not processed yet. */
export interface CommittedEntries {
  put: (committed: CommittedEntry) => void;
  take: () => TakenEntries;
}

interface TakenEntries {
  entries: LogEntry[];
  /**
   * True if all records of these entries are new and no entry was left out. The relay then assigns positions
   * without reading the log. For existing records, other processes may have committed earlier versions.
   */
  areApart: boolean;
}

const most = { entries: 500, bytes: 8 * 1024 * 1024 };

/**
 * The event log contains the entries of all workers. The relay also gets the entries of its own process in memory, so that it
 * need not read them back. Above the limits, entries are left out here, and the relay reads them from the log.
 */
export function createCommittedEntries(): CommittedEntries {
  let entries: LogEntry[] = [];
  let bytes = 0;
  let areApart = true;

  return {
    put: ({ entry, isOfNewRecords }) => {
      const isFull = entries.length >= most.entries || bytes >= most.bytes;
      areApart &&= isOfNewRecords && !isFull;
      if (isFull) return;
      entries.push(entry);
      bytes += sizeOfEntry(entry);
    },
    take: () => {
      const taken = { entries, areApart };
      [entries, bytes, areApart] = [[], 0, true];
      return taken;
    },
  };
}

/** Returns those of the taken entries that got positions, sorted by position. */
export function placed(given: readonly GivenEntry[], { entries }: Pick<TakenEntries, 'entries'>): LogEntry[] {
  const contents = new Map(entries.map((entry) => [entry._id.toHexString(), entry]));
  return given.flatMap(({ _id, position }) => {
    const content = contents.get(_id.toHexString());
    return content ? [{ ...content, position }] : [];
  });
}

export interface FeedModels {
  eventLog: Model<LogEntry>;
  feed: Model<FeedState>;
}

/** Another relay has taken over, so this relay must not assign positions. */
export class TakenOver extends Error {}

/** The maximum number of entries in one transaction. */
const entriesAtOnce = 500;
/** How often the relay reads the log for entries of other processes, whose bells may be lost. */
const lookMs = 3000;
/**
 * The relay may read an entry of its own process from the log before the process hands the entry over in memory.
 * The relay remembers at most this many such ids, and ignores the entries when they are handed over.
 */
const mostFoundFirst = 2000;

type Waiting = Pick<LogEntry, '_id' | 'count'>;
type ReadWaiting = (session: ClientSession) => Promise<readonly Waiting[]>;

/** Assigns positions in the order of the entries' ids, so that a record's events keep their order. */
export interface PositionGiver {
  /** Null until `takeOver`, and after `distrust`. */
  readonly state: Readonly<FeedState> | null;
  takeOver: () => Promise<FeedState>;
  /** Makes the next `give` read the log for entries of other processes. */
  look: () => void;
  /**
   * Assigns positions to the entries of this process and, at intervals, to the entries of all processes. If any
   * entry gets a position, also stores `published`, the last confirmed position.
   */
  give: (taken: TakenEntries, published: number) => Promise<GivenEntry[]>;
  /** Stores the last confirmed position, even if no positions are assigned. */
  keepPublished: (published: number) => Promise<void>;
  /** Whether the last transaction was full, so that more entries may wait for positions. */
  readonly isBehind: boolean;
  /** Discards the state in memory, such as after a commit with an unknown result. */
  distrust: () => void;
}

export function createPositionGiver(database: Database, { eventLog, feed }: FeedModels): PositionGiver {
  let state: FeedState | null = null;
  let looksAt = -Infinity;
  let isBehind = false;
  const foundFirst = new Set<string>();

  const known = (): FeedState => {
    if (!state) throw new TakenOver('this relay has not taken over');
    return state;
  };

  const giveTo = async (readWaiting: ReadWaiting, published: number): Promise<GivenEntry[]> => {
    const from = known();
    const given = await inTransaction(database, async (session) => {
      const entries = withPositions(await readWaiting(session), from.position);
      if (entries.length > 0) await write(session, feed, from, { entries, published });
      return entries;
    });
    if (given.length > 0) state = { ...from, position: endOf(given, from.position), published };
    return given;
  };

  const giveToAll = async (taken: TakenEntries, published: number): Promise<GivenEntry[]> => {
    const given = await giveTo((session) => waitingIn(eventLog, session), published);
    const handedOver = new Set(taken.entries.map(({ _id }) => _id.toHexString()));
    const found = given.map(({ _id }) => _id.toHexString()).filter((id) => !handedOver.has(id));
    for (const id of found) foundFirst.add(id);
    for (const id of foundFirst) if (foundFirst.size > mostFoundFirst) foundFirst.delete(id);
    isBehind = given.length === entriesAtOnce;
    looksAt = isBehind ? -Infinity : performance.now() + lookMs;
    return given;
  };

  return {
    get state() {
      return state;
    },
    takeOver: async () => {
      looksAt = -Infinity;
      state = await takeOverFeed(feed);
      return state;
    },
    look: () => {
      looksAt = -Infinity;
    },
    give: async (taken, published) => {
      const isLookDue = performance.now() >= looksAt;
      const handedOver = taken.entries.filter(({ _id }) => !foundFirst.delete(_id.toHexString()));
      if (!taken.areApart) return giveToAll(taken, published);
      if (handedOver.length > 0)
        return isLookDue ? giveToAll(taken, published) : giveTo(async () => handedOver, published);
      if (!isLookDue) return [];
      looksAt = performance.now() + lookMs;
      return (await isAnyWaiting(eventLog)) ? giveToAll(taken, published) : [];
    },
    keepPublished: async (published) => {
      const { term } = known();
      const kept = await feed.updateOne({ _id: feedId, term }, { $max: { published } });
      if (kept.matchedCount !== 1) throw new TakenOver('another relay publishes the events');
      state = { ...known(), published };
    },
    get isBehind() {
      return isBehind;
    },
    distrust: () => {
      state = null;
      isBehind = false;
      foundFirst.clear();
    },
  };
}

/** `count > 0` leaves out damaged entries, which an operator has to repair. */
const waiting = { position: 0, count: { $gt: 0 } };

/** A snapshot that contains one version of a record also contains all its earlier versions. */
function waitingIn(eventLog: Model<LogEntry>, session: ClientSession): Promise<Waiting[]> {
  return driverCollection<LogEntry>(eventLog)
    .find<Waiting>(waiting, { projection: { count: 1 }, sort: { _id: 1 }, limit: entriesAtOnce, session })
    .toArray();
}

async function isAnyWaiting(eventLog: Model<LogEntry>): Promise<boolean> {
  const log = driverCollection<LogEntry>(eventLog);
  return (await log.findOne(waiting, { projection: { _id: 1 } })) !== null;
}

function withPositions(entries: readonly Waiting[], after: number): GivenEntry[] {
  let position = after + 1;
  return entries.map(({ _id, count }) => {
    const given = { _id, position, count };
    position += count;
    return given;
  });
}

function endOf(given: readonly GivenEntry[], before: number): number {
  return given.reduce((end, { count }) => end + count, before);
}

/** Throws `TakenOver` if another relay has taken over. */
async function write(
  session: ClientSession,
  feed: Model<FeedState>,
  { term, position }: FeedState,
  { entries, published }: { entries: readonly GivenEntry[]; published: number },
): Promise<void> {
  const moved = await driverCollection<FeedState>(feed).updateOne(
    { _id: feedId, term, position },
    { $set: { position: endOf(entries, position) }, $max: { published } },
    { session },
  );
  if (moved.matchedCount !== 1) throw new TakenOver('another relay gives the positions');
  const updates = entries.map((entry) => ({
    q: { _id: entry._id, position: 0 },
    u: { $set: { position: entry.position } },
  }));
  const command = { update: eventLogCollection, updates, ordered: true };
  const { n } = (await driverDatabase(feed.db).command(command, { session })) as unknown as { n: number };
  if (n !== entries.length) throw new Error('an entry of the event log has its position already');
}
