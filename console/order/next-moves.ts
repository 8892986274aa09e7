import type { OrderStatus } from '#clients/typescript/src/main.ts';

/** How the page offers a change to this status. The order's `next_statuses` lists the possible statuses. */
interface MoveManner {
  /** A forward move needs only one press; other moves must be confirmed first. */
  isForward: boolean;
  /** `required`: without a reason, the API rejects the move. */
  reason: 'none' | 'optional' | 'required';
}

const manners: Readonly<Record<OrderStatus, MoveManner>> = {
  pending: { isForward: true, reason: 'none' },
  confirmed: { isForward: true, reason: 'none' },
  preparing: { isForward: true, reason: 'none' },
  shipped: { isForward: true, reason: 'none' },
  delivered: { isForward: true, reason: 'none' },
  rejected: { isForward: false, reason: 'required' },
  cancelled: { isForward: false, reason: 'optional' },
  returned: { isForward: false, reason: 'optional' },
};

export interface Move extends MoveManner {
  to: OrderStatus;
}

/**
 * The possible status changes of an order, forward moves first. Leaves out statuses that this version of the page does not
 * know.
 */
export function nextMoves({ next_statuses: next }: { next_statuses: readonly string[] }): Move[] {
  const moves = next.filter(isKnown).map((to) => ({ to, ...manners[to] }));
  return [...moves.filter(({ isForward }) => isForward), ...moves.filter(({ isForward }) => !isForward)];
}

function isKnown(state: string): state is OrderStatus {
  return Object.hasOwn(manners, state);
}
