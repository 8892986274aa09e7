import type { mongo } from 'mongoose';
import { leastRows, type StoredRecord } from '../../decide/first-rows.ts';
import { movesOf, recordOfRow, type LedgerRow } from '../../decide/ledger-row.ts';
import type { TrackedTable } from '../../decide/ledger.ts';
import { readRestores } from '../../mongo/restores.ts';

/** The fields of a record from which its rows are derived. */
export const fieldsOfRows = { version: 1, log: 1, created_at: 1, updated_at: 1 } as const;

/** Where to read the ledger. */
interface Read {
  db: mongo.Db;
  session?: mongo.ClientSession;
}

/** The minimal rows (without values) that the ledger lacks for these records. */
export async function missingRows(
  { db, session }: Read,
  collection: string,
  records: readonly StoredRecord[],
  table: TrackedTable<never>,
): Promise<LedgerRow[]> {
  const ledger = db.collection<LedgerRow>('ledger');
  const jumps = (await readRestores(db))?.list.map(({ jumped }) => jumped.versions) ?? [];
  const wanted = records.flatMap((record) => leastRows(collection, record, table, jumps));
  const within = session ? { session } : {};
  const ids = { $in: wanted.map(({ _id }) => _id) };
  const there = await ledger.find({ _id: ids }, { projection: { _id: 1 }, ...within }).toArray();
  const known = new Set(there.map(({ _id }) => _id));
  const missing = wanted.filter(({ _id }) => !known.has(_id));
  if (!table.movedWith) return missing;
  const byRecord = Map.groupBy(missing, (row) => recordOfRow(row).subject);
  const unmoved: LedgerRow[] = [];
  for (const [subject, rows] of byRecord) {
    const moved = await movedVersions(subject, rows);
    unmoved.push(...rows.filter((row) => !moved.has(recordOfRow(row).version)));
  }
  return unmoved;

  /** Which of these versions are recorded in the rows of other records. */
  async function movedVersions(subject: string, rows: readonly LedgerRow[]): Promise<Set<number>> {
    const id = Number(subject.slice(collection.length + 1));
    const versions = rows.map((row) => recordOfRow(row).version);
    const found = await ledger.find(movesOf(id, versions), { projection: { stock: 1 }, ...within }).toArray();
    const moves = found.flatMap(({ stock = [] }) => stock);
    return new Set(moves.flatMap((one) => (one.product_id === id ? one.version : [])));
  }
}
