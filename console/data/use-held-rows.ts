import { useEffect, useRef, useState } from 'react';
import type { ListState } from './use-list.ts';

type Id = number | string;

/** The list has become another one than is shown. */
export interface WaitingRows {
  /** How many rows came in; 0: some went, or stand elsewhere. */
  count: number;
  /** Shows the list as it is now. */
  show: () => void;
}

export interface HeldList<Item extends { id: Id }> extends ListState<Item> {
  waiting: WaitingRows | undefined;
  /** Shown, and no longer on this page of the list: what it says of them is old. */
  left: readonly Id[];
  /** For the element around the rows. */
  around: {
    onPointerEnter: (event: { pointerType: string }) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: { currentTarget: Element; relatedTarget: Element | null }) => void;
  };
  /** While something is done with the rows: they are selected, a dialog asks about them. */
  keep: (isKept: boolean) => void;
}

interface Shown<Item> {
  of: string;
  rows: Item[];
}

const lingerMs = 800;
/** A thumb is over the rows before it can be known. */
const isTouched = matchMedia('(hover: none)').matches;

/**
 * A list whose rows stay where they are while somebody points at them, works in them or has selected some. What changed in a
 * row is shown in its place at once; rows that came in or went wait. `of`: what the list was asked; another question's answer
 * is shown as it comes.
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
  const [ids, freshIds] = [now.rows, list.rows].map((some) => some.map(({ id }) => id)) as [Id[], Id[]];
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

/** Rows as they stand, with what they say now. One that is no longer in the list says what it said last. */
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
