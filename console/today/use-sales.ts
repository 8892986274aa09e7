import { adminStatisticsOrders, type OrderStatisticsRow } from '#clients/typescript/src/main.ts';
import { useList, type ListState } from '../data/use-list.ts';

export type Sales = ListState<OrderStatisticsRow>;

/** The sales from the first day to the last. Products are sorted by value, largest first. No rows while loading. */
export function useSales(
  by: 'hour' | 'day' | 'month' | 'product',
  created: { from: string; to: string },
): Sales {
  const sales = useList(
    ['orders', 'count', 'sales'],
    { by, filters: { created_at: created } },
    async (request) => ({ data: (await adminStatisticsOrders(request)).data }),
    { isPolled: true },
  );
  return sales.isPrevious ? { ...sales, rows: [], isLoading: true } : sales;
}
