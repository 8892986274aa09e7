import { useInfiniteQuery } from '@tanstack/react-query';
import {
  inventoryTimeline,
  ordersTimeline,
  productsTimeline,
  subscriptionsTimeline,
  usersTimeline,
  type Call,
  type CallOptions,
  type Client,
  type StoreError,
  type TimelineEntry,
} from '#clients/typescript/src/main.ts';
import { useClient } from './client.tsx';
import { problemOf } from './problem.ts';
import type { ListPage } from './use-list.ts';

export type TimelineKind = 'orders' | 'products' | 'subscriptions' | 'users' | 'inventory';

interface Asked {
  client: Client;
  id: number;
  query: { per_page: number; cursor?: string };
  options: CallOptions;
}

const reads: Readonly<Record<TimelineKind, (asked: Asked) => Call<ListPage<TimelineEntry>>>> = {
  orders: ({ client, id, query, options }) =>
    ordersTimeline({ client, path: { order: id }, query, ...options }),
  products: ({ client, id, query, options }) =>
    productsTimeline({ client, path: { product: id }, query, ...options }),
  subscriptions: ({ client, id, query, options }) =>
    subscriptionsTimeline({ client, path: { subscription: id }, query, ...options }),
  users: ({ client, id, query, options }) => usersTimeline({ client, path: { user: id }, query, ...options }),
  inventory: ({ client, id, query, options }) =>
    inventoryTimeline({ client, path: { product: id }, query, ...options }),
};

const perPage = 15;

export interface TimelineState {
  entries: readonly TimelineEntry[];
  problem: StoreError | undefined;
  isLoading: boolean;
  refresh: () => Promise<unknown>;
  /** Loads older entries. Absent when the oldest entry is already loaded. */
  readOlder: (() => void) | undefined;
  isReadingOlder: boolean;
}

/** A record's history, newest first. Its query key begins with the record's query key, so that both are refetched together. */
export function useTimeline(kind: TimelineKind, id: number): TimelineState {
  const client = useClient();
  const timeline = useInfiniteQuery({
    queryKey: [kind, id, 'timeline'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { per_page: perPage, ...(pageParam !== undefined && { cursor: pageParam }) };
      return reads[kind]({ client, id, query, options: { signal } });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta?.next_cursor ?? undefined,
  });
  return {
    entries: timeline.data?.pages.flatMap(({ data }) => data) ?? [],
    problem: timeline.error === null ? undefined : problemOf(timeline.error),
    isLoading: timeline.isPending,
    refresh: () => timeline.refetch(),
    readOlder: timeline.hasNextPage ? () => void timeline.fetchNextPage() : undefined,
    isReadingOlder: timeline.isFetchingNextPage,
  };
}
