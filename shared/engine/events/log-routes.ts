import { setTimeout as sleep } from 'node:timers/promises';
import type { Express, RequestHandler } from 'express';
import type { Model } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { recentAnswer } from '../../platform/process/recent-answer.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { waitingEntries, type FeedModels } from './give-positions.ts';
import { writeLogPage } from './log-page.ts';
import { lastBefore, readLog, type LogQuery } from './read-log.ts';
import type { LogEntry } from './event-log.ts';
import { feedId, newEpoch, type FeedState } from './feed-state.ts';

/** Whether a shopper exists. A deleted shopper may no longer read their events. */
export type OwnerExists = (user: number) => Promise<boolean>;

interface Asked {
  epoch: string | null;
  /** Whether the caller wants only events from now on. */
  fromNow: boolean;
  query: LogQuery;
  /** A start time (ISO 8601), instead of a position. */
  since: string | null;
  waitMs: number;
}

const longestWaitMs = 25_000;

/**
 * `GET /events`: the events after a position, for the gateway. `after` is a position, `oldest` or `now`. `epoch` is the epoch of
 * that position. The response waits at most `wait` ms for an event. With `now`, it waits until all committed entries have
 * positions.
 */
export function mountEventLog(app: Express, models: FeedModels, ownerExists: OwnerExists): void {
  app.get('/events', eventLogRoute(models, ownerExists));
}

/** `GET /followed-events`: like `GET /events`, but for another service. If the query has an `owner`, it finds no events. */
export function mountFollowedEvents(app: Express, models: FeedModels, guard: RequestHandler): void {
  app.get(
    '/followed-events',
    guard,
    eventLogRoute(models, () => Promise.resolve(false)),
  );
}

function eventLogRoute(models: FeedModels, ownerExists: OwnerExists): RequestHandler {
  const watch = createFeedWatch(models);
  return async (request, response) => {
    const asked = readAsked(request.query as Readonly<Record<string, string | undefined>>);
    const text = await answer(asked, { models, watch, ownerExists });
    response.type('text/plain').send(text);
  };
}

function readAsked(asked: Readonly<Record<string, string | undefined>>): Asked {
  const {
    after = 'now',
    epoch = null,
    limit,
    owner,
    type = null,
    subject = null,
    since = null,
    wait,
  } = asked;
  return {
    epoch,
    since,
    fromNow: after === 'now' && since === null,
    query: {
      after: after === 'oldest' || after === 'now' ? null : Number(after),
      limit: Number(limit ?? 0),
      owner: owner === undefined ? null : Number(owner),
      type,
      subject,
    },
    waitMs: Math.min(Number(wait ?? 0), longestWaitMs),
  };
}

async function answer(
  { epoch, fromNow, query: asked, since, waitMs }: Asked,
  { models, watch, ownerExists }: { models: FeedModels; watch: FeedWatch; ownerExists: OwnerExists },
): Promise<string> {
  const query = since === null ? asked : { ...asked, after: await lastBefore(models.eventLog, since) };
  if (fromNow) await watch.placed(waitMs);
  let state = await watch.now();
  const isOther = epoch !== null && epoch !== state.epoch;
  if (waitMs > 0 && !isOther && query.after === state.position) {
    state = await watch.beyond(query.after, waitMs);
  }
  const { epoch: current, position: last } = state;
  const head = { epoch: current, last, isBehind: await watch.isBehind() };
  // If a position was never assigned in this epoch, it belongs to another epoch.
  const isOfAnother = (epoch !== null && epoch !== current) || (query.after ?? 0) > last;
  if (isOfAnother) return writeLogPage({ ...head, through: null }, []);
  if (fromNow || (query.owner !== null && !(await ownerExists(query.owner))))
    return writeLogPage({ ...head, through: last }, []);
  const page = await readLog(models.eventLog, query, last);
  return writeLogPage({ ...head, through: page?.through ?? null }, page?.events ?? []);
}

/** The progress of a feed. */
interface FeedWatch {
  now: () => Promise<FeedState>;
  /** Resolves when a later position is assigned, or after `ms`. Only followers of release 0.6.0 use this. */
  beyond: (position: number, ms: number) => Promise<FeedState>;
  /** Resolves when all entries that were committed before the call have positions, or after `ms`. */
  placed: (ms: number) => Promise<void>;
  /** Whether an entry has waited so long for its position that no relay seems to run. */
  isBehind: () => Promise<boolean>;
}

const [lookMs, formerLookMs] = [25, 100];
const [behindAfterMs, behindAskedMs] = [5000, 1000];

function createFeedWatch(models: { eventLog: Model<LogEntry>; feed: Model<FeedState> }): FeedWatch {
  const now = async (): Promise<FeedState> => {
    const state = await driverCollection<FeedState>(models.feed).findOne({ _id: feedId });
    return state ?? begin(models.feed);
  };

  const isBehind = recentAnswer(async () => {
    const log = driverCollection<LogEntry>(models.eventLog);
    const oldest = await log.findOne(waitingEntries, { projection: { at: 1 }, sort: { _id: 1 } });
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

/** Reads the progress of the feed. Creates it if no relay has run yet. */
async function begin(feed: Model<FeedState>): Promise<FeedState> {
  const state = { position: 0, published: 0, term: 0, epoch: newEpoch() };
  return feed
    .findOneAndUpdate({ _id: feedId }, { $setOnInsert: state }, { upsert: true, returnDocument: 'after' })
    .lean<FeedState>()
    .orFail();
}
