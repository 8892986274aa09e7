import { useQueries } from '@tanstack/react-query';
import { adminOrdersRead, type Order } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useClient } from './client.tsx';

/** `orders` has the sequence of `ids`. `failed` lists the orders that could not be loaded. */
export function useOrderReads(ids: readonly number[]): {
  orders: Order[];
  failed: number[];
  isReady: boolean;
} {
  const client = useClient();
  const { language } = useLanguage();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['orders', id, language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        adminOrdersRead({ client, path: { order: id }, signal }).withResponse(),
    })),
    combine: (reads) => ({
      orders: reads.flatMap(({ data }) => (data === undefined ? [] : [data.data])),
      failed: ids.filter((_id, index) => reads[index]?.isError === true),
      isReady: reads.every(({ isPending }) => !isPending),
    }),
  });
}
