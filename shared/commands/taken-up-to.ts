/** A worker's view of its queues; moments in ms of a monotonic clock. */
export interface WorkerView {
  /** When its process started. */
  startedAt: number;
  /** When it began to consume every queue of its service; null if it does not. */
  consumingSince: number | null;
  /** When it last set a command aside for a retry; null if it never did. */
  putAsideAt: number | null;
  /** When its unfinished commands were accepted, in ms since 1970. */
  held: readonly number[];
}

/** A message in a queue reaches its worker within this time. */
const deliveredWithinMs = 10_000;

/**
 * The moment (ms since 1970) before which this worker has taken all of its commands. Queues are taken in
 * order of acceptance, so held commands are older than those behind them. Null if unknown: not everything may
 * have been delivered yet, or a command may wait for a retry.
 */
export function takenUpTo(
  view: WorkerView,
  clock: { now: number; steady: number; longestDelayMs: number },
): number | null {
  const { startedAt, consumingSince, putAsideAt, held } = view;
  const { now, steady, longestDelayMs } = clock;
  if (consumingSince === null || steady - consumingSince < deliveredWithinMs) return null;
  // A worker before this one may have set something aside until this one started.
  if (steady - (putAsideAt ?? startedAt) < longestDelayMs + deliveredWithinMs) return null;
  return Math.min(now, ...held);
}

const latestBeats = 3;

/**
 * The least of the latest values of `measure`; null if one of them is null. Between an acked batch and the next,
 * a worker holds nothing of its backlog for a moment, so a single value could count the backlog as done.
 */
export function leastOfLatest(measure: () => string | null): () => string | null {
  let latest: (string | null)[] = [];
  return () => {
    latest = [...latest, measure()].slice(-latestBeats);
    const [least = null] = latest.includes(null) ? [] : latest.toSorted();
    return least;
  };
}
