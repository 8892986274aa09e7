import { adminOrdersList, type Order } from '#clients/typescript/src/main.ts';
import { useList, type ListState } from './use-list.ts';

type Asked = Pick<NonNullable<Parameters<typeof adminOrdersList>[0]['query']>, 'search' | 'filters'>;

interface OrderCount extends Pick<ListState<Order>, 'problem' | 'isLoading' | 'refresh'> {
  /** Undefined while it is loading, if the read failed, and when counting takes the store too long. */
  count: number | undefined;
}

/** The number of orders that match the search and filters. If `enabled` is false, returns only a count that is already cached. */
export function useOrderCount(asked: Asked, enabled = true): OrderCount {
  const { total, isPrevious, isLoading, problem, refresh } = useList(
    ['orders', 'count'],
    { paginate: 'true', per_page: 1, ...asked } as const,
    adminOrdersList,
    { isPolled: true, enabled },
  );
  return { count: isPrevious ? undefined : total, isLoading: isLoading || isPrevious, problem, refresh };
}
