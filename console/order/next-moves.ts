import type { OrderStatus } from '#clients/typescript/src/main.ts';

/** How the page offers a move. The order's `next_statuses` lists the possible moves. */
interface MoveManner {
  /** A forward move runs at one press; any other is confirmed first. */
  isForward: boolean;
  /** `required`: the API refuses the move without a reason. */
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

/** The possible moves of an order, forward first. States that this version of the page does not know are left out. */
export function nextMoves({ next_statuses: next }: { next_statuses: readonly string[] }): Move[] {
  const moves = next.filter(isKnown).map((to) => ({ to, ...manners[to] }));
  return [...moves.filter(({ isForward }) => isForward), ...moves.filter(({ isForward }) => !isForward)];
}

function isKnown(state: string): state is OrderStatus {
  return Object.hasOwn(manners, state);
}
