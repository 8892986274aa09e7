import type { mongo } from 'mongoose';
import type { StoredRecord } from '../../decide/first-rows.ts';
import type { Tables } from '../../decide/handler.ts';
import { recordOfRow, rowsOfRecord, type LedgerRow } from '../../decide/ledger-row.ts';
import type { Tracked, TrackedTable } from '../../decide/ledger.ts';
import type { Snapshot } from '../../mongo/snapshot.ts';
import { fieldsOfRows, missingRows } from './missing-rows.ts';

/** The ledger rows that a record (`orders/12`) lacks after its newest row, as far as the record's own log contains those versions. */
export function rowsBehind<T extends Tables>(tracked: Tracked<T>) {
  return async ({ db, session }: Snapshot, subject: string): Promise<LedgerRow[]> => {
    const [collection = '', id] = subject.split('/');
    const table = (tracked as Record<string, TrackedTable<never> | undefined>)[collection];
    const record = await db
      .collection<StoredRecord & { _id: number }>(collection)
      .findOne({ _id: Number(id) }, { projection: fieldsOfRows, session });
    if (!table || !record) return [];
    const newest = await newestVersion(db.collection<LedgerRow>('ledger'), subject, session);
    const missing = await missingRows({ db, session }, collection, [record], table);
    return missing.filter((row) => recordOfRow(row).version > newest);
  };
}

/** 0 if the record has no row. */
async function newestVersion(
  ledger: mongo.Collection<LedgerRow>,
  subject: string,
  session: Snapshot['session'],
): Promise<number> {
  const newest = { projection: { _id: 1 }, sort: { _id: -1 }, session } as const;
  const row = await ledger.findOne({ _id: rowsOfRecord(subject) }, newest);
  return row ? recordOfRow(row).version : 0;
}
