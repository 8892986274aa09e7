import { useState } from 'react';
import type { ListState } from './use-list.ts';

type Id = number | string;

export interface Selection {
  /** The ids of selected rows on the current page. Going to another page clears the selection. */
  ids: ReadonlySet<Id>;
  toggle: (id: Id) => void;
  toggleAll: () => void;
  clear: () => void;
  /** True when every record that matches the list is selected, including other pages. */
  isAll: boolean;
  /** Present when the whole page is selected and the list has other pages. */
  selectAll: (() => void) | undefined;
}

/** `question` identifies the list's search and filters. */
export function useSelection<Row extends { id: Id }>(
  { rows, nextCursor, previousCursor }: Pick<ListState<Row>, 'rows' | 'nextCursor' | 'previousCursor'>,
  question: string,
): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const [asked, setAsked] = useState<string>();
  const shown = rows.map(({ id }) => id);
  const ids = new Set(shown.filter((id) => chosen.has(id)));
  const isPage = ids.size > 0 && ids.size === rows.length;
  const isAll = isPage && asked === question;
  const hasOthers = nextCursor !== undefined || previousCursor !== undefined;
  return {
    ids,
    toggle: (id) => setChosen(toggled(ids, id)),
    toggleAll: () => setChosen(new Set(isPage ? [] : shown)),
    clear: () => {
      setAsked(undefined);
      setChosen(new Set());
    },
    isAll,
    selectAll: isPage && hasOthers && !isAll ? () => setAsked(question) : undefined,
  };
}

function toggled(ids: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
