import { randomInt } from 'node:crypto';
import { Types, type ClientSession } from 'mongoose';
import { storeNow } from '../../platform/mongo/store-clock.ts';

/** Each call returns a higher id than the call before. */
export type EntryIds = () => Types.ObjectId;

const mostApart = 0x10000;

/**
 * Creates ids in causal order: a transaction that has read another transaction's data gets higher ids, in any process. An id
 * begins with the cluster time of the session's last response. After a read, this time is later than the commit of all data
 * that was read, and earlier than this transaction's own commit. If two unrelated transactions run at the same time, they get
 * equal ids in one of 65,536 cases. One of the two then fails with a duplicate key and runs again.
 */
export function entryIdsIn({ clusterTime }: ClientSession): EntryIds {
  if (clusterTime) {
    const { t, i } = clusterTime.clusterTime;
    return entryIdsAt(t, i);
  }
  // This session has read nothing, so its ids need not sort after any other id.
  return entryIdsAt(Math.floor(storeNow().getTime() / 1000), 0);
}

/** `seconds` since 1970 and `step` within that second form a cluster time. */
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

const latestSeconds = 0xffff_ffff;

/**
 * An id lower than every id created at this time or later. The time in an id begins in 1970 and ends in 2106, so an earlier or
 * later `moment` is limited to these years.
 */
export function firstIdAt(moment: Date): Types.ObjectId {
  const seconds = Math.min(Math.max(Math.floor(moment.getTime() / 1000), 0), latestSeconds);
  return new Types.ObjectId(`${seconds.toString(16).padStart(8, '0')}${'0'.repeat(16)}`);
}
