import type { ClientSession, Model } from 'mongoose';
import { driverDatabase, type Database } from '../../platform/mongo/connect.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { inTransaction } from '../../platform/mongo/transaction.ts';
import { eventLogCollection, type GivenEntry, type LogEntry } from './event-log.ts';
import { beginFeed, feedId, type FeedState } from './feed-state.ts';

export interface FeedModels {
  eventLog: Model<LogEntry>;
  feed: Model<FeedState>;
}

/** Another relay has taken over, so this relay must not assign positions. */
export class TakenOver extends Error {}

/** The maximum number of log entries in one transaction. */
const entriesAtOnce = 500;
/**
 * The interval in ms at which the relay looks for log entries for which no bell (the message that wakes it) arrived. Repairs and
 * disabled webhooks ring no bell, and a bell may be lost. The interval must be shorter than the time after which a reader of the
 * feed reports the service as delayed.
 */
const lookMs = 3000;

type Waiting = Pick<LogEntry, '_id' | 'count'>;

export type PositionGiver = ReturnType<typeof createPositionGiver>;

/** Assigns positions to log entries in the order of their ids, so that a record's events keep their order. */
export function createPositionGiver(database: Database, { eventLog, feed }: FeedModels) {
  let state: FeedState | null = null;
  let looksAt = -Infinity;
  let isBehind = false;

  const known = (): FeedState => {
    if (!state) throw new TakenOver('this relay has not taken over');
    return state;
  };

  return {
    /** The feed's state, as this relay last read or wrote it. Null before `takeOver`, and after `distrust`. */
    get state(): Readonly<FeedState> | null {
      return state;
    },
    takeOver: async (): Promise<FeedState> => {
      looksAt = -Infinity;
      state = await beginFeed(feed, 1);
      return state;
    },
    /** Call this after a commit, so that the next `give` reads the log. */
    look: (): void => {
      looksAt = -Infinity;
    },
    /**
     * Assigns positions to the log entries that wait for one. If there are any, also stores `published`, the last confirmed
     * position. Returns an empty list unless `look` was called or some seconds have passed since the log was last read.
     */
    give: async (published: number): Promise<GivenEntry[]> => {
      if (performance.now() < looksAt) return [];
      const wasRung = looksAt === -Infinity;
      looksAt = performance.now() + lookMs;
      if (!wasRung && !(await isAnyWaiting(eventLog))) return [];
      const from = known();
      const given = await inTransaction(database, async (session) => {
        const entries = withPositions(await waitingIn(eventLog, session), from.position);
        if (entries.length > 0) await write(session, feed, from, { entries, published });
        return entries;
      });
      if (given.length > 0) state = { ...from, position: endOf(given, from.position), published };
      isBehind = given.length === entriesAtOnce;
      if (isBehind) looksAt = -Infinity;
      return given;
    },
    /** Stores the last confirmed position, even if no positions are assigned. */
    keepPublished: async (published: number): Promise<void> => {
      const { term } = known();
      const kept = await feed.updateOne({ _id: feedId, term }, { $max: { published } });
      if (kept.matchedCount !== 1) throw new TakenOver('another relay publishes the events');
      state = { ...known(), published };
    },
    /** Whether the last transaction was full, so that more log entries may wait for positions. */
    get isBehind(): boolean {
      return isBehind;
    },
    /** Discards the state in memory, such as after a commit with an unknown result. */
    distrust: (): void => {
      state = null;
      isBehind = false;
    },
  };
}

/**
 * Matches the log entries that wait for a position. Leaves out entries without a `count`, which are damaged and which an operator
 * has to repair.
 */
export const waitingEntries = { position: 0, count: { $gt: 0 } };

/** Reads the session's snapshot. If it has one version of a record, it also has all earlier versions. */
function waitingIn(eventLog: Model<LogEntry>, session: ClientSession): Promise<Waiting[]> {
  return driverCollection<LogEntry>(eventLog)
    .find<Waiting>(waitingEntries, {
      projection: { count: 1 },
      sort: { _id: 1 },
      limit: entriesAtOnce,
      session,
    })
    .toArray();
}

async function isAnyWaiting(eventLog: Model<LogEntry>): Promise<boolean> {
  const log = driverCollection<LogEntry>(eventLog);
  return (await log.findOne(waitingEntries, { projection: { _id: 1 } })) !== null;
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
  if (moved.matchedCount !== 1) throw new TakenOver('another relay assigns the positions');
  const updates = entries.map((entry) => ({
    q: { _id: entry._id, position: 0 },
    u: { $set: { position: entry.position } },
  }));
  const command = { update: eventLogCollection, updates, ordered: true };
  const { n } = (await driverDatabase(feed.db).command(command, { session })) as unknown as { n: number };
  if (n !== entries.length) throw new Error('an entry of the event log already has a position');
}
