import type { Model } from 'mongoose';
import { rowsOfRecord, recordOfRow } from '../../decide/ledger-row.ts';
import { databaseTime } from '../../mongo/database-time.ts';
import { driverCollection } from '../../mongo/driver-collection.ts';
import type { LedgerDocument } from './ledger-model.ts';

/** Deleted records whose timelines go at once. */
const recordsAtOnce = 100;

/**
 * Removes the whole timelines of records whose deletion is longer ago than they are kept, by the database's clock: at most so many
 * in a call. Answers how many.
 */
export async function forgetDeleted(ledger: Model<LedgerDocument>): Promise<number> {
  const rows = driverCollection<LedgerDocument>(ledger);
  const now = await databaseTime(ledger.db);
  const over = await rows
    .find({ forget_at: { $lte: now } }, { projection: { _id: 1 } })
    .sort({ forget_at: 1 })
    .limit(recordsAtOnce)
    .toArray();
  for (const deletion of over) {
    const { $gt, $lt } = rowsOfRecord(recordOfRow(deletion).subject);
    // The deletion's own row comes last: as long as it is there, the next call finds the others again.
    await rows.deleteMany({ _id: { $gt, $lt, $ne: deletion._id } });
    await rows.deleteOne({ _id: deletion._id });
  }
  return over.length;
}
