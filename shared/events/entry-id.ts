import { randomInt } from 'node:crypto';
import { Types } from 'mongoose';
import type { ClientSession } from 'mongoose';
import { storeNow } from '../mongo/store-clock.ts';

/** Makes ids of entries, each above the one before. */
export type EntryIds = () => Types.ObjectId;

const mostApart = 0x10000;

/**
 * Ids that sort causally: of two transactions, of which the second read what the first had committed, the second's are
 * above the first's, whichever processes they are of. They begin with the cluster's logical time as of the last answer in this
 * session: after a read that is beyond the commit of everything that was read, and before one's own commit. Two
 * transactions that know nothing of each other may get the same id, one in 65,536 times that their time is the same:
 * then one of them is refused as a duplicate, and runs again.
 */
export function entryIdsIn({ clusterTime }: ClientSession): EntryIds {
  if (clusterTime) {
    const { t, i } = clusterTime.clusterTime;
    return entryIdsAt(t, i);
  }
  // Nothing was read in this session, so nothing is to be followed.
  return entryIdsAt(Math.floor(storeNow().getTime() / 1000), 0);
}

/** Ids of this second and, within it, this step of the logical clock. */
export function entryIdsAt(seconds: number, step: number): EntryIds {
  const apart = randomInt(mostApart);
  let index = 0;
  return () => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32BE(seconds, 0);
    bytes.writeUInt32BE(step, 4);
    bytes.writeUInt16BE(index, 8);
    bytes.writeUInt16BE(apart, 10);
    index += 1;
    return new Types.ObjectId(bytes);
  };
}

/** Below every id of this moment and later. */
export function firstIdAt(moment: Date): Types.ObjectId {
  const seconds = Math.floor(moment.getTime() / 1000);
  return new Types.ObjectId(`${seconds.toString(16).padStart(8, '0')}${'0'.repeat(16)}`);
}
