import { describe, expect, test } from '@jest/globals';

import { changedDetails, detailsOf } from '#console/order/details-body.ts';
import { agreesWithLines, figuresOfLines } from '#console/format/line-figures.ts';
import { refundedUnits } from '#console/order/refunded-units.ts';
import { nextMoves } from '#console/order/next-moves.ts';
import { typedFigure } from '#console/order/typed-figure.ts';
import { shownAuthor, type AuthoredBy } from '#console/parts/author-name.ts';
import { asciiDigits } from '#console/format/ascii-digits.ts';
import { shopClock } from '#console/format/shop-clock.ts';
import { lineTotal } from '#console/format/shop-format.ts';
import { needsReason, orderStates, states } from '#shared/contracts/endpoints/order-states.ts';
import { orderToCompare } from './order-to-compare.ts';

describe('status changes of an order', () => {
  test.each(orderStates)(
    'the console offers for an order that is %s exactly its possible next states, forward states first',
    (state) => {
      const { next } = states[state];
      const moves = nextMoves({ next_statuses: [...next].reverse() });
      expect(moves.map(({ to }) => to).sort()).toEqual([...next].sort());
      const forward = moves.map(({ isForward }) => isForward);
      expect(forward).toEqual([...forward].sort((a, b) => Number(b) - Number(a)));
    },
  );

  test('the console requires a reason for exactly the status changes that need one in the API, and allows a reason for every final state', () => {
    for (const { to, isForward, reason } of nextMoves({ next_statuses: orderStates })) {
      expect([to, reason === 'required']).toEqual([to, needsReason(to)]);
      expect([to, isForward]).toEqual([to, states[to].isLive]);
      if (!states[to].isLive) expect([to, reason]).not.toEqual([to, 'none']);
    }
  });
});

describe('the units of an order line that can be refunded', () => {
  const refunded = (at: string, amount: number) => {
    const lines = [{ item_id: 31, amount }];
    return { refunds: [{ id: 1, amount: 9, lines, return_id: null, reason: null, at, by: 'admin:layla' }] };
  };
  const returned = (at: string, received: number | null) => {
    const [by, reason] = ['admin:layla', null];
    const line = { item_id: 31, amount: 2, received, restock: null, uncounted: 0, reason };
    const steps = [{ at: '2026-03-01T08:00:00.000Z', by, from: null, to: 'approved', reason }] as const;
    const step = { at, by, from: 'approved', to: 'received', reason } as const;
    return { lines: [line], history: received === null ? [...steps] : [...steps, step] };
  };
  const [morning, noon] = ['2026-03-02T08:00:00.000Z', '2026-03-02T12:00:00.000Z'];

  test('a unit that is refunded after two other units came back counts as a third refunded unit', () => {
    expect(refundedUnits([refunded(noon, 1)], [returned(morning, 2)]).get(31)).toBe(3);
  });

  test('a unit that was refunded before two units came back counts as one of these two', () => {
    expect(refundedUnits([refunded(morning, 1)], [returned(noon, 2)]).get(31)).toBe(2);
  });

  test('units of a return that has not been received do not count as refunded', () => {
    expect(refundedUnits([refunded(morning, 1)], [returned(noon, null)]).get(31)).toBe(1);
  });
});

describe('typed numbers', () => {
  test.each([
    ['12', 12],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['١٢٫٥', 12.5],
    ['۱۲', 12],
    ['1 200', 1200],
    ['١٬٢٠٠', 1200],
    ['1,000', undefined],
    ['1,234.50', 1234.5],
    ['1,000,000', 1_000_000],
    ['0,500', 0.5],
    ['1234,500', 1234.5],
    ['.5', 0.5],
    ['0', 0],
    ['', null],
    ['  ', null],
    ['-1', undefined],
    ['−1', undefined],
    ['1e3', undefined],
    ['1.2.3', undefined],
    ['twelve', undefined],
  ])('the number %j typed in the console is parsed as %j, where undefined means invalid', (text, figure) => {
    expect(typedFigure(text)).toBe(figure);
  });

  test('Arabic and Persian digits typed in the console are converted to ASCII digits', () => {
    expect(asciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789 0123456789');
  });
});

describe('money fields of order lines', () => {
  const line = { amount: 3, main_price: 0.1, manufacturing_price: 0.07, discount_amount: 0.05 };
  const items = [line, { ...line, amount: 7, main_price: 19.99, discount_amount: 0 }];

  test('the console computes the sums of order lines as exact decimals', () => {
    expect(figuresOfLines({ items, tax_amount: 0.2 }, 2)).toEqual({
      main_price: 140.23,
      manufacturing_price: 0.7,
      discount_amount: 0.05,
      total: 140.38,
    });
    expect(lineTotal(line, 2)).toBe(0.25);
    expect(figuresOfLines({ items: [{ ...line, main_price: 0.005 }], tax_amount: 0 }, 3).main_price).toBe(
      0.015,
    );
  });

  test('a discount that exceeds the price of an order’s lines makes the total 0, not negative', () => {
    const items = [{ ...line, discount_amount: 5 }];
    expect(figuresOfLines({ items, tax_amount: 0 }, 2).total).toBe(0);
  });

  test('the console treats an order’s sums as matching its lines even if the manufacturing price differs, but not if the total or discount differs', () => {
    const figures = { ...figuresOfLines({ items, tax_amount: 0.2 }, 2), tax_amount: 0.2, items };
    expect(agreesWithLines({ ...figures, manufacturing_price: 1 }, 2)).toBe(true);
    expect(agreesWithLines({ ...figures, total: 140.37 }, 2)).toBe(false);
    expect(agreesWithLines({ ...figures, discount_amount: 0 }, 2)).toBe(false);
  });
});

describe('changed order details', () => {
  const order = orderToCompare({
    notes: 'Ring twice',
    estimated_arrive_time: '2026-03-01T21:30:00.000Z',
    total: 25,
  });
  const before = detailsOf(order, { plainMoney: (amount) => amount.toFixed(2), timeZone: 'Asia/Amman' });

  test('the form for an order’s details shows times in the shop’s time zone', () => {
    expect(before.estimated_arrive_time).toBe('2026-03-02T00:30');
    expect(shopClock(null, 'Asia/Amman')).toBe('');
  });

  test('the form for an order’s details sends only the changed fields', () => {
    expect(changedDetails(before, before)).toEqual({});
    expect(changedDetails(before, { ...before, notes: ' Ring twice ' })).toEqual({});
    expect(changedDetails(before, { ...before, notes: ' ', total: '٣٠', payment_method: '2' })).toEqual({
      notes: null,
      total: 30,
      payment_method: 2,
    });
    expect(changedDetails(before, { ...before, estimated_arrive_time: '' })).toEqual({
      estimated_arrive_time: null,
    });
    expect(changedDetails(before, { ...before, estimated_arrive_time: '2026-03-02T10:00' })).toEqual({
      estimated_arrive_time: '2026-03-02T10:00',
    });
  });

  test('the form for an order’s details cannot be saved with an invalid number', () => {
    expect(changedDetails(before, { ...before, total: '' })).toBeUndefined();
    expect(changedDetails(before, { ...before, tax_amount: 'x' })).toBeUndefined();
  });
});

test('the author of a change is shown without the prefix admin: or client:, and the order’s own shopper is shown by name', () => {
  const shown = (...by: AuthoredBy[]) => by.map((each) => shownAuthor(each, { id: 7, name: 'Sara' }));
  expect(shown('admin:front-desk', 'audit', undefined)).toEqual([
    { name: 'front-desk' },
    { name: 'audit' },
    null,
  ]);
  expect(shown('client:7', 'client:auth0|x', 'client:8')).toEqual([
    { name: 'Sara' },
    { name: 'Sara' },
    { customer: '8' },
  ]);
  expect(shown({ area: 'admin', subject: 'u-1', name: 'Dina' })).toEqual([{ name: 'Dina' }]);
  expect(shownAuthor('client:7')).toEqual({ customer: '7' });
});
