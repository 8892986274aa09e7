import { describe, expect, test } from '@jest/globals';
import { copyFindings, extraCopies } from '#services/orders/audit/copy-findings.ts';
import { itemRowFindings } from '#services/orders/audit/line-findings.ts';
import {
  lostOrders,
  madeTwice,
  numberFindings,
  numbersToCompare,
  orderFindings,
  orderOfLocation,
  ordersWithoutCommand,
  textFindings,
} from '#services/orders/audit/order-findings.ts';
import {
  cartBeyond,
  cartFindings,
  emailKeyFindings,
  lostReferences,
} from '#services/orders/audit/people-findings.ts';
import { numberKey, orderNumber } from '#services/orders/records/order-number.ts';
import { newBaselines, stockFindings, withoutSetStock } from '#services/orders/audit/stock-findings.ts';
import { addOrder, countFindings, newTotals } from '#services/orders/audit/total-findings.ts';
import { detailsOf } from '#shared/contracts/endpoints/order-fields.ts';
import type { Order } from '#services/orders/records/tables.ts';
import { soundCopy, productFindings } from '#services/catalog/products/product-copy.ts';
import { isSound } from '#shared/contracts/endpoints/product-copy.ts';
import { eventFindings } from '#shared/engine/audit/audit-records.ts';
import { createIdSet } from '#shared/engine/audit/read-pages.ts';
import { judged } from '#shared/engine/decide/audit-finding.ts';
import { counterFindings } from '#shared/engine/audit/counters.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';

const now = '2026-11-21T12:00:00.000Z';
const name = { name: 'Coffee', description: 'Whole beans' };

function item(id: number, held: number) {
  return {
    id,
    product_id: 7,
    amount: 2,
    held,
    main_price: 500,
    manufacturing_price: 100,
    discount_amount: 0,
    product: { id: 7, en: { name: 'Coffee' }, ar: { name: 'Coffee' } },
    created_at: now,
    updated_at: now,
  };
}

function order(id: number, more: Partial<Order> = {}) {
  const place = { label: null, line1: 'Street 1', line2: null, city: 'Cairo', country: 'EG', phone: null };
  const made: Order = {
    _id: id,
    version: 1,
    created_at: now,
    updated_at: now,
    order_number: `N-${id}`,
    user_id: 1,
    user: { id: 1, name: 'Ann' },
    address_id: 1,
    address: { id: 1, user_id: 1, ...place },
    payment_method: 1,
    status: 'pending',
    ...detailsOf({ reject_reason: null }),
    total: 1,
    discount_amount: 0,
    tax_amount: 0,
    main_price: 1,
    manufacturing_price: 0,
    cart_version: null,
    items: [item(id * 10, 2)],
    history: [{ at: now, by: 'client:1', from: null, to: 'pending', reason: null }],
    ...more,
  };
  return { ...made, search: `text of ${id}` };
}

function rowOf({ id, held: _held, ...copied }: ReturnType<typeof item>, orderId: number) {
  return { _id: id, order_id: orderId, ...copied };
}

const rules = (findings: { rule: string }[]) => findings.map(({ rule }) => rule);

describe('the money fields of an order', () => {
  const figures = { main_price: 1000, manufacturing_price: 200, tax_amount: 150, total: 1150 };
  const checkout = (more: Partial<Order> = {}) =>
    order(1, { cart_version: 3, figures: 'lines', ...figures, ...more });

  test('the audit finds an order from a checkout whose money fields differ from the sums of its lines and its tax', () => {
    expect(orderFindings(checkout())).toEqual([]);
    for (const wrong of [{ total: 1 }, { main_price: 999 }, { manufacturing_price: 0 }, { tax_amount: 0 }])
      expect(rules(orderFindings(checkout(wrong)))).toEqual(['order-figures-differ']);
    expect(rules(orderFindings(checkout({ discount_amount: 1 })))).toEqual(['order-figures-differ']);
    const cheaper = { ...item(10, 2), main_price: 1 };
    expect(rules(orderFindings(checkout({ items: [cheaper] })))).toEqual(['order-figures-differ']);
    expect(orderFindings(checkout({ total: 1 }))[0]?.detail).toContain('total is 1 instead of 1150');
  });

  test('the audit accepts any total of an order that is not marked as having its money fields computed from its lines', () => {
    expect(orderFindings(checkout({ total: 1, figures: 'given' }))).toEqual([]);
    const { figures: _figures, ...former } = checkout({ total: 1 });
    expect(orderFindings(former)).toEqual([]);
  });
});

describe('order numbers that differ only in letter case or digit script', () => {
  const numbered = (_id: number, order_number: string, key: string | null = numberKey(order_number)) => ({
    _id,
    order_number,
    ...(key !== null && { number_key: key }),
  });

  test('if two order numbers differ only in letter case or digit script, the audit reports only the order that took the other order’s number', () => {
    const [kept, alike] = [numbered(1, 'INV-7'), numbered(2, 'inv-٧', null)];
    expect(numberFindings([kept, alike], [])).toMatchObject([
      { rule: 'order-number-twice', subject: 'orders/2', detail: expect.stringContaining('orders/1') },
    ]);
    expect(numberFindings([alike], [kept])).toHaveLength(1);
    const made = numbered(77, orderNumber(77), null);
    const taken = numbered(3, orderNumber(77).toLowerCase());
    expect(numberFindings([taken], [made])).toMatchObject([{ subject: 'orders/3' }]);
    expect(numbersToCompare([made, taken])).toEqual({
      keys: [numberKey(orderNumber(77))],
      generated: [orderNumber(77)],
    });
  });

  test('the audit accepts orders with different order numbers, and an order to which staff gave its own generated number in lower case', () => {
    const own = numbered(5, orderNumber(5).toLowerCase());
    expect(numberFindings([numbered(1, 'INV-7'), numbered(2, 'INV-8', null), own], [])).toEqual([]);
  });
});

describe('stock', () => {
  const totalsOf = (...orders: unknown[]) => {
    const totals = newTotals();
    for (const one of orders) addOrder(totals, one as ReturnType<typeof order>);
    return totals;
  };
  const stock = (values: { stock: number | null; held: number; version?: number }) => ({
    _id: 7,
    version: values.version ?? 5,
    stock: values.stock,
    held: values.held,
  });
  const known = (orders: unknown[], baselines: { version: number; units: number }[] = []) => ({
    lines: totalsOf(...orders).lines,
    damagedOrders: 0,
    lastDeletion: null as string | null,
    restored: totalsOf().lines,
    baselines: new Map(baselines.map((one) => [7, { _id: 7, at: now, ...one }])),
  });

  test('the audit counts a product’s units in undelivered orders and in delivered orders separately, and ignores cancelled orders', () => {
    const { lines, damaged } = totalsOf(
      ...[order(1), order(2, { status: 'shipped' }), order(3, { status: 'delivered' })],
      order(4, { status: 'cancelled' }),
    );
    expect(lines).toEqual(new Map([[7, { held: 4, delivered: 2 }]]));
    expect(damaged).toBe(0);
  });

  test.each([
    ['null instead of a list of items', { items: null }],
    ['an invalid item', { items: [null] }],
    ['an item with units that are not a number', { items: [{ ...item(1, 0), held: 'x' }] }],
    ['an unknown state', { status: 'lost' }],
  ])('the audit counts an order with %s as damaged', (_what, damage) => {
    const totals = totalsOf({ ...order(1), ...damage });
    expect(totals.damaged).toBe(1);
    expect([...totals.counts.values()]).toEqual([1]);
  });

  test('the audit finds reserved stock without an order line, negative stock, and order lines of a product without a stock record', () => {
    expect(stockFindings([stock({ stock: 5, held: 2 })], known([order(1)]))).toEqual([]);
    expect(rules(stockFindings([stock({ stock: -1, held: 3 })], known([order(1)])))).toEqual([
      'stock-negative',
      'held-differs',
    ]);
    expect(rules(stockFindings([], known([order(1)])))).toEqual(['stock-missing']);
    expect(rules(stockFindings([], known([], [{ version: 5, units: 9 }])))).toEqual(['stock-missing']);
  });

  test('the audit finds changes of a product’s stock since the last audit that orders do not explain', () => {
    const before = [{ version: 5, units: 7 }];
    expect(stockFindings([stock({ stock: 5, held: 2 })], known([order(1)], before))).toEqual([]);
    const delivered = known([order(1, { status: 'delivered' })], before);
    expect(stockFindings([stock({ stock: 5, held: 0, version: 6 })], delivered)).toEqual([]);
    expect(rules(stockFindings([stock({ stock: 6, held: 2 })], known([order(1)], before)))).toEqual([
      'stock-differs',
    ]);
    expect(
      rules(stockFindings([stock({ stock: 4, held: 2, version: 9 })], known([order(1)], before))),
    ).toEqual(['stock-differs']);
  });

  test('the audit accepts a stock count that a command set since the last audit, and a count that is too low if an order was deleted', () => {
    const before = [{ version: 5, units: 7 }];
    const found = stockFindings([stock({ stock: 90, held: 2, version: 6 })], known([order(1)], before));
    const changes = [{ field: 'stock', from: 5, to: 90 }];
    const set: LedgerRow = { _id: rowId('inventory/7', 6), at: now, kind: 'stock_moved', changes };
    const mark: LedgerRow = { ...set, changes: [{ field: 'low_stock_at', from: null, to: 4 }] };
    const via = { type: 'audit.repair', request_id: 'r', operation_id: null };
    expect(withoutSetStock(found, new Map([['inventory/7', [mark, set]]]))).toEqual([]);
    expect(withoutSetStock(found, new Map([['inventory/7', [mark]]]))).toEqual(found);
    expect(withoutSetStock(found, new Map([['inventory/7', [{ ...set, via }]]]))).toEqual(found);
    expect(withoutSetStock(found, new Map())).toEqual(found);
    const deleted = { ...known([order(1)], before), lastDeletion: now };
    expect(stockFindings([stock({ stock: 4, held: 2, version: 6 })], deleted)).toEqual([]);
    expect(rules(stockFindings([stock({ stock: 6, held: 2, version: 6 })], deleted))).toEqual([
      'stock-differs',
    ]);
  });

  test('the audit accepts as many additional units of a product as restored orders hold', () => {
    const before = [{ version: 5, units: 7 }];
    const orders = [order(1), order(2, { status: 'delivered' })];
    const restored = totalsOf(orders[1]).lines;
    const after = { ...known(orders, before), restored };
    expect(stockFindings([stock({ stock: 5, held: 2 })], after)).toEqual([]);
    expect(rules(stockFindings([stock({ stock: 6, held: 2 })], after))).toEqual(['stock-differs']);
    expect(rules(stockFindings([stock({ stock: 2, held: 2 })], after))).toEqual(['stock-differs']);
  });

  test('the audit stores a product’s counted stock as the starting point of later audits only if it found no fault in this stock', () => {
    const right = [stock({ stock: 5, held: 2 })];
    const lines = known([order(1)]);
    const kept = { _id: 7, version: 5, units: 7 };
    expect(newBaselines(right, lines, [], new Date(now))).toMatchObject([kept]);
    expect(newBaselines(right, known([order(1)], [kept]), [], new Date(now))).toEqual([]);
    const wrong = [stock({ stock: 5, held: 3 })];
    expect(newBaselines(wrong, lines, stockFindings(wrong, lines), new Date(now))).toEqual([]);
    expect(newBaselines([stock({ stock: null, held: 2 })], lines, [], new Date(now))).toEqual([]);
  });

  test('the audit accepts a count that is too low if an order was deleted by a batch that began before the last audit and ended after it', () => {
    const right = [stock({ stock: 5, held: 0 })];
    const delivered = known([order(1, { status: 'delivered' })]);
    const kept = newBaselines(right, delivered, [], new Date(now));
    const lastDeletion = new Date(Date.parse(now) - 60_000).toISOString();
    const baselines = new Map(kept.map((baseline) => [7, baseline]));
    expect(stockFindings(right, { ...known([]), baselines, lastDeletion })).toEqual([]);
  });
});

describe('orders', () => {
  test('the audit finds a missing or inconsistent status history', () => {
    expect(orderFindings(order(1))).toEqual([]);
    expect(rules(orderFindings(order(1, { status: 'shipped' })))).toEqual(['history-differs']);
    expect(rules(orderFindings(order(1, { history: [] })))).toEqual(['history-missing']);
    expect(rules(orderFindings({ ...order(1), history: null as never }))).toEqual(['history-missing']);
    // An object in place of the list may contain the list's entries. So no repair may overwrite the object.
    const entries = { 0: { from: null, to: 'pending' } } as never;
    expect(rules(orderFindings({ ...order(1), history: entries }))).toEqual(['record-damaged']);
  });

  test.each([
    ['items', null],
    ['items', [null]],
    ['history', [null]],
    ['total', 'abc'],
    ['status', 'lost'],
    ['user', null],
  ])('the audit reports an order as damaged if its field %s has the value %j', (field, value) => {
    const broken = { ...order(1), [field]: value } as Order;
    expect(rules(judged('orders', broken, orderFindings))).toEqual(['record-damaged']);
  });

  test('the audit reports a record as damaged if the check of this record throws an error', () => {
    const broken = { _id: 3 };
    const throws = () => {
      throw new TypeError('x');
    };
    expect(rules(judged('orders', broken, throws))).toEqual(['record-damaged']);
  });

  test('the audit repairs a cart that its checkout did not empty, without losing newer items', () => {
    const checkout = [order(1, { cart_version: 3 }), order(2)];
    expect(cartFindings(checkout, new Map([[1, 4]]))).toEqual([]);
    expect(rules(cartFindings(checkout, new Map([[1, 3]])))).toEqual(['cart-not-emptied']);
    expect(rules(cartFindings(checkout, new Map()))).toEqual(['cart-not-emptied']);
    const items = [{ product_id: 7, amount: 1 }];
    const cart = (version: number) => ({ _id: 1, version, items, updated_at: now });
    const ordered = order(1, { items: [{ ...item(10, 1), amount: 1 }] });
    const beyond = (found: ReturnType<typeof cart> | null, of: typeof ordered | null = ordered) =>
      cartBeyond(found, { userId: 1, spent: 3, ordered: of }, now);
    expect(beyond(cart(4))).toBeNull();
    expect(beyond(cart(3))).toMatchObject({ version: 4, items: [] });
    expect(beyond(cart(1))).toMatchObject({ version: 4, items });
    expect(beyond(null)).toMatchObject({ version: 4, items: [] });
    // The cart stays if it may be for the next order. That is so if an amount differs, the cart was changed
    // later, or the order is unreadable.
    const kept = { version: 4, items };
    expect(beyond(cart(3), order(1, { items: [item(10, 2)] }))).toMatchObject(kept);
    expect(beyond({ ...cart(3), updated_at: '2026-11-21T12:00:01.000Z' })).toMatchObject(kept);
    expect(beyond(cart(3), null)).toMatchObject(kept);
  });

  test('the audit finds a wrong id counter (missing, too low or not a number), and a record with an id that the counter never assigned', () => {
    const found = (counter: unknown, ...ids: number[]) =>
      counterFindings(new Map([['orders', counter]]), new Map([['orders', ids]])).map(
        ({ subject, repair }) => `${subject}${repair ? '' : ' (a person)'}`,
      );
    expect(found(9, 9, 8)).toEqual([]);
    expect(found(undefined, 9)).toEqual(['counters/orders']);
    expect(found('x', 9, 8)).toEqual(['counters/orders']);
    // A record with an id that was never assigned does not advance the last assigned id.
    expect(found(9, 9e15, 9)).toEqual(['orders/9000000000000000 (a person)']);
    expect(found(500, 9e15, 9e15 - 1)).toEqual(['orders/9000000000000000 (a person)']);
    expect(found(0, 9e15, 9)).toEqual(['orders/9000000000000000 (a person)', 'counters/orders']);
  });

  test('the audit finds missing, wrong and extra rows in the collection order_items, which copies the items of all orders', () => {
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

  test('the audit finds wrong and missing stored counts of orders per status and payment method, and stored counts without any matching order', () => {
    const totals = newTotals();
    for (const one of [order(1), order(2), order(3, { status: 'shipped', payment_method: 4 })])
      addOrder(totals, one);
    const right = new Map([
      ['pending:1', 2],
      ['shipped:4', 1],
      ['returned:2', 0],
    ]);
    expect(countFindings(totals.counts, right)).toEqual([]);
    const wrong = new Map([
      ['pending:1', 1],
      ['returned:2', 1],
    ]);
    const subjects = countFindings(totals.counts, wrong).map(({ subject }) => subject);
    expect(subjects).toEqual(['counters/pending:1', 'counters/shipped:4', 'counters/returned:2']);
  });

  test('the audit finds orders with a wrong or missing search text', () => {
    const texts = [
      { _id: 1, text: 'text of 1' },
      { _id: 2, text: 'text of then' },
    ];
    const found = textFindings([order(1), order(2), order(3), order(4)], texts, 3);
    expect(found.map(({ subject }) => subject)).toEqual(['order_texts/2', 'order_texts/3']);
  });
});

describe('users and references', () => {
  test('the audit finds a user whose stored key for e-mail look-ups is missing or does not match the e-mail address', () => {
    const user = { _id: 1, email: 'Ann@Example.com' };
    expect(emailKeyFindings({ ...user, email_key: 'ann@example.com' })).toEqual([]);
    expect(rules(emailKeyFindings({ ...user, email_key: 'bob@example.com' }))).toEqual(['email-key-differs']);
    expect(rules(emailKeyFindings(user))).toEqual(['email-key-differs']);
  });

  test('if several orders refer to an address or user that is not in the database, the audit reports this address or user once', () => {
    const references = [
      { kind: 'addresses' as const, id: 3, by: 'orders/1' },
      { kind: 'addresses' as const, id: 3, by: 'orders/2' },
      { kind: 'users' as const, id: 4, by: 'orders/2' },
    ];
    expect(lostReferences(references, () => true)).toEqual([]);
    const found = lostReferences(references, () => false);
    expect(found.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([
      'address-lost addresses/3',
      'user-lost users/4',
    ]);
    expect(found[0]?.detail).toContain('orders/1');
  });
});

describe('inbox and outbox', () => {
  const keptSince = '2026-11-15T00:00:00.000Z';
  const at = '2026-11-20T10:00:00.000Z';
  const made = [1, 2, 3].map((orderId) => ({ commandId: `c${orderId}`, orderId, at }));

  test('the audit reads the id of a created order from the location in the stored outcome of the creating command', () => {
    expect(orderOfLocation('/api/client/orders/12')).toBe(12);
    expect(orderOfLocation(null)).toBeNull();
    expect(orderOfLocation(7)).toBeNull();
  });

  test('the audit reports an order that the stored outcomes of two different commands state as created', () => {
    const seen = createIdSet();
    const twice = [...made.slice(0, 1), { commandId: 'b', orderId: 1, at }];
    expect(rules(madeTwice(twice, new Map(), seen.add))).toEqual(['order-made-twice']);
  });

  test('the audit reports an order that names command A as its creator if the stored outcome of command B states that B created the order', () => {
    const named = (maker: string) =>
      madeTwice(made.slice(0, 1), new Map([[1, { created_by_command: maker }]]), () => true);
    expect(rules(named('c9'))).toEqual(['order-made-twice']);
    expect(named('c1')).toEqual([]);
    // The idempotency key was reused, so the stored command id also contains the command's time.
    expect(named('c1:2026-11-21T12:00:00.000Z')).toEqual([]);
  });

  test('the audit reports an order as lost if a command’s stored outcome states the order as created but the order is missing', () => {
    const lost = lostOrders(made.slice(1));
    expect(rules(lost)).toEqual(['order-lost', 'order-lost']);
    expect(lost.map(({ subject }) => subject)).toEqual(['orders/2', 'orders/3']);
  });

  test('the audit reports an order whose creating command is not stored only if the store still keeps commands from the order’s creation time', () => {
    const orders = [
      { _id: 1, created_at: now },
      { _id: 2, created_at: '2026-11-01T00:00:00.000Z' },
      { _id: 3, created_at: now },
    ];
    const found = ordersWithoutCommand(orders, { keptSince, isKept: ({ _id }) => _id === 3 });
    expect(found.map(({ subject }) => subject)).toEqual(['orders/1']);
  });

  test('the audit finds events that have waited too long, or for an unknown time, to be published', () => {
    const at = Date.parse(now);
    expect(eventFindings('orders', '2026-11-21T11:59:50.000Z', at)).toEqual([]);
    expect(rules(eventFindings('orders', '2026-11-21T11:00:00.000Z', at))).toEqual(['outbox-stuck']);
    expect(rules(eventFindings('orders', null, at))).toEqual(['outbox-stuck']);
  });
});

describe('copies of products', () => {
  const product = {
    _id: 7,
    version: 2,
    price: 500,
    manufacturing_price: 100,
    is_active: true,
    en: name,
    ar: name,
    created_at: now,
    updated_at: now,
  };
  const copy = soundCopy(product);
  if (copy === null) throw new Error('The product is sound');
  const settled = { _id: 7, copy, isSettled: true };

  test('the audit finds the orders service’s copies of products that are missing, outdated or of a product that does not exist', () => {
    const kept = (...copies: (typeof copy)[]) => new Map(copies.map((one) => [one._id, one]));
    expect(copyFindings([settled], kept(copy))).toEqual([]);
    expect(rules(copyFindings([settled], kept()))).toEqual(['product-copy-differs']);
    expect(rules(copyFindings([settled], kept({ ...copy, version: 1 })))).toEqual(['product-copy-differs']);
    expect(rules(extraCopies([copy], () => false))).toEqual(['product-copy-extra']);
    expect(extraCopies([{ ...copy, is_deleted: true }], () => false)).toEqual([]);
  });

  test('if a product has just changed, the audit reports the orders service’s copy only if copy and product have the same version but different values', () => {
    const changing = { ...settled, isSettled: false };
    expect(copyFindings([changing], new Map())).toEqual([]);
    expect(copyFindings([changing], new Map([[7, { ...copy, version: 1 }]]))).toEqual([]);
    expect(rules(copyFindings([changing], new Map([[7, { ...copy, price: 1 }]])))).toEqual([
      'product-copy-differs',
    ]);
  });

  test.each([
    ['price', -5],
    ['manufacturing_price', -1],
    ['price', 'free'],
    ['is_active', 'yes'],
    ['en', null],
    ['ar', { name: 7 }],
  ])(
    'the audit reports a product whose %s is %j, and does not copy this product to the orders service',
    (field, value) => {
      const broken = { ...product, [field]: value };
      expect(productFindings(broken).length).toBe(1);
      expect(soundCopy(broken)).toBeNull();
      expect(isSound({ ...copy, [field]: value })).toBe(false);
      expect(copyFindings([{ ...settled, copy: soundCopy(broken) }], new Map())).toEqual([]);
    },
  );
});

test('the set in which the audit collects record ids also works if the ids are as far apart as 1 and 9e15', () => {
  const ids = createIdSet();
  expect([1, 2, 8191, 8192, 9e15, 1].map((id) => ids.add(id))).toEqual([true, true, true, true, true, false]);
  expect([2, 3, 9e15].map((id) => ids.has(id))).toEqual([true, false, true]);
});
