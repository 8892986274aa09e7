import { useQueries } from '@tanstack/react-query';
import { ordersList } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { useRefreshPace } from '../data/use-live.ts';
import { refreshEveryMs } from './refresh.ts';

export interface DayCount {
  day: string;
  count: number;
}

/** How many orders came in on each day, by the list's totals. Those of past days hardly change. */
export function useDayCounts(
  days: readonly string[],
  today: string,
): { days: readonly DayCount[]; isLoading: boolean } {
  const client = useClient();
  const pace = useRefreshPace(refreshEveryMs);
  const counts = useQueries({
    queries: days.map((day) => ({
      // Only today's is a count that an order makes old.
      queryKey: day === today ? ['orders', 'count', day] : ['day-count', day],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { paginate: 'true', per_page: 1, filters: { created_at: day } } as const;
        const { meta } = await ordersList({ client, query, signal });
        return meta?.total ?? 0;
      },
      refetchInterval: day === today ? pace : (false as const),
      staleTime: day === today ? 0 : 10 * 60_000,
    })),
  });
  return {
    days: days.map((day, index) => ({ day, count: counts[index]?.data ?? 0 })),
    isLoading: counts.some(({ isPending }) => isPending),
  };
}
