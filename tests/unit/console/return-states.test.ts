import { expect, test } from '@jest/globals';
import { nextReturnStates, returnStates, statesWithReturns } from '#console/parts/return-states.ts';
import { statesWithReturns as withReturnsInApi } from '#shared/contracts/endpoints/order-states.ts';
import { returnStatesAfter, returnStates as statesInApi } from '#shared/contracts/endpoints/return-states.ts';

test('the console announces returns in the states of an order in which the API takes them', () => {
  expect(statesWithReturns).toEqual(withReturnsInApi('admin'));
});

test('the console knows each state of a return and offers the steps that the API allows', () => {
  expect(returnStates).toEqual(statesInApi);
  for (const state of statesInApi) expect(nextReturnStates[state]).toEqual(returnStatesAfter(state));
});
