import { useQuery } from '@tanstack/react-query';
import { statisticsOrders, type OrderStatisticsRow } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { useRefreshPace } from '../data/use-live.ts';
import { refreshEveryMs } from './refresh.ts';

/** Orders and sales between two days, including both days, with one row per hour or day. Undefined while loading. */
export function useSales(
  by: 'hour' | 'day',
  { from, to }: { from: string; to: string },
): readonly OrderStatisticsRow[] | undefined {
  const client = useClient();
  const sales = useQuery({
    queryKey: ['orders', 'count', 'sales', by, from, to],
    queryFn: async ({ signal }) => {
      const query = { by, filters: { created_at: { from, to } } };
      return (await statisticsOrders({ client, query, signal })).data;
    },
    refetchInterval: useRefreshPace(refreshEveryMs),
  });
  return sales.data;
}
