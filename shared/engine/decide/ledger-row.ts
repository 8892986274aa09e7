import type { EntryKind } from '../../contracts/endpoints/timeline.ts';
import type { Caller } from '../../contracts/kit/define.ts';
import type { VersionedRecord } from './handler.ts';
import { emptyLog, type DatedRecord } from './versioned-record.ts';

/** A command's change of one product's stock. `version`: the stock record's version after the change. */
export interface StockMove {
  product_id: number;
  version: number;
  stock: Move;
  held: Move;
  /** The number of returned units that cannot be sold again. Absent if the change does not affect it. */
  lost?: Move;
}

interface Move {
  from: number | null;
  to: number | null;
}

export interface Versions {
  /** Exclusive. */
  above: number;
  upTo: number;
}

/** One command's change of one record, as stored. A field without a value is absent. */
export interface LedgerRow {
  /** `orders/12:0000000003`: the record and its version after the change; see `rowId`, `noteId`. */
  _id: string;
  at: string;
  kind: EntryKind;
  /** The author of the change. Absent for changes by releases that kept no ledger. */
  by?: { area: Caller['area']; subject: string; name?: string };
  via?: { type: string; request_id: string; operation_id: string | null };
  /**
   * The changed fields. Absent for a creation: `createdChanges` derives the initial values, so that a checkout's row stays small.
   * Changes before release 0.6.0 have only field names, or an empty list for a creation whose later changes are unknown.
   */
  changes?: readonly (FieldChange | Pick<FieldChange, 'field'>)[];
  reason?: string;
  note?: string;
  /** The order's stock moves, for products whose stock is counted. */
  stock?: readonly StockMove[];
  /** For a reverted change: the earlier version whose content the record has again. */
  as?: number;
  /** For a deletion: the whole record as it was before the deletion. */
  last?: VersionedRecord;
  /** For a deletion: the ids of the ledger rows of records that the same step deleted with this record. */
  with?: readonly string[];
}

/** A ledger row as rules read it, with the version from its id. */
export type KeptRow = LedgerRow & VersionedRecord;

/** The reason that the store writes for a change that reverts another change. */
export const undoReason = 'undo';

const versionDigits = 10;

/** The version is padded with zeros, so that a record's rows sort by version. `subject`: such as `orders/12`. */
export function rowId(subject: string, version: number): string {
  return `${subject}:${String(version).padStart(versionDigits, '0')}`;
}

/** The id of a note's ledger row. It sorts after the ledger row of the version at which the note was written. */
export function noteId(subject: string, version: number, at: string, commandId: string): string {
  return `${rowId(subject, version)}:${at}:${commandId.slice(0, 8)}`;
}

export function recordOfRow({ _id: id }: Pick<LedgerRow, '_id'>): { subject: string; version: number } {
  const [subject = '', version] = id.split(':');
  return { subject, version: Number(version) };
}

/** If this ledger row restored a deleted record: the id of the deletion's ledger row. Otherwise null. */
export function deletionBefore({ _id, kind, changes }: LedgerRow): string | null {
  if (kind !== 'restored' || changes) return null;
  const { subject, version } = recordOfRow({ _id });
  return rowId(subject, version - 1);
}

/** The top-level name of a dotted field name: `items` for `items.31.amount`. */
export function rootOf(field: string): string {
  const [root = field] = field.split('.');
  return root;
}

export function topLevel(fields: readonly string[]): string[] {
  return [...new Set(fields.map(rootOf))];
}

/** Whether the ledger row is of a deletion. An `erased` row without `changes` means that the whole record was erased. */
export function endsRecord({ kind, changes }: Pick<LedgerRow, 'kind' | 'changes'>): boolean {
  return kind === 'deleted' || (kind === 'erased' && changes === undefined);
}

/** Whether the record passed from one customer to another. */
export function isPassing({ changes = [] }: Pick<LedgerRow, 'changes'>): boolean {
  return changes.some(
    (change) => change.field === 'user_id' && 'from' in change && typeof change.from === 'number',
  );
}

/** The range of `_id` for a record's ledger rows. */
export function rowsOfRecord(subject: string): { $gt: string; $lt: string } {
  return { $gt: `${subject}:`, $lt: `${subject};` };
}

/** Matches ledger rows that moved a product's stock to one of these versions. `$exists` lets the query use the partial index. */
export function movesOf(productId: number, versions: readonly number[]) {
  const move = { product_id: productId, version: { $in: [...versions] } };
  return { stock: { $exists: true, $elemMatch: move } };
}

/** The change of one field. `field` is a dotted name: `en.name`, or `items.12.amount` for the item with id 12. */
export interface FieldChange {
  field: string;
  /** The value before the change. Null if the field had no value. */
  from: unknown;
  to: unknown;
}

/** A record's fields by dotted name, without null values. */
export type FlatRecord = Map<string, unknown>;

/** Fields that services maintain by themselves, so changes of these fields are not listed. Release 0.6.0 wrote `log`. */
const bookkeeping = new Set([
  '_id',
  'id',
  'version',
  'log',
  'created_at',
  'updated_at',
  'created_by_command',
  'search',
]);

const noFields: ReadonlySet<string> = new Set();

/**
 * Every field that differs between two states of a record. `without`: dotted names to leave out, with `*` for an entry's id
 * (`items.*.held`). If all entries of a list have ids, they are compared one by one. Other lists are compared as a whole.
 */
export function changesBetween(
  before: object | null,
  after: object | null,
  without = noFields,
): FieldChange[] {
  const changes: FieldChange[] = [];
  compare({ name: '', path: '', before, after }, without, changes);
  return changes;
}

export function flatten(record: object, without = noFields): FlatRecord {
  return new Map(changesBetween(null, record, without).map(({ field, to }) => [field, to]));
}

function compare(
  { name, path, before, after }: { name: string; path: string; before: unknown; after: unknown },
  without: ReadonlySet<string>,
  into: FieldChange[],
): void {
  if (before === after || without.has(path)) return;
  const [had, has] = [membersOf(before), membersOf(after)];
  if (had || has) {
    const isList = Array.isArray(before) || Array.isArray(after);
    const within = (outer: string, step: string) => (outer === '' ? step : `${outer}.${step}`);
    for (const key of new Set([...(had?.keys() ?? []), ...(has?.keys() ?? [])])) {
      if (bookkeeping.has(key)) continue;
      const place = { name: within(name, key), path: within(path, isList ? '*' : key) };
      compare({ ...place, before: had?.get(key), after: has?.get(key) }, without, into);
    }
    return;
  }
  const [from, to] = [valueOf(before), valueOf(after)];
  if (JSON.stringify(from) !== JSON.stringify(to)) into.push({ field: name, from, to });
}

/** An empty list counts as null, because it does not show whether its entries would have ids. */
function valueOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? null : (value ?? null);
}

/** An object's members by name, or a list's entries by id; null for any other value. */
function membersOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const entries = value as readonly unknown[];
  if (entries.length === 0 || !entries.every(hasId)) return null;
  return new Map(entries.map((entry) => [String(entry.id), entry]));
}

function hasId(entry: unknown): entry is { id: number } {
  return typeof entry === 'object' && entry !== null && typeof (entry as { id?: unknown }).id === 'number';
}

/** The id of the record whose change the ledger row records. */
export function idOfRow(row: Pick<LedgerRow, '_id'>): number {
  const { subject } = recordOfRow(row);
  return Number(subject.slice(subject.indexOf('/') + 1));
}

/** For each of the `fields` that the change affected, the value before the change. */
export function valuesBefore<R>(
  { changes = [] }: Pick<LedgerRow, 'changes'>,
  fields: readonly (keyof R & string)[],
): Partial<R> {
  const before = new Map(
    changes.flatMap((change) => ('from' in change ? [[change.field, change.from]] : [])),
  );
  const known = fields.filter((field) => before.has(field));
  return Object.fromEntries(known.map((field) => [field, before.get(field)])) as Partial<R>;
}

/** A deleted record as it is stored again. The deletion counts as a version, so the version rises by two. */
export function undeleted<R extends DatedRecord>(last: R, now: string): R {
  return { ...last, ...emptyLog, version: last.version + 2, updated_at: now };
}
