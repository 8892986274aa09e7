import { useQueries } from '@tanstack/react-query';
import { ordersRead, type Order } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { useLanguage } from '../texts/language.tsx';

/** Reads the orders, in the order of `ids`; `failed` lists those that could not be read. */
export function useOrdersToPrint(ids: readonly number[]): {
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
        ordersRead({ client, path: { order: id }, signal }).withResponse(),
    })),
    combine: (reads) => ({
      orders: reads.flatMap(({ data }) => (data === undefined ? [] : [data.data])),
      failed: ids.filter((_id, index) => reads[index]?.isError === true),
      isReady: reads.every(({ isPending }) => !isPending),
    }),
  });
}
