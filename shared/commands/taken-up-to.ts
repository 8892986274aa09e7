/** A worker's view of its queues; times are ms of a monotonic clock. */
export interface WorkerView {
  /** When its process started. */
  startedAt: number;
  /** When it began to consume every queue of its service; null if it does not. */
  consumingSince: number | null;
  /** When it last moved a command to a retry queue; null if it never did. */
  putAsideAt: number | null;
  /** When its unfinished commands were accepted, in ms since 1970. */
  held: readonly number[];
}

/** A message in a queue reaches its worker within this time. */
const deliveredWithinMs = 10_000;

/**
 * The time (ms since 1970) before which this worker has received all commands accepted. A queue delivers
 * commands in order of acceptance, so held commands are older than those still in the queue. Null if unknown,
 * because some commands may not be delivered yet or may wait for a retry.
 */
export function takenUpTo(
  view: WorkerView,
  clock: { now: number; steady: number; longestDelayMs: number },
): number | null {
  const { startedAt, consumingSince, putAsideAt, held } = view;
  const { now, steady, longestDelayMs } = clock;
  if (consumingSince === null || steady - consumingSince < deliveredWithinMs) return null;
  // Until this worker started, an earlier worker may have moved commands to a retry queue.
  if (steady - (putAsideAt ?? startedAt) < longestDelayMs + deliveredWithinMs) return null;
  return Math.min(now, ...held);
}

const latestBeats = 3;

/**
 * The smallest of the latest values of `measure`; null if one of them is null. Between two batches a worker
 * holds no messages for a moment, so a single value could count waiting commands as done.
 */
export function leastOfLatest(measure: () => string | null): () => string | null {
  let latest: (string | null)[] = [];
  return () => {
    latest = [...latest, measure()].slice(-latestBeats);
    const [least = null] = latest.includes(null) ? [] : latest.toSorted();
    return least;
  };
}
