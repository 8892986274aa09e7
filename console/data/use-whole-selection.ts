import { useState } from 'react';
import type { HeldList } from './use-held-rows.ts';

export interface WholeSelection {
  /** True when every record that matches the list is selected, including other pages. */
  isAll: boolean;
  /** Present when the list has other pages. */
  selectAll: (() => void) | undefined;
  clear: () => void;
}

/**
 * Tracks whether the selection covers every record that matches a list. This ends when the query changes or the user unselects
 * a row on the page.
 */
export function useWholeSelection<Row extends { id: number | string }>(
  question: string,
  { rows, nextCursor, previousCursor }: Pick<HeldList<Row>, 'rows' | 'nextCursor' | 'previousCursor'>,
  chosen: number,
): WholeSelection {
  const [asked, setAsked] = useState<string>();
  const isPage = chosen > 0 && chosen === rows.length;
  const isAll = isPage && asked === question;
  const hasOthers = nextCursor !== undefined || previousCursor !== undefined;
  return {
    isAll,
    selectAll: isPage && hasOthers && !isAll ? () => setAsked(question) : undefined,
    clear: () => setAsked(undefined),
  };
}
