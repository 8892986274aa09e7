import { Schema, type Model } from 'mongoose';
import { isBackground } from '../decide/outcome.ts';
import type { InboxRecord } from '../decide/decide-batch.ts';
import { retention } from '../contracts/retention.ts';
import type { Database } from '../mongo/connect.ts';
import { recordOf, shortOutcome, type ShortOutcome } from './short-outcome.ts';

/** A decided command, deleted after `expires_at`, when no retry can arrive any more. Without it the document stays. */
export type InboxDocument = (InboxRecord | ShortOutcome) & { expires_at?: Date };

const { keptMs } = retention.outcomes;

/**
 * An inbox record with its expiry, counted from `moment` by the database's clock. Parked commands wait for an
 * operator and bulk work for its end, so neither expires before.
 */
export function toInboxDocument(record: InboxRecord, moment: Date): InboxDocument {
  if (record.state === 'parked' || isBackground(record.outcome)) return record;
  const kept = shortOutcome(record) ?? record;
  return { ...kept, expires_at: new Date(moment.getTime() + keptMs) };
}

/** The record in a document of the inbox, whichever release wrote it. */
export function fromInboxDocument(document: InboxDocument): InboxRecord {
  return 'answer' in document ? recordOf(document) : document;
}

/** `fromInboxDocument` for each document. */
export function fromInboxDocuments(documents: ReadonlyMap<string, InboxDocument>): Map<string, InboxRecord> {
  return new Map([...documents].map(([id, document]) => [id, fromInboxDocument(document)]));
}

/** Options of a new collection: zstd takes two thirds of the space of MongoDB's default compression for such similar documents. */
const denser = { storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } } };

export function inboxModel(database: Database): Model<InboxDocument> {
  const inbox = new Schema<InboxDocument>(
    {
      _id: { type: String, required: true },
      type: { type: String, required: true },
      owner: { type: String, required: true },
      fingerprint: { type: String, required: true },
      state: { type: String, required: true },
      outcome: { type: Schema.Types.Mixed, required: true },
      accepted_at: { type: String, required: true },
      decided_at: { type: String, required: true },
      expires_at: { type: Date },
    },
    { collection: 'inbox', versionKey: false, collectionOptions: denser },
  );
  inbox.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // Finds the few parked commands among all stored commands.
  inbox.index({ state: 1 }, { partialFilterExpression: { state: 'parked' } });
  // Finds failed, cancelled and parked commands, because only these have a problem.
  inbox.index(
    { state: 1, accepted_at: -1 },
    { partialFilterExpression: { 'outcome.problem.code': { $exists: true } } },
  );
  // For the admin list of operations, newest first. The index omits the id to stay small. With a filter for the owner or type, MongoDB
  // scans this index until the page is full, because two more indexes would cost about 250 bytes per order. A query whose scan takes
  // too long is rejected, with advice to narrow the filter.
  inbox.index({ accepted_at: -1 });
  return database.model<InboxDocument>('Inbox', inbox);
}
