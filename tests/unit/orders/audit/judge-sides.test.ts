import { describe, expect, test } from '@jest/globals';

import { judgeCopy } from '#services/orders/audit/copy-findings.ts';
import { judgeEmail } from '#services/orders/audit/people-findings.ts';
import {
  judgeHeld,
  lostStock,
  stepOfOwnRow,
  stepsOfOrderRow,
  type StockStep,
} from '#services/orders/audit/stock-findings.ts';
import { isOrderOf } from '#services/orders/orders/erased-order.ts';
import { knownRecord } from '#shared/engine/decide/known-record.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { aProduct, anOrder } from '../../support/orders-world.ts';

const via = { type: 'orders.update', request_id: 'request', operation_id: null };
const row = (version: number, more: Partial<LedgerRow> = {}): LedgerRow => ({
  _id: rowId('orders/1', version),
  at: `2026-06-0${version}T00:00:00.000Z`,
  kind: 'changed',
  via,
  by: { area: 'admin', subject: 'boss' },
  ...more,
});
const set = (version: number, field: string, from: unknown, to: unknown) =>
  row(version, { changes: [{ field, from, to }] });
const created = row(1, { kind: 'created' });

describe('held stock', () => {
  /** Steps from the latest version down to version 1. */
  const steps = (...held: ([number, number] | null)[]): StockStep[] =>
    held.map((one, index) => ({
      version: held.length - index,
      stock: null,
      isSure: false,
      held: one && { from: one[0], to: one[1] },
    }));
  const record = (held: number, version = 3) => ({ version, held });

  test('if a stock record’s reserved units changed after its newest ledger row by the amount that they differ from the order lines, the audit considers the record damaged', () => {
    expect(judgeHeld(record(9), 5, steps([3, 5], [0, 3], null))).toBe('record was damaged');
  });

  test('the audit considers a stock record damaged if its reserved units differ from the order lines by a change that is missing between two ledger rows', () => {
    expect(judgeHeld(record(9), 5, steps([7, 9], [0, 3], null))).toBe('record was damaged');
    expect(judgeHeld(record(8), 6, steps([6, 8], [4, 5], [0, 3]))).toBe('record was damaged');
  });

  test('if a stock record and the order lines disagree about reserved units, and no change missing from the ledger explains the difference, the audit considers the lines damaged', () => {
    expect(judgeHeld(record(5), 3, steps([3, 5], [0, 3], null))).toBe('lines were damaged');
    // The record's number changed from 5 to 9 without a command, but the difference from the lines is 6.
    expect(judgeHeld(record(9), 3, steps([3, 5], [0, 3], null))).toBe('lines were damaged');
  });

  test('if an earlier audit repaired a stock record’s number of reserved units, the audit ignores ledger rows from before this repair', () => {
    const [newest, counted, ...older] = steps([5, 6], [9, 5], [0, 5]);
    const sure = [newest, { ...counted, isSure: true }, ...older] as StockStep[];
    expect(judgeHeld(record(6), 2, sure)).toBe('lines were damaged');
    expect(judgeHeld(record(8), 6, sure)).toBe('record was damaged');
  });

  test('the audit reads older ledger rows before it judges a stock record’s reserved units, and gives no verdict if a row is missing', () => {
    const [newest, , oldest] = steps([3, 5], [0, 3], null) as [StockStep, StockStep, StockStep];
    expect(judgeHeld(record(5), 3, [newest, oldest])).toBe('not known');
    expect(judgeHeld(record(5), 3, [newest])).toBe('more');
  });

  test('the audit reads changes of a product’s number of reserved units from ledger rows of its stock record and of orders', () => {
    const own = { ...row(1), _id: rowId('inventory/7', 4) };
    expect(stepOfOwnRow({ ...own, changes: [{ field: 'stock', from: 1, to: 2 }] })).toEqual({
      version: 4,
      stock: { from: 1, to: 2 },
      held: null,
      isSure: false,
    });
    const repair = { ...own, via: { ...via, type: 'audit.repair' } };
    expect(stepOfOwnRow({ ...repair, changes: [{ field: 'held', from: 9, to: 5 }] })).toEqual({
      version: 4,
      stock: null,
      held: { from: 9, to: 5 },
      isSure: true,
    });
    const former = { ...own, changes: [{ field: 'stock' }] };
    delete former.via;
    expect(stepOfOwnRow(former)).toBeNull();
    const move = { product_id: 7, version: 5, stock: { from: 9, to: 8 }, held: { from: 0, to: 1 } };
    const others = { ...move, product_id: 8 };
    expect(stepsOfOrderRow(row(2, { stock: [others, move] }), 7)).toEqual([
      { version: 5, stock: move.stock, held: move.held, isSure: false },
    ]);
  });
});

describe('a lost stock record', () => {
  const first = {
    ...row(1),
    _id: rowId('inventory/7', 1),
    changes: [{ field: 'stock', from: null, to: 20 }],
  };
  const marked = {
    ...row(3),
    _id: rowId('inventory/7', 3),
    changes: [{ field: 'low_stock_at', from: null, to: 4 }],
  };
  const sold = { product_id: 7, version: 2, stock: { from: 20, to: 17 }, held: { from: 0, to: 3 } };
  const steps = [stepOfOwnRow(marked), ...stepsOfOrderRow(row(5, { stock: [sold] }), 7), stepOfOwnRow(first)];

  test('the audit rebuilds a missing stock record from ledger rows of the stock record and of orders', () => {
    const found = lostStock(7, 3, { steps: steps as StockStep[], own: [marked, first], lost: 0 });
    expect(found).toMatchObject({ _id: 7, version: 3, stock: 17, held: 3, low_stock_at: 4 });
    expect(lostStock(7, 1, { steps: (steps as StockStep[]).slice(2), own: [first], lost: 0 })).toMatchObject({
      stock: 20,
      held: 0,
    });
  });

  test('a stock record that the audit rebuilds contains the number of returned units that cannot be sold again', () => {
    const found = lostStock(7, 3, { steps: steps as StockStep[], own: [marked, first], lost: 2 });
    expect(found).toMatchObject({ version: 3, stock: 17, lost: 2 });
    const without = lostStock(7, 3, { steps: steps as StockStep[], own: [marked, first], lost: 0 });
    expect(without).not.toHaveProperty('lost');
  });

  test('the audit does not rebuild a missing stock record if the ledger lacks a row for one of its versions', () => {
    const [newest, , oldest] = steps as [StockStep, StockStep, StockStep];
    expect(lostStock(7, 3, { steps: [newest, oldest], own: [marked, first], lost: 0 })).toBeNull();
    expect(lostStock(7, 3, { steps: [], own: [marked, first], lost: 0 })).toBeNull();
  });
});

describe('a user’s e-mail and its search key', () => {
  const judge = (rows: LedgerRow[], isInText: boolean) =>
    judgeEmail(
      { email: 'a@example.com' },
      { known: knownRecord(rows.length, rows).field('email'), isInText },
    );

  test('the audit considers a user’s e-mail address correct if a command wrote it, but not if commands last wrote another address', () => {
    expect(judge([set(2, 'email', 'x', 'a@example.com'), created], false)).toBe(true);
    expect(judge([set(2, 'email', 'x', 'b@example.com'), created], true)).toEqual(expect.any(String));
  });

  test('if no command changed a user’s e-mail address, the audit trusts the address only if the user’s stored search text contains it', () => {
    expect(judge([created], true)).toBe(true);
    expect(judge([created], false)).toEqual(expect.any(String));
    expect(judge([], true)).toBe(true);
  });
});

describe('a copy of a product', () => {
  const product = aProduct(7);
  const copy = { ...product, price: 1 };
  interface Given {
    isAsInText?: boolean;
    kept?: typeof copy | null;
  }
  const judge = (rows: LedgerRow[], { isAsInText = false, kept = copy }: Given = {}) =>
    judgeCopy(product, kept, { known: knownRecord(rows.length, rows), isAsInText });

  test('the audit sets the orders service’s copy of a product to the catalog’s values if evidence shows that the catalog’s values are right', () => {
    expect(judge([set(2, 'price', 1, product.price), created])).toBe(true);
    expect(judge([created], { isAsInText: true })).toBe(true);
    expect(judge([], { kept: null })).toBe(true);
    expect(judge([], { kept: { ...product, version: 0 } })).toBe(true);
  });

  test('the audit does not correct the orders service’s copy of a product if evidence is missing or shows that the copy is right', () => {
    expect(judge([set(2, 'price', 9, 1), created])).toContain('the copy is right');
    expect(judge([created])).toContain('nothing proves');
    expect(judge([])).toEqual(expect.any(String));
    // The search text does not contain the manufacturing price.
    const cheaper = { ...product, manufacturing_price: 1 };
    expect(judge([created], { isAsInText: true, kept: cheaper })).toContain('manufacturing_price');
  });
});

test('an order counts as the order of the user whose id it stores, unless the customer data copied into the order belongs to another user', () => {
  expect(isOrderOf(anOrder(1, { user_id: 1 }), 1)).toBe(true);
  expect(isOrderOf(anOrder(1, { user_id: 2 }), 2)).toBe(false);
  // This order is damaged and has only the user id.
  expect(isOrderOf({ user_id: 2, user: null }, 2)).toBe(true);
});
