import { adminOrdersList } from '#clients/typescript/src/main.ts';
import { useList } from './use-list.ts';
import { useRefreshPace } from './use-live.ts';

type Asked = Pick<NonNullable<Parameters<typeof adminOrdersList>[0]['query']>, 'search' | 'filters'>;

/** The number of orders that match. Undefined while it is loading, and when counting takes the store too long. */
export function useOrderCount(asked: Asked, { enabled = true } = {}): number | undefined {
  const { total, isPrevious } = useList(
    ['orders', 'count'],
    { paginate: 'true', per_page: 1, ...asked } as const,
    (client, query, options) => adminOrdersList({ client, query, ...options }),
    { refreshEveryMs: useRefreshPace(), enabled },
  );
  return isPrevious || !enabled ? undefined : total;
}
