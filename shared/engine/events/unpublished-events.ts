import type { ClientSession, mongo } from 'mongoose';
import { eventLogCollection, type LogEntry } from './event-log.ts';
import { feedCollection, feedId, type FeedState } from './feed-state.ts';

/** The log entries whose events have waited longest; null: none waits. */
export interface UnpublishedEvents {
  unpositioned: Dated | null;
  /** The oldest entry with an event that the broker has not confirmed. */
  unpublished: Dated | null;
}

interface Dated {
  at: unknown;
}

type Source = Pick<mongo.Db, 'collection'>;
interface Reading {
  session?: ClientSession;
  maxTimeMS?: number;
}

export async function unpublishedEvents(db: Source, reading: Reading = {}): Promise<UnpublishedEvents> {
  const oldest = (name: string, filter: object, sort: Record<string, 1>) =>
    db
      .collection<LogEntry>(name)
      .findOne(filter, { projection: { at: 1 }, sort, ...reading }) as Promise<Dated | null>;
  const feed = await readFeed(db, reading);
  const unpositioned = await oldest(eventLogCollection, { position: 0 }, { _id: 1 });
  const further = { position: { $gt: feed?.published ?? 0 } };
  const unconfirmed = await oldest(eventLogCollection, further, { position: 1 });
  return { unpositioned, unpublished: unconfirmed ?? unpositioned };
}

export async function isAllPublished(db: Source, reading: Reading = {}): Promise<boolean> {
  return (await unpublishedEvents(db, reading)).unpublished === null;
}

export function readFeed(db: Source, reading: Reading = {}): Promise<FeedState | null> {
  return db.collection<FeedState>(feedCollection).findOne({ _id: feedId }, reading);
}
