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

  test('if a change after the newest ledger row explains a stock record’s whole difference to the order lines, the audit treats the record as damaged', () => {
    expect(judgeHeld(record(9), 5, steps([3, 5], [0, 3], null))).toBe('record was damaged');
  });

  test('if changes between ledger rows explain a stock record’s whole difference to the order lines, the audit treats the record as damaged', () => {
    expect(judgeHeld(record(9), 5, steps([7, 9], [0, 3], null))).toBe('record was damaged');
    expect(judgeHeld(record(8), 6, steps([6, 8], [4, 5], [0, 3]))).toBe('record was damaged');
  });

  test('unless changes without ledger rows explain a stock record’s whole difference to the order lines, the audit treats the lines as damaged', () => {
    expect(judgeHeld(record(5), 3, steps([3, 5], [0, 3], null))).toBe('lines were damaged');
    // The record changed without a command, but not by the whole difference.
    expect(judgeHeld(record(9), 3, steps([3, 5], [0, 3], null))).toBe('lines were damaged');
  });

  test('if an earlier audit repaired the units held for orders, the audit ignores change ledger rows older than this repair', () => {
    const [newest, counted, ...older] = steps([5, 6], [9, 5], [0, 5]);
    const sure = [newest, { ...counted, isSure: true }, ...older] as StockStep[];
    expect(judgeHeld(record(6), 2, sure)).toBe('lines were damaged');
    expect(judgeHeld(record(8), 6, sure)).toBe('record was damaged');
  });

  test('the audit needs older ledger rows to judge the units held for orders, and reaches no verdict if such a row is missing', () => {
    const [newest, , oldest] = steps([3, 5], [0, 3], null) as [StockStep, StockStep, StockStep];
    expect(judgeHeld(record(5), 3, [newest, oldest])).toBe('not known');
    expect(judgeHeld(record(5), 3, [newest])).toBe('more');
  });

  test('the audit finds changes of the units held for orders in ledger rows of the stock record and in ledger rows of orders', () => {
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

  test('the audit rebuilds a missing stock record from its own change ledger rows and from change ledger rows of orders', () => {
    const found = lostStock(7, 3, { steps: steps as StockStep[], own: [marked, first], lost: 0 });
    expect(found).toMatchObject({ _id: 7, version: 3, stock: 17, held: 3, low_stock_at: 4 });
    expect(lostStock(7, 1, { steps: (steps as StockStep[]).slice(2), own: [first], lost: 0 })).toMatchObject({
      stock: 20,
      held: 0,
    });
  });

  test('when the audit rebuilds a missing stock record, the record contains the number of units that returns reported as unsellable', () => {
    const found = lostStock(7, 3, { steps: steps as StockStep[], own: [marked, first], lost: 2 });
    expect(found).toMatchObject({ version: 3, stock: 17, lost: 2 });
    const without = lostStock(7, 3, { steps: steps as StockStep[], own: [marked, first], lost: 0 });
    expect(without).not.toHaveProperty('lost');
  });

  test('the audit does not rebuild a missing stock record if the change ledger lacks a row for one of its versions', () => {
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

  test('the audit considers a user’s e-mail correct if a command wrote it', () => {
    expect(judge([set(2, 'email', 'x', 'a@example.com'), created], false)).toBe(true);
    expect(judge([set(2, 'email', 'x', 'b@example.com'), created], true)).toEqual(expect.any(String));
  });

  test('if no command changed a user’s e-mail, the audit trusts the e-mail only if the user’s search text contains it', () => {
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

  test('the audit corrects a product copy that differs from the product if commands wrote the product’s current values', () => {
    expect(judge([set(2, 'price', 1, product.price), created])).toBe(true);
    expect(judge([created], { isAsInText: true })).toBe(true);
    expect(judge([], { kept: null })).toBe(true);
    expect(judge([], { kept: { ...product, version: 0 } })).toBe(true);
  });

  test('the audit does not correct a differing product copy if evidence is missing or shows that the copy is right', () => {
    expect(judge([set(2, 'price', 9, 1), created])).toContain('the copy is right');
    expect(judge([created])).toContain('nothing proves');
    expect(judge([])).toEqual(expect.any(String));
    // The search text does not contain the manufacturing price.
    const cheaper = { ...product, manufacturing_price: 1 };
    expect(judge([created], { isAsInText: true, kept: cheaper })).toContain('manufacturing_price');
  });
});

test('an order with an erased customer’s id belongs to this customer unless the order’s copied customer data is another customer’s', () => {
  expect(isOrderOf(anOrder(1, { user_id: 1 }), 1)).toBe(true);
  expect(isOrderOf(anOrder(1, { user_id: 2 }), 2)).toBe(false);
  // This order is damaged and has only the user id.
  expect(isOrderOf({ user_id: 2, user: null }, 2)).toBe(true);
});
