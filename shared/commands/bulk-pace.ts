import { chunksAtOnce } from '../decide/bulk-operation.ts';
import type { BulkOperation } from '../decide/bulk-operation.ts';

/** How bulk work of one kind goes on. Milliseconds a record: the least that it took, and what it takes lately. */
export interface Pace {
  least: number;
  lately: number;
  /** How many chunks the next transaction is of. */
  atOnce: number;
}

/** What one transaction did. */
export interface Measured {
  records: number;
  ms: number;
}

/** Of each transaction, however few records it is of. */
const onceMs = 4;
const weightOfNewest = 0.3;
/** The least is forgotten slowly, half of it in 7,000 transactions, for records grow and machines change. */
const forgetting = 1.0001;
/** Slower than this is no chance. */
const tolerated = 1.25;
const restPerSlowdown = 2;
const [leastRest, mostRest] = [0.02, 2];

/**
 * The pace after a transaction. Slower than it was, bulk work shares the machine or the database with others, shoppers mostly: it
 * then goes on in small steps, which they hardly wait for, and comes back to large ones step by step.
 */
export function paceWith(before: Pace | undefined, { records, ms }: Measured): Pace {
  const now = Math.max(ms - onceMs, 0.01) / records;
  if (!before) return { least: now, lately: now, atOnce: chunksAtOnce };
  const lately = before.lately + (now - before.lately) * weightOfNewest;
  const least = Math.min(lately, before.least * forgetting);
  const isSlowed = lately / least > tolerated;
  return { lately, least, atOnce: isSlowed ? 1 : Math.min(before.atOnce + 1, chunksAtOnce) };
}

/** How long bulk work rests after a transaction, as a part of the time that it took: the longer, the slower it is. */
export function restShare({ least, lately }: Pace): number {
  return Math.min(Math.max((lately / least - tolerated) * restPerSlowdown, leastRest), mostRest);
}

/** What takes about as long for each record. */
export function kindOfWork({ type, work = type, dry_run: isRehearsal, undoes }: BulkOperation): string {
  return `${work} ${isRehearsal ? 'rehearsed' : 'done'} ${undoes === undefined ? 'forward' : 'back'}`;
}
