import type { OrderStatus } from '#clients/typescript/src/main.ts';

/** `required`: without a reason, the API rejects the move. */
type Reason = 'none' | 'optional' | 'required';

const reasons: Readonly<Record<OrderStatus, Reason>> = {
  pending: 'none',
  confirmed: 'none',
  preparing: 'none',
  shipped: 'none',
  delivered: 'none',
  rejected: 'required',
  cancelled: 'optional',
  returned: 'optional',
};

/** A possible change of an order's status, and how the page offers it. */
export interface Move {
  to: OrderStatus;
  /** A forward move needs only one press; other moves must be confirmed first. */
  isForward: boolean;
  reason: Reason;
}

/**
 * The possible status changes of an order, forward moves first. Leaves out statuses that this version of the page does not
 * know.
 */
export function nextMoves({ next_statuses: next }: { next_statuses: readonly string[] }): Move[] {
  const moves = next
    .filter(isKnown)
    .map((to) => ({ to, isForward: reasons[to] === 'none', reason: reasons[to] }));
  return [...moves.filter(({ isForward }) => isForward), ...moves.filter(({ isForward }) => !isForward)];
}

function isKnown(state: string): state is OrderStatus {
  return Object.hasOwn(reasons, state);
}
