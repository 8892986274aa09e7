import type { ClientSession, Model, mongo } from 'mongoose';
import { retention } from '../../../contracts/retention.ts';
import {
  deletionBefore,
  endsRecord,
  rowId,
  rowsOfRecord,
  recordOfRow,
  type LedgerRow,
  type Versions,
} from '../../decide/ledger-row.ts';
import type { Operation } from '../../../platform/mongo/write-statement.ts';
import {
  collectionSchema,
  dates,
  denser,
  mixed,
  numbers,
  texts,
} from '../../../platform/mongo/collection-schema.ts';
import { type Database, driverDatabase } from '../../../platform/mongo/connect.ts';
import { driverCollection } from '../../../platform/mongo/driver-collection.ts';
import { inSession } from '../../../platform/mongo/load-records.ts';
import type { ReadRows } from '../../decide/explain-refusal.ts';
import type { Snapshot } from '../../../platform/mongo/snapshot.ts';
import { storeNow } from '../../../platform/mongo/store-clock.ts';
import { readAddressed } from '../addressed-record.ts';

/** Only the ledger row of a deletion has `forget_at`. After this time, `forgetDeleted` removes all ledger rows of the record. */
export type LedgerDocument = LedgerRow & { forget_at?: Date };

const { keptMs } = retention.deletedTimelines;

/** `moment`: the current time of the database's clock. */
export function toLedgerDocument(row: LedgerRow, moment: Date): LedgerDocument {
  return endsRecord(row) ? { ...row, forget_at: new Date(moment.getTime() + keptMs) } : row;
}

/** If this ledger row restores a deleted record, returns the update that stops the record's timeline from expiring. */
export function rememberedAgain(row: LedgerRow): Operation[] {
  const _id = deletionBefore(row);
  if (_id === null) return [];
  return [{ updateOne: { filter: { _id }, update: { $unset: { forget_at: true } } } }];
}

export function ledgerModel(database: Database): Model<LedgerDocument> {
  const ledger = collectionSchema<LedgerDocument>(
    'ledger',
    {
      ...texts('_id', 'at', 'kind', 'reason', 'note'),
      ...numbers('as'),
      ...dates('forget_at'),
      ...mixed('by', 'via', 'changes', 'stock', 'last', 'with'),
    },
    denser,
  );
  // Index for the stock moves in the ledger rows of orders.
  ledger.index(
    { 'stock.product_id': 1, 'stock.version': 1 },
    { partialFilterExpression: { stock: { $exists: true } } },
  );
  ledger.index({ forget_at: 1 }, { sparse: true });
  return database.model<LedgerDocument>('Ledger', ledger);
}

export type LedgerCollection = Pick<Model<LedgerDocument>, 'collection'>;

const maxTimeMs = 10_000;

interface Part {
  /** Only ledger rows with ids above `after` and below `before` are found. */
  after?: string;
  before?: string;
  limit: number;
  oldestFirst?: boolean;
}

/** Finds the ledger rows of a record, sorted by id. Includes the rows of notes, which do not change the record. */
export function findRows(
  ledger: LedgerCollection,
  subject: string,
  { after, before, limit, oldestFirst = false }: Part,
): Promise<LedgerRow[]> {
  const all = rowsOfRecord(subject);
  const _id = { $gt: after ?? all.$gt, $lt: before ?? all.$lt };
  return driverCollection<LedgerDocument>(ledger)
    .find({ _id }, { maxTimeMS: maxTimeMs })
    .sort({ _id: oldestFirst ? 1 : -1 })
    .limit(limit)
    .toArray();
}

/** Finds the ledger rows of these versions of a record, newest first. Leaves out the rows of notes, which change no version. */
export function findVersions(
  ledger: LedgerCollection,
  subject: string,
  { above, upTo }: Versions,
  session: ClientSession | null = null,
): Promise<LedgerRow[]> {
  const _id = { $gt: `${rowId(subject, above)};`, $lt: rowId(subject, upTo + 1) };
  return driverCollection<LedgerDocument>(ledger)
    .find({ _id, kind: { $ne: 'noted' } }, { ...inSession(session), maxTimeMS: maxTimeMs })
    .sort({ _id: -1 })
    .toArray();
}

/** Like `findVersions`, but finds at most `limit` rows, the newest. */
export function newestVersions(
  db: mongo.Db,
  subject: string,
  limit: number,
  options: mongo.FindOptions = {},
): Promise<LedgerRow[]> {
  return db
    .collection<LedgerRow>('ledger')
    .find({ _id: rowsOfRecord(subject), kind: { $ne: 'noted' } }, options)
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
}

/** Finds at most `limit` ledger rows of orders that changed the product's stock to one of these versions, unsorted. */
export function findMoves(
  ledger: LedgerCollection,
  productId: number,
  { above, upTo }: Versions,
  { limit, session = null }: { limit: number; session?: ClientSession | null },
): Promise<LedgerRow[]> {
  const move = { product_id: productId, version: { $gt: above, $lte: upTo } };
  return (
    driverCollection<LedgerDocument>(ledger)
      // `$exists` is needed so that MongoDB uses the partial index.
      .find({ stock: { $exists: true, $elemMatch: move } }, { ...inSession(session), maxTimeMS: maxTimeMs })
      .limit(limit)
      .toArray()
  );
}

/** `lost`: the record is missing although no command deleted it. `unknown`: its ledger rows and deletion record have expired. */
type EndOfRecord = 'deleted' | 'lost' | 'unknown';

/** Finds out why a record is missing. `collection`: such as `orders`. Without `session`, reads the current data. */
export async function endOfRecord(
  { db, session }: Pick<Snapshot, 'db'> & Partial<Pick<Snapshot, 'session'>>,
  collection: string,
  id: number,
): Promise<EndOfRecord> {
  const within = session === undefined ? {} : { session };
  const fields = { projection: { kind: 1, 'changes.field': 1 }, ...within };
  const [newest] = await newestVersions(db, `${collection}/${id}`, 1, fields);
  if (newest && endsRecord(newest)) return 'deleted';
  const deletion = await db
    .collection<{ _id: string; kind: string; id: number; version: number }>('deletions')
    .findOne({ kind: collection, id }, { projection: { version: 1 }, sort: { version: -1 }, ...within });
  if (!newest) return deletion ? 'deleted' : 'unknown';
  // If the newest ledger row is later than the deletion, the deletion was undone.
  return deletion && deletion.version > recordOfRow(newest).version ? 'deleted' : 'lost';
}

const recordsAtOnce = 100;

/**
 * Removes the timelines of records that were deleted longer ago than the retention. Returns the number of these records. A record
 * that exists again keeps its timeline.
 */
export async function forgetDeleted(ledger: Model<LedgerDocument>): Promise<number> {
  const rows = driverCollection<LedgerDocument>(ledger);
  const over = await rows
    .find({ forget_at: { $lte: storeNow() } }, { projection: { _id: 1 } })
    .sort({ forget_at: 1 })
    .limit(recordsAtOnce)
    .toArray();
  let forgotten = 0;
  for (const deletion of over) {
    const { subject } = recordOfRow(deletion);
    if (await isThere(ledger, subject)) {
      await rows.updateOne({ _id: deletion._id }, { $unset: { forget_at: true } });
      continue;
    }
    const { $gt, $lt } = rowsOfRecord(subject);
    // Removes the ledger row of the deletion last. If the process stops before that, the next call finds the timeline again.
    await rows.deleteMany({ _id: { $gt, $lt, $ne: deletion._id } });
    await rows.deleteOne({ _id: deletion._id });
    forgotten += 1;
  }
  return forgotten;
}

/**
 * Whether a deleted record exists again. If it was restored without a command, its timeline is its only history, so the timeline
 * must stay.
 */
async function isThere(ledger: Model<LedgerDocument>, subject: string): Promise<boolean> {
  const [collection = '', id] = subject.split('/');
  const records = driverDatabase(ledger.db).collection(collection);
  return (await records.findOne({ _id: Number(id) } as object, { projection: { _id: 1 } })) !== null;
}

/** Reads the ledger rows from which a 412 response to `If-Match` lists the changes. */
export function createReadRows(
  database: Database,
  ledger: LedgerCollection,
  session: ClientSession | null,
): ReadRows {
  return async (addressed, versions) => {
    const { collection, id, within } = addressed;
    const holder = within && (await readAddressed(driverDatabase(database), addressed, session));
    if (holder === null) return null;
    const [from, of] = [within?.collection ?? collection, holder?._id ?? id];
    const rows = await findVersions(ledger, `${from}/${of}`, versions, session);
    const limit = versions.upTo - versions.above;
    const isOfStock = from === 'inventory' && limit > 0;
    const moves = isOfStock ? await findMoves(ledger, Number(of), versions, { limit, session }) : [];
    return { collection: from, id: of, rows: [...rows, ...moves] };
  };
}
