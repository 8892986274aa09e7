import { useState } from 'react';
import type { HeldList } from './use-held-rows.ts';

export interface WholeSelection {
  /** Every record that the list finds is meant, also those of other pages. */
  isAll: boolean;
  /** Where there are others than those of this page. */
  selectAll: (() => void) | undefined;
  clear: () => void;
}

/** Whether all that a list finds is meant: for this question only, and while the whole page is selected. */
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
