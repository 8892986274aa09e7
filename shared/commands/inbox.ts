import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import { isBackground } from '../decide/outcome.ts';
import type { InboxRecord } from '../decide/decide-batch.ts';
import { retention } from '../contracts/retention.ts';
import type { Database } from '../mongo/connect.ts';
import { recordOf, shortOutcome } from './short-outcome.ts';
import type { ShortOutcome } from './short-outcome.ts';

/** A decided command; gone after `expires_at`, when no retry of it can come any more. One without it stays. */
export type InboxDocument = (InboxRecord | ShortOutcome) & { expires_at?: Date };

const { keptMs } = retention.outcomes;

/**
 * An inbox record with its end of life, from `moment` on, the database's clock. What is parked waits for an operator,
 * and bulk work for its end: neither expires before. `isShort`: releases before 0.5.0 cannot read it then.
 */
export function toInboxDocument(record: InboxRecord, moment: Date, isShort = false): InboxDocument {
  if (record.state === 'parked' || isBackground(record.outcome)) return record;
  const kept = (isShort ? shortOutcome(record) : null) ?? record;
  return { ...kept, expires_at: new Date(moment.getTime() + keptMs) };
}

/** The record that a document of the inbox holds, whichever release wrote it. */
export function fromInboxDocument(document: InboxDocument): InboxRecord {
  return 'answer' in document ? recordOf(document) : document;
}

/** What `fromInboxDocument` gives for each of these. */
export function fromInboxDocuments(documents: ReadonlyMap<string, InboxDocument>): Map<string, InboxRecord> {
  return new Map([...documents].map(([id, document]) => [id, fromInboxDocument(document)]));
}

/** How a new collection lies on disk: its many like documents take two thirds of what MongoDB's usual compression leaves. */
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
  // The few that are parked, among all that are kept.
  inbox.index({ state: 1 }, { partialFilterExpression: { state: 'parked' } });
  // What failed, was cancelled or is parked, among all that was done: they alone have a problem.
  inbox.index(
    { state: 1, accepted_at: -1 },
    { partialFilterExpression: { 'outcome.problem.code': { $exists: true } } },
  );
  // Admin's list of operations, newest first: without the id, which takes more than all the rest of the index. By owner or type it is
  // walked until the page is full: an index for each would cost every order some 250 bytes, and what takes too long says how to narrow it.
  inbox.index({ accepted_at: -1 });
  return database.model<InboxDocument>('Inbox', inbox);
}
