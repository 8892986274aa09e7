import { expect, test } from '@jest/globals';
import type { ReturnStatus } from '#clients/typescript/src/main.ts';
import {
  isOpenReturn,
  nextReturnStates,
  returnStates,
  statesWithReturns,
} from '#console/parts/return-states.ts';
import { statesWithReturns as withReturnsInApi } from '#shared/contracts/endpoints/order-states.ts';
import { returnStatesAfter, returnStates as statesInApi } from '#shared/contracts/endpoints/return-states.ts';

test('the console offers to register a return in exactly the order states in which the API accepts a return', () => {
  expect(statesWithReturns).toEqual(withReturnsInApi('admin'));
});

test('the console knows every state of a return, and offers in each state the next states that the API allows', () => {
  expect(returnStates).toEqual(statesInApi);
  for (const state of statesInApi) expect(nextReturnStates[state]).toEqual(returnStatesAfter(state));
});

test('the console does not count a return as open whose state only a newer store knows', () => {
  expect([isOpenReturn('requested'), isOpenReturn('quarantined' as ReturnStatus)]).toEqual([true, false]);
});
