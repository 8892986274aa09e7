import { LRUCache } from 'lru-cache';

/** The number of records in a list; `asOf` (ISO 8601) is when they were counted, or null if just now. */
export interface Total {
  count: number;
  asOf: string | null;
}

/** Counts records; stops at `limit` unless it is null. */
export type Count = (limit: number | null) => Promise<number>;

export type TotalPlan = KeptTotal | CountedTotal;

/** `read` returns null if the stored total is not available now. If it returns null, the records are counted. */
interface KeptTotal {
  kind: 'kept';
  read: () => Promise<number | null>;
  otherwise: CountedTotal;
}

export interface CountedTotal {
  kind: 'exact' | 'recent';
  count: Count;
}

export type TotalOf = (key: string, plan: TotalPlan) => Promise<Total>;

/** Runs or shares a read. `key` must identify everything that `read` depends on. */
export type CoalesceReads = <Found>(key: string, read: () => Promise<Found>) => Promise<Found>;

interface Counted {
  count: number;
  at: number;
}

export const exactUpTo = 10_000;
const usableMs = 5000;
/** Counts are renewed before they are too old, so that a client who requests the next page finds a new count ready. */
const renewedAfterMs = 3500;
const remembered = 1000;

export function createTotals(coalesce: CoalesceReads): TotalOf {
  const recent = createRecentTotals();
  const counted = async (key: string, { kind, count }: CountedTotal): Promise<Total> =>
    kind === 'recent' ? recent(key, count) : { count: await count(null), asOf: null };
  return async (key, plan) => {
    if (plan.kind !== 'kept') return counted(key, plan);
    const kept = await coalesce(`total ${key}`, plan.read);
    return kept === null ? counted(key, plan.otherwise) : { count: kept, asOf: null };
  };
}

/**
 * A total is exact up to ten thousand; a larger total is at most five seconds old. Large counts are slow, so callers share
 * them. A count that began before a call is acceptable, because the total shows its time.
 */
export function createRecentTotals(
  now: () => number = Date.now,
): (key: string, count: Count) => Promise<Total> {
  const large = new LRUCache<string, Counted, Count>({
    max: remembered,
    fetchMethod: async (_key, _last, { context: count }) => {
      const at = now();
      return { count: await count(null), at };
    },
    // After a failed count the cache keeps the last count. A count that is evicted still resolves for its
    // waiting callers.
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
