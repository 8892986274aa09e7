import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { startBulkQueue, type BulkQueue, type SliceEnd } from '../jobs/bulk-queue.ts';
import { waitOf } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import type { BulkModels } from './bulk-models.ts';
import { holdLease, type Lease } from '../mongo/leases.ts';
import { operator } from '../mongo/operator.ts';
import { isFinal, unfinishedStatuses, type BulkOperation } from '../decide/bulk-operation.ts';
import type { BatchModels } from './batch-models.ts';
import { settleExpiry } from './bulk-expiry.ts';
import { forgetDeleted } from './ledger/forget-deleted.ts';
import { runChunk, workAtCursor } from './run-chunk.ts';
import type { RunBatch } from './run-batch.ts';

export interface BulkRunner {
  queue: BulkQueue;
  begin: (operation: string) => void;
  close: () => Promise<void>;
}

interface BulkRunnerOptions {
  redisUrl: string;
  namespace: string;
  service: string;
  models: BulkModels & Pick<BatchModels, 'inbox' | 'ledger'>;
  leases: Model<Lease>;
  run: RunBatch;
  /** Time between two sweeps for operations whose job Redis has lost. */
  sweepMs?: number;
  log: Log;
}

const sliceMs = 400;
const defaultSweepMs = waitOf(5000, 1000);
const idleMs = waitOf(15_000, 3000);
/** Matches operations last changed over `idleMs` before the database's time, or after it, as another clock may run ahead. */
const isIdle = { $gt: [{ $abs: { $subtract: ['$$NOW', { $toDate: '$updated_at' }] } }, idleMs] };

/**
 * Runs bulk operations chunk by chunk. Each chunk is an internal command whose transaction also advances the operation's cursor.
 * So an operation resumes exactly at its cursor after a crash, and two runners cannot process a record twice.
 */
export function startBulkRunner(options: BulkRunnerOptions): BulkRunner {
  const { models, leases, log, sweepMs = defaultSweepMs } = options;
  const holder = randomUUID();
  let isClosing = false;

  const workSlice = async (operationId: string): Promise<{ end: SliceEnd; cursor: number }> => {
    const until = performance.now() + sliceMs;
    let next = await workAtCursor(models, operationId);
    for (;;) {
      if (next === null) return { end: 'done', cursor: 0 };
      const { operation, chunk } = next;
      if (isFinal(operation.status)) return { end: 'done', cursor: operation.next_chunk };
      if (performance.now() > until || isClosing) return { end: 'more', cursor: operation.next_chunk };
      await runChunk(operation, chunk, options);
      next = await workAtCursor(models, operationId);
    }
  };

  const queue = startBulkQueue({ ...options, workSlice });

  const sweep = async (): Promise<void> => {
    if (!(await holdLease(leases, 'bulk-sweep', holder, sweepMs * 3))) return;
    // If one of the next two steps fails, the sweep still resumes stalled bulk work.
    await settleExpiry(models).catch((error: unknown) =>
      log.warn({ err: error }, 'the expiry of bulk work could not be set'),
    );
    await forgetDeleted(models.ledger).catch((error: unknown) =>
      log.warn({ err: error }, 'expired timelines of deleted records could not be removed'),
    );
    if (queue.isOpen) await queueAgain();
  };

  /** Queues operations without recent progress again, because Redis may have lost their jobs. */
  const queueAgain = async (): Promise<void> => {
    const idle = await models.bulk
      .find({ status: operator({ $in: unfinishedStatuses }), $expr: operator(isIdle) })
      .limit(1000)
      .lean<BulkOperation[]>();
    for (const operation of idle)
      await queue.enqueue(operation._id, operation.next_chunk, operation.traceparent);
    if (idle.length > 0) log.info({ operations: idle.length }, 'bulk work queued again');
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'bulk sweep failed'));
  }, sweepMs);

  return {
    queue,
    begin: (operation) => void queue.enqueue(operation, 0),
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      await queue.close();
      await leases.deleteOne({ _id: 'bulk-sweep', holder }).catch(() => undefined);
    },
  };
}
