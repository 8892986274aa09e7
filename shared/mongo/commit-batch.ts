import type { ClientSession, Model, mongo } from 'mongoose';
import type { BatchWork } from '../commands/decide-batch.ts';
import type { Tables } from '../commands/handler.ts';
import { killPoint } from '../kill-point.ts';
import type { Database } from './connect.ts';
import { WriteConflict } from './faults.ts';
import { operator } from './list-filters.ts';
import type { BatchModels, InboxDocument, OutboxEvent } from './inbox-and-outbox.ts';
import { inTransaction } from './transaction.ts';

export type Write<T extends Tables> = BatchWork<T>['writes'][number];
export type Operation = mongo.AnyBulkWriteOperation<{ _id: number | string }>;
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
 * Commits a whole batch in one transaction: one bulkWrite per collection, inbox, outbox. Every write is guarded
 * by the version that was read. Throws `WriteConflict` or the driver's duplicate-key error when another writer was
 * faster: then nothing is written.
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
): Promise<void> {
  const bulks = groupByModel(layout, work.writes);
  await inTransaction(database, async (session) => {
    if (work.unparked.length > 0) {
      const parked = { _id: operator({ $in: work.unparked }), state: 'parked' as const };
      await models.inbox.deleteMany(parked, { session });
    }
    if (work.inbox.length > 0)
      await models.inbox.collection.insertMany(work.inbox as never, { session, ordered: true });
    for (const bulk of bulks) await writeGuarded(bulk, session);
    if (work.events.length > 0) {
      await models.outbox.collection.insertOne({ at: work.at, events: work.events }, { session });
    }
    killPoint('worker.before-commit');
  });
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

async function writeGuarded(bulk: Bulk, session: ClientSession): Promise<void> {
  const result = await bulk.model.collection.bulkWrite(bulk.operations as never, { session, ordered: true });
  const updates = bulk.operations.filter((operation) => 'updateOne' in operation).length;
  if (bulk.isGuarded && result.modifiedCount + result.upsertedCount < updates) {
    throw new WriteConflict(`${bulk.model.collection.collectionName} moved on`);
  }
  if (bulk.deleted > 0 && result.deletedCount < bulk.deleted) {
    throw new WriteConflict(`${bulk.model.collection.collectionName} moved on`);
  }
}
