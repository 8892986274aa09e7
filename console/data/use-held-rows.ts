import { useEffect, useRef, useState } from 'react';
import type { ListState } from './use-list.ts';

type Id = number | string;

/** Present when the list's current rows differ from the rows on screen. */
interface WaitingRows {
  /** The number of new rows. 0 when rows were only removed or moved. */
  count: number;
  show: () => void;
}

export interface HeldList<Item extends { id: Id }> extends ListState<Item> {
  waiting: WaitingRows | undefined;
  /** Rows on screen that are no longer on this page of the list. Their contents are outdated. */
  left: readonly Id[];
  /** Props for the element around the rows. */
  around: ReturnType<typeof useIsWithin>['around'];
  /** Keeps the rows in place while they are in use, for example selected or shown in a dialog. */
  keep: (isKept: boolean) => void;
}

interface Shown<Item> {
  of: string;
  rows: Item[];
}

const lingerMs = 800;
/**
 * A touch screen sends no event before a thumb reaches the rows. Rows on a touch screen therefore always stay
 * in place.
 */
const isTouched = matchMedia('(hover: none)').matches;

/**
 * Keeps a list's rows in place while the user points at a row, works in a row or has selected rows. Changes within a row
 * show immediately, but new and removed rows wait. `of` is the list's query. When the query changes, the new rows replace
 * the old rows immediately.
 */
export function useHeldRows<Item extends { id: Id }>(list: ListState<Item>, of: unknown): HeldList<Item> {
  const { isWithin, around } = useIsWithin();
  const [isKept, keep] = useState(false);
  const asked = JSON.stringify(of);
  const [shown, setShown] = useState<Shown<Item>>({ of: asked, rows: list.rows });
  const isHeld = isTouched || isWithin || isKept;
  const mayChange = !isHeld || shown.of !== asked || shown.rows.length === 0;
  const isSettled = !list.isPrevious && !list.isLoading;
  const rows = list.isPrevious || mayChange ? list.rows : heldRows(shown.rows, list.rows);
  const now = { of: isSettled ? asked : shown.of, rows: isSame(rows, shown.rows) ? shown.rows : rows };
  if (now.of !== shown.of || now.rows !== shown.rows) setShown(now);
  const ids = now.rows.map(({ id }) => id);
  const freshIds = list.rows.map(({ id }) => id);
  const show = () => setShown({ of: asked, rows: list.rows });
  return {
    ...list,
    rows: now.rows,
    waiting: isSame(ids, freshIds)
      ? undefined
      : { count: freshIds.filter((id) => !ids.includes(id)).length, show },
    left: ids.filter((id) => !freshIds.includes(id)),
    around,
    keep,
  };
}

/**
 * Keeps the sequence of the shown rows and updates their contents. A row that is no longer in the list keeps its last contents.
 */
function heldRows<Item extends { id: Id }>(shown: readonly Item[], fresh: readonly Item[]): Item[] {
  const now = new Map(fresh.map((row) => [row.id, row]));
  return shown.map((row) => now.get(row.id) ?? row);
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

function useIsWithin() {
  const [isPointed, point] = useState(false);
  const [isFocused, focus] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isWithin: isPointed || isFocused,
    around: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        clearTimeout(timer.current);
        if (pointerType === 'mouse') point(true);
      },
      onPointerLeave: () => {
        timer.current = setTimeout(() => point(false), lingerMs);
      },
      onFocus: () => focus(true),
      onBlur: ({
        currentTarget,
        relatedTarget,
      }: {
        currentTarget: Element;
        relatedTarget: Element | null;
      }) => {
        if (!currentTarget.contains(relatedTarget)) focus(false);
      },
    },
  };
}
