import type { EntryKind } from '../../contracts/endpoints/timeline.ts';
import type { Decision, EventDraft, Tables, VersionedRecord } from './handler.ts';
import {
  noteId,
  recordOfRow,
  rowId,
  changesBetween,
  undoReason,
  type LedgerRow,
  type StockMove,
} from './ledger-row.ts';
import { origin, type Cause } from './bulk-operation.ts';

/** How the ledger records changes of a table's records. Each version has a ledger row. The rows of a record form its timeline. */
export interface TrackedTable<R> {
  /** Fields that the ledger leaves out: dotted names, with `*` for the id of a list entry (`items.*.held`). */
  without?: ReadonlySet<string>;
  /** Fields with money amounts, named as in `without`. */
  money?: ReadonlySet<string>;
  /** Fields whose values a 412 response to a shopper leaves out, named as in `without`. */
  staffOnly?: ReadonlySet<string>;
  /** The values of a record before it is first stored. Without them, the first version is recorded as a creation. */
  initial?: Partial<R>;
  /** The kind of a change. If the function is missing, each change has the kind `changed`. */
  kindOf?: (before: Partial<R>, after: R) => EntryKind;
  reasonOf?: (before: Partial<R>, after: R) => string | null;
  /** Earlier values that readers of the event log need to update counts. The log stores them; the relay never publishes them. */
  formerOf?: (before: R, after: R) => object;
  /**
   * If the same step also changes a record of `movedWith.table`, such as an order, the order's ledger row contains the change as
   * a stock move. The changed stock record then needs no row of its own.
   */
  movedWith?: MovedWith<R>;
}

interface MovedWith<R> {
  table: string;
  move: (before: R, after: R) => StockMove;
}

export type Tracked<T extends Tables> = { readonly [Table in keyof T]?: TrackedTable<T[Table]> };

/** A command's effect on its record. Bulk work has one such step for each record. */
export type RecordedStep<T extends Tables> = Pick<
  Decision<T>,
  'changes' | 'events' | 'note' | 'reason' | 'restores' | 'erases'
>;

/** A record before a step, or null if there was none. */
export type Before<T extends Tables> = (table: keyof T, id: number | string) => VersionedRecord | null;

type AnyTable = TrackedTable<VersionedRecord>;
interface Put {
  path: string;
  table: AnyTable;
  was: VersionedRecord | null;
  is: VersionedRecord;
}

/** The ledger rows of one step: one for each tracked record whose version changes, and one for the note. */
export function ledgerRows<T extends Tables>(
  step: RecordedStep<T>,
  before: Before<T>,
  cause: Cause,
  { tracked, now }: { tracked: Tracked<T>; now: string },
): LedgerRow[] {
  const stamp = { at: now, ...origin(cause) };
  const rows: LedgerRow[] = [];
  const moved: (Put & { movedWith: MovedWith<VersionedRecord> })[] = [];
  for (const change of step.changes) {
    const table = tracked[change.table] as AnyTable | undefined;
    if (!table) continue;
    const path = String(change.table);
    if ('remove' in change) {
      const last = before(change.table, change.remove);
      if (last) rows.push({ ...removedRow(path, last, step), ...againAs(step), ...stamp });
      continue;
    }
    const is = change.put as VersionedRecord;
    const was = before(change.table, is._id);
    if (was?.version === is.version) continue;
    const put = { path, table, was, is };
    if (table.movedWith) moved.push({ ...put, movedWith: table.movedWith });
    else if (step.erases) rows.push({ ...erasedRow(put), ...stamp });
    else rows.push({ ...putRow(put, step.reason), ...restored(step, put, rows.length === 0), ...stamp });
  }
  for (const put of moved) {
    const carrier = rows.findLastIndex((row) => row._id.startsWith(`${put.movedWith.table}/`));
    const row = rows[carrier];
    if (row) {
      const { table, was, is, movedWith } = put;
      const move = movedWith.move({ ...table.initial, ...was } as VersionedRecord, is);
      rows[carrier] = { ...row, stock: [...(row.stock ?? []), move] };
    } else rows.push({ ...putRow(put, step.reason), ...stamp });
  }
  markDeletedTogether(rows);
  if (step.note) {
    const { subject, version, text } = step.note;
    rows.push({ _id: noteId(subject, version, now, cause.id), kind: 'noted', note: text, ...stamp });
  }
  return rows;
}

/** If a step deletes several records, the row of the first one lists the ids of the other rows. The undo reads this list. */
function markDeletedTogether(rows: LedgerRow[]): void {
  const first = rows.findIndex(({ kind }) => kind === 'deleted');
  const row = rows[first];
  const others = rows.slice(first + 1).filter(({ kind }) => kind === 'deleted');
  if (row && others.length > 0) rows[first] = { ...row, with: others.map(({ _id }) => _id) };
}

function againAs({ restores: as }: Pick<RecordedStep<Tables>, 'restores'>): Pick<LedgerRow, 'as'> {
  return as === undefined ? {} : { as };
}

/**
 * Marks the ledger row of a record that a step restores; otherwise returns no fields. A step that reverts a change restores the
 * first record that it writes, and records that were deleted together with this record.
 */
function restored(
  step: Pick<RecordedStep<Tables>, 'restores'>,
  { was, is }: Pick<Put, 'was' | 'is'>,
  isFirst: boolean,
): Partial<LedgerRow> {
  const isBack = was === null && is.version > 1;
  if (step.restores === undefined || !(isFirst || isBack)) return {};
  return { kind: 'restored', reason: undoReason, ...(isFirst && againAs(step)) };
}

function putRow({ path, table, was, is }: Put, given: string | undefined): Omit<LedgerRow, 'at'> {
  const _id = rowId(`${path}/${is._id}`, is.version);
  const from = was ?? table.initial;
  if (!from) return { _id, kind: 'created' };
  const changes = changesBetween(from, is, table.without);
  const reason = given ?? table.reasonOf?.(from, is) ?? null;
  return { _id, kind: table.kindOf?.(from, is) ?? 'changed', changes, ...(reason !== null && { reason }) };
}

/**
 * The ledger row of a deletion. As in the event, the deletion raises the version by one. If the record is erased as a whole, the
 * row lacks the former record.
 */
function removedRow(
  path: string,
  last: VersionedRecord,
  { erases, reason }: Pick<RecordedStep<Tables>, 'erases' | 'reason'>,
): Omit<LedgerRow, 'at'> {
  const _id = rowId(`${path}/${last._id}`, last.version + 1);
  return erases
    ? { _id, kind: 'erased', ...(reason !== undefined && { reason }) }
    : { _id, kind: 'deleted', last };
}

/** The ledger row of an erasure, which names the erased fields and never has their values. */
function erasedRow({ path, table, was, is }: Put): Omit<LedgerRow, 'at'> {
  const changes = changesBetween(was ?? {}, is, table.without);
  return {
    _id: rowId(`${path}/${is._id}`, is.version),
    kind: 'erased',
    changes: changes.map(({ field }) => ({ field })),
  };
}

/**
 * Adds the changed fields, author and origin from a step's ledger rows to the step's events. A shopper is not the author of an
 * event whose record has no ledger row of its own, such as the stock that an order moved: the event does not have the shopper's
 * id, so an erasure could not find it.
 */
export function completedEvents(
  events: readonly EventDraft[],
  rows: readonly LedgerRow[],
  cause: Cause,
): EventDraft[] {
  const { by, via } = origin(cause);
  return events.map((draft) => {
    const { version, ...shown } = draft.data;
    const row = rows.find((one) => recordOfRow(one).subject === draft.subject);
    const known = {
      version,
      changed: changedFields(row),
      by: by.area === 'client' && !row ? null : { area: by.area, subject: by.subject },
      request_id: via.request_id,
      operation_id: via.operation_id,
      ...(row?.stock && { stock: row.stock }),
    };
    return { ...draft, data: { ...known, ...shown } };
  });
}

function changedFields(row: LedgerRow | undefined): string[] {
  if (!row || row.kind === 'noted') return [];
  return row.changes?.map(({ field }) => field) ?? ['*'];
}

/** Adds the record's earlier values to each event whose table has `formerOf`. */
export function withFormers<T extends Tables>(
  events: readonly EventDraft[],
  { changes }: RecordedStep<T>,
  before: Before<T>,
  tracked: Tracked<T>,
): EventDraft[] {
  const formers = new Map<string, object>();
  for (const change of changes) {
    const formerOf = (tracked[change.table] as AnyTable | undefined)?.formerOf;
    if (!formerOf || !('put' in change)) continue;
    const was = before(change.table, change.put._id);
    if (was) formers.set(`${String(change.table)}/${change.put._id}`, formerOf(was, change.put));
  }
  return events.map((event) => {
    const former = formers.get(event.subject);
    return former ? { ...event, former } : event;
  });
}
