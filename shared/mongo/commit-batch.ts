import { Types } from 'mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { BatchWork } from '../commands/decide-batch.ts';
import type { Tables } from '../commands/handler.ts';
import { killPoint } from '../kill-point.ts';
import type { Database } from './connect.ts';
import { isTooLarge, WriteConflict } from './faults.ts';
import { operator } from './list-filters.ts';
import type { BatchModels, InboxDocument, OutboxDocument, OutboxEvent } from './inbox-and-outbox.ts';
import { inTransaction } from './transaction.ts';
import { writeInParts, writeTogether } from './write-statement.ts';
import type { Operation, WriteStatement } from './write-statement.ts';

export type Write<T extends Tables> = BatchWork<T>['writes'][number];
interface TableDocument {
  _id: number | string;
  version: number;
}

/** How records of a service are laid out in its collections. */
export interface Layout<T extends Tables> {
  model: (table: keyof T) => Model<TableDocument>;
  /** The document of a record: the record and what only the lists need. */
  toDocument: (table: keyof T, record: T[keyof T]) => Record<string, unknown>;
  /** Writes to collections that follow from the records' changes, such as one row for each item of an order. */
  follow?: (writes: readonly Write<T>[]) => { model: Model<TableDocument>; operations: Operation[] }[];
}

/**
 * Commits a whole batch in one transaction: one statement per collection, inbox, outbox. Every write is guarded by the
 * version that was read. Throws `WriteConflict` or the driver's duplicate-key error when another writer was faster: then
 * nothing is written. Answers what it put into the outbox.
 */
export async function commitBatch<T extends Tables>(
  database: Database,
  models: BatchModels,
  layout: Layout<T>,
  work: Pick<BatchWork<T>, 'writes' | 'unparked'> & {
    inbox: InboxDocument[];
    events: OutboxEvent[];
    at: string;
  },
): Promise<OutboxDocument | null> {
  const bulks = groupByModel(layout, work.writes);
  const entry =
    work.events.length > 0 ? { _id: new Types.ObjectId(), at: work.at, events: work.events } : null;
  const commit = (write: WriteStatement) =>
    inTransaction(database, async (session) => {
      if (work.unparked.length > 0) {
        const parked = { _id: operator({ $in: work.unparked }), state: 'parked' as const };
        await models.inbox.deleteMany(parked, { session });
      }
      if (work.inbox.length > 0) await write(models.inbox, work.inbox.map(insertion), session);
      for (const bulk of bulks) await writeGuarded(write, bulk, session);
      if (entry) await write(models.outbox, [insertion(entry)], session);
      killPoint('worker.before-commit');
    });
  try {
    await commit(writeTogether);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    await commit(writeInParts);
  }
  return entry;
}

function insertion(document: { _id: string | Types.ObjectId }): Operation {
  return { insertOne: { document } };
}

interface Bulk {
  model: Model<TableDocument>;
  operations: Operation[];
  /** Whether its updates are guarded: then each of them, also those that are not, must change or make a document. */
  isGuarded: boolean;
  deleted: number;
}

function groupByModel<T extends Tables>(layout: Layout<T>, writes: Write<T>[]): Bulk[] {
  const bulks = new Map<string, Bulk>();
  const bulkOf = (model: Model<TableDocument>): Bulk => {
    const name = model.collection.collectionName;
    const bulk = bulks.get(name) ?? { model, operations: [], isGuarded: false, deleted: 0 };
    bulks.set(name, bulk);
    return bulk;
  };
  for (const write of writes) {
    const bulk = bulkOf(layout.model(write.table));
    bulk.operations.push(guardedOperation(layout, write));
    if (write.before && write.after) bulk.isGuarded = true;
    if (write.before && !write.after) bulk.deleted += 1;
  }
  for (const { model, operations } of layout.follow?.(writes) ?? []) {
    bulkOf(model).operations.push(...operations);
  }
  return [...bulks.values()].filter((bulk) => bulk.operations.length > 0);
}

function guardedOperation<T extends Tables>(
  layout: Layout<T>,
  { table, before, after }: Write<T>,
): Operation {
  if (!before && after) return { insertOne: { document: layout.toDocument(table, after) } };
  const { _id, version } = before as TableDocument;
  if (!after) return { deleteOne: { filter: { _id, version } } };
  const document = { $literal: layout.toDocument(table, after) };
  // The guard stands in the update, not in the filter: a filter of nothing but the id needs no query plan, which
  // costs MongoDB more than the write itself.
  const guarded = { $cond: [{ $eq: ['$version', { $literal: version }] }, document, '$$ROOT'] };
  return { updateOne: { filter: { _id }, update: [{ $replaceWith: guarded }] } };
}

async function writeGuarded(write: WriteStatement, bulk: Bulk, session: ClientSession): Promise<void> {
  const written = await write(bulk.model, bulk.operations, session);
  const updates = bulk.operations.filter((operation) => 'updateOne' in operation).length;
  if (bulk.isGuarded && written.modified + written.upserted < updates) {
    throw new WriteConflict(`${bulk.model.collection.collectionName} moved on`);
  }
  if (bulk.deleted > 0 && written.deleted < bulk.deleted) {
    throw new WriteConflict(`${bulk.model.collection.collectionName} moved on`);
  }
}
