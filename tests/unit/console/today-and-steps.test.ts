import { describe, expect, test } from '@jest/globals';

import { stepsOf } from '#console/order/steps.ts';
import { averageOrder, linePoints, percentChange, sumUntil } from '#console/today/trend.ts';

describe('the figures of the Today page', () => {
  const rows = [
    { key: '0', orders: 2, live_orders: 1, total: 10 },
    { key: '9', orders: 1, live_orders: 1, total: 5 },
    { key: '10', orders: 4, live_orders: 4, total: 40 },
  ];

  test('a day’s totals up to a time of day include all earlier hours in full and the current hour in proportion', () => {
    expect(sumUntil(rows, 10)).toEqual({ orders: 3, live_orders: 2, total: 15 });
    expect(sumUntil(rows, 10.25)).toEqual({ orders: 4, live_orders: 3, total: 25 });
    expect(sumUntil(rows, 24)).toEqual({ orders: 7, live_orders: 6, total: 55 });
  });

  test('the average order value leaves out rejected, cancelled and returned orders', () => {
    expect(averageOrder({ live_orders: 4, total: 100 })).toBe(25);
    expect(averageOrder({ live_orders: 0, total: 0 })).toBe(0);
  });

  test('the change from yesterday on the Today page is a percentage, or unknown if yesterday’s value is zero', () => {
    expect([percentChange(15, 10), percentChange(5, 10), percentChange(5, 0)]).toEqual([50, -50, undefined]);
  });

  test('the line chart of the last days fills the height of its box, from the lowest to the highest value', () => {
    expect(linePoints([0, 5, 10], { width: 80, height: 20 })).toBe('0.0,20.0 40.0,10.0 80.0,0.0');
    expect(linePoints([3], { width: 80, height: 20 })).toBe('0.0,0.0');
  });
});

describe('the progress of an order', () => {
  const move = (
    from: 'pending' | 'confirmed' | null,
    to: 'pending' | 'confirmed' | 'cancelled',
    at: string,
  ) => ({ from, to, at, by: 'admin:layla', reason: null });
  const placed = '2026-11-23T10:00:00.000Z';

  test('an order in progress shows the states that it has reached with their times, and later states without times', () => {
    const history = [move(null, 'pending', placed), move('pending', 'confirmed', 'later')];
    expect(stepsOf({ status: 'confirmed', history, created_at: placed })).toEqual([
      { state: 'pending', at: placed },
      { state: 'confirmed', at: 'later' },
      { state: 'preparing', at: undefined },
      { state: 'shipped', at: undefined },
      { state: 'delivered', at: undefined },
    ]);
  });

  test('the steps of a cancelled order are only the states that the order has reached, with cancelled as the last state', () => {
    const history = [move(null, 'pending', placed), move('pending', 'cancelled', 'later')];
    expect(stepsOf({ status: 'cancelled', history, created_at: placed })).toEqual([
      { state: 'pending', at: placed },
      { state: 'cancelled', at: 'later' },
    ]);
  });
});
