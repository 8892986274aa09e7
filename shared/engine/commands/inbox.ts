import type { Model, mongo } from 'mongoose';
import { inboxRecord } from '../decide/decide-batch.ts';
import { isBackground, type InboxRecord } from '../decide/outcome.ts';
import { retention } from '../../contracts/retention.ts';
import { collectionSchema, dates, denser, mixed, texts } from '../../platform/mongo/collection-schema.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { isDuplicateKey } from '../../platform/mongo/faults.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import type { Command } from '../../contracts/kit/define.ts';
import type { Sentence } from '../../contracts/errors.ts';
import { recordOf, shortOutcome, type ShortOutcome } from './short-outcome.ts';

/** A stored outcome. MongoDB deletes it after `expires_at`, when no retry of the command can arrive any more. */
export type InboxDocument = (InboxRecord | ShortOutcome) & { expires_at?: Date };

const { keptMs } = retention.outcomes;

/** `moment`: a time of the database's clock. Parked commands and unfinished bulk work do not expire yet. */
export function toInboxDocument(record: InboxRecord, moment: Date): InboxDocument {
  if (record.state === 'parked' || isBackground(record.outcome)) return record;
  const kept = shortOutcome(record) ?? record;
  return { ...kept, expires_at: new Date(moment.getTime() + keptMs) };
}

/** Returns the inbox record in a document, which may have the short or the full format. */
export function fromInboxDocument(document: InboxDocument): InboxRecord {
  return 'answer' in document ? recordOf(document) : document;
}

type Inbox = mongo.Collection<InboxDocument>;

/** Stores the record, unless its command already has a final outcome. Returns false if it has one. */
async function storeUnlessFinal(inbox: Inbox, record: InboxRecord): Promise<boolean> {
  try {
    const document = toInboxDocument(record, storeNow());
    await inbox.replaceOne({ _id: record._id, state: 'parked' }, document, { upsert: true });
    return true;
  } catch (error) {
    // This id already has a record that is not parked.
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/**
 * Stores the final outcome of a command that is parked or that no worker has received. If the command already has a final
 * outcome, returns that outcome's record and writes nothing.
 */
export async function settle(inbox: Inbox, record: InboxRecord): Promise<InboxRecord | null> {
  if (await storeUnlessFinal(inbox, record)) return null;
  const other = await inbox.findOne({ _id: record._id });
  return other && fromInboxDocument(other);
}

export function inboxModel(database: Database): Model<InboxDocument> {
  const inbox = collectionSchema<InboxDocument>(
    'inbox',
    {
      ...texts('_id', 'type', 'owner', 'fingerprint', 'state', 'accepted_at', 'decided_at'),
      ...dates('expires_at'),
      ...mixed('outcome'),
    },
    denser,
  );
  inbox.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  // Index for the few parked commands among all stored commands.
  inbox.index({ state: 1 }, { partialFilterExpression: { state: 'parked' } });
  // Index for failed, cancelled and parked commands: only their outcomes contain a problem.
  inbox.index(
    { state: 1, accepted_at: -1 },
    { partialFilterExpression: { 'outcome.problem.code': { $exists: true } } },
  );
  // Serves the admin list of operations, newest first. Without the id, the index stays small. With a filter by owner or type,
  // MongoDB reads this index until the page is full. Two more indexes would cost about 250 bytes per order.
  inbox.index({ accepted_at: -1 });
  return database.model<InboxDocument>('Inbox', inbox);
}

/** The record of a parked command does not expire, because it waits for an operator who redrives or discards it. */
export function parkedRecord(command: Command, reason: string): InboxRecord {
  // The reason is an error's own text, without a translation. Only administrators see it.
  const problem = { code: 'internal_error' as const, detail: reason as Sentence };
  const now = storeNow().toISOString();
  return { ...inboxRecord(command, { problem, request_id: command.requestId }, now), state: 'parked' };
}

/** Records that a command is parked. Returns false if the command already has a final outcome, which stays unchanged. */
export function recordParked(
  { inbox }: { inbox: Pick<Model<InboxDocument>, 'collection'> },
  command: Command,
  reason: string,
): Promise<boolean> {
  return storeUnlessFinal(driverCollection<InboxDocument>(inbox), parkedRecord(command, reason));
}
