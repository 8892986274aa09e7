import type { EntryKind } from '../contracts/endpoints/timeline.ts';
import type { Caller } from '../contracts/schema-kit/define.ts';
import type { VersionedRecord } from './handler.ts';
import type { FieldChange } from './record-changes.ts';

/** What a command moved of one product's stock, and the version that its stock is at by that. */
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

/** What one command did to one record, as it is kept: absent is what there is none of. */
export interface LedgerRow {
  /** `orders/12:0000000003`: the record and the version that it is at by this; see `rowId`, `noteId`. */
  _id: string;
  at: string;
  kind: EntryKind;
  /** Absent where nobody knows: of changes by releases that kept no ledger. */
  by?: { area: Caller['area']; subject: string; name?: string };
  via?: { type: string; request_id: string; operation_id: string | null };
  /**
   * Of a creation none: a checkout's row stays small, and `createdChanges` finds them. Of releases that kept no ledger the fields
   * alone; of a creation of theirs an empty list where later changes are not known.
   */
  changes?: readonly (FieldChange | Pick<FieldChange, 'field'>)[];
  reason?: string;
  note?: string;
  /** Stock of counted products that an order moved. */
  stock?: readonly StockMove[];
  /** Of what was given back: the version that the record is as it was at, again. */
  as?: number;
  /** Of a deletion: the record as it last was, whole. */
  last?: VersionedRecord;
}

/** A row as it is read for a rule. */
export type KeptRow = LedgerRow & VersionedRecord;

const versionDigits = 10;

/** The id of the row of a record's version; rows of a record sort by it. `subject`: `orders/12`. */
export function rowId(subject: string, version: number): string {
  return `${subject}:${String(version).padStart(versionDigits, '0')}`;
}

/** The id of a note, which comes after the version that it was written at. */
export function noteId(subject: string, version: number, at: string, commandId: string): string {
  return `${rowId(subject, version)}:${at}:${commandId.slice(0, 8)}`;
}

/** The record that a row is about, and the version that it is at: of `orders/12:0000000003`. */
export function recordOfRow({ _id: id }: Pick<LedgerRow, '_id'>): { subject: string; version: number } {
  const [subject = '', version] = id.split(':');
  return { subject, version: Number(version) };
}

/** Of a record that came back: the id of the row of its deletion before. Null: it did not come back by this. */
export function deletionBefore({ _id, kind, changes }: LedgerRow): string | null {
  if (kind !== 'restored' || changes) return null;
  const { subject, version } = recordOfRow({ _id });
  return rowId(subject, version - 1);
}

/** Its record was gone by this. */
export function endsRecord({ kind, changes }: Pick<LedgerRow, 'kind' | 'changes'>): boolean {
  return kind === 'deleted' || (kind === 'erased' && changes === undefined);
}

/** All rows of a record lie between these ids. */
export function rowsOfRecord(subject: string): { $gt: string; $lt: string } {
  return { $gt: `${subject}:`, $lt: `${subject};` };
}

/** Rows that moved the stock of a product to one of these versions. That there is stock is said too, as their index has it. */
export function movesOf(productId: number, versions: readonly number[]) {
  const move = { product_id: productId, version: { $in: [...versions] } };
  return { stock: { $exists: true, $elemMatch: move } };
}
