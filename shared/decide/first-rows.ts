import type { TrackedTable } from './ledger.ts';
import { rowId } from './ledger-row.ts';
import type { LedgerRow } from './ledger-row.ts';
import type { LoggedChange } from './versioned-record.ts';

/** A record as the database has it, which may be damaged. */
export interface StoredRecord {
  _id: unknown;
  version?: unknown;
  log?: unknown;
  created_at?: unknown;
  updated_at?: unknown;
}

type Told = Pick<TrackedTable<never>, 'without' | 'kindsOf'> & { initial?: object };

/**
 * The rows that the ledger has of a record at the least: its creation, each change that its own log still names, and the version
 * that it is at. As what they are without a ledger: who and when, and the names of fields without values.
 */
export function leastRows(path: string, record: StoredRecord, table: Told): LedgerRow[] {
  const { _id: id, version } = record;
  if (typeof id !== 'number' || typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return [];
  const logged = logOf(record, version);
  const rows = new Map(logged.map((change) => [change.version, rowOf(change, table)]));
  const begins = table.initial === undefined;
  if (begins) rows.set(1, createdRow(record, rows, version));
  if (!rows.has(version)) rows.set(version, { at: momentOf(record), kind: 'changed', changes: [] });
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([of, row]) => ({ _id: rowId(`${path}/${id}`, of), ...row }));
}

type Row = Omit<LedgerRow, '_id'>;

function logOf({ log }: StoredRecord, version: number): LoggedChange[] {
  const entries = Array.isArray(log) ? (log as unknown[]) : [];
  return entries.filter(isLogged).filter((change) => change.version <= version);
}

function isLogged(entry: unknown): entry is LoggedChange {
  const { version, by, at, fields } = (entry ?? {}) as Partial<Record<keyof LoggedChange, unknown>>;
  const isTold = typeof by === 'string' && typeof at === 'string' && Array.isArray(fields);
  return isTold && typeof version === 'number' && Number.isSafeInteger(version) && version > 0;
}

function rowOf({ at, by, fields }: LoggedChange, { without = new Set(), kindsOf = {} }: Told): Row {
  const named = fields.filter((field) => field !== '*' && !without.has(field));
  const kind = named.flatMap((field) => kindsOf[field] ?? [])[0] ?? 'changed';
  return { at, kind, ...authorOf(by), changes: named.map((field) => ({ field })) };
}

/** What it was made with is found from later rows, where no version lacks one; else it is not known. */
function createdRow(record: StoredRecord, rows: ReadonlyMap<number, Row>, version: number): Row {
  const { at = momentOf(record, record.created_at), by } = rows.get(1) ?? {};
  const isWhole = [...rows.keys()].filter((one) => one > 1).length === version - 1;
  return { at, kind: 'created', ...(by && { by }), ...(!isWhole && { changes: [] }) };
}

function momentOf({ created_at: created, updated_at: updated }: StoredRecord, at: unknown = updated): string {
  return (
    ([at, created, updated].find((one) => typeof one === 'string' && one !== '') as string | undefined) ??
    new Date(0).toISOString()
  );
}

/** `admin:front-desk` */
function authorOf(by: string): Pick<LedgerRow, 'by'> {
  const [, area, subject = ''] = /^(admin|client):(.*)$/s.exec(by) ?? [];
  return area === 'admin' || area === 'client' ? { by: { area, subject } } : {};
}
