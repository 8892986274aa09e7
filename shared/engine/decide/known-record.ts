import { recordOfRow, type LedgerRow, type FlatRecord } from './ledger-row.ts';
import { isSame } from './versioned-record.ts';

/** The ledger proves one of three facts about a field: its last written value, that it was never changed, or nothing. */
export type KnownField =
  /** `value` is null if commands left the field empty, or removed the list entry with the field. */
  | { is: 'written'; value: unknown }
  /** No command changed the field since the record's creation, and the initial value is not stored. */
  | { is: 'as created' }
  | { is: 'unknown' };

/** The initial values in the event of a record's creation. */
export interface CreatedWith {
  /** The initial values, keyed by dotted names as in the ledger, such as `items.12.amount`. */
  fields: FlatRecord;
  /** Whether creation events have the field. If so, and there is no value, the field was empty. */
  covers: (field: string) => boolean;
}

/**
 * A record's values as commands wrote them: its initial values, and every change since. Uses neither the stored document, which
 * may be damaged, nor data that comes from it: later events, and a deleted record's last state.
 */
export interface KnownRecord {
  field: (name: string) => KnownField;
  /** The ledger rows from the record's version back to its creation or the first gap, newest first. */
  rows: readonly LedgerRow[];
  /** Why the rows do not reach back to the creation; any change may be missing then. Null if the rows reach back to it. */
  gap: string | null;
}

const unknown: KnownField = { is: 'unknown' };
const written = (value: unknown): KnownField => ({ is: 'written', value: value ?? null });

/**
 * `version`: the stored document's version. `rows`: the record's ledger rows, newest first, without notes. `created`: null if the
 * creation event is no longer stored.
 */
export function knownRecord(
  version: number,
  rows: readonly LedgerRow[],
  created: CreatedWith | null = null,
): KnownRecord {
  const unbroken = unbrokenRows(version, rows);
  return {
    ...unbroken,
    field: (name) => {
      for (const row of unbroken.rows) {
        const known = fieldInRow(row, name);
        if (known) return known;
      }
      if (unbroken.gap !== null) return unknown;
      return created?.covers(name) === true ? written(created.fields.get(name)) : { is: 'as created' };
    },
  };
}

/** Shows which of two values a command last wrote to the field. Null if it wrote a third value, or if the value is unknown. */
export function sideOf<V>(known: KnownField, one: V, other: V): 'one' | 'other' | null {
  if (known.is !== 'written') return null;
  if (isSame(known.value, one ?? null)) return 'one';
  return isSame(known.value, other ?? null) ? 'other' : null;
}

/** Whether commands last wrote a value other than `value`. False if this is unknown. */
export function contradicts(known: KnownField, value: unknown): boolean {
  return known.is === 'written' && !isSame(known.value, value ?? null);
}

function unbrokenRows(version: number, rows: readonly LedgerRow[]): Pick<KnownRecord, 'rows' | 'gap'> {
  const unbroken: LedgerRow[] = [];
  for (const row of rows) {
    const expected = version - unbroken.length;
    const { version: of } = recordOfRow(row);
    if (of > version) return { rows: [], gap: `the ledger has a later version ${of}` };
    if (of !== expected) return { rows: unbroken, gap: `the ledger lacks version ${expected}` };
    if (isOpaque(row)) return { rows: unbroken, gap: `the ledger does not say what version ${of} changed` };
    unbroken.push(row);
    if (row.kind === 'created') return { rows: unbroken, gap: null };
  }
  return { rows: unbroken, gap: `the ledger lacks version ${version - unbroken.length}` };
}

/** Whether the ledger row was added later for a version whose command is unknown. This version may have changed any field. */
function isOpaque({ kind, via, changes = [] }: LedgerRow): boolean {
  return kind !== 'created' && via === undefined && changes.length === 0;
}

/** The fact that a ledger row proves about a field. Null if the row does not change the field. */
function fieldInRow({ changes = [] }: LedgerRow, name: string): KnownField | null {
  const change = changes.find(({ field }) => field === name);
  if (change) return 'to' in change ? written(change.to) : unknown;
  // If a field in one item changed, releases before 0.6.0 recorded only `items` as the changed field.
  const isInside = changes.some((one) => !('to' in one) && name.startsWith(`${one.field}.`));
  return isInside ? unknown : null;
}

/**
 * When commands last changed a field whose name starts with `prefix`, or created the record. Null if unknown. Repairs by the
 * audit do not count, because they only restore values that commands wrote.
 */
export function changedAt({ rows }: KnownRecord, prefix: string): string | null {
  const changed = rows.find(
    ({ kind, via, changes = [] }) =>
      kind === 'created' ||
      (via?.type !== auditRepair && changes.some(({ field }) => field.startsWith(prefix))),
  );
  return changed?.at ?? null;
}

/** The `via.type` of ledger rows for repairs by the audit. */
export const auditRepair = 'audit.repair';
