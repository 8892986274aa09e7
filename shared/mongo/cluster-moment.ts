import type { ClientSession, mongo } from 'mongoose';

/** The time of the cluster: the second, and the number of what was last written in it, by whomever. */
export type ClusterMoment = Pick<mongo.Timestamp, 't' | 'i'>;

/** As the last answer in the session told it; null: none did. */
export function clusterMoment({ clusterTime }: ClientSession): ClusterMoment | null {
  return clusterTime?.clusterTime ?? null;
}

/**
 * How many documents were written between two moments by all that write to this database; those of a transaction when it commits.
 * Between moments of different seconds: those of the later second, for no more is known.
 */
export function writesBetween(from: ClusterMoment | null, to: ClusterMoment | null): number {
  if (!from || !to) return 0;
  return to.t === from.t ? to.i - from.i : to.i;
}
