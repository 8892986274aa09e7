import type { Command } from '../contracts/schema-kit/define.ts';
import { chunkCommand, chunkId, chunksAtOnce, chunkSize, splitCommand } from '../decide/bulk-operation.ts';
import type { BulkChunk, BulkOperation, ChunkBody } from '../decide/bulk-operation.ts';
import type { Result } from '../decide/decide-batch.ts';
import type { ProblemCode } from '../errors.ts';
import {
  isOwnFault,
  isRefusedByDatabase,
  isServerFault,
  isTimeExceeded,
  isTooLarge,
  isWriteConflict,
} from '../mongo/faults.ts';
import { operator } from '../mongo/operator.ts';
import type { Log } from '../process/log.ts';
import type { BulkModels } from './bulk-models.ts';
import type { RunBatch } from './run-batch.ts';

interface ChunkDeps {
  run: RunBatch;
  log: Log;
}

type Threw = Extract<Result, { kind: 'threw' }>;

/** An operation and the chunks that are next; null when there is no such operation. */
export interface WorkAtCursor {
  operation: BulkOperation;
  /** From the one at the cursor on. Null: it is gone. */
  chunks: (BulkChunk | null)[];
}

/** `atOnce`: how many chunks, while all of them have no more than `chunksAtOnce` chunks' records. */
export async function workAtCursor(
  { bulk, bulkChunks }: Pick<BulkModels, 'bulk' | 'bulkChunks'>,
  id: string,
  atOnce: number,
): Promise<WorkAtCursor | null> {
  const operation = await bulk.findById(id).lean<BulkOperation>();
  if (!operation) return null;
  const count = Math.max(Math.min(atOnce, operation.chunks - operation.next_chunk), 1);
  const wanted = Array.from({ length: count }, (_, place) => chunkId(id, operation.next_chunk + place));
  const found = await bulkChunks.find({ _id: operator({ $in: wanted }) }).lean<BulkChunk[]>();
  const byId = new Map(found.map((chunk) => [chunk._id, chunk]));
  const [first = null, ...others] = wanted.map((chunk) => byId.get(chunk) ?? null);
  const chunks = [first];
  for (const chunk of others) {
    // Chunks of an earlier release are larger.
    if (recordsOf([...chunks, chunk]) > chunksAtOnce * chunkSize) break;
    chunks.push(chunk);
  }
  return { operation, chunks };
}

/** None of one that is gone or damaged. */
function idsOf(chunk: BulkChunk | null): number[] {
  return Array.isArray(chunk?.ids) ? chunk.ids : [];
}

export function recordsOf(chunks: readonly (BulkChunk | null)[]): number {
  return chunks.reduce((sum, chunk) => sum + idsOf(chunk).length, 0);
}

/**
 * Does the chunks at an operation's cursor in one transaction. The first one that cannot be committed is made into two, down to the
 * one record that is at fault, which is refused by name; the others are done, now or when it is their turn. Throws what may be
 * over when it is tried again.
 */
export async function runChunks({ operation, chunks }: WorkAtCursor, { run, log }: ChunkDeps): Promise<void> {
  // The batch loads the chunks again: their records' ids must be known before the transaction that loads them all at once.
  const bodies = chunks.map((chunk, place) => bodyOf(operation, chunk, operation.next_chunk + place));
  const deliveries = bodies.map((body) => ({
    ...{ command: toCommand(operation, chunkCommand, body), keepsInbox: false },
    isDivisible: body.ids.length > 1,
  }));
  // What follows one that was not done finds the cursor elsewhere, and does nothing.
  const [[result], [body]] = [await run(deliveries), bodies];
  if (result?.kind !== 'threw' || !body) return;

  const { ids } = body;
  const id = chunkId(operation._id, body.index);
  const refusal = refusalFor(result);
  if (ids.length > 1 && (refusal !== null || mayBeTooMany(result.error))) {
    log.warn({ err: result.error, chunk: id, records: ids.length }, 'bulk chunk failed, it is made into two');
    await runSurely(run, toCommand(operation, splitCommand, body));
    return;
  }
  if (refusal === null) throw result.error;
  log.error({ err: result.error, chunk: id, records: ids }, 'bulk work refused a record that cannot be done');
  await runSurely(run, toCommand(operation, chunkCommand, { ...body, refusal }));
}

function bodyOf(operation: BulkOperation, chunk: BulkChunk | null, index: number): ChunkBody {
  return {
    ...{ operation: operation._id, type: operation.type, index, ids: idsOf(chunk) },
    ...(operation.work !== undefined && { work: operation.work }),
    ...(operation.undoes !== undefined && { undoes: undoneBy(chunk) }),
  };
}

function undoneBy(chunk: BulkChunk | null): NonNullable<ChunkBody['undoes']> {
  const { expected: versions = [], source } = chunk ?? {};
  return { versions, ...(source !== undefined && { source }) };
}

async function runSurely(run: RunBatch, command: Command): Promise<void> {
  const [result] = await run([{ command, keepsInbox: false }]);
  if (result?.kind === 'threw') throw result.error;
}

/** Why a record that fails like this, by itself, can never be done; null when it may be the servers' fault. */
function refusalFor({ error, byRule }: Threw): ProblemCode | null {
  if (byRule) return 'internal_error';
  if (isTooLarge(error)) return 'record_too_large';
  return isRefusedByDatabase(error) ? 'conflict' : null;
}

/**
 * Whether fewer records at once may do. What nobody knows may say so too, such as that a transaction does not fit into the
 * database's cache; a worker that does not know this kind of work has an error of its own.
 */
function mayBeTooMany(error: unknown): boolean {
  const isKnown = isServerFault(error) || isOwnFault(error);
  return isTimeExceeded(error) || isWriteConflict(error) || !isKnown;
}

/** The service's own command for a chunk of an operation. */
function toCommand(operation: BulkOperation, type: string, body: ChunkBody): Command {
  return {
    id: chunkId(operation._id, body.index),
    type,
    params: {},
    body,
    caller: operation.caller,
    language: operation.language,
    fingerprint: '',
    ifMatch: null,
    at: operation.created_at,
    requestId: operation.request_id,
    ...(operation.traceparent !== null && { traceparent: operation.traceparent }),
  };
}
