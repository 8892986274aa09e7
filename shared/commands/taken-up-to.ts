/** What a worker knows of its part of the queues; moments by a clock that does not jump, in ms. */
export interface WorkerView {
  /** When its process started. */
  startedAt: number;
  /** When it began to consume every queue of its service; null when it does not. */
  consumingSince: number | null;
  /** When it last put a command aside, to be tried again; null when it never did. */
  putAsideAt: number | null;
  /** When the commands that it has taken and not finished were accepted, in ms since 1970. */
  held: readonly number[];
}

/** What waits in a queue has reached its worker by then. */
const deliveredWithinMs = 10_000;

/**
 * All commands that were accepted before this moment (ms since 1970) have been taken by this worker, if they are its, or are in no
 * queue: queues are taken in the order of acceptance, so what it holds is older than what waits behind it. Null when it
 * cannot tell: it may not have been given everything yet, or a command waits for its next try.
 */
export function takenUpTo(
  view: WorkerView,
  clock: { now: number; steady: number; longestDelayMs: number },
): number | null {
  const { startedAt, consumingSince, putAsideAt, held } = view;
  const { now, steady, longestDelayMs } = clock;
  if (consumingSince === null || steady - consumingSince < deliveredWithinMs) return null;
  // A worker that was here before this one may have put something aside until the moment that this one started.
  if (steady - (putAsideAt ?? startedAt) < longestDelayMs + deliveredWithinMs) return null;
  return Math.min(now, ...held);
}

const latestBeats = 3;

/**
 * The least of what was told lately; null when one could not be told. A worker holds nothing of its backlog for a moment
 * between a batch that it has acked and the next: a beat in that moment takes the backlog for done.
 */
export function leastOfLatest(tell: () => string | null): () => string | null {
  let latest: (string | null)[] = [];
  return () => {
    latest = [...latest, tell()].slice(-latestBeats);
    const [least = null] = latest.includes(null) ? [] : latest.toSorted();
    return least;
  };
}
