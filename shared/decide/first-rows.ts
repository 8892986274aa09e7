import type { TrackedTable } from './ledger.ts';
import { rowId, type LedgerRow } from './ledger-row.ts';
import type { LoggedChange } from './versioned-record.ts';

/** A record as the database holds it; it may be damaged. */
export interface StoredRecord {
  _id: unknown;
  version?: unknown;
  log?: unknown;
  created_at?: unknown;
  updated_at?: unknown;
}

type RowTable = Pick<TrackedTable<never>, 'without' | 'kindsOf'> & { initial?: object };

/**
 * The minimum of ledger rows for a record: its creation, each change in its own log, and its current version.
 * They hold author, time and field names, but no values. `jumps`: how far each restore of the database raised
 * versions, oldest first.
 */
export function leastRows(
  path: string,
  record: StoredRecord,
  table: RowTable,
  jumps: readonly number[] = [],
): LedgerRow[] {
  const { _id: id, version } = record;
  if (typeof id !== 'number' || typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return [];
  const logged = asOfRestores(logOf(record, version), version, jumps);
  const rows = new Map(logged.map((change) => [change.version, rowOf(change, table)]));
  const first = madeAt(logged);
  const begins = table.initial === undefined;
  if (begins) rows.set(first, createdRow(record, rows, { first, version }));
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

/** A restore of the database raises a record's version but not the versions in its log. So raise those by the same amount. */
function asOfRestores(logged: LoggedChange[], version: number, jumps: readonly number[]): LoggedChange[] {
  const missing = version - (logged.at(-1)?.version ?? version);
  let by = 0;
  for (const jump of jumps.toReversed()) {
    by += jump;
    if (by === missing) return logged.map((change) => ({ ...change, version: change.version + by }));
  }
  return logged;
}

function isLogged(entry: unknown): entry is LoggedChange {
  const { version, by, at, fields } = (entry ?? {}) as Partial<Record<keyof LoggedChange, unknown>>;
  const isComplete = typeof by === 'string' && typeof at === 'string' && Array.isArray(fields);
  return isComplete && typeof version === 'number' && Number.isSafeInteger(version) && version > 0;
}

function rowOf({ at, by, fields }: LoggedChange, { without = new Set(), kindsOf = {} }: RowTable): Row {
  const named = fields.filter((field) => field !== '*' && !without.has(field));
  const kind = named.flatMap((field) => kindsOf[field] ?? [])[0] ?? 'changed';
  return { at, kind, ...authorOf(by), changes: named.map((field) => ({ field })) };
}

/** The version at which a record was created: 1, or higher after a restore. */
function madeAt([oldest]: readonly LoggedChange[]): number {
  return oldest?.fields.includes('*') === true ? oldest.version : 1;
}

/** The initial values follow from later rows if no version is missing; otherwise they are unknown. */
function createdRow(
  record: StoredRecord,
  rows: ReadonlyMap<number, Row>,
  { first, version }: { first: number; version: number },
): Row {
  const { at = momentOf(record, record.created_at), by } = rows.get(first) ?? {};
  const isWhole = [...rows.keys()].filter((one) => one > first).length === version - first;
  return { at, kind: 'created', ...(by && { by }), ...(!isWhole && { changes: [] }) };
}

function momentOf({ created_at: created, updated_at: updated }: StoredRecord, at: unknown = updated): string {
  return (
    ([at, created, updated].find((one) => typeof one === 'string' && one !== '') as string | undefined) ??
    new Date(0).toISOString()
  );
}

/** Parses an author such as `admin:front-desk`. */
function authorOf(by: string): Pick<LedgerRow, 'by'> {
  const [, area, subject = ''] = /^(admin|client):(.*)$/s.exec(by) ?? [];
  return area === 'admin' || area === 'client' ? { by: { area, subject } } : {};
}
