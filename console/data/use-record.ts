import { hashKey, useQuery, type QueryKey } from '@tanstack/react-query';
import type { Call, StoreError } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useClient, type ReadOptions } from './client.tsx';
import { problemOf } from './problem.ts';
import { useRefreshPace } from './use-live.ts';

export interface RecordState<T> {
  record: T | undefined;
  /** For the `If-Match` header of the next write. */
  etag: string | undefined;
  problem: StoreError | undefined;
  isLoading: boolean;
  refresh: () => Promise<unknown>;
}

interface RecordOptions<T> {
  /** Polls at the pace of `useRefreshPace`. */
  isPolled?: boolean;
  /** Polls at this interval instead. A function if the interval depends on the record, which is undefined until it is loaded. */
  refreshEveryMs?: number | ((record: T | undefined) => number | false);
  enabled?: boolean;
}

/**
 * One record with its ETag. Example:
 * `useRecord(['orders', id], (options) => adminOrdersRead({ ...options, path: { order: id } }))`.
 */
export function useRecord<T>(
  key: QueryKey,
  read: (options: ReadOptions) => Call<T>,
  { isPolled = false, refreshEveryMs, enabled = true }: RecordOptions<T> = {},
): RecordState<T> {
  const client = useClient();
  const { language } = useLanguage();
  const pace = useRefreshPace();
  const queryKey = [...key, language];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => read({ client, signal }).withResponse(),
    // The last part of the key is the language. When the language changes, keep the record on the page, and with it the values
    // typed into its form.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(key) ? before : undefined,
    refetchInterval: ({ state }) =>
      typeof refreshEveryMs === 'function'
        ? refreshEveryMs(state.data?.data)
        : (refreshEveryMs ?? (isPolled && pace)),
    enabled,
  });
  return {
    record: query.data?.data,
    etag: query.data?.etag ?? undefined,
    problem: problemOf(query.error),
    isLoading: query.isPending && enabled,
    refresh: () => query.refetch(),
  };
}
