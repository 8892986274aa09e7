import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { startBulkQueue, type BulkQueue, type SliceEnd } from '../jobs/bulk-queue.ts';
import { waitOf } from '../../platform/process/kill-point.ts';
import type { Log } from '../../platform/process/log.ts';
import type { BulkModels } from './bulk-models.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { holdLease, type Lease } from '../../platform/mongo/leases.ts';
import { operator } from '../../platform/mongo/operator.ts';
import {
  isFinal,
  unfinishedStatuses,
  type BulkOperation,
  type ReplyAddress,
} from '../decide/bulk-operation.ts';
import type { EngineModels } from './engine-models.ts';
import { settleExpiry } from './bulk-expiry.ts';
import { forgetDeleted } from './ledger/forget-deleted.ts';
import { runChunk, workAtCursor } from './run-chunk.ts';
import type { Replier } from './reply.ts';
import type { RunBatch } from './run-batch.ts';

export interface BulkRunner {
  queue: BulkQueue;
  /** `waiting` gets a reply when the operation ends. If the operation has ended already, it gets the reply immediately. */
  begin: (operation: string, waiting?: ReplyAddress | null) => void;
  close: () => Promise<void>;
}

interface BulkRunnerOptions {
  redisUrl: string;
  namespace: string;
  service: string;
  models: BulkModels & Pick<EngineModels, 'inbox' | 'ledger'>;
  leases: Model<Lease>;
  run: RunBatch;
  replyEnded: Replier['replyEnded'];
  /** Time between two sweeps for operations whose job Redis has lost. */
  sweepMs?: number;
  log: Log;
}

const sliceMs = 400;
const defaultSweepMs = waitOf(5000, 1000);
/** An operation stores at most this many waiting requests. A further request replaces the earliest. */
const mostWaiting = 20;
const idleMs = waitOf(15_000, 3000);
/** Matches operations last changed over `idleMs` before the database's time, or after it, as another clock may run ahead. */
const isIdle = { $gt: [{ $abs: { $subtract: ['$$NOW', { $toDate: '$updated_at' }] } }, idleMs] };

/**
 * Runs bulk operations chunk by chunk. Each chunk is an internal command whose transaction also advances the operation's cursor.
 * So an operation resumes exactly at its cursor after a crash, and two runners cannot process a record twice.
 */
export function startBulkRunner(options: BulkRunnerOptions): BulkRunner {
  const { models, leases, replyEnded, log, sweepMs = defaultSweepMs } = options;
  const holder = randomUUID();
  let isClosing = false;

  const workSlice = async (operationId: string): Promise<{ end: SliceEnd; cursor: number }> => {
    const until = performance.now() + sliceMs;
    let next = await workAtCursor(models, operationId);
    for (;;) {
      if (next === null) return { end: 'done', cursor: 0 };
      const { operation, chunk } = next;
      if (isFinal(operation.status)) {
        replyEnded(operation, operation.waiting ?? []);
        return { end: 'done', cursor: operation.next_chunk };
      }
      if (performance.now() > until || isClosing) return { end: 'more', cursor: operation.next_chunk };
      await runChunk(operation, chunk, options);
      next = await workAtCursor(models, operationId);
    }
  };

  const queue = startBulkQueue({ ...options, workSlice });

  /** Stores the request in the operation, so that a restarted worker finds it. If the operation has ended, replies: true. */
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
      // The gateway asks for the operation every second, so the work can begin without this.
      log.warn({ err: error, operation: id }, 'a request that waits for bulk work could not be stored');
    }
    await queue.enqueue(id, 0);
  };

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
    begin: (operation, waiting = null) => void begin(operation, waiting),
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      await queue.close();
      await leases.deleteOne({ _id: 'bulk-sweep', holder }).catch(() => undefined);
    },
  };
}
