import { randomBytes } from 'node:crypto';
import type { Model, mongo } from 'mongoose';
import { collectionSchema, numbers, texts } from '../../platform/mongo/collection-schema.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { eventLogCollection, type LogEntry } from './event-log.ts';

/**
 * The progress of a service's event log: one document. The relay, a background job, assigns positions to events and publishes
 * them.
 */
export interface FeedState {
  _id: typeof feedId;
  position: number;
  /** The last position up to which the broker has confirmed every event. */
  published: number;
  /** Rises when a relay takes over. The writes of a former relay then fail. */
  term: number;
  /** Identifies the sequence of positions. A restore changes it, because the relay then assigns some positions again. */
  epoch: string;
}

export const feedId = 'feed';
export const feedCollection = 'feed';

export function newEpoch(): string {
  return randomBytes(4).toString('hex');
}

export function feedModel(database: Database): Model<FeedState> {
  const feed = collectionSchema<FeedState>(feedCollection, {
    ...texts('_id', 'epoch'),
    ...numbers('position', 'published', 'term'),
  });
  return database.model<FeedState>('Feed', feed);
}

/**
 * Reads the feed's state, or creates it if no relay has run yet. Adds `terms` to the state's `term`: 1 if a relay takes over, so
 * that the writes of a former relay fail.
 */
export function beginFeed(feed: Model<FeedState>, terms = 0): Promise<FeedState> {
  const first = { position: 0, published: 0, epoch: newEpoch() };
  return feed
    .findOneAndUpdate(
      { _id: feedId },
      { $inc: { term: terms }, $setOnInsert: first },
      { upsert: true, returnDocument: 'after' },
    )
    .lean<FeedState>()
    .exec();
}

type Source = Pick<mongo.Db, 'collection'>;
type Reading = Pick<mongo.FindOptions, 'session' | 'maxTimeMS'>;

/**
 * The log entries whose events have waited longest: the oldest without a position, and the oldest with an event that the broker
 * has not confirmed. Null: no entry waits.
 */
export async function unpublishedEvents(db: Source, reading: Reading = {}) {
  const log = db.collection<LogEntry>(eventLogCollection);
  const oldest = (filter: object, sort: Record<string, 1>): Promise<{ at: unknown } | null> =>
    log.findOne(filter, { projection: { at: 1 }, sort, ...reading });
  const feed = await readFeed(db, reading);
  const unpositioned = await oldest({ position: 0 }, { _id: 1 });
  const unconfirmed = await oldest({ position: { $gt: feed?.published ?? 0 } }, { position: 1 });
  return { unpositioned, unpublished: unconfirmed ?? unpositioned };
}

export async function isAllPublished(db: Source, reading: Reading = {}): Promise<boolean> {
  return (await unpublishedEvents(db, reading)).unpublished === null;
}

export function readFeed(db: Source, reading: Reading = {}): Promise<FeedState | null> {
  return db.collection<FeedState>(feedCollection).findOne({ _id: feedId }, reading);
}
