import { useInfiniteQuery } from '@tanstack/react-query';
import {
  adminInventoryTimeline,
  adminOrdersTimeline,
  adminProductsTimeline,
  adminReturnsTimeline,
  adminSubscriptionsTimeline,
  adminUsersTimeline,
  type Call,
  type StoreError,
  type TimelineEntry,
} from '#clients/typescript/src/main.ts';
import { useClient, type ReadOptions } from './client.tsx';
import { problemOf } from './problem.ts';
import type { ListPage } from './readable-page.ts';

export type TimelineKind = 'orders' | 'products' | 'subscriptions' | 'users' | 'inventory' | 'returns';

type Read = (
  id: number,
  options: ReadOptions & { query: { per_page: number; cursor?: string } },
) => Call<ListPage<TimelineEntry>>;

const reads: Readonly<Record<TimelineKind, Read>> = {
  orders: (order, options) => adminOrdersTimeline({ path: { order }, ...options }),
  products: (product, options) => adminProductsTimeline({ path: { product }, ...options }),
  subscriptions: (subscription, options) =>
    adminSubscriptionsTimeline({ path: { subscription }, ...options }),
  users: (user, options) => adminUsersTimeline({ path: { user }, ...options }),
  returns: (id, options) => adminReturnsTimeline({ path: { return: id }, ...options }),
  inventory: (product, options) => adminInventoryTimeline({ path: { product }, ...options }),
};

const perPage = 15;

interface TimelineState {
  entries: readonly TimelineEntry[];
  problem: StoreError | undefined;
  isLoading: boolean;
  refresh: () => Promise<unknown>;
  /** Loads older entries. Absent when the oldest entry is already loaded. */
  readOlder: (() => void) | undefined;
  isReadingOlder: boolean;
}

/** A record's timeline, newest entry first. Its query key begins with that of the record, so both are refetched together. */
export function useTimeline(kind: TimelineKind, id: number): TimelineState {
  const client = useClient();
  const timeline = useInfiniteQuery({
    queryKey: [kind, id, 'timeline'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { per_page: perPage, ...(pageParam !== undefined && { cursor: pageParam }) };
      return reads[kind](id, { client, query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta?.next_cursor ?? undefined,
  });
  return {
    entries: timeline.data?.pages.flatMap(({ data }) => data) ?? [],
    problem: problemOf(timeline.error),
    isLoading: timeline.isPending,
    refresh: () => timeline.refetch(),
    readOlder: timeline.hasNextPage ? () => void timeline.fetchNextPage() : undefined,
    isReadingOlder: timeline.isFetchingNextPage,
  };
}
