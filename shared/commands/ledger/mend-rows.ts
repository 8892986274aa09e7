import type { ClientSession, mongo } from 'mongoose';
import type { StoredRecord } from '../../decide/first-rows.ts';
import type { Tables } from '../../decide/handler.ts';
import { recordOfRow, rowsOfRecord } from '../../decide/ledger-row.ts';
import type { LedgerRow } from '../../decide/ledger-row.ts';
import type { Tracked, TrackedTable } from '../../decide/ledger.ts';
import { fieldsOfRows, missingRows } from './missing-rows.ts';

/** Where a record is read and its rows are written, in a transaction. */
interface MendIn {
  db: mongo.Db;
  session: ClientSession;
}

/**
 * Writes the rows that a record, `orders/12`, lacks after its newest one, with what its own log says of those versions. Tells what
 * was done.
 */
export function mendRows<T extends Tables>(tracked: Tracked<T>) {
  return async ({ db, session }: MendIn, subject: string): Promise<string> => {
    const [collection = '', id] = subject.split('/');
    const table = (tracked as Record<string, TrackedTable<never> | undefined>)[collection];
    const record = await db
      .collection<StoredRecord & { _id: number }>(collection)
      .findOne({ _id: Number(id) }, { projection: fieldsOfRows, session });
    if (!table || !record) return `${subject} is gone`;
    const ledger = db.collection<LedgerRow>('ledger');
    const newest = await newestVersion(ledger, subject, session);
    const missing = await missingRows({ db, session }, collection, [record], table);
    const rows = missing.filter((row) => recordOfRow(row).version > newest);
    if (rows.length === 0) return `${subject} is right by now`;
    await ledger.insertMany(rows, { session });
    return `${subject}: its timeline goes on to version ${recordOfRow(rows.at(-1) ?? { _id: '' }).version}`;
  };
}

/** 0 without any. */
async function newestVersion(
  ledger: mongo.Collection<LedgerRow>,
  subject: string,
  session: ClientSession,
): Promise<number> {
  const newest = { projection: { _id: 1 }, sort: { _id: -1 }, session } as const;
  const row = await ledger.findOne({ _id: rowsOfRecord(subject) }, newest);
  return row ? recordOfRow(row).version : 0;
}
