import type { Model, mongo } from 'mongoose';
import { operationStatuses, type OperationStatus } from '../../contracts/endpoints/operations.ts';
import { Problem } from '../../contracts/errors.ts';
import type { BulkOperation } from '../decide/bulk-operation.ts';
import { newestFirst, type InboxRecord } from '../decide/outcome.ts';
import type { ListCursor } from '../lists/cursor.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { isTimeExceeded } from '../../platform/mongo/faults.ts';
import { byId } from '../../platform/mongo/load-records.ts';
import type { EngineModels } from './engine-models.ts';
import { fromInboxDocument, type InboxDocument } from './inbox.ts';

/** Which operations of a service to list, and in which order. Times are ISO 8601. */
export interface OperationsAsked {
  statuses: readonly OperationStatus[] | null;
  type: string | null;
  owner: string | null;
  /** Inclusive. */
  from: string | null;
  /** Exclusive. */
  until: string | null;
  isOldestFirst: boolean;
  /** The page follows this cursor, `[accepted_at, command]`, in the cursor's direction. Null: the first page. */
  at: ListCursor | null;
  limit: number;
  /** Counting stops at this number. Null: no count. */
  countUpTo: number | null;
}

export interface ListedOperation {
  record: InboxRecord;
  bulk: BulkOperation | null;
}

type Models = Pick<EngineModels, 'inbox' | 'bulk'>;
type Filter = Readonly<Record<string, unknown>>;

/** The time limit of a query in ms. A page takes less if an index finds the operations. The gateway waits longer than this. */
const maxTimeMs = 5000;

/**
 * If a query for a type of bulk work has no statuses, adds all statuses. Only a query with statuses searches the documents of
 * bulk operations, and only these documents have the exact type: a `bulk-update` with a payment is stored as `bulk-payment`.
 */
function withStatuses(asked: OperationsAsked): OperationsAsked {
  const isOfBulkWork = asked.type?.includes('.bulk-') === true;
  return { ...asked, statuses: asked.statuses ?? (isOfBulkWork ? operationStatuses : null) };
}

/** Lists a service's operations by acceptance time. Throws `validation_failed` if the query takes too long. */
export async function listedOperations(
  models: Models,
  query: OperationsAsked,
): Promise<{ operations: ListedOperation[]; total: number }> {
  const asked = withStatuses(query);
  try {
    const [operations, total] = await Promise.all([operationsOf(models, asked), totalOf(models, asked)]);
    return { operations, total };
  } catch (error) {
    if (!isTimeExceeded(error)) throw error;
    const params = { filter: 'filters[created_at]' };
    throw new Problem('validation_failed', {
      fields: [{ field: 'filters', rule: 'takes_too_long', params }],
    });
  }
}

async function operationsOf(models: Models, asked: OperationsAsked): Promise<ListedOperation[]> {
  const [single, bulk] = await Promise.all([singleWrites(models, asked), bulkWork(models, asked)]);
  const all = [...single, ...bulk].sort(({ record: a }, { record: b }) => newestFirst(a, b));
  if (!goesDown(asked)) all.reverse();
  return all.slice(0, asked.limit);
}

/**
 * Finds operations in the inbox. Without a status filter, also returns bulk operations. Each operation that has a document of
 * bulk work is returned with it: a single write that can be undone has one too.
 */
async function singleWrites({ inbox, bulk }: Models, asked: OperationsAsked): Promise<ListedOperation[]> {
  const match = singleMatch(asked);
  if (match === null) return [];
  const records = await newestCommands(inbox, match, asked);
  const ids = records.map(({ _id }) => _id);
  const workById = await byId<BulkOperation>(bulk, ids);
  return records.map((record) => ({ record, bulk: workById.get(record._id) ?? null }));
}

/** Finds bulk operations by status in their own documents, because the inbox does not have their status. */
async function bulkWork({ inbox, bulk }: Models, asked: OperationsAsked): Promise<ListedOperation[]> {
  if (asked.statuses === null) return [];
  const direction = goesDown(asked) ? -1 : 1;
  const works = await driverCollection<BulkOperation>(bulk)
    .find({ $and: [bulkMatch(asked), beyondCursor(asked)] } as never, { maxTimeMS: maxTimeMs })
    .sort({ created_at: direction, _id: direction })
    .limit(asked.limit)
    .toArray();
  const ids = works.map(({ _id }) => _id);
  const documents = await byId<InboxDocument>(inbox, ids);
  return works.flatMap((work) => {
    const document = documents.get(work._id);
    return document ? [{ record: fromInboxDocument(document), bulk: work }] : [];
  });
}

function beyondCursor(asked: OperationsAsked): Filter {
  const [moment, last] = asked.at?.values ?? [];
  if (moment === undefined) return {};
  const beyond = goesDown(asked) ? '$lt' : '$gt';
  return { $or: [{ created_at: { [beyond]: moment } }, { created_at: moment, _id: { [beyond]: last } }] };
}

async function totalOf({ inbox, bulk }: Models, asked: OperationsAsked): Promise<number> {
  if (asked.countUpTo === null) return 0;
  const options = { limit: asked.countUpTo, maxTimeMS: maxTimeMs };
  const match = singleMatch(asked);
  const counts = await Promise.all([
    match === null ? 0 : driverCollection(inbox).countDocuments(match as never, options),
    asked.statuses === null ? 0 : driverCollection(bulk).countDocuments(bulkMatch(asked) as never, options),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

function common({ type, owner, from, until }: OperationsAsked, moment: string): Filter {
  const between = { ...(from !== null && { $gte: from }), ...(until !== null && { $lt: until }) };
  return {
    ...(owner !== null && { owner }),
    ...(type !== null && { type }),
    ...(Object.keys(between).length > 0 && { [moment]: between }),
  };
}

/** MongoDB uses the partial index only if the query includes the filter of that index. */
const refused = (state: InboxRecord['state']): Filter => ({
  state,
  'outcome.problem.code': { $exists: true },
});

/** Inbox filters for single writes, keyed by status. They match neither bulk work nor commands that no worker has received. */
const singlesAt: Partial<Record<OperationStatus, Filter>> = {
  parked: refused('parked'),
  cancelled: refused('cancelled'),
  failed: refused('done'),
  succeeded: {
    $or: [
      { answer: { $exists: true } },
      {
        state: 'done',
        'outcome.problem': { $exists: false },
        'outcome.background': { $ne: true },
        'outcome.status': { $ne: 202 },
      },
    ],
  },
};

/** A filter for single writes. Null if no single write can have one of the requested statuses. */
function singleMatch(asked: OperationsAsked): Filter | null {
  if (asked.statuses === null) return common(asked, 'accepted_at');
  const some = asked.statuses.flatMap((status) => singlesAt[status] ?? []);
  const [only, ...others] = some;
  if (only === undefined) return null;
  return { $and: [common(asked, 'accepted_at'), others.length === 0 ? only : { $or: some }] };
}

function bulkMatch(asked: OperationsAsked): Filter {
  return {
    ...common(asked, 'created_at'),
    status: { $in: asked.statuses ?? [] },
    isSingle: { $exists: false },
  };
}

/** Whether a page continues towards older commands. */
function goesDown({ at, isOldestFirst }: OperationsAsked): boolean {
  return (at?.pointsToNext !== false) !== isOldestFirst;
}

/**
 * Reads a page of commands, sorted by acceptance time and id. The indexes do not contain the command's id, so this function sorts
 * commands with the same time.
 */
async function newestCommands(
  inbox: Pick<Model<InboxDocument>, 'collection'>,
  match: Filter,
  asked: OperationsAsked,
): Promise<InboxRecord[]> {
  const { at, limit } = asked;
  const descending = goesDown(asked);
  const [moment, last] = at?.values ?? [];
  const from = at ? { accepted_at: descending ? { $lte: moment } : { $gte: moment } } : {};
  const isBeyond = (a: InboxDocument, b: unknown) => (descending ? a._id < String(b) : a._id > String(b));
  const inOrder = (same: readonly InboxDocument[]) =>
    same
      .filter((one) => one.accepted_at !== moment || isBeyond(one, last))
      .toSorted((a, b) => (isBeyond(a, b._id) ? 1 : -1));

  const found = driverCollection<InboxDocument>(inbox)
    .find({ $and: [match, from] } as mongo.Filter<InboxDocument>, { maxTimeMS: maxTimeMs })
    .sort({ accepted_at: descending ? -1 : 1 })
    .batchSize(limit + 1);
  const rows: InboxDocument[] = [];
  let same: InboxDocument[] = [];
  for await (const document of found) {
    if (document.accepted_at !== same[0]?.accepted_at) {
      rows.push(...inOrder(same));
      same = [];
      if (rows.length >= limit) break;
    }
    same.push(document);
  }
  rows.push(...inOrder(same));
  return rows.slice(0, limit).map(fromInboxDocument);
}
