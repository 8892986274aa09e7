import { randomUUID } from 'node:crypto';
import { startTurnQueue } from '../jobs/turn-queue.ts';
import { waitOf } from '../../platform/process/kill-point.ts';
import { pacedLoop } from '../../platform/process/paced-loop.ts';
import { withTimeout } from '../../platform/process/with-timeout.ts';
import type { Log } from '../../platform/process/log.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { taskLease } from '../../platform/mongo/leases.ts';
import { operator } from '../../platform/mongo/operator.ts';
import { hasIds } from '../decide/bulk-chunk.ts';
import {
  isFinal,
  unfinishedStatuses,
  type BulkOperation,
  type ReplyAddress,
  chunkCommand,
  chunkId,
  splitCommand,
  type BulkChunk,
  type ChunkBody,
} from '../decide/bulk-operation.ts';
import type { Command } from '../../contracts/kit/define.ts';
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
import { settleExpiry } from './bulk-models.ts';
import type { EngineModels } from './engine-models.ts';
import { forgetDeleted } from './ledger/ledger-model.ts';
import type { Replier } from './reply.ts';
import type { RunBatch } from './run-batch.ts';

export type BulkRunner = ReturnType<typeof startBulkRunner>;

interface BulkRunnerOptions {
  redisUrl: string;
  namespace: string;
  service: string;
  models: EngineModels;
  run: RunBatch;
  replyEnded: Replier['replyEnded'];
  /** The time in ms between two sweeps, which look for operations whose job Redis has lost. */
  sweepMs?: number;
  log: Log;
}

const sliceMs = 400;
/** The number of operations that a worker runs at the same time. */
const operationsAtOnce = 2;
const defaultSweepMs = waitOf(5000, 1000);
/**
 * One sweep in this many also sets the expiry of ended bulk work and removes expired timelines. If a sweep has removed some
 * timelines, the next sweep removes more.
 */
const sweepsPerTidying = 12;
/** An operation stores at most this many waiting requests. If there are more, the newest request replaces the earliest. */
const mostWaiting = 20;
const idleMs = waitOf(15_000, 3000);
/**
 * Matches operations whose last change and the database's time are more than `idleMs` apart. The last change may even seem to be
 * in the future, because the clock of another process may be ahead.
 */
const isIdle = { $gt: [{ $abs: { $subtract: ['$$NOW', { $toDate: '$updated_at' }] } }, idleMs] };

/**
 * Runs bulk operations chunk by chunk. Each chunk is an internal command, whose transaction also advances the operation's cursor
 * (`next_chunk`). After a crash, an operation therefore resumes exactly at its cursor. Two runners cannot process a record twice.
 */
export function startBulkRunner(options: BulkRunnerOptions) {
  const { models, replyEnded, log, sweepMs = defaultSweepMs } = options;
  const lease = taskLease(models.leases, 'bulk-sweep', randomUUID(), sweepMs * 3);
  let isClosing = false;
  let sweepsUntilTidying = 0;

  const workSlice = async (operationId: string): Promise<void> => {
    const until = performance.now() + sliceMs;
    for (;;) {
      const operation = await models.bulk.findById(operationId).lean<BulkOperation>();
      if (!operation) return;
      if (isFinal(operation.status)) {
        replyEnded(operation, operation.waiting ?? []);
        return;
      }
      if (performance.now() > until || isClosing) return;
      const id = chunkId(operationId, operation.next_chunk);
      const chunk = await models.bulkChunks.findById(id).lean<BulkChunk>();
      await runChunk(operation, chunk, options);
    }
  };

  const queue = startTurnQueue({
    redisUrl: options.redisUrl,
    namespace: options.namespace,
    name: `${options.service}-bulk`,
    keyField: 'operation',
    concurrency: operationsAtOnce,
    takeTurn: workSlice,
    dueIn: async (_id) => {
      const unfinished = { _id, status: operator({ $in: unfinishedStatuses }) };
      return (await models.bulk.exists(unfinished)) === null ? null : 0;
    },
    log,
  });

  /**
   * Stores the waiting request in the operation, so that a restarted worker finds it. If the operation has ended, sends the reply
   * and returns true.
   */
  const storeOrReply = async (id: string, waiting: ReplyAddress): Promise<boolean> => {
    const { matchedCount } = await driverCollection<BulkOperation>(models.bulk).updateOne(
      { _id: id, status: { $in: [...unfinishedStatuses] } },
      { $push: { waiting: { $each: [waiting], $slice: -mostWaiting } } },
    );
    const operation = matchedCount > 0 ? null : await models.bulk.findById(id).lean<BulkOperation>();
    if (!operation || !isFinal(operation.status)) return false;
    replyEnded(operation, [waiting]);
    return true;
  };

  const begin = async (id: string, waiting: ReplyAddress | null): Promise<void> => {
    try {
      if (waiting && (await storeOrReply(id, waiting))) return;
    } catch (error) {
      // The work can begin without the stored request, because the gateway also reads the operation every second.
      log.warn({ err: error, operation: id }, 'a request that waits for bulk work could not be stored');
    }
    await queue.wakeInTrace(id);
  };

  const sweep = async (): Promise<void> => {
    const unfinished = { status: operator({ $in: unfinishedStatuses }), $expr: operator(isIdle) };
    const idle = queue.isOpen ? await models.bulk.find(unfinished).limit(1000).lean<BulkOperation[]>() : [];
    const isTidyingDue = sweepsUntilTidying === 0;
    if (!isTidyingDue) sweepsUntilTidying -= 1;
    // Most sweeps find nothing to do, and then do not write the lease.
    if (!isTidyingDue && idle.length === 0) return;
    if (!(await lease.hold())) {
      // The process that holds the lease sets expiries and removes timelines.
      if (isTidyingDue) sweepsUntilTidying = sweepsPerTidying - 1;
      return;
    }
    // Redis may have lost the jobs of operations without recent progress.
    for (const { _id, traceparent } of idle) await withTimeout(queue.wake(_id, traceparent), sweepMs);
    if (idle.length > 0) log.info({ operations: idle.length }, 'bulk work queued again');
    if (!isTidyingDue) return;
    await settleExpiry(models).catch((error: unknown) =>
      log.warn({ err: error }, 'the expiry of bulk work could not be set'),
    );
    const forgotten = await forgetDeleted(models.ledger).catch((error: unknown) => {
      log.warn({ err: error }, 'expired timelines of deleted records could not be removed');
      return 0;
    });
    if (forgotten === 0) sweepsUntilTidying = sweepsPerTidying - 1;
  };

  const sweeping = pacedLoop({
    round: async () => {
      await sweep();
      return false;
    },
    firstAfterMs: sweepMs,
    idleMs: sweepMs,
    failed: (error) => {
      log.warn({ err: error }, 'the search for interrupted bulk work failed, it is tried again');
      return sweepMs;
    },
    ended: lease.release,
  });

  return {
    queue,
    /** Starts the operation, or joins it. `waiting` gets a reply when it ends, or at once if it has ended already. */
    begin: (operation: string, waiting: ReplyAddress | null = null): void => void begin(operation, waiting),
    close: async (): Promise<void> => {
      isClosing = true;
      await sweeping.close();
      await queue.close();
    },
  };
}

/**
 * Runs the chunk at an operation's cursor. If the chunk cannot be committed, it is halved until the faulty record is alone. Only
 * this record is rejected. Throws errors that a retry may resolve.
 */
export async function runChunk(
  operation: BulkOperation,
  chunk: BulkChunk | null,
  { run, log }: Pick<BulkRunnerOptions, 'run' | 'log'>,
): Promise<void> {
  const id = chunkId(operation._id, operation.next_chunk);
  // The batch loads the chunk again in its transaction, but needs the record ids beforehand, to load all records together. A missing
  // or damaged chunk has no ids, and the handler then ends the operation.
  const ids = hasIds(chunk) ? chunk.ids : [];
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
    log.warn({ err: result.error, chunk: id, records: ids.length }, 'bulk chunk failed, and is halved');
    await runSurely(run, toCommand(operation, splitCommand, body));
    return;
  }
  if (refusal === null) throw result.error;
  log.error({ err: result.error, chunk: id, records: ids }, 'bulk work rejected a record that always fails');
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

/** The error code for a record that fails on every retry, even in a chunk of its own. Null if the servers may be at fault. */
function refusalFor({ error, byRule }: Extract<Result, { kind: 'threw' }>): ProblemCode | null {
  if (byRule) return 'internal_error';
  if (isTooLarge(error)) return 'record_too_large';
  return isRefusedByDatabase(error) ? 'conflict' : null;
}

/**
 * Whether a smaller chunk may succeed. True after an unknown error, for example if a transaction exceeds the database's cache.
 * False for an `isOwnFault` error: the worker does not know this kind of work.
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
