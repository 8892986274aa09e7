import type { QueryKey } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { changedView, filterName, listQuery, pageSizeIn, type ViewChanges } from './list-view.ts';
import { useHeldRows, type HeldList } from './use-held-rows.ts';
import { useList, type ReadPage } from './use-list.ts';

/** The search, filters and page are in the URL, so that the view can be shared and the Back button restores it. */
export interface ListView {
  search: string;
  perPage: number;
  sort: string | undefined;
  filter: (field: string) => string | undefined;
  isNarrowed: boolean;
  /** With `isTyping`, the change replaces the history entry, so that the Back button skips the letters typed one by one. */
  change: (changes: ViewChanges, options?: { isTyping?: boolean }) => void;
  query: Record<string, string>;
}

export type PageQuery = Record<string, string | number> & { paginate: 'cursor' };

export interface PagedList<Item extends { id: number | string }, Field> {
  list: HeldList<Item>;
  view: ListView;
  fields: readonly Field[];
}

/**
 * A list in pages. Its search, filters, sort order and page are in the URL, and its rows stay in place while the user
 * works in them. Example: `usePagedList(['users'], fields, adminUsersList)`.
 */
export function usePagedList<Item extends { id: number | string }, Field extends { name: string }>(
  key: QueryKey,
  fields: readonly Field[],
  read: ReadPage<PageQuery, Item>,
  options: { refreshEveryMs?: number } = {},
): PagedList<Item, Field> {
  const view = useListView(fields.map(({ name }) => name));
  const query = { ...view.query, per_page: view.perPage, paginate: 'cursor' as const };
  const list = useList(key, query, read, { isPolled: true, ...options, isAhead: true });
  return { view, fields, list: useHeldRows(list, query) };
}

/** The list's filter `status`, as props for `StatusTabs`. */
export function statusFilter(view: ListView): { current: string; choose: (status: string) => void } {
  return {
    current: view.filter('status') ?? '',
    choose: (status) => view.change({ [filterName('status')]: status }),
  };
}

function useListView(fields: readonly string[]): ListView {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('search') ?? '';
  return {
    search,
    perPage: pageSizeIn(parameters),
    sort: parameters.get('sort') ?? undefined,
    filter: (field) => parameters.get(filterName(field)) ?? undefined,
    isNarrowed: search !== '' || fields.some((field) => parameters.has(filterName(field))),
    change: (changes, { isTyping = false } = {}) =>
      setParameters((view) => changedView(view, changes), { replace: isTyping }),
    query: listQuery(parameters, fields),
  };
}
