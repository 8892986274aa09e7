import { ordersList } from '#clients/typescript/src/main.ts';
import { useRefreshPace } from '../data/use-live.ts';
import { useList } from '../data/use-list.ts';
import { refreshEveryMs as todaysRefreshMs } from './refresh.ts';

/** How many orders match a filter, from the total of the list's first page. Undefined while loading. */
export function useOrderCount(filters: { status?: string; created_at?: string }) {
  const refreshEveryMs = useRefreshPace(todaysRefreshMs);
  const query = { paginate: 'true', per_page: 1, filters } as const;
  const list = useList(
    ['orders', 'count'],
    query,
    (client, asked, options) => ordersList({ client, query: asked, ...options }),
    { refreshEveryMs },
  );
  return { count: list.total, problem: list.problem };
}
