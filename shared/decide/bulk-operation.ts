import type { Caller } from '../contracts/schema-kit/define.ts';
import type { Language } from '../contracts/schema-kit/languages.ts';
import type { ProblemCode, ProblemDetails } from '../errors.ts';
import type { Change, EventDraft, State, Tables, Tools, VersionedRecord } from './handler.ts';

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
  owner: string;
  caller: Caller;
  language: Language;
  /** The body without its ids. */
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
  /** Why the operation as a whole came to its end before its records did. */
  problem?: ProblemDetails;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  updated_at: string;
  request_id: string;
  traceparent: string | null;
}

export interface BulkChunk extends VersionedRecord {
  /** `{operation}:{index}` */
  _id: string;
  ids: number[];
  /** One for each id, once the chunk is done. */
  fates: BulkFate[] | null;
  errors: BulkError[];
}

// A type, not an interface: only that is assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type BulkTables = { bulk: BulkOperation; bulkChunks: BulkChunk };

export interface BulkNeeds {
  bulk?: string[];
  bulkChunks?: string[];
}

/** What happens to one record. */
export interface BulkStep<T extends Tables> {
  fate: BulkFate;
  /** For a record that was refused. */
  error?: Omit<BulkError, 'id'>;
  changes: Change<T>[];
  events: EventDraft[];
}

/** How one kind of bulk work treats a record; pure, run on the state that the records before it left. */
export interface BulkWork<T extends Tables, Needs> {
  needs: (ids: number[]) => Needs;
  step: (state: State<T>, id: number, operation: BulkOperation, tools: Tools) => BulkStep<T>;
}

/** Command of the service itself: do one chunk of an operation. */
export const chunkCommand = 'bulk.chunk';
export interface ChunkBody {
  operation: string;
  type: string;
  index: number;
  ids: number[];
  /** They are not tried: each is refused with this. */
  refusal?: ProblemCode;
}

/** Command of the service itself: make two chunks of one that can't be done whole. */
export const splitCommand = 'bulk.split';

export const chunkSize = 500;
export const shownErrors = 100;

export function chunkId(operation: string, index: number): string {
  return `${operation}:${index}`;
}

export const unfinishedStatuses: readonly BulkStatus[] = ['queued', 'running'];
export const finalStatuses: readonly BulkStatus[] = ['succeeded', 'partly_succeeded', 'failed', 'cancelled'];

export function isFinal(status: BulkStatus): boolean {
  return !unfinishedStatuses.includes(status);
}

/** A record that is not there. */
export const notFound = { fate: 'not_found' as const, changes: [], events: [] };
