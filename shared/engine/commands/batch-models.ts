import type { Model } from 'mongoose';
import { eventLogModel } from '../events/event-log.ts';
import { feedModel } from '../events/feed-state.ts';
import type { FeedModels } from '../events/give-positions.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { inboxModel, type InboxDocument } from './inbox.ts';
import { ledgerModel, type LedgerDocument } from './ledger/ledger-model.ts';
import { parkedRequestModel, type ParkedRequest } from './parked/parked-request.ts';

/** The collections that every service has in addition to its own records. */
export interface BatchModels extends FeedModels {
  inbox: Model<InboxDocument>;
  ledger: Model<LedgerDocument>;
  parkedRequests: Model<ParkedRequest>;
}

export function batchModels(database: Database): BatchModels {
  return {
    inbox: inboxModel(database),
    ledger: ledgerModel(database),
    eventLog: eventLogModel(database),
    feed: feedModel(database),
    parkedRequests: parkedRequestModel(database),
  };
}
