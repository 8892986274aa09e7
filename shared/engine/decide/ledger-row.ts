import type { EntryKind } from '../../contracts/endpoints/timeline.ts';
import type { Caller } from '../../contracts/kit/define.ts';
import type { VersionedRecord } from './handler.ts';
import type { FieldChange } from './record-changes.ts';

/** A command's change of one product's stock. `version`: the stock record's version after the change. */
export interface StockMove {
  product_id: number;
  version: number;
  stock: Move;
  held: Move;
}

interface Move {
  from: number | null;
  to: number | null;
}

/** One command's change of one record, as stored. Absent fields are empty. */
export interface LedgerRow {
  /** `orders/12:0000000003`: the record and its version after the change; see `rowId`, `noteId`. */
  _id: string;
  at: string;
  kind: EntryKind;
  /** Absent for changes by releases that kept no ledger. */
  by?: { area: Caller['area']; subject: string; name?: string };
  via?: { type: string; request_id: string; operation_id: string | null };
  /**
   * Absent for a creation: `createdChanges` derives the initial values, so that a checkout's row stays small. Releases without a
   * ledger recorded only field names. Their creations have an empty list if later changes are unknown.
   */
  changes?: readonly (FieldChange | Pick<FieldChange, 'field'>)[];
  reason?: string;
  note?: string;
  /** The order's stock moves, for products whose stock is counted. */
  stock?: readonly StockMove[];
  /** For a reverted change: the earlier version whose content the record has again. */
  as?: number;
  /** For a deletion: the whole record before it. */
  last?: VersionedRecord;
}

/** A ledger row as rules read it, with the version from its id. */
export type KeptRow = LedgerRow & VersionedRecord;

const versionDigits = 10;

/** The version is padded with zeros, so that a record's rows sort by version. `subject`: such as `orders/12`. */
export function rowId(subject: string, version: number): string {
  return `${subject}:${String(version).padStart(versionDigits, '0')}`;
}

/** The note sorts after the row of the version at which it was written. */
export function noteId(subject: string, version: number, at: string, commandId: string): string {
  return `${rowId(subject, version)}:${at}:${commandId.slice(0, 8)}`;
}

export function recordOfRow({ _id: id }: Pick<LedgerRow, '_id'>): { subject: string; version: number } {
  const [subject = '', version] = id.split(':');
  return { subject, version: Number(version) };
}

/** For a row that restored a deleted record: the id of that deletion's row. Null for any other row. */
export function deletionBefore({ _id, kind, changes }: LedgerRow): string | null {
  if (kind !== 'restored' || changes) return null;
  const { subject, version } = recordOfRow({ _id });
  return rowId(subject, version - 1);
}

/** The top-level names of dotted field names, each once: `items` for `items.31.amount`. */
export function topLevel(fields: readonly string[]): string[] {
  return [...new Set(fields.map((field) => field.split('.')[0] ?? field))];
}

/** Whether the row's change deleted the record. An `erased` row without `changes` means that the whole record was erased. */
export function endsRecord({ kind, changes }: Pick<LedgerRow, 'kind' | 'changes'>): boolean {
  return kind === 'deleted' || (kind === 'erased' && changes === undefined);
}

/** The range of `_id` for a record's ledger rows. */
export function rowsOfRecord(subject: string): { $gt: string; $lt: string } {
  return { $gt: `${subject}:`, $lt: `${subject};` };
}

/**
 * A filter for ledger rows that moved a product's stock to one of these versions. `$exists` lets MongoDB use the partial index.
 */
export function movesOf(productId: number, versions: readonly number[]) {
  const move = { product_id: productId, version: { $in: [...versions] } };
  return { stock: { $exists: true, $elemMatch: move } };
}
