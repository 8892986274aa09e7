import { useState } from 'react';
import type { HeldList } from './use-held-rows.ts';

export interface WholeSelection {
  /** Every record that the list finds is selected, also on other pages. */
  isAll: boolean;
  /** Present when the list has other pages. */
  selectAll: (() => void) | undefined;
  clear: () => void;
}

/** Whether the selection covers all that a list finds. It ends when the query changes or a row of the page is unselected. */
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
