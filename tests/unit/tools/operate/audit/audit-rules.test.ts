import { describe, expect, test } from '@jest/globals';

import { inboxFindings, orderOfLocation, outboxFindings } from '#tools/operate/audit/inbox-rules.ts';
import {
  cartFindings,
  countFindings,
  counterFindings,
  itemRowFindings,
  newCensus,
  takeCensus,
  textFindings,
} from '#tools/operate/audit/order-rules.ts';
import type { AuditedOrder } from '#tools/operate/audit/order-rules.ts';
import { copyFindings, copyOfProduct } from '#tools/operate/audit/product-copy-rules.ts';
import { countHeld, stockFindings } from '#tools/operate/audit/stock-rules.ts';

const now = '2026-11-21T12:00:00.000Z';
const name = { name: 'Coffee', description: 'Whole beans' };

function item(id: number, held: number) {
  return {
    ...{ id, product_id: 7, amount: 2, held, main_price: 500, manufacturing_price: 100, discount_amount: 0 },
    ...{
      product: { id: 7, en: { name: 'Coffee' }, ar: { name: 'Coffee' } },
      created_at: now,
      updated_at: now,
    },
  };
}

function order(id: number, more: Partial<AuditedOrder> = {}): AuditedOrder {
  return {
    ...{ _id: id, version: 1, order_number: `N-${id}`, user_id: 1, cart_version: null, status: 'pending' },
    ...{ payment_method: 1, items: [item(id * 10, 2)], created_at: now, search: `text of ${id}` },
    ...more,
  };
}

function rowOf({ id, held: _held, ...copied }: ReturnType<typeof item>, orderId: number) {
  return { _id: id, order_id: orderId, ...copied };
}

const rules = (findings: { rule: string }[]) => findings.map(({ rule }) => rule);

describe('stock', () => {
  const heldBy = (...orders: AuditedOrder[]) => {
    const held = new Map<number, number>();
    for (const one of orders) countHeld(held, one);
    return held;
  };

  test('counts what lines on their way hold; what was delivered has left', () => {
    expect(heldBy(order(1), order(2, { status: 'shipped' }), order(3, { status: 'delivered' }))).toEqual(
      new Map([[7, 4]]),
    );
  });

  test('finds held units that no line holds, negative stock, and lines without a stock record', () => {
    const held = heldBy(order(1));
    expect(rules(stockFindings([{ _id: 7, stock: 5, held: 2 }], held))).toEqual([]);
    expect(rules(stockFindings([{ _id: 7, stock: -1, held: 3 }], held))).toEqual([
      'stock-negative',
      'held-differs',
    ]);
    expect(rules(stockFindings([], held))).toEqual(['held-without-stock']);
  });
});

describe('orders', () => {
  test('finds numbers, carts and items that two orders share', () => {
    const census = newCensus();
    takeCensus(census, order(1, { cart_version: 3 }));
    takeCensus(census, order(2, { cart_version: 3, order_number: 'N-1', items: [item(10, 0)] }));
    expect(rules(census.findings)).toEqual(['order-number-twice', 'cart-ordered-twice', 'item-twice']);
  });

  test('finds a cart that became an order and was not emptied', () => {
    const spent = new Map([[1, 3]]);
    expect(cartFindings(spent, new Map([[1, 4]]))).toEqual([]);
    expect(rules(cartFindings(spent, new Map([[1, 3]])))).toEqual(['cart-not-emptied']);
  });

  test('finds a sequence that would give an id out again', () => {
    expect(counterFindings(new Map([['orders', 9]]), new Map([['orders', 9]]))).toEqual([]);
    expect(rules(counterFindings(new Map(), new Map([['orders', 9]])))).toEqual(['counter-behind']);
  });

  test('finds rows of the list of items that are missing, wrong or too many', () => {
    const one = order(1, { items: [item(10, 2), item(11, 2)] });
    const rows = [rowOf(item(10, 2), 1), rowOf(item(11, 2), 1)];
    expect(itemRowFindings([one], rows)).toEqual([]);
    const wrong = { ...rowOf(item(10, 2), 1), amount: 3 };
    expect(rules(itemRowFindings([one], [wrong, rowOf(item(12, 2), 1)]))).toEqual([
      'item-row-differs',
      'item-row-missing',
      'item-row-extra',
    ]);
  });

  test('finds totals that differ from what there is, and counts that nothing is left of', () => {
    const census = newCensus();
    takeCensus(census, order(1));
    takeCensus(census, order(2));
    takeCensus(census, order(3, { status: 'shipped', payment_method: 4 }));
    const right = new Map([
      ['pending:1', 2],
      ['shipped:4', 1],
      ['returned:2', 0],
    ]);
    expect(countFindings(census.counts, right)).toEqual([]);
    const wrong = new Map([
      ['pending:1', 1],
      ['returned:2', 1],
    ]);
    const subjects = countFindings(census.counts, wrong).map(({ subject }) => subject);
    expect(subjects).toEqual(['counters/pending:1', 'counters/shipped:4', 'counters/returned:2']);
  });

  test('finds orders that search knows by another text, or not at all', () => {
    const texts = [
      { _id: 1, text: 'text of 1' },
      { _id: 2, text: 'text of then' },
    ];
    const found = textFindings([order(1), order(2), order(3), order(4)], texts, 3);
    expect(found.map(({ subject }) => subject)).toEqual(['order_texts/2', 'order_texts/3']);
  });
});

describe('inbox and outbox', () => {
  const window = { deleted: new Set<number>(), unnamed: [], keptSince: '2026-11-15T00:00:00.000Z' };
  const at = '2026-11-20T10:00:00.000Z';
  const orders = new Map([[1, { created_at: now }]]);

  test('reads the order from its location', () => {
    expect(orderOfLocation('/api/client/orders/12')).toBe(12);
    expect(orderOfLocation(null)).toBeNull();
  });

  test('finds orders that were lost, made twice, or made by no command', () => {
    const made = [{ commandId: 'a', orderId: 1, at }];
    expect(inboxFindings(made, orders, window)).toEqual([]);
    expect(rules(inboxFindings([...made, { commandId: 'b', orderId: 1, at }], orders, window))).toEqual([
      'order-made-twice',
    ]);
    expect(rules(inboxFindings([...made, { commandId: 'c', orderId: 2, at }], orders, window))).toEqual([
      'order-lost',
    ]);
    expect(rules(inboxFindings([], orders, window))).toEqual(['order-without-command']);
  });

  const made = [1, 2, 3].map((orderId) => ({ commandId: `c${orderId}`, orderId, at }));

  test('finds a lost order by its id, though others were deleted', () => {
    const found = inboxFindings(made, orders, { ...window, deleted: new Set([2, 77]) });
    expect(found.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(['order-lost orders/3']);
  });

  test('of deletions by older releases, which name no order, each excuses one that was made before it', () => {
    const excused = (...unnamed: string[]) =>
      inboxFindings(made, orders, { ...window, unnamed }).map(({ subject }) => subject);
    const [before, after] = ['2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z'];
    expect(excused()).toEqual(['orders/2', 'orders/3']);
    expect(excused(before, before)).toEqual(['orders/2', 'orders/3']);
    expect(excused(before, after).length).toBe(1);
    expect(excused(after, after)).toEqual([]);
  });

  test('finds an order that names another command than the one that answered with it', () => {
    const own = new Map([[1, { created_at: now, created_by_command: 'c9' }]]);
    expect(rules(inboxFindings(made.slice(0, 1), own, window))).toEqual(['order-made-twice']);
    const right = new Map([[1, { created_at: now, created_by_command: 'c1' }]]);
    expect(inboxFindings(made.slice(0, 1), right, window)).toEqual([]);
  });

  test('knows the command of an order whose key had made another before', () => {
    const own = new Map([[1, { created_at: now, created_by_command: 'c1:2026-11-21T12:00:00.000Z' }]]);
    expect(inboxFindings(made.slice(0, 1), own, window)).toEqual([]);
  });

  test('takes an order without a command for forgotten when it is old', () => {
    expect(inboxFindings([], new Map([[1, { created_at: '2026-11-01T00:00:00.000Z' }]]), window)).toEqual([]);
  });

  test('finds events that wait too long', () => {
    expect(outboxFindings('orders', null, 0, now)).toEqual([]);
    expect(outboxFindings('orders', '2026-11-21T11:59:50.000Z', 1, now)).toEqual([]);
    expect(rules(outboxFindings('orders', '2026-11-21T11:00:00.000Z', 3, now))).toEqual(['outbox-stuck']);
  });
});

describe('copies of products', () => {
  const product = {
    ...{ _id: 7, version: 2, price: 500, manufacturing_price: 100, is_active: true, en: name, ar: name },
    updated_at: '2026-11-21T10:00:00.000Z',
  };

  test('finds copies that are missing, old, or of products that are gone', () => {
    const copy = copyOfProduct(product);
    expect(copyFindings([product], [copy], now)).toEqual([]);
    expect(rules(copyFindings([product], [], now))).toEqual(['product-copy-differs']);
    expect(rules(copyFindings([product], [{ ...copy, version: 1 }], now))).toEqual(['product-copy-differs']);
    expect(rules(copyFindings([], [copy], now))).toEqual(['product-copy-extra']);
    expect(copyFindings([], [{ ...copy, is_deleted: true }], now)).toEqual([]);
  });

  test('does not judge what changed just now', () => {
    expect(copyFindings([{ ...product, updated_at: now }], [], now)).toEqual([]);
  });
});
