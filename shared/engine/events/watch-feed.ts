import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { recentAnswer } from '../../platform/process/recent-answer.ts';
import type { LogEntry } from './event-log.ts';
import { feedId, newEpoch, type FeedState } from './feed-state.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';

/** The progress of a feed. */
export interface FeedWatch {
  now: () => Promise<FeedState>;
  /** Resolves once a position after this one is assigned, or after `ms`. Followers of release 0.6.0 wait like this. */
  beyond: (position: number, ms: number) => Promise<FeedState>;
  /** Resolves once all entries committed before the call have positions, or after `ms`. */
  placed: (ms: number) => Promise<void>;
  /** Whether an entry has waited for its position for so long that no relay seems to run. */
  isBehind: () => Promise<boolean>;
}

const [lookMs, formerLookMs] = [25, 100];
/** Damaged entries never get a position. */
const waitingEntries = { position: 0, count: { $gt: 0 } };
const [behindAfterMs, behindAskedMs] = [5000, 1000];

export function createFeedWatch(models: { eventLog: Model<LogEntry>; feed: Model<FeedState> }): FeedWatch {
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

  async function beyond(position: number, ms: number): Promise<FeedState> {
    const until = performance.now() + ms;
    for (let state = await now(); ; state = await now()) {
      if (state.position > position || performance.now() >= until) return state;
      await sleep(formerLookMs);
    }
  }

  return { now, beyond, placed, isBehind: () => isBehind(behindAskedMs) };
}

/** Creates the state if no relay has run yet. */
async function begin(feed: Model<FeedState>): Promise<FeedState> {
  const state = { position: 0, published: 0, term: 0, epoch: newEpoch() };
  return feed
    .findOneAndUpdate({ _id: feedId }, { $setOnInsert: state }, { upsert: true, returnDocument: 'after' })
    .lean<FeedState>()
    .orFail();
}
