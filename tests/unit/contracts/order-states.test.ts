import { describe, expect, test } from '@jest/globals';
import {
  finalStates,
  liveStates,
  needsReason,
  orderStates,
  states,
  stockHoldingStates,
  type OrderState,
} from '#shared/contracts/endpoints/order-states.ts';
import { transitionErrors } from '#services/orders/orders/order-status.ts';

const admin = { caller: { area: 'admin', subject: 'boss', userId: null } } as const;
const shopper = { caller: { area: 'client', subject: '1', userId: 1 } } as const;

/** The table in the contract's section 5: each state with its next states. */
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

  const refusal = (to: OrderState, names: string) => [
    { field: 'status', rule: 'illegal_transition', params: { from, to, allowed: names } },
  ];

  test.each(orderStates)(`an order that is ${from} can become %s only if the contract allows it`, (to) => {
    const isLegal = to === from || allowed.includes(to);
    const errors = transitionErrors({ status: from }, to, admin);
    expect(errors).toEqual(isLegal ? [] : refusal(to, allowed.join(', ')));
  });

  test.each(orderStates)(
    `a shopper may change an order’s status from ${from} to %s only to cancel a pending order or to keep the status`,
    (to) => {
      const isLegal = to === from || (from === 'pending' && to === 'cancelled');
      const errors = transitionErrors({ status: from }, to, shopper);
      expect(errors).toEqual(isLegal ? [] : refusal(to, from === 'pending' ? 'cancelled' : ''));
    },
  );
});

test.each(orderStates)(
  'changing an order’s status to %s requires a reason only if this new status is rejected',
  (to) => {
    expect(needsReason(to)).toBe(to === 'rejected');
  },
);

test('every order state is either live or final, and the final states are rejected, cancelled and returned', () => {
  expect([...liveStates, ...finalStates].sort()).toEqual([...orderStates].sort());
  expect(finalStates).toEqual(['rejected', 'cancelled', 'returned']);
});

test('orders reserve stock until they are delivered, rejected, cancelled or returned', () => {
  expect(stockHoldingStates).toEqual(['pending', 'confirmed', 'preparing', 'shipped']);
  expect(orderStates.filter((state) => states[state].stock === 'delivered')).toEqual(['delivered']);
});

// A change back would have to reserve the stock again, which `itemsAfterMove` does not do.
test('an order whose units were delivered or returned to stock cannot change to a state that reserves stock again', () => {
  const stages = ['held', 'delivered', 'returned'];
  for (const from of orderStates) {
    for (const to of states[from].next) {
      expect(stages.indexOf(states[to].stock)).toBeGreaterThanOrEqual(stages.indexOf(states[from].stock));
    }
  }
});
