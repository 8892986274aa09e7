import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { changedView, filterName, listQuery, type ViewChanges } from './list-view.ts';

/** A list's search, filters and page. They are in the URL, so that the view can be shared and the Back button restores it. */
export interface ListView {
  search: string;
  sort: string | undefined;
  /** The value of a filter, by the field's name. */
  filter: (field: string) => string | undefined;
  /** Whether a search or a filter is active. */
  isNarrowed: boolean;
  /** `isTyping` replaces the history entry, so that Back does not go through the typed letters one by one. */
  change: (changes: ViewChanges, options?: { isTyping?: boolean }) => void;
  /** The query for the list's API call. */
  query: Record<string, string>;
}

export function useListView(fields: readonly string[]): ListView {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('search') ?? '';
  const query = useMemo(() => listQuery(parameters, fields), [parameters, fields]);
  return {
    search,
    sort: parameters.get('sort') ?? undefined,
    filter: (field) => parameters.get(filterName(field)) ?? undefined,
    isNarrowed: search !== '' || fields.some((field) => parameters.has(filterName(field))),
    change: (changes, { isTyping = false } = {}) =>
      setParameters((view) => changedView(view, changes), { replace: isTyping }),
    query,
  };
}
