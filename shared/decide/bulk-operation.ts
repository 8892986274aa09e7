import type { Caller } from '../contracts/schema-kit/define.ts';
import type { Selection } from '../contracts/schema-kit/selection.ts';
import type { Language } from '../contracts/schema-kit/languages.ts';
import type { ProblemCode, ProblemDetails } from '../errors.ts';
import type { Change, EventDraft, State, Tables, Tools, VersionedRecord } from './handler.ts';
import type { KeptRow, LedgerRow } from './ledger-row.ts';

export type BulkFate = 'changed' | 'unchanged' | 'not_found' | 'refused';
export type BulkStatus = 'queued' | 'running' | 'succeeded' | 'partly_succeeded' | 'failed' | 'cancelled';

/** Why a record was not done; its sentence is made where the operation is shown. */
export interface BulkError {
  id: number;
  code: ProblemCode;
  params?: Record<string, string>;
}

/** A bulk command under way: what is asked, and how far it is. Its ids lie in chunks. */
export interface BulkOperation extends VersionedRecord {
  /** The command's id. */
  _id: string;
  type: string;
  /** The kind of work that it applies or takes back, where its type says no more than that it does. */
  work?: string;
  /** The rehearsal that it applies. */
  applies?: string;
  /** The operation that it takes back. */
  undoes?: string;
  /** Of a rehearsal: the operation that applied it. */
  applied_by?: string;
  /** The last operation that began to give its changes back. */
  undone_by?: string;
  owner: string;
  caller: Caller;
  language: Language;
  /** Of a selection: when its records were looked up. ISO 8601. */
  frozen_at?: string;
  /** The body without what names its records. */
  asked: Record<string, unknown>;
  dry_run: boolean;
  status: BulkStatus;
  chunks: number;
  /** The progress cursor: the chunk to do next. */
  next_chunk: number;
  total: number;
  counts: Record<BulkFate, number>;
  /** The first ones. */
  errors: BulkError[];
  errors_total: number;
  /** Of work that has them, once it has begun; none where a worker of a release before them did a part of it. */
  sums?: BulkSums;
  /** Why the operation as a whole came to its end before its records did. */
  problem?: ProblemDetails;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  updated_at: string;
  request_id: string;
  traceparent: string | null;
}

/** What bulk work comes to: all the records that it changes together. */
export interface BulkSums {
  /** What they are worth, in major units. */
  total: number;
  /** Units of stock that it gives back; below 0: that it takes. */
  stock: number;
  /** The same of each product, of the first ones that were met. */
  products: readonly { product_id: number; stock: number }[];
}

export interface BulkChunk extends VersionedRecord {
  /** `{operation}:{index}` */
  _id: string;
  ids: number[];
  /** One for each id, once the chunk is done. */
  fates: BulkFate[] | null;
  errors: BulkError[];
  /**
   * For each id, once the chunk is done: the version that the work left the record at, its deletion's own where it is deleted,
   * null where nothing was changed. Of a rehearsal: the version that it met, null where there was no record.
   */
  versions?: (number | null)[];
  /** Of work that applies or takes back, for each id: the version that its record must still be at. */
  expected?: (number | null)[];
  /** Of work that takes back: the chunk of the operation that did it. */
  source?: string;
  /** What was taken back of it. */
  undone?: number[];
}

/** What a rehearsal would write into the ledger. */
export interface BulkPreview extends VersionedRecord {
  /** Its chunk's id. */
  _id: string;
  rows: LedgerRow[];
}

/** What a command's selection found; never stored. */
export interface Selected extends VersionedRecord {
  /** The command's id. */
  _id: string;
  /** Rising; one more than there may be when there are too many, and null when finding them took too long. */
  ids: readonly number[] | null;
  /** ISO 8601. */
  at: string;
}

// A type, not an interface: only that is assignable to an index signature.
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
  /** Operations, all of whose chunks are read. */
  bulkChunksOf?: string[];
  ledgerRows?: string[];
  /** Records that are expected at a version: of those that are not, all later rows are read. */
  expected?: ExpectedVersion[];
}

export interface ExpectedVersion {
  table: string;
  id: number;
  version: number;
}

/** What happens to one record. */
export interface BulkStep<T extends Tables> {
  fate: BulkFate;
  /** For a record that was refused. */
  error?: Omit<BulkError, 'id'>;
  changes: Change<T>[];
  events: EventDraft[];
  /** It gives back what an operation changed: the record is again as it was at this version. */
  restores?: number;
}

/** How one kind of bulk work treats a record; pure, run on the state that the records before it left. */
export interface BulkWork<T extends Tables, Needs> {
  /** Where its records are; also what they are called by: `orders/12`. */
  table: keyof T & string;
  needs: (ids: number[]) => Needs;
  /** The work that these fields ask for, where a worker of an earlier release would take them for another; null: this one. */
  startsAs?: (asked: BulkOperation['asked']) => string | null;
  step: (state: State<T>, id: number, operation: BulkOperation, tools: Tools) => BulkStep<T>;
  /** Adds what a step comes to; `before` is the state that it was decided on. */
  addSums?: (sums: BulkSums, step: BulkStep<T>, before: State<T>) => BulkSums;
  /** Gives back what a row of the ledger says was changed; the record still stands as that left it. */
  restore: (state: State<T>, row: LedgerRow, operation: BulkOperation, tools: Tools) => BulkStep<T>;
}

/** Command of the service itself: do one chunk of an operation. */
export const chunkCommand = 'bulk.chunk';
export interface ChunkBody {
  operation: string;
  type: string;
  /** The kind of work, where that differs from the operation's type. */
  work?: string;
  index: number;
  ids: number[];
  /** The operation takes something back: rows of these versions say what, in the order of the ids. */
  undoes?: { versions: (number | null)[]; source?: string };
  /** They are not tried: each is refused with this. */
  refusal?: ProblemCode;
}

/** What a new operation about another one is told. */
export interface FollowUpBody {
  /** The other one's command. */
  operation: string;
  dry_run?: boolean | null;
}

/** Command of the service itself: make two chunks of one that can't be done whole. */
export const splitCommand = 'bulk.split';

export const chunkSize = 500;
export const shownErrors = 100;
export const summedProducts = 100;

export function chunkId(operation: string, index: number): string {
  return `${operation}:${index}`;
}

/** The ids of all chunks of an operation lie between these. */
export function chunksOfOperation(operation: string): { $gt: string; $lt: string } {
  return { $gt: `${operation}:`, $lt: `${operation};` };
}

export const unfinishedStatuses: readonly BulkStatus[] = ['queued', 'running'];
export const finalStatuses: readonly BulkStatus[] = ['succeeded', 'partly_succeeded', 'failed', 'cancelled'];

export function isFinal(status: BulkStatus): boolean {
  return !unfinishedStatuses.includes(status);
}

/** A record that is not there. */
export const notFound = { fate: 'not_found' as const, changes: [], events: [] };
