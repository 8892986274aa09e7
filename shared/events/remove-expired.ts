import type { Model } from 'mongoose';
import { operator } from '../mongo/operator.ts';
import { storeIn } from '../mongo/store-clock.ts';
import { firstIdAt } from './entry-id.ts';
import type { LogEntry } from './event-log.ts';

/** Entries per query; the documents themselves are not read. */
const entriesAtOnce = 500;

/**
 * Removes published entries older than `keptMs`, oldest positions first and without a gap. Removes a limited
 * number per call and returns that number.
 */
export async function removeExpired(
  eventLog: Model<LogEntry>,
  { keptMs, published }: { keptMs: number; published: number },
): Promise<number> {
  const keptFrom = firstIdAt(storeIn(-keptMs)).toHexString();
  const oldest = await eventLog
    .find({ position: operator({ $gt: 0, $lte: published }) }, { position: 1 })
    .sort({ position: 1 })
    .limit(entriesAtOnce)
    .lean();
  const kept = oldest.findIndex(({ _id }) => _id.toHexString() >= keptFrom);
  const expired = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = expired.at(-1);
  if (!last) return 0;
  const { deletedCount } = await eventLog.deleteMany({ position: operator({ $gt: 0, $lte: last.position }) });
  return deletedCount;
}
