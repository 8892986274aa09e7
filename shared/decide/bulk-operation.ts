import type { Caller } from '../contracts/schema-kit/define.ts';
import type { Selection } from '../contracts/schema-kit/selection.ts';
import type { Language } from '../contracts/schema-kit/languages.ts';
import type { ProblemCode, ProblemDetails } from '../errors.ts';
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

/** A bulk operation: its request and its progress. The record ids are stored in its chunks. */
export interface BulkOperation extends VersionedRecord {
  /** The command's id. */
  _id: string;
  type: string;
  /** The kind of work that an apply or undo operation repeats or reverts; its own type says only `bulk-apply` or `bulk-undo`. */
  work?: string;
  /** The rehearsal that this operation applies. */
  applies?: string;
  /** The operation that this one undoes. */
  undoes?: string;
  /** For a rehearsal: the operation that applied it. */
  applied_by?: string;
  /** The last operation that started to undo this one. */
  undone_by?: string;
  owner: string;
  caller: Caller;
  language: Language;
  /** For a selection: when its records were looked up. ISO 8601. */
  frozen_at?: string;
  /** The body without the fields that select records. */
  asked: Record<string, unknown>;
  dry_run: boolean;
  status: BulkStatus;
  chunks: number;
  /** The progress cursor: the chunk to do next. */
  next_chunk: number;
  total: number;
  counts: Record<BulkFate, number>;
  /** The first errors only. */
  errors: BulkError[];
  errors_total: number;
  /** Set once work with sums has begun; absent if an earlier release, which kept no sums, did a part of it. */
  sums?: BulkSums;
  /** Why the operation ended before all its records were done. */
  problem?: ProblemDetails;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  updated_at: string;
  request_id: string;
  traceparent: string | null;
}

/** Totals over all records that a bulk operation changes. */
export interface BulkSums {
  /** The records' total value, in major units. */
  total: number;
  /** Units of stock that the operation releases; negative if it takes stock. */
  stock: number;
  /** Stock per product, for the first products that the operation met. */
  products: readonly { product_id: number; stock: number }[];
}

export interface BulkChunk extends VersionedRecord {
  /** `{operation}:{index}` */
  _id: string;
  ids: number[];
  /** Set once the chunk is done: one result for each id. */
  fates: BulkFate[] | null;
  errors: BulkError[];
  /**
   * Set once the chunk is done, one for each id: the record's version after the change (for a deletion, the
   * deletion's version), or null if nothing changed. For a rehearsal: the version that was read, or null if
   * there was no record.
   */
  versions?: (number | null)[];
  /** When applying or undoing: the version that each id's record must still have. */
  expected?: (number | null)[];
  /** When undoing: the chunk of the operation that changed these records. */
  source?: string;
  /** The ids of this chunk whose changes were undone. */
  undone?: number[];
}

/** The ledger rows that a rehearsal would write. */
export interface BulkPreview extends VersionedRecord {
  /** The id of its chunk. */
  _id: string;
  rows: LedgerRow[];
}

/** The result of a command's selection; never stored. */
export interface Selected extends VersionedRecord {
  /** The command's id. */
  _id: string;
  /** Ascending. Holds one more than the maximum if too many match; null if the search took too long. */
  ids: readonly number[] | null;
  /** ISO 8601. */
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

/** The records of one table that a command selects. */
export interface AskedSelection extends Selection {
  command: string;
  table: string;
}

export interface BulkNeeds {
  selections?: AskedSelection[];
  bulk?: string[];
  bulkChunks?: string[];
  /** Operations of which all chunks are loaded. */
  bulkChunksOf?: string[];
  ledgerRows?: string[];
  /** Records with an expected version. For each record at another version, all later ledger rows are loaded. */
  expected?: ExpectedVersion[];
}

export interface ExpectedVersion {
  table: string;
  id: number;
  version: number;
}

/** The result of bulk work for one record. */
export interface BulkStep<T extends Tables> {
  fate: BulkFate;
  /** For a record that was rejected. */
  error?: Omit<BulkError, 'id'>;
  changes: Change<T>[];
  events: EventDraft[];
  /** Set if the step reverts an operation's change: the record has the content of this version again. */
  restores?: number;
}

/** How one kind of bulk work processes a record. Pure; sees the changes of the records before it. */
export interface BulkWork<T extends Tables, Needs> {
  /** The table of its records; also the prefix of their subjects: `orders/12`. */
  table: keyof T & string;
  needs: (ids: number[]) => Needs;
  /** Another type under which to store the operation, so that a worker of an earlier release does not mistake it; null: the command's own. */
  startsAs?: (asked: BulkOperation['asked']) => string | null;
  step: (state: State<T>, id: number, operation: BulkOperation, tools: Tools) => BulkStep<T>;
  /** Adds the effect of a step; `before` is the state before the step. */
  addSums?: (sums: BulkSums, step: BulkStep<T>, before: State<T>) => BulkSums;
  /** Reverts the change that a ledger row records; the record is still as that change left it. */
  restore: (state: State<T>, row: LedgerRow, operation: BulkOperation, tools: Tools) => BulkStep<T>;
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
  /** Set if the operation undoes another operation: the versions, in the order of `ids`, whose ledger rows contain the changes. */
  undoes?: { versions: (number | null)[]; source?: string };
  /** Rejects each record with this code, without trying it. */
  refusal?: ProblemCode;
}

/** The body of a command that applies or undoes another operation. */
export interface FollowUpBody {
  /** The command id of the other operation. */
  operation: string;
  dry_run?: boolean | null;
}

/** Internal command: split a chunk that is too large to be done whole. */
export const splitCommand = 'bulk.split';

export const chunkSize = 500;
export const shownErrors = 100;
export const summedProducts = 100;

export function chunkId(operation: string, index: number): string {
  return `${operation}:${index}`;
}

/** The id range that holds all chunks of an operation. */
export function chunksOfOperation(operation: string): { $gt: string; $lt: string } {
  return { $gt: `${operation}:`, $lt: `${operation};` };
}

export const unfinishedStatuses: readonly BulkStatus[] = ['queued', 'running'];
export const finalStatuses: readonly BulkStatus[] = ['succeeded', 'partly_succeeded', 'failed', 'cancelled'];

export function isFinal(status: BulkStatus): boolean {
  return !unfinishedStatuses.includes(status);
}

/** The step for a missing record. */
export const notFound = { fate: 'not_found' as const, changes: [], events: [] };
