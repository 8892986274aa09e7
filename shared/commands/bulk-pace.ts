import type { BulkOperation } from '../decide/bulk-operation.ts';

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
