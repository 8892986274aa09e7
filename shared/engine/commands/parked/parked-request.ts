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
  /** `absent`: the command's message is missing. `objections`: there are objections to a redrive. Both had no effect. */
  state: 'asked' | 'done' | 'absent' | 'objections';
  /** A summary of the action, or the objections in English. */
  detail: string | null;
  /** The objections to a redrive. Absent if there are none, and in requests that release 0.6.0 stores and sends. */
  objections?: Detail[];
  expires_at: Date;
}

export function parkedRequestModel(database: Database): Model<ParkedRequest> {
  const schema = collectionSchema<ParkedRequest>('parked_requests', {
    ...texts('_id', 'command', 'action', 'by', 'because', 'asked_at', 'state', 'detail'),
    ...flags('isForced'),
    ...dates('expires_at'),
    ...mixed('objections'),
  });
  schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // Index for the search for the oldest open request.
  schema.index({ state: 1, asked_at: 1 });
  return database.model<ParkedRequest>('ParkedRequest', schema);
}

export function parkedRequest(
  command: string,
  asked: Pick<ParkedRequest, 'action' | 'by' | 'because' | 'isForced'>,
): ParkedRequest {
  const now = storeNow();
  return {
    _id: randomUUID(),
    command,
    ...asked,
    asked_at: now.toISOString(),
    state: 'asked',
    detail: null,
    expires_at: new Date(now.getTime() + retention.operatorRequests.keptMs),
  };
}
