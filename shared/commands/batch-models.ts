import type { Model } from 'mongoose';
import type { Database } from '../mongo/connect.ts';
import { inboxModel } from './inbox.ts';
import type { InboxDocument } from './inbox.ts';
import { outboxModel } from './outbox.ts';
import type { OutboxDocument } from './outbox.ts';

/** What a batch writes in every service, beside the service's own records. */
export interface BatchModels {
  inbox: Model<InboxDocument>;
  outbox: Model<OutboxDocument>;
}

export function batchModels(database: Database): BatchModels {
  return { inbox: inboxModel(database), outbox: outboxModel(database) };
}
