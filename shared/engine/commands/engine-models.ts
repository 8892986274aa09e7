import type { Model, Schema } from 'mongoose';
import { eventLogModel } from '../events/event-log.ts';
import { feedModel } from '../events/feed-state.ts';
import type { Counter } from '../decide/handler.ts';
import { collectionSchema, numbers, texts, dates } from '../../platform/mongo/collection-schema.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { leaseModel } from '../../platform/mongo/leases.ts';
import { retention } from '../../contracts/retention.ts';
import type { Deletion } from '../decide/deletion.ts';
import { storeIn } from '../../platform/mongo/store-clock.ts';
import { bulkModels } from './bulk-models.ts';
import { inboxModel } from './inbox.ts';
import { ledgerModel } from './ledger/ledger-model.ts';
import { parkedRequestModel } from './parked/parked-request.ts';

/** The collections that every service has in addition to its own records. */
export type EngineModels = ReturnType<typeof makeModels>;

const declared = new WeakMap<Database, EngineModels>();

export function engineModels(database: Database): EngineModels {
  return declared.getOrInsertComputed(database, makeModels);
}

function makeModels(database: Database) {
  const counters = collectionSchema<Counter>('counters', { ...texts('_id'), ...numbers('version') });
  return {
    inbox: inboxModel(database),
    ledger: ledgerModel(database),
    eventLog: eventLogModel(database),
    feed: feedModel(database),
    parkedRequests: parkedRequestModel(database),
    counters: database.model<Counter>('Counter', counters),
    deletions: deletionModel(database),
    leases: leaseModel(database),
    ...bulkModels(database),
  };
}

export const makerField = 'created_by_command';

/**
 * Adds the field `created_by_command` with a unique index. So a command creates only one record of a kind, even after the
 * command's inbox record has expired. Records from before release 0.3.0 lack the field.
 */
export function indexMaker<R>(schema: Schema<R>): Schema<R> {
  schema.path(makerField, String);
  return schema.index({ [makerField]: 1 }, { unique: true, sparse: true });
}

type DeletionDocument = Deletion & { expires_at: Date };

/**
 * The record of a deletion is kept longer than the outcomes of the commands that created and deleted the record, even if a clock
 * is wrong.
 */
export function deletionExpiry(): { expires_at: Date } {
  return { expires_at: storeIn(retention.deletions.keptMs) };
}

function deletionModel(database: Database): Model<DeletionDocument> {
  const deletions = collectionSchema<DeletionDocument>('deletions', {
    ...texts('_id', 'kind', 'by', 'at', 'command', 'created_by_command', 'created_at'),
    ...numbers('version', 'id'),
    ...dates('expires_at'),
  });
  deletions.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  deletions.index({ kind: 1, id: 1 });
  deletions.index({ created_by_command: 1 }, { sparse: true });
  return database.model<DeletionDocument>('Deletion', deletions);
}
