import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { changedView, filterName, listQuery } from './list-view.ts';
import type { ViewChanges } from './list-view.ts';

/** The URL is the view: it can be sent to a colleague, and the way back leads to the list as it was. */
export interface ListView {
  search: string;
  sort: string | undefined;
  /** The value of a filter by its field. */
  filter: (field: string) => string | undefined;
  /** Whether anything narrows the list. */
  isNarrowed: boolean;
  /** `isTyping`: a step back does not go from letter to letter. */
  change: (changes: ViewChanges, options?: { isTyping?: boolean }) => void;
  /** What the list is asked with. */
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
