import type { Closers } from '../../platform/process/run-process.ts';
import type { CommandWorker } from '../commands/command-worker.ts';

interface Closable {
  close: () => Promise<unknown>;
}

interface WorkerParts {
  worker: Pick<CommandWorker, 'close' | 'handBack'>;
  bulk: Closable;
  beside: Closers;
  /** Closed in this order, after the worker and the bulk work. */
  after: readonly Closable[];
  database: Closable;
  /** Stops batches that wait for an unavailable database. */
  stopping: AbortController;
}

const giveUpMs = 5000;

/**
 * Closes command and bulk processing first, so that other workers take over. Other database work begins to close at the same
 * time, but its end is awaited last. A call to a hanging database may take longer than the shutdown deadline.
 */
export function closersOf(parts: WorkerParts, afterMs = giveUpMs): Closers {
  const { beside, after, database } = parts;
  let ended: Promise<unknown> = Promise.resolve();
  return [
    () => {
      ended = Promise.allSettled(beside.map((close) => close()));
      return closeWork(parts, afterMs);
    },
    ...after.map((one) => () => one.close()),
    () => ended,
    () => database.close(),
  ];
}

async function closeWork({ worker, bulk, stopping }: WorkerParts, afterMs: number): Promise<void> {
  // Give up batches that still wait for the database. They are not acked, so the next worker runs them.
  const giveUp = setTimeout(() => {
    stopping.abort();
    worker.handBack();
  }, afterMs);
  await worker.close();
  await bulk.close();
  clearTimeout(giveUp);
}
