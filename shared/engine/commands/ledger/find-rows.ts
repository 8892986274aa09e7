import type { ClientSession, Model } from 'mongoose';
import { rowId, rowsOfRecord, type LedgerRow } from '../../decide/ledger-row.ts';
import { driverCollection } from '../../../platform/mongo/driver-collection.ts';
import { inSession } from '../../../platform/mongo/load-records.ts';
import type { LedgerDocument } from './ledger-model.ts';

export type LedgerCollection = Pick<Model<LedgerDocument>, 'collection'>;

const maxTimeMs = 10_000;

interface Part {
  /** Exclusive bounds of the ids. */
  after?: string;
  before?: string;
  limit: number;
  oldestFirst?: boolean;
}

/** The result includes notes and is sorted by id. */
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

export interface Versions {
  above: number;
  upTo: number;
}

/** The result has no notes and begins with the newest version. */
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

/** Finds at most `limit` rows of orders that changed the product's stock to one of these versions, in no particular order. */
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
