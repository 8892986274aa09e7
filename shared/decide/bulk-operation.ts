import type { Caller, Command } from '../contracts/schema-kit/define.ts';
import type { Language } from '../contracts/schema-kit/languages.ts';
import { Problem } from '../errors.ts';
import type { ProblemCode } from '../errors.ts';
import { ownerOf, workingCopy } from './decide-batch.ts';
import type {
  Change,
  Decision,
  EventDraft,
  Handler,
  State,
  Tables,
  Tools,
  VersionedRecord,
} from './handler.ts';

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
}

export const chunkSize = 500;
const shownErrors = 100;

export function chunkId(operation: string, index: number): string {
  return `${operation}:${index}`;
}

export const unfinishedStatuses: readonly BulkStatus[] = ['queued', 'running'];

export function isFinal(status: BulkStatus): boolean {
  return !unfinishedStatuses.includes(status);
}

/** A record that is not there. */
export const notFound = { fate: 'not_found' as const, changes: [], events: [] };

/** Handlers that start each kind of bulk work, and the one that does its chunks. */
export function bulkHandlers<T extends Tables & BulkTables, Needs extends BulkNeeds>(
  works: Readonly<Record<string, BulkWork<T, Needs>>>,
): Record<string, Handler<T, Needs, Command>> {
  const start: Handler<T, Needs, Command> = {
    needs: () => ({}) as Needs,
    decide: (_state, command, { now }) => startOperation(command, now),
  };
  const chunk: Handler<T, Needs, Command> = {
    needs: ({ body }) => {
      const { operation, type, index, ids } = body as ChunkBody;
      return {
        ...works[type]?.needs(ids),
        bulk: [operation],
        bulkChunks: [chunkId(operation, index)],
      } as Needs;
    },
    decide: (state, { body }, tools) => {
      const { type } = body as ChunkBody;
      const work = works[type];
      if (!work) throw new Error(`No bulk work of type ${type}`);
      return doChunk(state, body as ChunkBody, work, tools);
    },
  };
  const starts = Object.keys(works).map((type) => [type, start]);
  return { ...(Object.fromEntries(starts) as Record<string, typeof start>), [chunkCommand]: chunk };
}

function startOperation<T extends Tables & BulkTables>(command: Command, now: string): Decision<T> {
  const { ids, dry_run: isRehearsal, ...asked } = command.body as { ids: number[]; dry_run?: boolean | null };
  const chunks: BulkChunk[] = [];
  for (let from = 0; from < ids.length; from += chunkSize) {
    const index = chunks.length;
    chunks.push({
      _id: chunkId(command.id, index),
      version: 1,
      ids: ids.slice(from, from + chunkSize),
      fates: null,
      errors: [],
    });
  }
  const operation: BulkOperation = {
    _id: command.id,
    version: 1,
    type: command.type,
    owner: ownerOf(command),
    caller: command.caller,
    language: command.language,
    asked,
    dry_run: isRehearsal === true,
    status: 'queued',
    chunks: chunks.length,
    next_chunk: 0,
    total: ids.length,
    counts: { changed: 0, unchanged: 0, not_found: 0, refused: 0 },
    errors: [],
    errors_total: 0,
    created_at: command.at,
    started_at: null,
    finished_at: null,
    updated_at: now,
    request_id: command.requestId,
    traceparent: command.traceparent ?? null,
  };
  const puts = [{ table: 'bulk', put: operation }, ...chunks.map((put) => ({ table: 'bulkChunks', put }))];
  return { answer: { status: 202, background: true }, changes: puts as unknown as Change<T>[], events: [] };
}

const nothing = { answer: { status: 200 as const }, changes: [], events: [] };

/** Does the chunk at the cursor and moves the cursor on; anything else was done before, or cancelled. */
function doChunk<T extends Tables & BulkTables, Needs>(
  state: State<T>,
  body: ChunkBody,
  work: BulkWork<T, Needs>,
  tools: Tools,
): Decision<T> {
  const operation = (state.bulk as ReadonlyMap<string, BulkOperation>).get(body.operation);
  const chunk = (state.bulkChunks as ReadonlyMap<string, BulkChunk>).get(chunkId(body.operation, body.index));
  if (!operation || !chunk || isFinal(operation.status) || operation.next_chunk !== body.index)
    return nothing;
  const working = workingCopy(state);
  const steps = chunk.ids.map((id) => {
    const step = stepOrRefusal(() => work.step(working.state, id, operation, tools));
    for (const change of step.changes) working.apply(change);
    return step;
  });
  const errors = steps.flatMap((step, index) => errorOf(step, chunk.ids[index] ?? 0));
  const progress = [
    { table: 'bulk', put: advanced(operation, steps, errors, tools.now) },
    {
      table: 'bulkChunks',
      put: { ...chunk, version: chunk.version + 1, fates: steps.map((step) => step.fate), errors },
    },
  ] as unknown as Change<T>[];
  if (operation.dry_run) return { ...nothing, changes: progress };
  return {
    ...nothing,
    changes: [...steps.flatMap((step) => step.changes), ...progress],
    events: steps.flatMap((step) => step.events),
  };
}

/** A record that refuses what is asked, such as a damaged one, does not stop the others. */
function stepOrRefusal<T extends Tables>(step: () => BulkStep<T>): BulkStep<T> {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { fate: 'refused', error: { code: error.code }, changes: [], events: [] };
  }
}

type Ended = Pick<BulkStep<Tables>, 'fate' | 'error'>;

function errorOf(step: Ended, id: number): BulkError[] {
  if (step.fate === 'not_found') return [{ id, code: 'not_found' }];
  return step.fate === 'refused' ? [{ id, ...(step.error ?? { code: 'conflict' }) }] : [];
}

function advanced(
  operation: BulkOperation,
  steps: readonly Ended[],
  errors: BulkError[],
  now: string,
): BulkOperation {
  const counts = { ...operation.counts };
  for (const step of steps) counts[step.fate] += 1;
  const next = operation.next_chunk + 1;
  const isDone = next >= operation.chunks;
  return {
    ...operation,
    version: operation.version + 1,
    status: isDone ? finalStatus(counts) : 'running',
    next_chunk: next,
    counts,
    errors: [...operation.errors, ...errors].slice(0, shownErrors),
    errors_total: operation.errors_total + errors.length,
    started_at: operation.started_at ?? now,
    finished_at: isDone ? now : null,
    updated_at: now,
  };
}

/** Succeeded when no record was missing or refused, failed when every one was. */
function finalStatus(counts: Record<BulkFate, number>): BulkStatus {
  if (counts.not_found + counts.refused === 0) return 'succeeded';
  return counts.changed + counts.unchanged === 0 ? 'failed' : 'partly_succeeded';
}
