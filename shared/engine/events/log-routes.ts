import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { driverDatabase } from '../../platform/mongo/connect.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { recentAnswer } from '../../platform/process/recent-answer.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { waitingEntries, type FeedModels } from './give-positions.ts';
import { writeLogPage } from './log-page.ts';
import { lastBefore, readLog } from './read-log.ts';
import type { LogEntry } from './event-log.ts';
import { beginFeed, readFeed, type FeedState } from './feed-state.ts';

/** Whether a shopper exists. A deleted shopper may no longer read their events. */
export type OwnerExists = (user: number) => Promise<boolean>;

const longestWaitMs = 25_000;

/**
 * The events after a position, for the gateway (`GET /events`) or another service (`GET /followed-events`). `after` is a
 * position, `oldest` or `now`. `epoch` is the epoch of that position. The response waits at most `wait` ms for an event. With
 * `now`, it waits until all committed entries have positions. Without `ownerExists`, a query with an `owner` finds no events.
 */
export function eventLogRoute(
  models: FeedModels,
  ownerExists: OwnerExists = () => Promise.resolve(false),
): RequestHandler {
  const watch = createFeedWatch(models);
  return async (request, response) => {
    const asked = readAsked(request.query as Readonly<Record<string, string | undefined>>);
    const text = await answer(asked, { models, watch, ownerExists });
    response.type('text/plain').send(text);
  };
}

function readAsked(asked: Readonly<Record<string, string | undefined>>) {
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
    /** A start time (ISO 8601), instead of a position. */
    since,
    /** Whether the caller wants only events from now on. */
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
  { epoch, fromNow, query: asked, since, waitMs }: ReturnType<typeof readAsked>,
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

type FeedWatch = ReturnType<typeof createFeedWatch>;

const [lookMs, formerLookMs] = [25, 100];
const [behindAfterMs, behindAskedMs] = [5000, 1000];

function createFeedWatch({ eventLog, feed }: FeedModels) {
  const log = driverCollection<LogEntry>(eventLog);
  /** Reads the feed's state, such as the last assigned position. Creates the state if no relay has run yet. */
  const now = async (): Promise<FeedState> =>
    (await readFeed(driverDatabase(feed.db))) ?? (await beginFeed(feed));

  /** Whether a log entry has waited so long for its position that no relay seems to run. */
  const isBehind = recentAnswer(async () => {
    const oldest = await log.findOne(waitingEntries, { projection: { at: 1 }, sort: { _id: 1 } });
    return oldest !== null && storeNow().getTime() - Date.parse(oldest.at) > behindAfterMs;
  });

  /** Resolves when all log entries that were committed before the call have positions, or after `ms`. */
  async function placed(ms: number): Promise<void> {
    const until = performance.now() + ms;
    const newest = await log.findOne(waitingEntries, { projection: { _id: 1 }, sort: { _id: -1 } });
    if (!newest) return;
    const among = { ...waitingEntries, _id: { $lte: newest._id } };
    while (performance.now() < until && (await log.findOne(among, { projection: { _id: 1 } })) !== null)
      await sleep(lookMs);
  }

  /** Resolves when an event has got a position above `position`, or after `ms`. Only clients of release 0.6.0 request this. */
  async function beyond(position: number, ms: number): Promise<FeedState> {
    const until = performance.now() + ms;
    for (let state = await now(); ; state = await now()) {
      if (state.position > position || performance.now() >= until) return state;
      await sleep(formerLookMs);
    }
  }

  return { now, beyond, placed, isBehind: () => isBehind(behindAskedMs) };
}
