import type { Model } from 'mongoose';
import type { Database } from '../mongo/connect.ts';
import { inboxModel } from './inbox.ts';
import type { InboxDocument } from './inbox.ts';
import { outboxModel } from './outbox.ts';
import type { OutboxDocument } from './outbox.ts';
import { parkedRequestModel } from './parked/parked-request.ts';
import type { ParkedRequest } from './parked/parked-request.ts';

/** What every service keeps beside its own records. */
export interface BatchModels {
  inbox: Model<InboxDocument>;
  outbox: Model<OutboxDocument>;
  parkedRequests: Model<ParkedRequest>;
}

export function batchModels(database: Database): BatchModels {
  return {
    inbox: inboxModel(database),
    outbox: outboxModel(database),
    parkedRequests: parkedRequestModel(database),
  };
}
