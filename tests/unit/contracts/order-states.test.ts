import { describe, expect, test } from '@jest/globals';
import {
  fallenStates,
  liveStates,
  nextStates,
  orderStates,
  stockTakingStates,
} from '#shared/contracts/endpoints/order-states.ts';
import { takesStock, transitionError } from '#services/orders/rules/order-status.ts';

/** Contract §5, row by row: from, and where it may go. */
const table = [
  ['pending', 'confirmed rejected cancelled'],
  ['confirmed', 'preparing rejected cancelled'],
  ['preparing', 'shipped cancelled'],
  ['shipped', 'delivered returned'],
  ['delivered', 'returned'],
  ['rejected', ''],
  ['cancelled', ''],
  ['returned', ''],
] as const;

describe.each(table)('an order that is %s', (from, next) => {
  const allowed = next === '' ? [] : next.split(' ');

  test.each(orderStates)(`may become %s, if the contract says so`, (to) => {
    const isLegal = to === from || allowed.includes(to);
    const refusal = {
      field: 'status',
      rule: 'illegal_transition',
      params: { from, to, allowed: nextStates[from].join(', ') },
    };
    expect(transitionError({ status: from }, to)).toEqual(isLegal ? null : refusal);
  });

  test('shows where it may go', () => expect([...nextStates[from]].sort()).toEqual([...allowed].sort()));
});

test('every state is live or fallen', () => {
  expect([...liveStates, ...fallenStates].sort()).toEqual([...orderStates].sort());
  expect(fallenStates).toEqual(['rejected', 'cancelled', 'returned']);
});

test('orders take stock until they are delivered', () => {
  expect(orderStates.filter(takesStock)).toEqual(['pending', 'confirmed', 'preparing', 'shipped']);
  expect(stockTakingStates).toHaveLength(4);
});
