import type { Tables } from '../../decide/handler.ts';
import { movesOf, recordOfRow, rowId, rowsOfRecord, type LedgerRow } from '../../decide/ledger-row.ts';
import type { Tracked, TrackedTable } from '../../decide/ledger.ts';
import type { Snapshot } from '../../../platform/mongo/snapshot.ts';

/** A record as the database holds it; it may be damaged. */
interface StoredRecord {
  _id: number;
  version?: unknown;
  created_at?: unknown;
  updated_at?: unknown;
}

type RowTable = Pick<TrackedTable<never>, 'movedWith'> & { initial?: object };

/**
 * Returns the ledger rows that a record such as `orders/12` lacks: one for its current version, without author and fields, and
 * one for its creation if the ledger has no row of the record.
 */
export function rowsBehind<T extends Tables>(tracked: Tracked<T>) {
  return async ({ db, session }: Snapshot, subject: string): Promise<LedgerRow[]> => {
    const [collection = '', id] = subject.split('/');
    const table = (tracked as Record<string, RowTable | undefined>)[collection];
    const fields = { version: 1, created_at: 1, updated_at: 1 };
    const record = await db
      .collection<StoredRecord>(collection)
      .findOne({ _id: Number(id) }, { projection: fields, session });
    const version = record?.version;
    if (!table || typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return [];
    const ledger = db.collection<LedgerRow>('ledger');
    const of = { projection: { _id: 1 }, session } as const;
    const newest = await ledger.findOne({ _id: rowsOfRecord(subject) }, { ...of, sort: { _id: -1 } });
    if (newest && recordOfRow(newest).version >= version) return [];
    if (table.movedWith && (await ledger.findOne(movesOf(Number(id), [version]), of))) return [];
    const [createdAt, updatedAt] = [textOf(record?.created_at), textOf(record?.updated_at)];
    const created: LedgerRow = {
      _id: rowId(subject, 1),
      at: createdAt ?? updatedAt ?? unknownTime,
      kind: 'created',
      // A creation row without `changes` would mean that later rows contain every change since.
      ...(version > 1 && { changes: [] }),
    };
    const current: LedgerRow = {
      _id: rowId(subject, version),
      at: updatedAt ?? createdAt ?? unknownTime,
      kind: 'changed',
      changes: [],
    };
    const begins = !newest && table.initial === undefined;
    return [...(begins ? [created] : []), ...(begins && version === 1 ? [] : [current])];
  };
}

const unknownTime = new Date(0).toISOString();

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
