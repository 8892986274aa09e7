import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { pacedLoop } from '../../platform/process/paced-loop.ts';
import { recentAnswer } from '../../platform/process/recent-answer.ts';
import type { LogEntry } from './event-log.ts';
import { feedId, newEpoch, type FeedState } from './feed-state.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';

/** Watches the progress of a feed, with one query for all waiting callers. */
export interface FeedWatch {
  now: () => Promise<FeedState>;
  /** Resolves once a position after this one is assigned, or after `ms`. */
  beyond: (position: number, ms: number) => Promise<void>;
  /** Resolves once all entries committed before the call have positions, or after `ms`. */
  placed: (ms: number) => Promise<void>;
  /** Whether an entry has waited for its position for so long that no relay seems to run. */
  isBehind: () => Promise<boolean>;
}

/**
 * The watch reads the feed's state every `lookMs`. After `seldomAfterMs` without events it reads every
 * `seldomLookMs`, so that an idle store costs little.
 */
const [lookMs, seldomLookMs, seldomAfterMs] = [25, 100, 2000];
/** Damaged entries never get a position. */
const waitingEntries = { position: 0, count: { $gt: 0 } };
const [behindAfterMs, behindAskedMs] = [5000, 1000];

interface Waiter {
  position: number;
  until: number;
  go: () => void;
}

export function createFeedWatch(models: { eventLog: Model<LogEntry>; feed: Model<FeedState> }): FeedWatch {
  const waiting = new Set<Waiter>();
  let [last, movedAt] = [-1, -Infinity];

  const now = async (): Promise<FeedState> => {
    const state = await driverCollection<FeedState>(models.feed).findOne({ _id: feedId });
    return state ?? begin(models.feed);
  };

  const isBehind = recentAnswer(async () => {
    const oldest = await models.eventLog.findOne({ position: 0 }, { at: 1 }).sort({ _id: 1 }).lean();
    return oldest !== null && storeNow().getTime() - Date.parse(oldest.at) > behindAfterMs;
  });

  async function placed(ms: number): Promise<void> {
    const until = performance.now() + ms;
    const log = driverCollection<LogEntry>(models.eventLog);
    const newest = await log.findOne(waitingEntries, { projection: { _id: 1 }, sort: { _id: -1 } });
    if (!newest) return;
    const among = { ...waitingEntries, _id: { $lte: newest._id } };
    while (performance.now() < until && (await log.findOne(among, { projection: { _id: 1 } })) !== null)
      await sleep(lookMs);
  }

  const looking = pacedLoop({
    round: async () => {
      if (waiting.size === 0) return false;
      // If the database is unavailable, waiting callers are released; their next request reports the fault.
      const position = await now().then(
        (state) => state.position,
        () => Infinity,
      );
      for (const waiter of waiting) {
        if (position <= waiter.position && performance.now() < waiter.until) continue;
        waiting.delete(waiter);
        waiter.go();
      }
      if (position !== last) [last, movedAt] = [position, performance.now()];
      return true;
    },
    rest: () => (performance.now() - movedAt > seldomAfterMs ? seldomLookMs : lookMs),
  });

  return {
    now,
    beyond: (position, ms) =>
      new Promise((go) => {
        waiting.add({ position, until: performance.now() + ms, go });
        looking.ring();
      }),
    placed,
    isBehind: () => isBehind(behindAskedMs),
  };
}

/** Creates the state if no relay has run yet. */
async function begin(feed: Model<FeedState>): Promise<FeedState> {
  const state = { position: 0, published: 0, term: 0, epoch: newEpoch() };
  return feed
    .findOneAndUpdate({ _id: feedId }, { $setOnInsert: state }, { upsert: true, returnDocument: 'after' })
    .lean<FeedState>()
    .orFail();
}
