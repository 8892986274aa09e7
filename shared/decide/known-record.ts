import { recordOfRow, type LedgerRow } from './ledger-row.ts';
import type { FlatRecord } from './record-changes.ts';

/** The value that commands left in a field of a record. */
export type KnownField =
  /** Null if commands left it empty, or removed the entry that holds it. */
  | { is: 'written'; value: unknown }
  /** No command changed it since the creation, and its initial value is not kept. */
  | { is: 'as created' }
  | { is: 'unknown' };

/** The fields that the event of a record's creation shows. */
export interface CreatedWith {
  /** Keyed by dotted names, as in the ledger: `items.12.amount`. */
  fields: FlatRecord;
  /** Whether such an event includes the field at all. An included field without a value was empty. */
  covers: (field: string) => boolean;
}

/**
 * A record's values as its commands wrote them: its initial values and every change since. It ignores the
 * stored document, which may have been damaged, and everything derived from it: later events and the last form
 * of a deleted record.
 */
export interface KnownRecord {
  field: (name: string) => KnownField;
  /** The rows back from the record's version, newest first, to its creation or the first gap. */
  rows: readonly LedgerRow[];
  /** Why the rows do not reach the creation; null if they do. A gap may hide any change. */
  gap: string | null;
}

const unknown: KnownField = { is: 'unknown' };
const written = (value: unknown): KnownField => ({ is: 'written', value: value ?? null });

/**
 * `version`: the version in the document. `rows`: the record's ledger rows, newest first, without notes.
 * `created`: null if the event is not kept.
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

/** Which of two values commands wrote last to a field; null if neither of them, or if unknown. */
export function sideOf<V>(known: KnownField, one: V, other: V): 'one' | 'other' | null {
  if (known.is !== 'written') return null;
  if (isSame(known.value, one ?? null)) return 'one';
  return isSame(known.value, other ?? null) ? 'other' : null;
}

/** Whether commands wrote another value than this one to the field; false if unknown. */
export function contradicts(known: KnownField, value: unknown): boolean {
  return known.is === 'written' && !isSame(known.value, value ?? null);
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
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

/** Whether a row was added later for a version without a known command, so that it may stand for any change. */
function isOpaque({ kind, via, changes = [] }: LedgerRow): boolean {
  return kind !== 'created' && via === undefined && changes.length === 0;
}

/** The field's value after the row's change; null if the row does not change the field. */
function fieldInRow({ changes = [] }: LedgerRow, name: string): KnownField | null {
  const change = changes.find(({ field }) => field === name);
  if (change) return 'to' in change ? written(change.to) : unknown;
  // Releases without a ledger recorded `items` for any change of a line.
  const isInside = changes.some((one) => !('to' in one) && name.startsWith(`${one.field}.`));
  return isInside ? unknown : null;
}

/**
 * When commands last changed a field with this prefix, or created the record; null if unknown. Repairs by the
 * audit do not count: they only restore the values that commands left.
 */
export function changedAt({ rows }: KnownRecord, prefix: string): string | null {
  const changed = rows.find(
    ({ kind, via, changes = [] }) =>
      kind === 'created' ||
      (via?.type !== auditRepair && changes.some(({ field }) => field.startsWith(prefix))),
  );
  return changed?.at ?? null;
}

/** The type that the ledger records for a repair by the audit. */
export const auditRepair = 'audit.repair';
