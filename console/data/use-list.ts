import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useClient, type ReadOptions } from './client.tsx';
import { problemOf } from './problem.ts';
import { readablePage, type ListPage } from './readable-page.ts';
import { useRefreshPace } from './use-live.ts';

export interface ListState<Item> {
  rows: Item[];
  /** The ids of damaged records, which `rows` leaves out. */
  unreadable: readonly number[];
  /** Set for lists with `paginate: 'cursor'`. */
  nextCursor: string | undefined;
  previousCursor: string | undefined;
  /** Set for lists with `paginate: 'true'`. */
  total: number | undefined;
  problem: StoreError | undefined;
  isLoading: boolean;
  /** True while the rows still belong to the previous query. */
  isPrevious: boolean;
  isFetching: boolean;
  refresh: () => Promise<unknown>;
}

export type ReadPage<Query, Item> = (request: ReadOptions & { query: Query }) => Promise<ListPage<Item>>;

interface ListOptions {
  /** Polls at the pace of `useRefreshPace`. */
  isPolled?: boolean;
  /** Polls at this interval instead. */
  refreshEveryMs?: number;
  enabled?: boolean;
  isAhead?: boolean;
}

/** Whether the list was loaded and has no records. */
export function isEmpty({
  rows,
  unreadable,
  problem,
  isLoading,
}: Omit<ListState<unknown>, 'refresh'>): boolean {
  return rows.length === 0 && unreadable.length === 0 && problem === undefined && !isLoading;
}

/**
 * Loads a page of a list. The previous rows stay on screen until the new rows arrive. With `isAhead`, the
 * hook also prefetches the next page. Example: `useList(['orders'], query, adminOrdersList)`.
 */
export function useList<Query extends object, Item>(
  key: QueryKey,
  query: Query,
  read: ReadPage<Query, Item>,
  { isPolled = false, refreshEveryMs, enabled = true, isAhead = false }: ListOptions = {},
): ListState<Item> {
  const client = useClient();
  const queryClient = useQueryClient();
  const { language } = useLanguage();
  const pace = useRefreshPace();
  const optionsOf = (asked: Query) => ({
    queryKey: [...key, 'list', asked, language],
    queryFn: async ({ signal }: { signal: AbortSignal }) => read({ client, query: asked, signal }),
  });
  const list = useQuery({
    ...optionsOf(query),
    select: readablePage<Item>,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEveryMs ?? (isPolled && pace),
    enabled,
  });
  // React does a deferred render in short steps. Between the steps, a slow phone responds to input.
  const isShown = useDeferredValue(!list.isPending);
  const meta = list.data?.meta;
  const nextCursor = meta?.next_cursor ?? undefined;
  const isCurrent = list.isSuccess && !list.isPlaceholderData;
  const ahead = isAhead && nextCursor !== undefined && isCurrent ? { ...query, cursor: nextCursor } : null;
  const aheadKey = JSON.stringify(ahead);
  useEffect(() => {
    // A failed prefetch is ignored, because opening that page requests it again and shows any problem.
    if (ahead !== null) queryClient.query(optionsOf(ahead)).catch(() => undefined);
    // `aheadKey` represents the query; its options are a new object on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [aheadKey, client]);
  return {
    // Returns no rows while the page still shows its skeleton. Otherwise, the rows would first appear below the skeleton.
    rows: (isShown ? list.data?.data : undefined) ?? [],
    unreadable: (isShown ? list.data?.unreadable : undefined) ?? [],
    nextCursor,
    previousCursor: meta?.prev_cursor ?? undefined,
    total: meta?.total,
    problem: problemOf(list.error),
    isLoading: (list.isPending || !isShown) && enabled,
    isPrevious: list.isPlaceholderData,
    isFetching: list.isFetching,
    refresh: () => list.refetch(),
  };
}
