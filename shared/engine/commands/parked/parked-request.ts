import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { retention } from '../../../contracts/retention.ts';
import type { Detail } from '../../../contracts/errors.ts';
import { collectionSchema, dates, flags, mixed, texts } from '../../../platform/mongo/collection-schema.ts';
import type { Database } from '../../../platform/mongo/connect.ts';
import { storeNow } from '../../../platform/mongo/store-clock.ts';
import type { ParkedAction } from './parked-records.ts';

/** An admin's request to act on a parked command. A worker carries it out, because only workers may touch the queue. */
export interface ParkedRequest {
  _id: string;
  command: string;
  action: ParkedAction;
  /** The admin who made the request, such as `admin:layla`. */
  by: string;
  because: string;
  /** Redrives despite any objections. */
  isForced: boolean;
  /** ISO 8601. */
  asked_at: string;
  /**
   * These states had no effect: `absent` (the command's message is missing), `objections` (there are objections to a redrive) and
   * `no-origin` (the message of a redrive does not name the queue that it came from).
   */
  state: 'asked' | 'done' | 'absent' | 'objections' | 'no-origin';
  /** A summary of the action, or the objections in English. */
  detail: string | null;
  /** The objections to a redrive. Absent if there are none, and in requests that release 0.6.0 stores and sends. */
  objections?: Detail[];
  /** When a worker last began to carry out the request (ISO 8601). Absent before the first attempt. */
  tried_at?: string;
  /** Until this time (ISO 8601), workers look for a missing message again. If it is absent, they look for a few seconds. */
  sought_until?: string;
  expires_at: Date;
}

export function parkedRequestModel(database: Database): Model<ParkedRequest> {
  const schema = collectionSchema<ParkedRequest>('parked_requests', {
    ...texts('_id', 'command', 'action', 'by', 'because', 'asked_at', 'state', 'detail', 'tried_at'),
    ...texts('sought_until'),
    ...flags('isForced'),
    ...dates('expires_at'),
    ...mixed('objections'),
  });
  schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // Index for the search for the oldest open request.
  schema.index({ state: 1, asked_at: 1 });
  return database.model<ParkedRequest>('ParkedRequest', schema);
}

/** `soughtMs`: how long workers look for a missing message, if no one waits for the response. */
export function parkedRequest(
  command: string,
  asked: Pick<ParkedRequest, 'action' | 'by' | 'because' | 'isForced'>,
  soughtMs = 0,
): ParkedRequest {
  const now = storeNow();
  return {
    _id: randomUUID(),
    command,
    ...asked,
    asked_at: now.toISOString(),
    state: 'asked',
    detail: null,
    ...(soughtMs > 0 && { sought_until: new Date(now.getTime() + soughtMs).toISOString() }),
    expires_at: new Date(now.getTime() + retention.operatorRequests.keptMs),
  };
}
