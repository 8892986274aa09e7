import type { BulkOperation } from '../decide/bulk-operation.ts';

/** A checkout writes more documents than this in one transaction; background jobs write fewer. */
const fewWrites = 10;

/** How long after their last write others count as active. */
const presentMs = 500;

const restPerWork = 1.5;

/** Milliseconds per record for one kind of bulk work: the least, and the recent average. */
export interface Pace {
  least: number;
  lately: number;
}

const weightOfNewest = 0.25;
/** The remembered minimum rises slowly (it doubles in 700 chunks), because records grow and machines change. */
const forgetting = 1.001;
/** A slowdown beyond this factor is not noise. */
const tolerated = 1.4;
const restPerLost = 3;
const [leastRest, mostRest] = [0.02, 2];

/** The pace after a chunk that took `ms` milliseconds per record. */
export function paceWith(before: Pace | undefined, ms: number): Pace {
  if (!before) return { least: ms, lately: ms };
  const lately = before.lately + (ms - before.lately) * weightOfNewest;
  return { lately, least: Math.min(lately, before.least * forgetting) };
}

/**
 * Returns how long bulk work pauses after this many records, in ms. A slowdown means that others, mostly
 * shoppers, use the same machine or database. Bulk work then pauses for a multiple of the lost time, but at
 * most for twice the records' undisturbed time, because it causes only a small part of a large slowdown.
 */
export function restAfter({ least, lately }: Pace, records: number): number {
  const lost = lately - least * tolerated;
  return records * Math.max(Math.min(lost * restPerLost, least * mostRest), lately * leastRest);
}

/** Groups operations that take about the same time per record. */
export function kindOfWork({ type, work = type, dry_run: isRehearsal, undoes }: BulkOperation): string {
  return `${work} ${isRehearsal ? 'rehearsed' : 'done'} ${undoes === undefined ? 'forward' : 'back'}`;
}

/** Detects shoppers and staff, who share the database with bulk work. Moments are milliseconds of a monotonic clock. */
interface Others {
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
