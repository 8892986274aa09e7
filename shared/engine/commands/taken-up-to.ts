import { retryDelays } from '../../platform/amqp/topology.ts';

/** A worker's view of its queues; times are ms of a monotonic clock. */
export interface WorkerView {
  startedAt: number;
  /** Since when the worker consumes every queue of its service. Null if it does not. */
  consumingSince: number | null;
  /** When the worker last moved a command to a retry queue; null if it never did. */
  putAsideAt: number | null;
  /** When the worker's unfinished commands were accepted, in ms since 1970. */
  held: readonly number[];
}

/** A message in a queue reaches its worker within this time. */
const deliveredWithinMs = 10_000;
const longestDelayMs = Math.max(...retryDelays);

/**
 * Returns a time in ms since 1970. This worker has received all commands that were accepted before this time. A queue delivers
 * commands in the order of acceptance, so commands still in a queue are newer than those that the worker holds. Null if unknown,
 * because some commands may not be delivered yet or may wait for a retry.
 */
export function takenUpTo(
  { startedAt, consumingSince, putAsideAt, held }: WorkerView,
  { now, steady }: { now: number; steady: number },
): number | null {
  if (consumingSince === null || steady - consumingSince < deliveredWithinMs) return null;
  // Before this worker started, an earlier worker may have moved commands to a retry queue.
  if (steady - (putAsideAt ?? startedAt) < longestDelayMs + deliveredWithinMs) return null;
  return Math.min(now, ...held);
}

const latestBeats = 3;

/**
 * Returns the smallest of the latest 3 values of `measure`. Null if one of them is null. Between two batches, a worker holds no
 * messages for a moment. A value from one of these moments could count waiting commands as received.
 */
export function leastOfLatest(measure: () => string | null): () => string | null {
  let latest: (string | null)[] = [];
  return () => {
    latest = [...latest, measure()].slice(-latestBeats);
    const [least = null] = latest.includes(null) ? [] : latest.toSorted();
    return least;
  };
}
