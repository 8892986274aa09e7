import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { adminOrdersRead, type Order } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useClient } from './client.tsx';
import type { ListPage } from './readable-page.ts';

/** `orders` has the sequence of `ids`. `failed` names the orders that could not be loaded. */
export function useOrderReads(ids: readonly number[]): {
  orders: Order[];
  failed: string[];
  isReady: boolean;
} {
  const client = useClient();
  const queryClient = useQueryClient();
  const { language } = useLanguage();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['orders', id, language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        adminOrdersRead({ client, path: { order: id }, signal }).withResponse(),
    })),
    combine: (reads) => ({
      orders: reads.flatMap(({ data }) => (data === undefined ? [] : [data.data])),
      failed: ids.filter((_id, index) => reads[index]?.isError === true).map((id) => nameOf(queryClient, id)),
      isReady: reads.every(({ isPending }) => !isPending),
    }),
  });
}

/** The order's number if a list has shown the order, or else its id. */
function nameOf(queryClient: QueryClient, id: number): string {
  const lists = queryClient.getQueriesData<ListPage<Order>>({ queryKey: ['orders', 'list'] });
  const known = lists.flatMap(([, page]) => page?.data ?? []).find((order) => order.id === id);
  return known?.order_number ?? String(id);
}
