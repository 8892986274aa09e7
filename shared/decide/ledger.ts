import type { EntryKind } from '../contracts/endpoints/timeline.ts';
import type { Decision, EventDraft, Tables, VersionedRecord } from './handler.ts';
import { noteId, recordOfRow, rowId } from './ledger-row.ts';
import { origin } from './origin.ts';
import type { Cause } from './origin.ts';
import type { LedgerRow, StockMove } from './ledger-row.ts';
import { changesBetween } from './record-changes.ts';

/** How a table's records are told: every version of one leaves a row in the ledger, of which its timeline is made. */
export interface TrackedTable<R> {
  /** Dotted names of fields that are not told, with `*` for an entry's id: `items.*.held`. */
  without?: ReadonlySet<string>;
  /** Dotted names of amounts of money, likewise. */
  money?: ReadonlySet<string>;
  /** What a record is told to have been before it was first kept; without it, it was created then. */
  initial?: Partial<R>;
  /** What a change of a record was; `changed` without it. */
  kindOf?: (before: Partial<R>, after: R) => EntryKind;
  /** The same of a change by a release that kept no ledger: by the name of a field that changed. */
  kindsOf?: Readonly<Partial<Record<string, EntryKind>>>;
  /** Why it was changed. */
  reasonOf?: (before: Partial<R>, after: R) => string | null;
  /**
   * Of a record that changed, what those who count such records by the event log must know of it before: the rest is in its
   * event. Kept beside the event in the log, told to nobody.
   */
  formerOf?: (before: R, after: R) => object;
  /** Where the same step changed a record of that table, this one's change stands in the row of that. */
  movedWith?: MovedWith<R>;
}

interface MovedWith<R> {
  table: string;
  move: (before: R, after: R) => StockMove;
}

/** The tables whose records are told. */
export type Tracked<T extends Tables> = { readonly [Table in keyof T]?: TrackedTable<T[Table]> };

/** What a command does to its record; of bulk work, to one of its records. */
export type ToldStep<T extends Tables> = Pick<
  Decision<T>,
  'changes' | 'events' | 'note' | 'reason' | 'restores' | 'erases'
>;

/** A record as it was before a step; null: there was none. */
export type Before<T extends Tables> = (table: keyof T, id: number | string) => VersionedRecord | null;

type AnyTable = TrackedTable<VersionedRecord>;
interface Put {
  path: string;
  table: AnyTable;
  was: VersionedRecord | null;
  is: VersionedRecord;
}
interface Moved extends Put {
  movedWith: MovedWith<VersionedRecord>;
}

const untold: ReadonlySet<string> = new Set();

/** The ledger's rows of one step: one for each tracked record whose version it moves, and one for its note. */
export function ledgerRows<T extends Tables>(
  step: ToldStep<T>,
  before: Before<T>,
  cause: Cause,
  { tracked, now }: { tracked: Tracked<T>; now: string },
): LedgerRow[] {
  const stamp = { at: now, ...origin(cause) };
  const rows: LedgerRow[] = [];
  const moved: Moved[] = [];
  for (const change of step.changes) {
    const table = tracked[change.table] as AnyTable | undefined;
    if (!table) continue;
    const path = String(change.table);
    if ('remove' in change) {
      const last = before(change.table, change.remove);
      if (last)
        rows.push({
          ...(step.erases ? erasedWhole(path, last, step.reason) : deletedRow(path, last)),
          ...againAs(step),
          ...stamp,
        });
      continue;
    }
    const is = change.put as VersionedRecord;
    const was = before(change.table, is._id);
    if (was?.version === is.version) continue;
    const put = { path, table, was, is };
    if (table.movedWith) moved.push({ ...put, movedWith: table.movedWith });
    else if (step.erases) rows.push({ ...erasedRow(put), ...stamp });
    else rows.push({ ...putRow(put, step.reason), ...restored(step), ...stamp });
  }
  for (const put of moved) {
    const carrier = rows.findLastIndex((row) => row._id.startsWith(`${put.movedWith.table}/`));
    const row = rows[carrier];
    if (row) rows[carrier] = { ...row, stock: [...(row.stock ?? []), moveOf(put)] };
    else rows.push({ ...putRow(put, step.reason), ...stamp });
  }
  if (step.note) {
    const { subject, version, text } = step.note;
    rows.push({ _id: noteId(subject, version, now, cause.id), kind: 'noted', note: text, ...stamp });
  }
  return rows;
}

function againAs({ restores: as }: Pick<ToldStep<Tables>, 'restores'>): Pick<LedgerRow, 'as'> {
  return as === undefined ? {} : { as };
}

function restored(step: Pick<ToldStep<Tables>, 'restores'>): Partial<LedgerRow> {
  return step.restores === undefined ? {} : { kind: 'restored', reason: 'undo', ...againAs(step) };
}

function putRow({ path, table, was, is }: Put, given: string | undefined): Omit<LedgerRow, 'at'> {
  const _id = rowId(`${path}/${is._id}`, is.version);
  const from = was ?? table.initial;
  if (!from) return { _id, kind: 'created' };
  const changes = changesBetween(from, is, table.without ?? untold);
  const reason = given ?? table.reasonOf?.(from, is) ?? null;
  return {
    _id,
    kind: table.kindOf?.(from, is) ?? 'changed',
    changes,
    ...(reason !== null && { reason }),
  };
}

/** A deletion is a version of its own, as its event says. */
function deletedRow(path: string, last: VersionedRecord): Omit<LedgerRow, 'at'> {
  return { _id: rowId(`${path}/${last._id}`, last.version + 1), kind: 'deleted', last };
}

/** Which fields were erased, and nothing of what they held. */
function erasedRow({ path, table, was, is }: Put): Omit<LedgerRow, 'at'> {
  const changes = changesBetween(was ?? {}, is, table.without ?? untold);
  return {
    _id: rowId(`${path}/${is._id}`, is.version),
    kind: 'erased',
    changes: changes.map(({ field }) => ({ field })),
  };
}

/** Of a record that was erased whole: as of a deletion, but for its last form. */
function erasedWhole(path: string, last: VersionedRecord, reason: string | undefined): Omit<LedgerRow, 'at'> {
  const _id = rowId(`${path}/${last._id}`, last.version + 1);
  return { _id, kind: 'erased', ...(reason !== undefined && { reason }) };
}

function moveOf({ table, was, is, movedWith }: Moved): StockMove {
  return movedWith.move({ ...table.initial, ...was } as VersionedRecord, is);
}

/** Events with what the rows of their step know: which fields changed, who did it, and through what. */
export function toldEvents(
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
      by: { area: by.area, subject: by.subject },
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

/** The same events, each with what its record was before, where its table tells that. */
export function withFormers<T extends Tables>(
  events: readonly EventDraft[],
  { changes }: ToldStep<T>,
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
