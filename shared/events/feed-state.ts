import { randomBytes } from 'node:crypto';
import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import type { Database } from '../mongo/connect.ts';

/** How far a service's event log has come: one document. */
export interface FeedState {
  _id: typeof feedId;
  /** The last that an event was given. */
  position: number;
  /** The last whose event, and all before it, the broker has confirmed. */
  published: number;
  /** Rises with each relay that takes over: what a former one has under way fails. */
  term: number;
  /** Of the positions themselves: another one after a restore, which gives some of them anew. */
  epoch: string;
}

export const feedId = 'feed';
export const feedCollection = 'feed';

/** What no feed had before, nor will have. */
export function newEpoch(): string {
  return randomBytes(4).toString('hex');
}

export function feedModel(database: Database): Model<FeedState> {
  const feed = new Schema<FeedState>(
    {
      _id: { type: String, required: true },
      position: { type: Number, required: true },
      published: { type: Number, required: true },
      term: { type: Number, required: true },
      epoch: { type: String, required: true },
    },
    { collection: feedCollection, versionKey: false },
  );
  return database.model<FeedState>('Feed', feed);
}

/** Makes this relay the one that gives positions: whatever a former one had begun is over, or never will be. */
export async function takeOverFeed(feed: Model<FeedState>): Promise<FeedState> {
  const state = await feed
    .findOneAndUpdate(
      { _id: feedId },
      { $inc: { term: 1 }, $setOnInsert: { position: 0, published: 0, epoch: newEpoch() } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean<FeedState>();
  return state;
}
