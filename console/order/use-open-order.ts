import { useState } from 'react';
import { draftOf, forgetDraft, useKeptDraft } from '../data/use-kept-draft.ts';
import { useMayWrite } from '../data/session.tsx';
import type { Move } from './next-moves.ts';
import type { OrderChange, Seen } from './order-change.ts';
import type { LineForm } from './use-line-form.ts';
import { useOrderWrites, type OrderWrites } from './use-order-writes.ts';

/** A status change that awaits confirmation, with the order as it was when its button was pressed. */
export interface Moving {
  move: Move;
  seen: Seen;
}

export interface OpenOrderState extends OrderWrites {
  mayWrite: boolean;
  editing: Seen | null;
  moving: Moving | null;
  /** Whether the dialog that records a payment is open. */
  paying: boolean;
  /** The React key of the lines. Raising it makes React create the lines again, which empties the field for a new product. */
  linesRound: number;
  edit: () => void;
  leaveEditing: () => void;
  leaveMoving: () => void;
  pay: (isPaying: boolean) => void;
  /** Runs a forward move immediately. Asks for confirmation before any other move. */
  move: (move: Move) => void;
  /**
   * Like `run`, but also closes the form or dialog after success. A form stays open if staff left the page during the save, opened
   * it again and typed something else.
   */
  finish: (change: OrderChange, seen: Seen) => Promise<void>;
  takeTheirs: (change: OrderChange) => void;
}

export interface OrderPartProps {
  /** The order, refetched regularly. A form keeps the version with which it started. */
  seen: Seen;
  state: OpenOrderState;
}

export function useOpenOrder(seen: Seen): OpenOrderState {
  const mayWrite = useMayWrite();
  const writes = useOrderWrites(seen.order);
  const { isPending, run, clear } = writes;
  const [editing, setEditing] = useKeptDraft<Seen | null>('editing', null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const [paying, pay] = useState(false);
  const [linesRound, setLinesRound] = useState(0);
  const [path] = useState(() => location.pathname);

  const leaveEditing = () => {
    setEditing(null);
    forgetDraft('details', path);
  };
  const settle = (change: OrderChange) => {
    if (change.kind === 'line') forgetDraft('line', path);
    else if (change.kind === 'add') setLinesRound((before) => before + 1);
    else if (change.kind === 'change' && change.part === 'details') leaveEditing();
    else if (change.kind === 'change' && change.part === 'move') setMoving(null);
  };
  /** Whether the change's form still has the input that was sent. */
  const isAsSent = (change: OrderChange) => {
    if (!('typed' in change)) return true;
    const line = draftOf('line', path) as Pick<LineForm, 'typed'> | null;
    const typed = change.kind === 'line' ? line?.typed : draftOf('details', path);
    return JSON.stringify(typed) === JSON.stringify(change.typed);
  };
  return {
    ...writes,
    mayWrite,
    editing,
    moving,
    paying,
    pay,
    linesRound,
    edit: () => setEditing((now) => now ?? seen),
    leaveEditing,
    leaveMoving: () => setMoving(null),
    move: (move) => {
      if (isPending) return;
      if (move.isForward) void run({ kind: 'change', part: 'move', body: { status: move.to } }, seen);
      else {
        // The confirmation dialog must not open with the error of an earlier change.
        clear();
        setMoving({ move, seen });
      }
    },
    finish: async (change, from) => {
      if ((await run(change, from)) && isAsSent(change)) settle(change);
    },
    takeTheirs: (change) => {
      settle(change);
      clear();
    },
  };
}
