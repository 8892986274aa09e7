import { useQuery } from '@tanstack/react-query';
import { useClient } from '../data/client.tsx';
import { useRefreshPace } from '../data/use-live.ts';
import { ordersList } from '#clients/typescript/src/main.ts';
import type { Client } from '#clients/typescript/src/main.ts';
import { refreshEveryMs } from './refresh.ts';

interface Arrival {
  id: number;
  at: string;
}

/** Of more than these the hours would say little, and cost much. */
export const mostArrivals = 2_000;
const perPage = 200;

/** When the orders of a day came in, newest first. After the first time only what is new is read. */
export function useTodaysOrders(day: string): readonly Arrival[] | undefined {
  const client = useClient();
  const arrivals = useQuery({
    queryKey: ['orders', 'arrivals', day],
    queryFn: async ({ signal, client: queries, queryKey }) => {
      const known = queries.getQueryData<readonly Arrival[]>(queryKey) ?? [];
      const fresh = await arrivalsAfter(client, { day, after: known[0]?.id ?? 0, signal });
      return [...fresh, ...known].slice(0, mostArrivals);
    },
    refetchInterval: useRefreshPace(refreshEveryMs),
  });
  return arrivals.data;
}

interface Wanted {
  day: string;
  after: number;
  signal: AbortSignal;
}

async function arrivalsAfter(client: Client, { day, after, signal }: Wanted): Promise<Arrival[]> {
  const fresh: Arrival[] = [];
  const query = { filters: { created_at: day }, sort: '-id', per_page: after === 0 ? perPage : 25 };
  for await (const { id, created_at: at } of ordersList({ client, query, signal })) {
    if (id <= after || fresh.length === mostArrivals) break;
    fresh.push({ id, at });
  }
  return fresh;
}
