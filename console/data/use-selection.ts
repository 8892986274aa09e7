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

interface Chosen {
  place: string;
  ids: ReadonlySet<Id>;
  isAll: boolean;
}

/** `place` identifies the list's search, filters and page. */
export function useSelection<Row extends { id: Id }>(
  { rows, nextCursor, previousCursor }: Pick<ListState<Row>, 'rows' | 'nextCursor' | 'previousCursor'>,
  place: string,
): Selection {
  const none: Chosen = { place, ids: new Set(), isAll: false };
  const [chosen, choose] = useState(none);
  if (chosen.place !== place) choose(none);
  const shown = rows.map(({ id }) => id);
  const ids = new Set(shown.filter((id) => chosen.place === place && chosen.ids.has(id)));
  const isPage = ids.size > 0 && ids.size === rows.length;
  const isAll = isPage && chosen.isAll;
  const hasOthers = nextCursor !== undefined || previousCursor !== undefined;
  return {
    ids,
    // Each change of the selection also ends `isAll`. Otherwise `isAll` would return unnoticed once the whole page is selected
    // again.
    toggle: (id) => choose({ place, ids: toggled(ids, id), isAll: false }),
    toggleAll: () => choose({ place, ids: new Set(isPage ? [] : shown), isAll: false }),
    clear: () => choose(none),
    isAll,
    selectAll: isPage && hasOthers && !isAll ? () => choose({ place, ids, isAll: true }) : undefined,
  };
}

function toggled(ids: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
