import { useState } from 'react';

type Id = number | string;

export interface Selection {
  /** The ids of selected rows on the current page. Going to another page clears the selection. */
  ids: ReadonlySet<Id>;
  toggle: (id: Id) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Tracks which of the shown rows are selected. */
export function useSelection(shown: readonly Id[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const ids = new Set(shown.filter((id) => chosen.has(id)));
  return {
    ids,
    toggle: (id) => setChosen(toggled(ids, id)),
    toggleAll: () => setChosen(new Set(ids.size === shown.length ? [] : shown)),
    clear: () => setChosen(new Set()),
  };
}

function toggled(ids: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
