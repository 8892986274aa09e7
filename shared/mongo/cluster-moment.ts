import type { ClientSession, mongo } from 'mongoose';

/** The cluster's logical time: the second, and the number of the last write in it, by any client. */
export type ClusterMoment = Pick<mongo.Timestamp, 't' | 'i'>;

/** The time in the session's last response; null if there was none. */
export function clusterMoment({ clusterTime }: ClientSession): ClusterMoment | null {
  return clusterTime?.clusterTime ?? null;
}

/**
 * The number of documents written between two moments by all clients of this database; a transaction counts
 * when it commits. If the two moments are in different seconds, only the writes in the later second are
 * counted.
 */
export function writesBetween(from: ClusterMoment | null, to: ClusterMoment | null): number {
  if (!from || !to) return 0;
  return to.t === from.t ? to.i - from.i : to.i;
}
