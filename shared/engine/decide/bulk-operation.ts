import type { Caller, Command, ServiceName } from '../../contracts/kit/define.ts';
import type { Selection } from '../../contracts/kit/selection.ts';
import type { Language } from '../../contracts/kit/languages.ts';
import type { ProblemCode, ProblemDetails } from '../../contracts/errors.ts';
import { retention } from '../../contracts/retention.ts';
import type { Change, EventDraft, State, Tables, Tools, VersionedRecord } from './handler.ts';
import type { KeptRow, LedgerRow } from './ledger-row.ts';

export type BulkFate = 'changed' | 'unchanged' | 'not_found' | 'refused';
export type BulkStatus = 'queued' | 'running' | 'succeeded' | 'partly_succeeded' | 'failed' | 'cancelled';

/** Why a record was not changed. The message text is added when the operation is shown. */
export interface BulkError {
  id: number;
  code: ProblemCode;
  params?: Record<string, string>;
}

/** A gateway's reply queue, and the id by which that gateway recognises one of its requests. */
export interface ReplyAddress {
  replyTo: string;
  correlationId: string;
}

/** The request and the progress of a bulk operation. Its chunks have the ids of its records. */
export interface BulkOperation extends VersionedRecord {
  /** The command's id. */
  _id: string;
  type: string;
  /**
   * Set if this operation applies or undoes another one: the other operation's kind of work. This operation's `type` is then only
   * `bulk-apply` or `bulk-undo`.
   */
  work?: string;
  applies?: string;
  undoes?: string;
  /** For a dry run: the id of the operation that applied it. */
  applied_by?: string;
  /** The id of the last operation that started to undo this one. */
  undone_by?: string;
  owner: string;
  caller: Caller;
  language: Language;
  /** When the worker looked up the ids (ISO 8601). Set if the command has filters or a search instead of ids. */
  frozen_at?: string;
  /** The command's body, without ids, filters and search. */
  asked: Record<string, unknown>;
  /** An erasure has replaced a text in `asked`. */
  text_erased?: true;
  dry_run: boolean;
  status: BulkStatus;
  chunks: number;
  /** The index of the chunk to process next. */
  next_chunk: number;
  total: number;
  counts: Record<BulkFate, number>;
  /** The first `shownErrors` errors. */
  errors: BulkError[];
  errors_total: number;
  /** The sums so far. Absent before the work begins, or if an earlier release, which had no sums, did a part of it. */
  sums?: BulkSums;
  /** Why the operation ended before all its records were processed. */
  problem?: ProblemDetails;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  updated_at: string;
  request_id: string;
  traceparent: string | null;
  /** Set if the operation is a single command that changed one record. The command's outcome is then its response. */
  isSingle?: true;
  /** The latest requests that wait for the end: the one that started the operation, and retries that joined it. */
  waiting?: ReplyAddress[];
}

export interface BulkSums {
  /** The total value of the operation's records, in major units of the currency. */
  total: number;
  /** Units that the operation returns to the stock, minus those that it reserves. */
  stock: number;
  /** The amount that the operation records as paid, in major units; negative if it voids payments. Absent if it does neither. */
  paid?: number;
  /** Stock per product, for the first `shownProducts` products. While a rehearsal runs, for the first `summedProducts`. */
  products: readonly { product_id: number; stock: number }[];
}

export interface BulkChunk extends VersionedRecord {
  /** `{operation}:{index}` */
  _id: string;
  ids: number[];
  /** Set when the chunk was processed: what happened to each record, in the order of `ids`. */
  fates: BulkFate[] | null;
  errors: BulkError[];
  /**
   * Set when the chunk was processed, in the order of `ids`: the record's version after its change. Null if the record did not
   * change. A deletion counts as a version. In a dry run: the version that the dry run read. Null if there was no record.
   */
  versions?: (number | null)[];
  /** For an apply or undo operation: the version that each record must still have, in the order of `ids`. */
  expected?: (number | null)[];
  /** For an undo operation: the id of the chunk that changed these records. */
  source?: string;
  undone?: number[];
  /** Data that the undo of each record needs and the ledger does not have, in the order of `ids`. */
  former?: unknown[];
}

/** The ledger rows of one chunk of a dry run. They are stored only here, and not in the ledger. */
export interface BulkPreview extends VersionedRecord {
  /** The id of its chunk. */
  _id: string;
  rows: LedgerRow[];
}

/** The ids of the records that match a command's filters or search. This record exists only in memory. */
export interface Selected extends VersionedRecord {
  /** The command's id. */
  _id: string;
  /** In ascending order. If more than `maxSelected` records match, there is one id more. Null if the search took too long. */
  ids: readonly number[] | null;
  /** When the worker looked up the ids (ISO 8601). */
  at: string;
}

// A type, not an interface: only a type is assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type BulkTables = {
  bulk: BulkOperation;
  bulkChunks: BulkChunk;
  bulkPreviews: BulkPreview;
  ledgerRows: KeptRow;
  selected: Selected;
};

export interface AskedSelection extends Selection {
  command: string;
  table: string;
}

export interface BulkNeeds {
  selections?: AskedSelection[];
  bulk?: string[];
  bulkChunks?: string[];
  /** The ids of operations whose chunks are all loaded. */
  bulkChunksOf?: string[];
  ledgerRows?: string[];
  /** If one of these records has another version now, its ledger rows since the expected version are loaded. */
  expected?: { table: string; id: number; version: number }[];
}

export interface BulkStep<T extends Tables> {
  fate: BulkFate;
  error?: Omit<BulkError, 'id'>;
  changes: Change<T>[];
  events: EventDraft[];
  /** If the step reverts a change: the version whose content the record has again. */
  restores?: number;
  /** Data that the undo of the step needs and the ledger does not have. */
  former?: unknown;
}

/** One kind of bulk work. Its functions are pure. Each step sees the changes of the earlier steps in its chunk. */
export interface BulkWork<T extends Tables, Needs> extends UndoneWork<T, Needs> {
  /**
   * The type under which the operation is stored. Null: the command's type. Another type keeps workers of earlier releases from
   * misreading the operation.
   */
  startsAs?: (asked: BulkOperation['asked']) => string | null;
  step: (state: State<T>, id: number, operation: BulkOperation, tools: Tools) => BulkStep<T>;
}

export interface UndoneWork<T extends Tables, Needs> {
  /** The table of the records, which is also the prefix of their subjects: `orders` for `orders/12`. */
  table: keyof T & string;
  needs: (ids: number[]) => Needs;
  /** Adds the effect of a step to the sums; `before` is the state before the step. */
  addSums?: (sums: BulkSums, step: BulkStep<T>, before: State<T>) => BulkSums;
  /** The changes by earlier chunks, with these sums, on which later steps depend. A dry run does not store these changes. */
  changesSoFar?: (sums: BulkSums, state: State<T>) => Change<T>[];
  /**
   * Reverts the change in a ledger row. Called only if the record still has the content that it had after this change. `former`
   * is the data that the step of the change stored for its undo.
   */
  restore: (
    state: State<T>,
    row: LedgerRow,
    operation: BulkOperation,
    tools: Tools,
    former: unknown,
  ) => BulkStep<T>;
}

/** Internal command: do one chunk of an operation. */
export const chunkCommand = 'bulk.chunk';
export interface ChunkBody {
  operation: string;
  type: string;
  /** The kind of work, if it differs from the operation's type. */
  work?: string;
  index: number;
  ids: number[];
  /** If the operation undoes another: the ledger rows at these versions, in the order of `ids`, have the changes to revert. */
  undoes?: { versions: (number | null)[]; source?: string };
  /** If set, every record is rejected with this code and not processed. */
  refusal?: ProblemCode;
}

export interface FollowUpBody {
  operation: string;
  dry_run?: boolean | null;
}

/** Internal command: split a chunk that cannot be processed as a whole. */
export const splitCommand = 'bulk.split';

export const chunkSize = 500;
export const shownErrors = 100;
export const shownProducts = 100;
export const summedProducts = 10_000;

export function chunkId(operation: string, index: number): string {
  return `${operation}:${index}`;
}

/** The range of `_id` for the chunks of an operation. */
export function chunksOfOperation(operation: string): { $gt: string; $lt: string } {
  return { $gt: `${operation}:`, $lt: `${operation};` };
}

export const unfinishedStatuses: readonly BulkStatus[] = ['queued', 'running'];
export const finalStatuses: readonly BulkStatus[] = ['succeeded', 'partly_succeeded', 'failed', 'cancelled'];

export function isFinal(status: BulkStatus): boolean {
  return !unfinishedStatuses.includes(status);
}

export const notFound = { fate: 'not_found' as const, changes: [], events: [] };
export const unchanged = { fate: 'unchanged' as const, changes: [], events: [] };

export function refusedStep<T extends Tables>(
  code: ProblemCode,
  params?: Record<string, string>,
): BulkStep<T> {
  return { fate: 'refused', error: { code, ...(params && { params }) }, changes: [], events: [] };
}

/** The cause of a change: a command, or other work such as a repair by the audit. */
export interface Cause extends Pick<Command, 'id' | 'type' | 'body' | 'caller' | 'requestId'> {
  /** Whether clients can read this work as an operation; true by default. */
  isOperation?: boolean;
}

/** The author of a change, and the command's type. For a chunk of bulk work, the type and the id of the whole operation. */
export function origin({ id, type: named, body, caller, requestId, isOperation = true }: Cause) {
  const { type, operation } =
    named === chunkCommand ? (body as ChunkBody) : { type: named, operation: isOperation ? id : null };
  const { area, subject, name } = caller;
  return {
    by: { area, subject, ...(name !== undefined && { name }) },
    via: { type, request_id: requestId, operation_id: operation },
  };
}

export function undoCommand(service: ServiceName): string {
  return `${service}.bulk-undo`;
}

/** Until when an operation can be undone (ISO 8601). Null if it cannot be undone. */
export function undoableUntil({
  dry_run: isRehearsal,
  status,
  finished_at: end,
  counts,
}: Pick<BulkOperation, 'dry_run' | 'status' | 'finished_at' | 'counts'>): string | null {
  if (isRehearsal || !isFinal(status) || end === null || counts.changed === 0) return null;
  return new Date(Date.parse(end) + retention.bulkWork.keptMs).toISOString();
}

export function applyCommand(service: ServiceName): string {
  return `${service}.bulk-apply`;
}

/** Until when a dry run can be applied (ISO 8601). Null if it cannot be applied. */
export function applicableUntil(
  operation: Pick<
    BulkOperation,
    'dry_run' | 'status' | 'finished_at' | 'applied_by' | 'problem' | 'counts' | 'text_erased'
  >,
): string | null {
  const { dry_run: isRehearsal, status, finished_at: end, applied_by: applied, problem, counts } = operation;
  const isIntact = !problem && operation.text_erased !== true;
  const isWhole = isFinal(status) && status !== 'cancelled' && isIntact && counts.changed > 0;
  if (!isRehearsal || !isWhole || end === null || applied !== undefined) return null;
  return new Date(Date.parse(end) + retention.rehearsals.keptMs).toISOString();
}
