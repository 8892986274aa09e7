/** How many records a list has in all; `asOf` (ISO 8601) says when they were counted, when that is not now. */
export interface Total {
  count: number;
  asOf: string | null;
}

/** Counts, stopping at `limit` where one is given. */
export type Count = (limit: number | null) => Promise<number>;

export interface RecentTotals {
  /** The total of what `key` names: exact up to ten thousand, beyond at most five seconds old. */
  total: (key: string, count: Count) => Promise<Total>;
}

interface Counted {
  count: number;
  at: number;
}

export const exactUpTo = 10_000;
const usableMs = 5000;
// Whoever pages on finds the next count made already.
const renewedAfterMs = 2000;
const remembered = 1000;

/** Large counts, which take long to make, are remembered for a few seconds, and made once for all who wait. */
export function createRecentTotals(now: () => number = Date.now): RecentTotals {
  const known = new Map<string, Counted>();
  const counting = new Map<string, Promise<Counted>>();

  const countAll = async (key: string, count: Count): Promise<Counted> => {
    const at = now();
    const counted = { count: await count(null), at };
    known.delete(key);
    known.set(key, counted);
    for (const oldest of known.keys()) {
      if (known.size <= remembered) break;
      known.delete(oldest);
    }
    return counted;
  };

  const renew = (key: string, count: Count): Promise<Counted> => {
    const begun = counting.get(key) ?? countAll(key, count).finally(() => counting.delete(key));
    counting.set(key, begun);
    return begun;
  };

  return {
    total: async (key, count) => {
      const last = known.get(key);
      const age = last ? now() - last.at : Infinity;
      if (last && age > renewedAfterMs) renew(key, count).catch(() => undefined);
      if (last && age <= usableMs && last.count > exactUpTo) return told(last);
      const few = await count(exactUpTo + 1);
      return few <= exactUpTo ? { count: few, asOf: null } : told(await renew(key, count));
    },
  };
}

function told({ count, at }: Counted): Total {
  return { count, asOf: new Date(at).toISOString() };
}
