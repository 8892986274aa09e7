import type { Closers } from '../process/run-process.ts';
import type { CommandWorker } from './command-worker.ts';

interface Closable {
  close: () => Promise<unknown>;
}

interface WorkerParts {
  worker: Pick<CommandWorker, 'close' | 'handBack'>;
  bulk: Closable;
  /** Other work that uses the database. */
  beside: Closers;
  /** What ends when the work has, in this order. */
  after: readonly Closable[];
  database: Closable;
  /** Ends the waiting of batches for a database that is away. */
  stopping: AbortController;
}

/** How long a worker that closes waits for its batches. */
const giveUpMs = 5000;

/**
 * Closes commands and bulk work before all else, so that other workers go on with them. Work beside them is told to end
 * at once, and waited for last: a call to a database that stands still takes longer than a process has to stop.
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
  // A batch that waits for the database is not acked: the next worker runs it.
  const giveUp = setTimeout(() => {
    stopping.abort();
    worker.handBack();
  }, afterMs);
  await worker.close();
  await bulk.close();
  clearTimeout(giveUp);
}
