import { recordOfRow } from './ledger-row.ts';
import type { LedgerRow } from './ledger-row.ts';
import type { FlatRecord } from './record-changes.ts';

/** The value that commands left in a field of a record. */
export type KnownField =
  /** Null: commands left it empty, or removed the entry that it belongs to. */
  | { is: 'written'; value: unknown }
  /** No command changed it since the record was created, and what it was created with is not kept. */
  | { is: 'as created' }
  | { is: 'unknown' };

/** What the event of a record's creation shows. */
export interface CreatedWith {
  /** By dotted names, as in the ledger: `items.12.amount`. */
  fields: FlatRecord;
  /** Whether such an event names the field at all. A field that it names and does not hold was empty. */
  covers: (field: string) => boolean;
}

/**
 * What commands made of a record: what it was created with, and every change since. Its document is no part of it, nor is a later event
 * or the last form of a deleted record: these were taken from the document, which may have been damaged by then.
 */
export interface KnownRecord {
  field: (name: string) => KnownField;
  /** The rows from the record's version back, newest first, up to its creation or to the first gap. */
  rows: readonly LedgerRow[];
  /** Why the rows do not reach back to the creation; null: they do. Behind a gap any change may be hidden. */
  gap: string | null;
}

const unknown: KnownField = { is: 'unknown' };
const written = (value: unknown): KnownField => ({ is: 'written', value: value ?? null });

/** `version`: the document's. `rows`: of the record, newest first, without notes. `created`: null where the event is not kept. */
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

/** Which of two values commands left in a field; null: neither, or nothing says it. */
export function sideOf<V>(known: KnownField, one: V, other: V): 'one' | 'other' | null {
  if (known.is !== 'written') return null;
  if (isSame(known.value, one ?? null)) return 'one';
  return isSame(known.value, other ?? null) ? 'other' : null;
}

/** Whether commands left another value in the field than this one. Without evidence: no. */
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

/** A row that was added later for a version that no command is known to have written: it may stand for any change. */
function isOpaque({ kind, via, changes = [] }: LedgerRow): boolean {
  return kind !== 'created' && via === undefined && changes.length === 0;
}

/** Null: the row does not touch the field. */
function fieldInRow({ changes = [] }: LedgerRow, name: string): KnownField | null {
  const change = changes.find(({ field }) => field === name);
  if (change) return 'to' in change ? written(change.to) : unknown;
  // Releases without a ledger named `items` for any change of a line.
  const isInside = changes.some((one) => !('to' in one) && name.startsWith(`${one.field}.`));
  return isInside ? unknown : null;
}

/**
 * When commands last changed a field whose name begins so, or created the record; null: not known. The audit's own changes only put
 * back what commands had left.
 */
export function changedAt({ rows }: KnownRecord, prefix: string): string | null {
  const changed = rows.find(
    ({ kind, via, changes = [] }) =>
      kind === 'created' ||
      (via?.type !== auditRepair && changes.some(({ field }) => field.startsWith(prefix))),
  );
  return changed?.at ?? null;
}

/** What the ledger calls a repair by the audit. */
export const auditRepair = 'audit.repair';
