import type { BulkOperation } from '../decide/bulk-operation.ts';

/** Of bulk work of one kind, milliseconds a record: the least that it took, and what it takes lately. */
export interface Pace {
  least: number;
  lately: number;
}

const weightOfNewest = 0.25;
/** The least is forgotten slowly, half of it in 700 chunks, for records grow and machines change. */
const forgetting = 1.001;
/** Slower than this is no chance. */
const tolerated = 1.4;
const restPerLost = 3;
const [leastRest, mostRest] = [0.02, 2];

/** The pace with a chunk that took so many milliseconds a record. */
export function paceWith(before: Pace | undefined, ms: number): Pace {
  if (!before) return { least: ms, lately: ms };
  const lately = before.lately + (ms - before.lately) * weightOfNewest;
  return { lately, least: Math.min(lately, before.least * forgetting) };
}

/**
 * Milliseconds that bulk work rests after so many records. Slower than it was, it shares the machine or the database with others,
 * shoppers mostly, and rests for some times what they cost it; but no longer than twice what the records take alone, for where
 * others slow it down many times over, its own part in that is small.
 */
export function restAfter({ least, lately }: Pace, records: number): number {
  const lost = lately - least * tolerated;
  return records * Math.max(Math.min(lost * restPerLost, least * mostRest), lately * leastRest);
}

/** What takes about as long for each record. */
export function kindOfWork({ type, work = type, dry_run: isRehearsal, undoes }: BulkOperation): string {
  return `${work} ${isRehearsal ? 'rehearsed' : 'done'} ${undoes === undefined ? 'forward' : 'back'}`;
}
