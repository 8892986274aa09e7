import type { Model } from 'mongoose';
import { rowsOfRecord, recordOfRow } from '../../decide/ledger-row.ts';
import { driverDatabase } from '../../../platform/mongo/connect.ts';
import { driverCollection } from '../../../platform/mongo/driver-collection.ts';
import { storeNow } from '../../../platform/mongo/store-clock.ts';
import type { LedgerDocument } from './ledger-model.ts';

const recordsAtOnce = 100;

/**
 * Removes the timelines of records that were deleted longer ago than the retention, and returns their number. A record that
 * exists again keeps its timeline.
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
    // Remove the deletion's own row last. While it exists, the next call finds the remaining rows.
    await rows.deleteMany({ _id: { $gt, $lt, $ne: deletion._id } });
    await rows.deleteOne({ _id: deletion._id });
    forgotten += 1;
  }
  return forgotten;
}

/** Whether the record exists again. If it was restored without a command, its timeline is the only history, so keep it. */
async function isThere(ledger: Model<LedgerDocument>, subject: string): Promise<boolean> {
  const [collection = '', id] = subject.split('/');
  const records = driverDatabase(ledger.db).collection(collection);
  return (await records.findOne({ _id: Number(id) } as object, { projection: { _id: 1 } })) !== null;
}
