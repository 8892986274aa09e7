import { useQuery } from '@tanstack/react-query';
import { adminStatisticsOrders, type OrderStatisticsRow } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { useRefreshPace } from '../data/use-live.ts';

export type SalesRows = readonly OrderStatisticsRow[] | undefined;

/** Returns the rows of the first day through the last: products by their value, the largest first. Undefined while loading. */
export function useSales(
  by: 'hour' | 'day' | 'month' | 'product',
  created: { from: string; to: string },
): SalesRows {
  const client = useClient();
  const sales = useQuery({
    queryKey: ['orders', 'count', 'sales', by, created],
    queryFn: async ({ signal }) => {
      const query = { by, filters: { created_at: created } };
      return (await adminStatisticsOrders({ client, query, signal })).data;
    },
    refetchInterval: useRefreshPace(),
  });
  return sales.data;
}
