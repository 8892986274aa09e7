import { useState } from 'react';

interface Selection<Row> {
  ids: ReadonlySet<number | string>;
  chosen: readonly Row[];
  toggle: (id: number | string) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Rows of the page that is shown: what has left it is no longer selected, so that nobody moves what they cannot see. */
export function useSelection<Row extends { id: number }>(rows: readonly Row[]): Selection<Row> {
  const [marked, setMarked] = useState<ReadonlySet<number | string>>(new Set());
  const chosen = rows.filter(({ id }) => marked.has(id));
  const ids = new Set(chosen.map(({ id }) => id));
  return {
    ids,
    chosen,
    toggle: (id) => setMarked(new Set([...ids, id].filter((each) => each !== id || !marked.has(id)))),
    toggleAll: () => setMarked(new Set(chosen.length === rows.length ? [] : rows.map(({ id }) => id))),
    clear: () => setMarked(new Set()),
  };
}
