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
 * that it is at. As what they are without a ledger: who and when, and the names of fields without values. `jumps`: what each restore of
 * its database has added to versions, the last one last.
 */
export function leastRows(
  path: string,
  record: StoredRecord,
  table: Told,
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

/** A restore moves a record's version on, and leaves its log as it is: nothing has changed between the two. */
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
  const isTold = typeof by === 'string' && typeof at === 'string' && Array.isArray(fields);
  return isTold && typeof version === 'number' && Number.isSafeInteger(version) && version > 0;
}

function rowOf({ at, by, fields }: LoggedChange, { without = new Set(), kindsOf = {} }: Told): Row {
  const named = fields.filter((field) => field !== '*' && !without.has(field));
  const kind = named.flatMap((field) => kindsOf[field] ?? [])[0] ?? 'changed';
  return { at, kind, ...authorOf(by), changes: named.map((field) => ({ field })) };
}

/** The version that a record was made at: 1, and further on after a restore. */
function madeAt([oldest]: readonly LoggedChange[]): number {
  return oldest?.fields.includes('*') === true ? oldest.version : 1;
}

/** What it was made with is found from later rows, where no version lacks one; else it is not known. */
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

/** `admin:front-desk` */
function authorOf(by: string): Pick<LedgerRow, 'by'> {
  const [, area, subject = ''] = /^(admin|client):(.*)$/s.exec(by) ?? [];
  return area === 'admin' || area === 'client' ? { by: { area, subject } } : {};
}
