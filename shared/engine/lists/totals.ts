import { LRUCache } from 'lru-cache';
import { storeNow } from '../../platform/mongo/store-clock.ts';

/** The number of records in a list. `asOf` (ISO 8601): when they were counted. Null: just now. */
export interface Total {
  count: number;
  asOf: string | null;
}

/** Counts records up to `limit`. If `limit` is null, counts all records. */
export type Count = (limit: number | null) => Promise<number>;

export interface TotalPlan {
  /** Reads the stored total. If there is none, or if the function returns null, the records are counted. */
  stored: (() => Promise<number | null>) | null;
  /** Whether every record is counted, however many there are. Otherwise, a large total may be some seconds old. */
  isExact: boolean;
  count: Count;
}

export type TotalOf = (key: string, plan: TotalPlan) => Promise<Total>;

/** Runs `read`, or shares the result of a read with the same key. `key` must identify everything on which `read` depends. */
export type CoalesceReads = <Found>(key: string, read: () => Promise<Found>) => Promise<Found>;

interface Counted {
  count: number;
  at: number;
}

export const exactUpTo = 10_000;
const usableMs = 5000;
/** A count that is used when older than this is renewed, so that a request for the next page finds a new count ready. */
const renewedAfterMs = 3500;
const remembered = 1000;

export function createTotals(coalesce: CoalesceReads): TotalOf {
  const recent = createRecentTotals();
  return async (key, { stored, isExact, count }) => {
    const kept = stored && (await coalesce(`total ${key}`, stored));
    if (kept === null && !isExact) return recent(key, count);
    return { count: kept ?? (await count(null)), asOf: null };
  };
}

/**
 * A total up to ten thousand is exact. A larger total is at most five seconds old. Large counts are slow, so callers share a
 * count. The count may have begun before the call. The total's `asOf` shows when the count began.
 */
export function createRecentTotals(
  now: () => number = () => storeNow().getTime(),
): (key: string, count: Count) => Promise<Total> {
  const large = new LRUCache<string, Counted, Count>({
    max: remembered,
    fetchMethod: async (_key, _last, { context: count }) => {
      const at = now();
      return { count: await count(null), at };
    },
    // A failed count leaves the previous count in the cache. Callers of an evicted running count still get its result.
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
  });
  const renew = (key: string, count: Count) => large.forceFetch(key, { context: count, forceRefresh: true });

  return async (key, count) => {
    const last = large.get(key);
    const age = last ? now() - last.at : Infinity;
    if (last && age > renewedAfterMs) renew(key, count).catch(() => undefined);
    if (last && age <= usableMs && last.count > exactUpTo) return dated(last);
    const few = await count(exactUpTo + 1);
    return few <= exactUpTo ? { count: few, asOf: null } : dated(await renew(key, count));
  };
}

function dated({ count, at }: Counted): Total {
  return { count, asOf: new Date(at).toISOString() };
}
