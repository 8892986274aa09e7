import type { Command } from '../../contracts/kit/define.ts';
import {
  chunkCommand,
  chunkId,
  splitCommand,
  type BulkChunk,
  type BulkOperation,
  type ChunkBody,
} from '../decide/bulk-operation.ts';
import type { Result } from '../decide/decide-batch.ts';
import type { ProblemCode } from '../../contracts/errors.ts';
import {
  isOwnFault,
  isRefusedByDatabase,
  isServerFault,
  isTimeExceeded,
  isTooLarge,
  isWriteConflict,
} from '../../platform/mongo/faults.ts';
import type { Log } from '../../platform/process/log.ts';
import type { BulkModels } from './bulk-models.ts';
import type { RunBatch } from './run-batch.ts';

interface ChunkDeps {
  run: RunBatch;
  log: Log;
}

type Threw = Extract<Result, { kind: 'threw' }>;

/** An operation and the chunk at its cursor (null if missing); null if there is no such operation. */
export async function workAtCursor(
  { bulk, bulkChunks }: Pick<BulkModels, 'bulk' | 'bulkChunks'>,
  id: string,
): Promise<{ operation: BulkOperation; chunk: BulkChunk | null } | null> {
  const operation = await bulk.findById(id).lean<BulkOperation>();
  if (!operation) return null;
  const chunk = await bulkChunks.findById(chunkId(id, operation.next_chunk)).lean<BulkChunk>();
  return { operation, chunk };
}

/** Empty for a missing or damaged chunk. */
function idsOf(chunk: BulkChunk | null): number[] {
  return Array.isArray(chunk?.ids) ? chunk.ids : [];
}

/**
 * Runs the chunk at an operation's cursor. If the chunk cannot be committed, it is split until the faulty record is alone. That
 * record is rejected, and the other records are processed. Throws errors that a retry may resolve.
 */
export async function runChunk(
  operation: BulkOperation,
  chunk: BulkChunk | null,
  { run, log }: ChunkDeps,
): Promise<void> {
  const id = chunkId(operation._id, operation.next_chunk);
  // The batch loads the chunk again in its transaction. It needs the record ids beforehand, to load all records together.
  const ids = idsOf(chunk);
  const body: ChunkBody = {
    operation: operation._id,
    type: operation.type,
    index: operation.next_chunk,
    ids,
    ...(operation.work !== undefined && { work: operation.work }),
    ...(operation.undoes !== undefined && { undoes: undoneBy(chunk) }),
  };
  const command = toCommand(operation, chunkCommand, body);
  const [result] = await run([{ command, keepsInbox: false, isDivisible: ids.length > 1 }]);
  if (result?.kind !== 'threw') return;

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

function undoneBy(chunk: BulkChunk | null): NonNullable<ChunkBody['undoes']> {
  const { expected: versions = [], source } = chunk ?? {};
  return { versions, ...(source !== undefined && { source }) };
}

async function runSurely(run: RunBatch, command: Command): Promise<void> {
  const [result] = await run([{ command, keepsInbox: false }]);
  if (result?.kind === 'threw') throw result.error;
}

/** The error code for a record that fails alone and would fail on every retry; null if the servers may be at fault. */
function refusalFor({ error, byRule }: Threw): ProblemCode | null {
  if (byRule) return 'internal_error';
  if (isTooLarge(error)) return 'record_too_large';
  return isRefusedByDatabase(error) ? 'conflict' : null;
}

/**
 * Whether a smaller chunk may succeed. An unknown error may mean that too, such as a transaction that exceeds the database's
 * cache. If the worker lacks this kind of work, `isOwnFault` recognises its error.
 */
function mayBeTooMany(error: unknown): boolean {
  const isKnown = isServerFault(error) || isOwnFault(error);
  return isTimeExceeded(error) || isWriteConflict(error) || !isKnown;
}

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
