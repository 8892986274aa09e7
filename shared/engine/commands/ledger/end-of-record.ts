import { endsRecord, recordOfRow, rowsOfRecord, type LedgerRow } from '../../decide/ledger-row.ts';
import type { Snapshot } from '../../../platform/mongo/snapshot.ts';

/**
 * `lost`: the record disappeared without a command. `unknown`: its ledger rows and deletion record have expired after 90 days.
 */
export type EndOfRecord = 'deleted' | 'lost' | 'unknown';

/** `collection`: such as `orders`. Without `session`, reads the current data. */
export async function endOfRecord(
  { db, session }: Pick<Snapshot, 'db'> & Partial<Pick<Snapshot, 'session'>>,
  collection: string,
  id: number,
): Promise<EndOfRecord> {
  const within = session === undefined ? {} : { session };
  const newest = await db
    .collection<LedgerRow>('ledger')
    .findOne(
      { _id: rowsOfRecord(`${collection}/${id}`), kind: { $ne: 'noted' } },
      { projection: { kind: 1, 'changes.field': 1 }, sort: { _id: -1 }, ...within },
    );
  if (newest && endsRecord(newest)) return 'deleted';
  const deletion = await db
    .collection<{ _id: string; kind: string; id: number; version: number }>('deletions')
    .findOne({ kind: collection, id }, { projection: { version: 1 }, sort: { version: -1 }, ...within });
  if (!newest) return deletion ? 'deleted' : 'unknown';
  // If the newest row is later than the deletion, that deletion was undone.
  return deletion && deletion.version > recordOfRow(newest).version ? 'deleted' : 'lost';
}
