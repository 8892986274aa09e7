import type { OrderStatus, ReturnStatus } from '#clients/typescript/src/main.ts';

export type ReturnStep = Extract<ReturnStatus, 'approved' | 'refused' | 'received' | 'closed'>;

/**
 * The states of a return, each with the states to which staff can move it. Partial, because a newer store may have states that
 * this console does not know.
 */
export const nextReturnStates: Readonly<Partial<Record<ReturnStatus, readonly ReturnStep[]>>> = {
  requested: ['approved', 'refused'],
  approved: ['received', 'refused'],
  received: ['closed'],
  closed: [],
  refused: [],
  withdrawn: [],
};

/** The states of a return, in the sequence of its progress. */
export const returnStates = [
  ...(['requested', 'approved', 'received', 'closed'] as const),
  ...(['refused', 'withdrawn'] as const),
] satisfies readonly ReturnStatus[];

export function isOpenReturn(status: ReturnStatus): boolean {
  return (nextReturnStates[status] ?? []).length > 0;
}

/** The states of an order in which staff can register a return. */
export const statesWithReturns: readonly OrderStatus[] = ['shipped', 'delivered'];
