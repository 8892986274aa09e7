import type { OrderStatus } from '#clients/typescript/src/main.ts';

/** How a move of an order is asked for. Which moves there are, the order itself tells by its `next_statuses`. */
interface MoveManner {
  /** Forward at one press; the others are asked about first. */
  isForward: boolean;
  /** `required`: the store refuses the move without one. */
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

/** The moves that an order can make, forward first. A state that is newer than this page is not offered. */
export function nextMoves({ next_statuses: next }: { next_statuses: readonly string[] }): Move[] {
  const moves = next.filter(isKnown).map((to) => ({ to, ...manners[to] }));
  return [...moves.filter(({ isForward }) => isForward), ...moves.filter(({ isForward }) => !isForward)];
}

function isKnown(state: string): state is OrderStatus {
  return Object.hasOwn(manners, state);
}
