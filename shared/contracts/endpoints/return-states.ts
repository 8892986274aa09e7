import * as s from '../kit/resource-schema.ts';

/** The states of a return, each with the states to which staff can move it. */
const nextReturnStates = {
  requested: ['approved', 'refused'],
  approved: ['received', 'refused'],
  received: ['closed'],
  closed: [],
  refused: [],
  withdrawn: [],
} as const satisfies Record<string, readonly string[]>;

export type ReturnState = keyof typeof nextReturnStates;
export const returnStates = Object.keys(nextReturnStates) as ReturnState[];

export function returnStatesAfter(state: ReturnState): readonly ReturnState[] {
  return nextReturnStates[state];
}

export const openReturnStates = returnStates.filter((state) => nextReturnStates[state].length > 0);

export const returnStateSchema = s.oneOf('ReturnStatus', returnStates);
