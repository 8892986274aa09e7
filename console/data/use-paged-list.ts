import type { QueryKey } from '@tanstack/react-query';
import { useHeldRows, type HeldList } from './use-held-rows.ts';
import { useListView, type ListView } from './use-list-view.ts';
import { useList, type ReadPage } from './use-list.ts';

const usualPerPage = 25;

/** The query for a page of a list: its view, and the page's size. */
export type PageQuery = Record<string, string | number> & { paginate: 'cursor' };

/**
 * A list in pages, whose search, filters, order and page are in the URL, and whose rows stay in place while the user works in them:
 * `usePagedList(['users'], filterNames, (client, query, options) => usersList({ client, query, ...options }))`.
 */
export function usePagedList<Item extends { id: number | string }>(
  key: QueryKey,
  filterNames: readonly string[],
  read: ReadPage<PageQuery, Item>,
  { perPage = usualPerPage, ...options }: { perPage?: number; refreshEveryMs?: number } = {},
): { view: ListView; list: HeldList<Item> } {
  const view = useListView(filterNames);
  const query = { ...view.query, per_page: perPage, paginate: 'cursor' as const };
  return { view, list: useHeldRows(useList(key, query, read, options), view.query) };
}
