import { describe, expect, test } from '@jest/globals';
import { judgeLines, type AuditedRow } from '#services/orders/audit/line-findings.ts';
import type { Order, OrderItem } from '#services/orders/records/tables.ts';
import { knownRecord, type CreatedWith } from '#shared/engine/decide/known-record.ts';
import { rowId, flatten, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { aLine, anOrder } from '../../support/orders-world.ts';

const via = { type: 'orders.create', request_id: 'request', operation_id: null };

/** The order's original lines: 2 units of product 1 and 3 units of product 2. */
const made = [aLine(11, 1, { amount: 2, held: 2 }), aLine(12, 2, { amount: 3, held: 3 })];
const created: LedgerRow = { _id: rowId('orders/1', 1), at: made[0]?.created_at ?? '', kind: 'created', via };

const rowOf = ({ id, held: _held, ...line }: OrderItem, orderId = 1): AuditedRow => ({
  _id: id,
  order_id: orderId,
  ...line,
});

/** The creation event, which the event log still contains. */
const event: CreatedWith = {
  fields: flatten({ items: made }),
  covers: (name) => /^items\.\d+\.(product_id|amount)$/.test(name),
};

interface Found {
  order?: Partial<Order>;
  rows?: AuditedRow[];
  /** Ledger rows after the creation, newest first. */
  later?: LedgerRow[];
  version?: number;
  deleted?: number[];
  shown?: CreatedWith | null;
}

function judge({
  order = {},
  rows = made.map((line) => rowOf(line)),
  later = [],
  shown = null,
  ...more
}: Found) {
  const version = more.version ?? later.length + 1;
  const known = knownRecord(version, [...later, created], shown);
  const found = anOrder(1, { items: made, version, ...order });
  const judged = judgeLines({ order: found, rows, known, deleted: new Set(more.deleted) });
  return [...judged].map(([id, { rule, isRepaired }]) => [id, rule, isRepaired]);
}

const change = (
  version: number,
  changes: LedgerRow['changes'],
  more: Partial<LedgerRow> = {},
): LedgerRow => ({
  _id: rowId('orders/1', version),
  at: `2026-06-0${version}T00:00:00.000Z`,
  kind: 'item_changed',
  via,
  ...(changes && { changes }),
  ...more,
});
const removed = change(2, [{ field: 'items.12.product_id', from: 2, to: null }], { kind: 'item_removed' });
const [first, second] = made as [OrderItem, OrderItem];

test('the audit reports nothing if the lines of an order equal the order’s rows in the collection order_items', () => {
  expect(judge({})).toEqual([]);
});

describe('a missing row in the item list', () => {
  test('the audit repairs a missing row in order_items by copying the line from the order', () => {
    expect(judge({ rows: [rowOf(first)] })).toEqual([[12, 'item-row-missing', true]]);
  });

  test('the audit does not repair a missing row in order_items if the ledger or the creation event contradicts the order’s line', () => {
    const gone = [rowOf(first)];
    expect(judge({ rows: gone, later: [removed] })).toEqual([[12, 'item-row-missing', false]]);
    const amount = change(2, [{ field: 'items.12.amount', from: 3, to: 4 }]);
    expect(judge({ rows: gone, later: [amount] })).toEqual([[12, 'item-row-missing', false]]);
    const more = { items: [...made, aLine(99, 1)] };
    expect(judge({ order: more, shown: event })).toEqual([[99, 'item-row-missing', false]]);
  });

  test('the audit repairs a row in order_items with a wrong order id only if the creation event of the right order contains the item', () => {
    const elsewhere = [rowOf(first), rowOf(second, 7)];
    expect(judge({ rows: elsewhere, shown: event })).toEqual([[12, 'item-row-missing', true]]);
    expect(judge({ rows: elsewhere })).toEqual([[12, 'item-row-missing', false]]);
  });
});

describe('a row that differs from its order line', () => {
  const inRow = [rowOf(first), rowOf({ ...second, amount: 9 })];
  const amount = change(2, [{ field: 'items.12.amount', from: 1, to: 3 }]);

  test('the audit corrects a row in order_items that differs from its order line if commands wrote the value in the order line', () => {
    for (const evidence of [{ later: [amount] }, { shown: event }])
      expect(judge({ rows: inRow, ...evidence })).toEqual([[12, 'item-row-differs', true]]);
  });

  test('the audit does not change a row in order_items that differs from its order line if commands wrote the value in the row', () => {
    const order = { items: [first, { ...second, amount: 9 }] };
    for (const evidence of [{ later: [amount] }, { shown: event }])
      expect(judge({ order, ...evidence })).toEqual([[12, 'item-row-differs', false]]);
  });

  test('the audit does not change a row in order_items that differs from its order line if nothing proves which of the two is correct', () => {
    expect(judge({ rows: inRow })).toEqual([[12, 'item-row-differs', false]]);
    expect(judge({ rows: inRow, version: 2 })).toEqual([[12, 'item-row-differs', false]]);
    const renamed = rowOf({ ...second, product: { ...second.product, en: { name: 'Tea' } } });
    expect(judge({ rows: [rowOf(first), renamed] })).toEqual([[12, 'item-row-differs', false]]);
  });

  test('the audit corrects a row’s update time in order_items from its order line only if the line has the time of the last command on it', () => {
    const right = { ...second, updated_at: amount.at };
    expect(judge({ order: { items: [first, right] }, later: [amount] })).toEqual([
      [12, 'item-row-differs', true],
    ]);
    const rows = [rowOf(first), rowOf(right)];
    expect(judge({ rows, later: [amount] })).toEqual([[12, 'item-row-differs', false]]);
  });
});

describe('a line that is in the item list but not in the order', () => {
  const without = { items: [first] };

  test('the audit removes a row in order_items that has no order line if a command removed the line from the order', () => {
    const removes = [[12, 'item-row-extra', true]];
    expect(judge({ order: without, later: [removed] })).toEqual(removes);
    expect(judge({ order: without, version: 2, deleted: [12] })).toEqual(removes);
  });

  test('the audit does not change a row in order_items that may belong to another order or to a later version of its order', () => {
    const bogus = { rows: [...made.map((line) => rowOf(line)), rowOf(aLine(99, 1))], shown: event };
    expect(judge(bogus)).toEqual([[99, 'item-row-extra', false]]);
    const newer = { ...rowOf(second), version: 9, amount: 9 };
    const older = judge({ order: without, rows: [rowOf(first), newer], later: [removed] });
    expect(older).toEqual([[12, 'item-row-extra', false]]);
    expect(judge({ rows: [rowOf(first), newer], shown: event })).toEqual([[12, 'item-row-differs', false]]);
  });

  test('the audit reports an order line as lost, and keeps its row in order_items, if the order lacks the line but no known command removed it', () => {
    const evidence: Found[] = [
      {},
      { shown: event },
      { later: [change(2, [{ field: 'items.12.amount', from: 3, to: 3 }])] },
      // The ledger lacks a version in which a command may have removed the line.
      { version: 2, shown: event },
      { later: [change(3, [])], version: 3, shown: event },
    ];
    for (const known of evidence)
      expect(judge({ order: without, ...known })).toEqual([[12, 'item-lost', false]]);
  });
});
