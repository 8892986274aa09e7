/** A checkout writes more documents than this in one transaction; background jobs write fewer. */
const fewWrites = 10;
/** How long after their last write others count as active. */
const presentMs = 500;
const restPerWork = 1.5;

/** Detects shoppers and staff, who share the database with bulk work. Moments are milliseconds of a monotonic clock. */
export interface Others {
  /** Reports how many documents others wrote since the last report. */
  wrote: (documents: number, now: number) => void;
  areAtWork: (now: number) => boolean;
  /**
   * Milliseconds that bulk work pauses after `workedMs` of work. While others write, bulk work leaves them the
   * database for most of the time; otherwise there is no pause.
   */
  restAfter: (workedMs: number, now: number) => number;
}

export function watchOthers(): Others {
  let seenAt = -Infinity;
  const areAtWork = (now: number) => now - seenAt <= presentMs;
  return {
    wrote: (documents, now) => {
      if (documents > fewWrites) seenAt = now;
    },
    areAtWork,
    restAfter: (workedMs, now) => (areAtWork(now) ? workedMs * restPerWork : 0),
  };
}
