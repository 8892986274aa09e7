import type { ClientSession } from 'mongoose';
import { driverDatabase, type Database } from '../../mongo/connect.ts';
import { findMoves, findVersions, type LedgerCollection } from './find-rows.ts';
import type { ReadRows } from './explain-refusal.ts';

/** Reads the ledger rows that a 412 for `If-Match` shows, in the transaction of the command. */
export function createReadRows(
  database: Database,
  ledger: LedgerCollection,
  session: ClientSession | null,
): ReadRows {
  const within = session ? { session } : {};
  return async ({ collection, id, within: holder }, versions) => {
    if (holder) {
      const held = await driverDatabase(database)
        .collection<Record<string, unknown> & { _id: number | string }>(collection)
        .findOne({ _id: id }, { projection: { [holder.field]: 1 }, ...within });
      const of = held?.[holder.field];
      if (typeof of !== 'number') return null;
      return read(holder.collection, of);
    }
    return read(collection, id);

    async function read(from: string, of: number | string) {
      const rows = await findVersions(ledger, `${from}/${of}`, versions, session);
      const limit = versions.upTo - versions.above;
      const moves =
        from === 'inventory' && limit > 0
          ? await findMoves(ledger, Number(of), versions, { limit, session })
          : [];
      return { collection: from, id: of, rows: [...rows, ...moves] };
    }
  };
}
