import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import { retention } from '../../contracts/retention.ts';
import type { Database } from '../../mongo/connect.ts';
import type { ParkedAction } from './parked-records.ts';

/** Why a request came to nothing: the command's message is not there, or something speaks against another try. */
export type ParkedRefusal = 'absent' | 'objections';

/** What an admin has asked to be done to a parked command: a worker does it, who alone may touch the queue. */
export interface ParkedRequest {
  _id: string;
  /** The command's id. */
  command: string;
  action: ParkedAction;
  /** `admin:layla` */
  by: string;
  because: string;
  /** Redrives whatever speaks against it. */
  isForced: boolean;
  /** ISO 8601. */
  asked_at: string;
  state: 'asked' | 'done' | ParkedRefusal;
  /** What was done, or what speaks against it. */
  detail: string | null;
  expires_at: Date;
}

export function parkedRequestModel(database: Database): Model<ParkedRequest> {
  const text = { type: String, required: true };
  const schema = new Schema<ParkedRequest>(
    {
      _id: text,
      command: text,
      action: text,
      by: text,
      because: text,
      isForced: { type: Boolean, required: true },
      asked_at: text,
      state: text,
      detail: { type: String, default: null },
      expires_at: { type: Date, required: true },
    },
    { collection: 'parked_requests', versionKey: false },
  );
  schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // The oldest that waits.
  schema.index({ state: 1, asked_at: 1 });
  return database.model<ParkedRequest>('ParkedRequest', schema);
}

/** When a request that is made at this moment is forgotten. */
export function requestExpiry(moment: Date): Date {
  return new Date(moment.getTime() + retention.operatorRequests.keptMs);
}
