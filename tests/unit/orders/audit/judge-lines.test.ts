import { describe, expect, test } from '@jest/globals';
import { judgeLines } from '#services/orders/audit/judge-lines.ts';
import type { AuditedRow } from '#services/orders/audit/row-findings.ts';
import type { Order, OrderItem } from '#services/orders/records/tables.ts';
import { knownRecord, type CreatedWith } from '#shared/engine/decide/known-record.ts';
import { rowId, flatten, type LedgerRow, type StockMove } from '#shared/engine/decide/ledger-row.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { aLine, anOrder } from '../../support/orders-world.ts';

const via = { type: 'orders.create', request_id: 'request', operation_id: null };
const moved = (productId: number, units: number, held = units) => ({
  product_id: productId,
  version: 2,
  stock: { from: 20, to: 20 - units },
  held: { from: 0, to: held },
});

/** The order's original lines: 2 units of product 1 and 3 units of product 2. */
const made = [aLine(11, 1, { amount: 2, held: 2 }), aLine(12, 2, { amount: 3, held: 3 })];
const figures = { main_price: 5 * 1250, manufacturing_price: 5 * 700, discount_amount: 0 };
const created: LedgerRow = {
  _id: rowId('orders/1', 1),
  at: made[0]?.created_at ?? '',
  kind: 'created',
  via,
  stock: [moved(1, 2), moved(2, 3)],
};

const rowOf = ({ id, held: _held, ...line }: OrderItem, orderId = 1): AuditedRow => ({
  _id: id,
  order_id: orderId,
  ...line,
});

/** The creation event, which the event log still contains. */
const event: CreatedWith = {
  fields: flatten({ items: made }, new Set()),
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
  const found = anOrder(1, { items: made, ...figures, version, ...order });
  const judged = judgeLines({ order: found, rows, known, deleted: new Set(more.deleted) });
  return { ...judged, ways: [...judged.found].map(([id, { rule, writes }]) => [id, rule, writes]) };
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

test('the audit reports nothing for order lines that are equal in the order and in the list of order items', () => {
  expect(judge({}).ways).toEqual([]);
});

describe('a missing row in the item list', () => {
  test('the audit’s repair copies a missing item row from the order', () => {
    expect(judge({ rows: [rowOf(first)] }).ways).toEqual([[12, 'item-row-missing', 'row']]);
  });

  test('the audit leaves a missing item row for manual repair if commands left a different order line', () => {
    const gone = [rowOf(first)];
    expect(judge({ rows: gone, later: [removed] }).ways).toEqual([[12, 'item-row-missing', null]]);
    const amount = change(2, [{ field: 'items.12.amount', from: 3, to: 4 }]);
    expect(judge({ rows: gone, later: [amount] }).ways).toEqual([[12, 'item-row-missing', null]]);
    const more = { items: [...made, aLine(99, 1)] };
    expect(judge({ order: more, shown: event }).ways).toEqual([[99, 'item-row-missing', null]]);
  });

  test('the audit’s repair moves an item row from another order only if commands created the line in this order', () => {
    const elsewhere = [rowOf(first), rowOf(second, 7)];
    expect(judge({ rows: elsewhere, shown: event }).ways).toEqual([[12, 'item-row-missing', 'row']]);
    expect(judge({ rows: elsewhere }).ways).toEqual([[12, 'item-row-missing', null]]);
  });
});

describe('a row that differs from its order line', () => {
  const inRow = [rowOf(first), rowOf({ ...second, amount: 9 })];
  const inOrder = { items: [first, { ...second, amount: 9 }] };

  test('the audit’s repair corrects an item row if commands wrote the order’s value', () => {
    const amount = change(2, [{ field: 'items.12.amount', from: 1, to: 3 }]);
    for (const evidence of [{ later: [amount] }, { shown: event }, {}])
      expect(judge({ rows: inRow, ...evidence }).ways).toEqual([[12, 'item-row-differs', 'row']]);
  });

  test('the audit’s repair corrects the order if commands wrote the item row’s value', () => {
    const amount = change(2, [{ field: 'items.12.amount', from: 1, to: 3 }]);
    for (const evidence of [{ later: [amount] }, { shown: event }, {}]) {
      const judged = judge({ order: inOrder, ...evidence });
      expect(judged.ways).toEqual([[12, 'item-row-differs', 'line']]);
      expect(judged.items).toEqual(made);
    }
  });

  test('the audit leaves an item row that differs from the order for manual repair if no evidence shows the correct value', () => {
    const total = change(2, [{ field: 'main_price', from: 1, to: 2 }]);
    expect(judge({ rows: inRow, later: [total] }).ways).toEqual([[12, 'item-row-differs', null]]);
    expect(judge({ rows: inRow, version: 2 }).ways).toEqual([[12, 'item-row-differs', null]]);
    const renamed = rowOf({ ...second, product: { ...second.product, en: { name: 'Tea' } } });
    expect(judge({ rows: [rowOf(first), renamed] }).ways).toEqual([[12, 'item-row-differs', null]]);
  });

  test('the audit’s repair uses the last command that changed a line to find the line’s correct update time', () => {
    const amount = change(2, [{ field: 'items.12.amount', from: 1, to: 3 }]);
    const right = { ...second, updated_at: amount.at };
    const order = { items: [first, right] };
    expect(judge({ order, later: [amount] }).ways).toEqual([[12, 'item-row-differs', 'row']]);
    const rows = [rowOf(first), rowOf(right)];
    expect(judge({ rows, later: [amount] }).ways).toEqual([[12, 'item-row-differs', 'line']]);
  });
});

describe('a line that is in the item list but not in the order', () => {
  const without = { items: [first] };

  test('the audit’s repair removes an item row if a command removed its order line', () => {
    expect(judge({ order: without, later: [removed] }).removes).toEqual([12]);
    expect(judge({ order: without, version: 2, deleted: [12] }).removes).toEqual([12]);
  });

  test('the audit leaves an item row for manual repair if it may belong to another order or to a later version', () => {
    const bogus = { rows: [...made.map((line) => rowOf(line)), rowOf(aLine(99, 1))], shown: event };
    expect(judge(bogus)).toMatchObject({ ways: [[99, 'item-row-extra', null]], removes: [] });
    const newer = { ...rowOf(second), version: 9, amount: 9 };
    const older = judge({ order: without, rows: [rowOf(first), newer], later: [removed] });
    expect(older).toMatchObject({ ways: [[12, 'item-row-extra', null]], removes: [] });
    const both = judge({ rows: [rowOf(first), newer], shown: event });
    expect(both.ways).toEqual([[12, 'item-row-differs', null]]);
  });

  test('the audit’s repair restores a lost line with its units if evidence proves that the order had the line', () => {
    const amount = change(2, [{ field: 'items.12.amount', from: 3, to: 3 }]);
    for (const evidence of [{ shown: event }, { later: [amount] }, {}]) {
      const judged = judge({ order: without, ...evidence });
      expect(judged.ways).toEqual([[12, 'item-lost', 'line']]);
      expect(judged.items).toEqual(made);
      expect(judged.removes).toEqual([]);
    }
    expect(judge({ order: { items: [] }, shown: event }).items).toEqual(made);
  });

  test('the audit leaves a lost order line without proof for manual repair, and keeps its item row', () => {
    const figure = change(2, [{ field: 'main_price', from: 1, to: 2 }]);
    const evidence: Found[] = [
      // The order's money fields have changed since, so they do not prove the line.
      { later: [figure] },
      // The ledger lacks a version in which a command may have removed the line.
      { version: 2, shown: event },
      { later: [change(3, [])], version: 3, shown: event },
      // The item row is also damaged.
      { rows: [rowOf(first), rowOf({ ...second, amount: 9 })], shown: event },
    ];
    for (const known of evidence) {
      const judged = judge({ order: without, ...known });
      expect(judged.ways.at(-1)).toEqual([12, 'item-lost', null]);
      expect(judged.removes).toEqual([]);
      expect(judged.items).toEqual([first]);
    }
  });

  test('the audit leaves a lost order line for manual repair if the change ledger does not show how many units the line holds', () => {
    const uncounted = { ...moved(2, 3), stock: { from: null, to: null } };
    const counted = { ...created, stock: [moved(1, 2), uncounted] };
    const known = knownRecord(1, [counted], event);
    const order = anOrder(1, { ...figures, items: [first] });
    const rows = made.map((line) => rowOf(line));
    const judged = judgeLines({ order, rows, known, deleted: new Set() });
    expect([...judged.found.values()]).toMatchObject([{ rule: 'item-lost', writes: null }]);
    expect(judged.items).toEqual([first]);
  });

  test('the audit leaves a lost order line for manual repair if commands moved the line between orders', () => {
    const back = change(2, [{ field: 'items.12.product_id', from: null, to: 2 }], {
      via: { ...via, type: 'order-items.update' },
    });
    expect(judge({ order: without, later: [back] }).ways).toEqual([[12, 'item-lost', null]]);
  });

  test.each([
    { status: 'delivered', stock: [], held: 3, moves: [{ happened: 'delivered', units: 3 }] },
    { status: 'cancelled', stock: [], held: 0, moves: [{ happened: 'returned', units: 3 }] },
    {
      status: 'returned',
      stock: [{ ...moved(2, 0), held: { from: 3, to: 0 } }],
      held: 0,
      moves: [{ happened: 'returned after delivery', units: 3 }],
    },
  ] satisfies { status: OrderState; stock: StockMove[]; held: number; moves: object[] }[])(
    'the repair moves a lost line’s units if its order became $status after the loss',
    ({ status, ...of }) => {
      const others = status === 'delivered' ? first : { ...first, held: 0 };
      const later = change(2, [{ field: 'status', from: 'pending', to: status }], {
        kind: 'status_changed',
        stock: of.stock,
      });
      const judged = judge({ order: { status, items: [others] }, later: [later], shown: event });
      expect(judged.items.at(-1)).toMatchObject({ id: 12, held: of.held });
      expect(judged.units).toMatchObject(of.moves);
    },
  );
});
