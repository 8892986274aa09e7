import { describe, expect, test } from '@jest/globals';

import type { Order } from '#clients/typescript/src/main.ts';
import { compareChange, isContested, type ComparedRow } from '#console/order/compare-change.ts';
import type { OrderChange } from '#console/order/order-change.ts';
import { lineToCompare, orderToCompare } from './order-to-compare.ts';

const seen = orderToCompare({ notes: 'Ring twice', estimated_arrive_time: '2026-03-01T21:30:00.000Z' });
const compare = (mine: OrderChange, theirs: Order) => compareChange(seen, mine, theirs, 'Asia/Amman');
const place = ({ field }: ComparedRow) =>
  field.of === 'new-line'
    ? `new ${field.product}`
    : field.of === 'line'
      ? `${field.line}.${field.name}`
      : field.name;
const valuesByField = (rows: ComparedRow[]) =>
  rows.map((row) => {
    const { field: _field, ...values } = row;
    return [place(row), values, ...(isContested(row) ? ['contested'] : [])];
  });

describe('comparison of my change with another user’s change', () => {
  test('a comparison of my change with another user’s change lists them field by field and marks fields that both users changed', () => {
    const mine = { kind: 'change', part: 'details', body: { notes: 'Mine', total: 40 } } as const;
    const theirs = { ...seen, notes: 'Theirs', payment_method: 2 };
    expect(valuesByField(compare(mine, theirs))).toEqual([
      ['payment_method', { before: 1, theirs: 2 }],
      ['notes', { before: 'Ring twice', mine: 'Mine', theirs: 'Theirs' }, 'contested'],
      ['total', { before: 50, mine: 40 }],
    ]);
  });

  test('a comparison of my change with another user’s change marks no conflict if both users set the same value', () => {
    const mine = { kind: 'change', part: 'move', body: { status: 'confirmed' } } as const;
    const rows = compare(mine, { ...seen, status: 'confirmed' });
    expect(valuesByField(rows)).toEqual([
      ['status', { before: 'pending', mine: 'confirmed', theirs: 'confirmed' }],
    ]);
  });

  test('an arrival time that I type in the shop’s time zone is compared correctly with another user’s arrival time in UTC', () => {
    const arrival = (typed: string) =>
      ({ kind: 'change', part: 'details', body: { estimated_arrive_time: typed } }) as const;
    const theirs = { ...seen, estimated_arrive_time: '2026-03-02T07:00:00.000Z' };
    const times = { before: '2026-03-02T00:30', theirs: '2026-03-02T10:00' };
    expect(valuesByField(compare(arrival('2026-03-02T10:00'), theirs))).toEqual([
      ['estimated_arrive_time', { ...times, mine: '2026-03-02T10:00' }],
    ]);
    expect(valuesByField(compare(arrival('2026-03-02T11:00'), theirs))).toEqual([
      ['estimated_arrive_time', { ...times, mine: '2026-03-02T11:00' }, 'contested'],
    ]);
    expect(compare(arrival('2026-03-02T00:30'), seen)).toEqual([]);
  });

  test('a comparison of my change with another user’s change has a separate row for each changed field of an order line', () => {
    const mine = { kind: 'line', line: 11, body: { amount: 5, discount_amount: 1 } } as const;
    const theirs = { ...seen, items: [lineToCompare(11, { amount: 3 }), lineToCompare(12)] };
    expect(valuesByField(compare(mine, theirs))).toEqual([
      ['11.amount', { before: 2, mine: 5, theirs: 3 }, 'contested'],
      ['11.discount_amount', { before: 0, mine: 1 }],
    ]);
  });

  test('a comparison of my change with another user’s change lists an order line that the other user removed, and marks my change to it', () => {
    const mine = { kind: 'line', line: 11, body: { main_price: 9 } } as const;
    const theirs = { ...seen, items: [lineToCompare(12)] };
    expect(valuesByField(compare(mine, theirs))).toEqual([
      ['11.amount', { before: 2, theirs: undefined }],
      ['11.main_price', { before: 12.5, mine: 9, theirs: undefined }, 'contested'],
    ]);
    expect(valuesByField(compare({ kind: 'remove', line: 12 }, theirs))).toEqual([
      ['11.amount', { before: 2, theirs: undefined }],
      ['12.amount', { before: 2, mine: undefined }],
    ]);
  });

  test('a comparison of my change with another user’s change lists added order lines by product and amount', () => {
    const body = { order_id: 1, product_id: 9, amount: 4 };
    const mine = { kind: 'add', body, productName: 'Tea' } as const;
    const theirs = { ...seen, items: [...seen.items, lineToCompare(13, { amount: 7 })] };
    expect(valuesByField(compare(mine, theirs))).toEqual([
      ['new Product 13', { before: undefined, theirs: 7 }],
      ['new Tea', { before: undefined, mine: 4 }],
    ]);
  });

  test('a comparison of my change with another user’s change leaves out fields that neither user changed', () => {
    const mine = { kind: 'change', part: 'details', body: { notes: 'Ring twice' } } as const;
    expect(compare(mine, { ...seen })).toEqual([]);
  });
});
