/** A checkout writes more than that at once; what a store does by itself, all day, is less. */
const fewWrites = 10;
/** For so long after they wrote, others are at work. */
const presentMs = 500;
const restPerWork = 1.5;

/** Shoppers and staff, who share the database with bulk work. Moments are milliseconds of a monotonic clock. */
export interface Others {
  /** They wrote so many documents since the work last looked. */
  wrote: (documents: number, now: number) => void;
  areAtWork: (now: number) => boolean;
  /**
   * How many milliseconds bulk work rests after it worked for so many: while others write they have the database for the larger part of the
   * time; as soon as nobody does, it goes on without a rest.
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
