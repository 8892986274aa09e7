import { LRUCache } from 'lru-cache';
import type { CoalesceReads } from './coalesce-reads.ts';

/** How many records a list has in all; `asOf` (ISO 8601) says when they were counted, when that is not now. */
export interface Total {
  count: number;
  asOf: string | null;
}

/** Counts, stopping at `limit` where one is given. */
export type Count = (limit: number | null) => Promise<number>;

/** How the total of a list is known. */
export type TotalPlan = KeptTotal | CountedTotal;

/** `read` gives null when it has to be counted at the moment. */
interface KeptTotal {
  kind: 'kept';
  read: () => Promise<number | null>;
  otherwise: CountedTotal;
}

export interface CountedTotal {
  kind: 'exact' | 'recent';
  count: Count;
}

/** The total of what `key` names. */
export type TotalOf = (key: string, plan: TotalPlan) => Promise<Total>;

interface Counted {
  count: number;
  at: number;
}

export const exactUpTo = 10_000;
const usableMs = 5000;
/** Before it is too old: whoever pages on finds the next count made already. */
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
 * Exact up to ten thousand, beyond at most five seconds old. Large counts, which take long, are made once for all who
 * ask: a count that began before a caller asked is good enough for it, since each says of when it is.
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
    // A count that fails leaves the last one; one that is crowded out still answers those who wait for it.
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
