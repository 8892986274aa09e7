import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunkCommand, chunkId, type ChunkBody } from '#shared/engine/decide/bulk-operation.ts';
import { recordOfRow, type KeptRow } from '#shared/engine/decide/ledger-row.ts';
import { emptyLog } from '#shared/engine/decide/versioned-record.ts';
import { maxItems } from '#shared/contracts/endpoints/order-lines.ts';
import { changeableStates, orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { rehearsedChange } from '#services/orders/orders/change-order.ts';
import { wrongFigures } from '#services/orders/orders/figures.ts';
import { lineFigures } from '#services/orders/orders/line-shares.ts';
import { balanceOf } from '#services/orders/payments/balance.ts';
import type { Order, OrderItem } from '#services/orders/records/tables.ts';
import {
  aLine,
  anAddress,
  anOrder,
  aPayment,
  aProduct,
  aUser,
  adding,
  aReturn,
  aReturnLine,
  aheadOfStore,
  command,
  decide,
  decideOne,
  earlier,
  orderIn,
  typesOf,
  stockOf,
  world,
  type Ran,
} from '../support/orders-world.ts';

type State = Ran['state'];
type Change = ReturnType<typeof decideOne>;

const change = (body: object, of = 7) => command('orders.change', { params: { order: of }, body: body });

/** An order at 15 % tax: 2 units of product 1 at 10.00, and 1 unit of product 2 at 5.00 with a discount of 1.00. */
function shop(values: Partial<Order> = {}, stock: [number | null, number | null] = [10, 10]): State {
  const items = [
    aLine(31, 1, { amount: 2, main_price: 1000, manufacturing_price: 400, held: 2 }),
    aLine(32, 2, { main_price: 500, manufacturing_price: 200, discount_amount: 100, held: 1 }),
  ];
  const order = anOrder(7, {
    figures: 'lines',
    tax_rate: { tax: 150_000, on: 1_000_000 },
    items,
    main_price: 2500,
    manufacturing_price: 1000,
    discount_amount: 100,
    tax_amount: 360,
    total: 2760,
    ...values,
  });
  return world({
    users: [aUser(1)],
    addresses: [anAddress(1, 1), anAddress(2, 1, { city: 'Aqaba', line2: 'Floor 2' }), anAddress(3, 2)],
    products: [aProduct(1, { price: 1000 }), aProduct(2, { price: 500 }), aProduct(3, { price: 700 })],
    inventory: [stockOf(1, stock[0], 2), stockOf(2, stock[1], 1), stockOf(3, 4)],
    orders: [order],
    counters: [
      { _id: 'order_items', version: 40 },
      { _id: 'payments', version: 2 },
    ],
  });
}

const stockIn = (state: State, product: number) => {
  const { stock, held } = state.inventory.get(product) ?? {};
  return [stock, held];
};

/** Undoes the operation of this command, as a worker does: it starts the undo, then does its only chunk. */
function undo({ state, work }: Pick<Change, 'state' | 'work'>, operation: string): Change {
  const rows = work.ledger.map((row): [string, KeptRow] => [
    row._id,
    { ...row, version: recordOfRow(row).version },
  ]);
  const known: State = { ...state, ledgerRows: new Map([...state.ledgerRows, ...rows]) };
  const asked = { ...command('orders.delete', { body: {} }), type: 'orders.bulk-undo', body: { operation } };
  const begun = decideOne(known, asked);
  if (begun.code !== undefined) return begun;
  const chunk = begun.state.bulkChunks.get(chunkId(asked.id, 0));
  if (!chunk) throw new Error('The undo has no chunk');
  const body: ChunkBody = {
    operation: asked.id,
    type: 'orders.bulk-undo',
    work: 'orders.change',
    index: 0,
    ids: chunk.ids,
    undoes: { versions: chunk.expected ?? [], ...(chunk.source !== undefined && { source: chunk.source }) },
  };
  const {
    state: after,
    work: done,
    ends,
  } = decide(begun.state, [
    { command: { ...asked, id: `${asked.id}-chunk`, type: chunkCommand, body }, keepsInbox: false },
  ]);
  const [end] = ends;
  if (!end) throw new Error('The chunk has no outcome');
  const operationAfter = after.bulk.get(asked.id);
  return { ...end, state: after, work: done, data: { ...operationAfter } };
}

const errorsOf = ({ data }: Change) =>
  (data as { errors: { code: string }[] }).errors.map(({ code }) => code);

/** The order without the fields that every change alters. */
function shown(order: Order): Partial<Order> {
  const { version: _version, updated_at: _updated, change_sets: _sets, ...others } = order;
  return { ...others, ...emptyLog };
}
const lines = (items: readonly OrderItem[]) =>
  items.map(({ id, amount, discount_amount: off }) => [id, amount, off]);

describe('a change set', () => {
  test('one change set of an order can change quantities, and remove and add items, and it updates the stock and the order’s money figures', () => {
    const { status, version, data, state } = decideOne(
      shop(),
      change({
        lines: [
          { item_id: 31, amount: 3 },
          { item_id: 32, amount: 0 },
          { product_id: 3, amount: 2 },
        ],
        reason: 'She called',
      }),
    );
    expect([status, version]).toEqual([200, 2]);
    const order = orderIn(state);
    expect(lines(order.items)).toEqual([
      [31, 3, 0],
      [41, 2, 0],
    ]);
    expect(order).toMatchObject({
      main_price: 4400,
      discount_amount: 0,
      tax_amount: 660,
      total: 5060,
      figures: 'lines',
    });
    expect([1, 2, 3].map((id) => stockIn(state, id))).toEqual([
      [9, 3],
      [11, 0],
      [2, 2],
    ]);
    expect(data).toMatchObject({
      before: { total: 27.6 },
      after: { total: 50.6 },
      money: { due_before: 27.6, due_after: 50.6, refunded: 0 },
    });
    expect((data as { stock: unknown }).stock).toEqual([
      { product_id: 1, from: 10, to: 9 },
      { product_id: 2, from: 10, to: 11 },
      { product_id: 3, from: 4, to: 2 },
    ]);
  });

  test('a change set publishes events about the order and low stock, and its row in the change ledger has the reason', () => {
    const state = adding(shop(), { inventory: [{ ...stockOf(1, 2, 2), low_stock_at: 1 }] });
    const sent = change({ lines: [{ item_id: 31, amount: 4 }], reason: 'She called' });
    const { work } = decideOne(state, sent);
    expect(typesOf(work)).toEqual(['orders.order.updated.v2', 'orders.stock.low.v1']);
    expect(work.ledger.map(({ _id, reason }) => [_id, reason])).toContainEqual([
      'orders/7:0000000002',
      'She called',
    ]);
  });

  test('an item that a change set adds has the price from the change set instead of the product’s price', () => {
    const { state } = decideOne(shop(), change({ lines: [{ product_id: 3, amount: 1, main_price: 650 }] }));
    expect(orderIn(state).items.at(-1)).toMatchObject({ main_price: 650, manufacturing_price: 700 });
  });

  test('a change set with only notes leaves the order’s money fields unchanged, even values that release 0.6.0 stored wrongly', () => {
    const { state } = decideOne(shop({ total: 9999 }), change({ notes: 'Ring twice' }));
    expect(orderIn(state).total).toBe(9999);
  });

  test('if a change set replaces an item by a new item with the same product and amount, the response lists no stock change', () => {
    const lines = [
      { item_id: 31, amount: 0 },
      { product_id: 1, amount: 2 },
    ];
    const { data, state } = decideOne(shop(), change({ lines }));
    expect([(data as { stock: unknown }).stock, stockIn(state, 1)]).toEqual([[], [10, 2]]);
  });

  test('the dry run of a change set shows neither an operation id nor ids for the items that it would add', () => {
    const { data } = decideOne(shop(), change({ lines: [{ product_id: 3, amount: 1 }] }));
    const rehearsed = rehearsedChange(data as Parameters<typeof rehearsedChange>[0]);
    expect([rehearsed.operation_id, rehearsed.after.items.map(({ id }) => id)]).toEqual([
      null,
      [31, 32, null],
    ]);
  });

  test('a change set can clear the notes', () => {
    expect(orderIn(decideOne(shop({ notes: 'Ring' }), change({ notes: null })).state).notes).toBeNull();
  });

  test(`a change set may fill an order up to ${maxItems} items, and one more is rejected`, () => {
    const add = (count: number) =>
      decideOne(shop({}, [null, null]), change({ lines: Array(count).fill({ product_id: 1, amount: 1 }) }));
    expect(add(maxItems - 2).status).toBe(200);
    expect(add(maxItems - 1).fields).toEqual([
      { field: 'lines', rule: 'max_items', params: { max: maxItems } },
    ]);
  });

  test('an order stores only its last 50 change sets', () => {
    const traces = Array.from({ length: 50 }, (_, index) => ({ id: `set-${index}`, at: earlier }));
    const sent = change({ notes: 'x' });
    const { change_sets: kept = [] } = orderIn(decideOne(shop({ change_sets: traces }), sent).state);
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([50, 'set-1', sent.id]);
  });

  test('a change set cannot remove an item that an open return of the same order contains, but returns of other orders do not prevent the removal', () => {
    const other = aReturn(1, { order_id: 8, lines: [aReturnLine(31, { amount: 2 })] });
    const state = adding(shop(), { returns: [other] });
    expect(decideOne(state, change({ lines: [{ item_id: 31, amount: 0 }] })).status).toBe(200);
    const own = adding(shop(), { returns: [{ ...other, order_id: 7 }] });
    expect(decideOne(own, change({ lines: [{ item_id: 31, amount: 0 }] })).code).toBe('conflict');
  });

  test('the discount of a change set for a whole order is split among the items in proportion to their prices', () => {
    const { state } = decideOne(shop(), change({ discount_amount: 1001 }));
    expect(lines(orderIn(state).items)).toEqual([
      [31, 2, 801],
      [32, 1, 200],
    ]);
    expect(orderIn(state)).toMatchObject({ discount_amount: 1001, tax_amount: 225, total: 1724 });
  });

  test('removing an item with a change set also removes the item’s discount from the order’s money fields (vendure issue 4811)', () => {
    const { state } = decideOne(shop(), change({ lines: [{ item_id: 32, amount: 0 }] }));
    expect(orderIn(state)).toMatchObject({
      discount_amount: 0,
      main_price: 2000,
      tax_amount: 300,
      total: 2300,
    });
  });

  test('a change set that reduces 20 units to 2 can discount the remaining 2 units by 40 % (vendure issue 5127)', () => {
    const items = [aLine(31, 1, { amount: 20, main_price: 1000, discount_amount: 8000 })];
    const figures = { main_price: 20_000, discount_amount: 8000, tax_amount: 1800, total: 13_800 };
    const { state } = decideOne(
      shop({ items, ...figures }),
      change({ lines: [{ item_id: 31, amount: 2 }], discount_amount: 800 }),
    );
    expect(lines(orderIn(state).items)).toEqual([[31, 2, 800]]);
    expect(orderIn(state)).toMatchObject({ discount_amount: 800, tax_amount: 180, total: 1380 });
    expect(lineFigures(orderIn(state)).get(31)).toBe(1380);
  });

  test('if staff set an order’s money fields (not computed from its items), a change set accepts an item whose discount exceeds its price', () => {
    const items = [aLine(31, 1, { amount: 1, main_price: 1000, discount_amount: 2500 })];
    const { status, state } = decideOne(
      shop({ figures: 'given', items }),
      change({ lines: [{ item_id: 31, amount: 2 }] }),
    );
    expect(status).toBe(200);
    expect(orderIn(state).items).toMatchObject([{ id: 31, amount: 2, discount_amount: 2500 }]);
  });

  test('if staff set an order’s money fields, a change set of items leaves them unchanged, and a change set with an order discount is rejected', () => {
    const { state } = decideOne(
      shop({ figures: 'given', total: 9999 }),
      change({ lines: [{ item_id: 31, amount: 1 }] }),
    );
    expect(orderIn(state)).toMatchObject({ total: 9999, main_price: 2500, figures: 'given' });
    const refused = decideOne(shop({ figures: 'given' }), change({ discount_amount: 100 }));
    expect(refused.fields).toEqual([{ field: 'discount_amount', rule: 'needs_lines' }]);
  });

  test('a change set with an address stores a copy of this address, and rejects another user’s address', () => {
    const { state } = decideOne(shop(), change({ address_id: 2, notes: 'Ring twice' }));
    expect(orderIn(state)).toMatchObject({
      address_id: 2,
      address: { id: 2, city: 'Aqaba' },
      notes: 'Ring twice',
    });
    const foreign = decideOne(shop(), change({ address_id: 3 }));
    expect(foreign.fields).toEqual([{ field: 'address_id', rule: 'owned_by_user' }]);
  });

  test('if a change set is redelivered after its stored outcome expired, it changes nothing more', () => {
    const sent = aheadOfStore(change({ lines: [{ product_id: 3, amount: 1 }] }));
    const { state } = decideOne(shop(), sent);
    const again = decideOne(state, sent);
    expect([again.status, again.work.writes]).toEqual([200, []]);
    expect(again.data).toMatchObject({ operation_id: sent.id });
    const later = decideOne(state, { ...sent, at: '2026-06-01T10:00:00.000Z' });
    expect(orderIn(later.state).items).toHaveLength(4);
  });

  test('a redelivered change set that removed an item succeeds without changes, even if the order was then cancelled and If-Match is outdated', () => {
    const sent = { ...aheadOfStore(change({ lines: [{ item_id: 31, amount: 0 }] })), ifMatch: 1 };
    const { state } = decideOne(shop(), sent);
    const cancel = command('orders.update', { params: { order: 7 }, body: { status: 'cancelled' } });
    const moved = decideOne(state, cancel);
    const again = decideOne(moved.state, sent);
    expect([again.status, again.work.writes]).toEqual([200, []]);
  });

  test('a change set that removes an item records the deletion, so that a redelivered command that creates this item is recognised', () => {
    const body = { order_id: 7, product_id: 3, amount: 1 };
    const adding = command('order-items.create', { body });
    const added = decideOne(shop(), adding);
    const [item] = orderIn(added.state).items.slice(-1);
    const removed = decideOne(added.state, change({ lines: [{ item_id: item?.id, amount: 0 }] }));
    const kinds = [...removed.state.deletions.values()].map(({ kind, id }) => [kind, id]);
    expect(kinds).toEqual([['order_items', item?.id]]);
  });

  test('a change set that changes nothing keeps the order’s version, writes no record, and responds with no operation id to undo', () => {
    const sent = change({ lines: [{ item_id: 31, amount: 2 }] });
    const { status, version, data, work } = decideOne(shop(), sent);
    expect([status, version, work.writes]).toEqual([200, 1, []]);
    expect(data).toMatchObject({ operation_id: null });
  });

  test.each(orderStates.filter((state) => !changeableStates.includes(state)))(
    'a change set for an order that is %s is rejected',
    (status) => {
      const { code, fields } = decideOne(shop({ status }), change({ notes: 'x' }));
      expect([code, fields?.[0]?.params]).toEqual([
        'illegal_transition',
        { state: status, allowed: 'pending, confirmed, preparing' },
      ]);
    },
  );

  test('a rejected change set has an error for each wrong line, and stores nothing', () => {
    const refused = decideOne(
      shop(),
      change({
        lines: [
          { item_id: 31, amount: 1 },
          { item_id: 99, amount: 1 },
          { product_id: 77, amount: 1 },
        ],
      }),
    );
    expect(refused.fields).toEqual([
      { field: 'lines.1.item_id', rule: 'exists' },
      { field: 'lines.2.product_id', rule: 'exists' },
    ]);
    expect(refused.work.writes).toEqual([]);
  });

  test('a change set is rejected if a product has too little stock, or if a discount would exceed the price of its line or order', () => {
    expect(decideOne(shop(), change({ lines: [{ item_id: 31, amount: 13 }] })).code).toBe('out_of_stock');
    const items = [aLine(31, 1, { amount: 3, main_price: 1000, discount_amount: 1500 })];
    const small = decideOne(
      shop({ items, main_price: 3000, discount_amount: 1500 }),
      change({ lines: [{ item_id: 31, amount: 1 }] }),
    );
    expect(small.fields).toEqual([{ field: 'lines.0.amount', rule: 'min', params: { min: 2 } }]);
    const large = decideOne(shop(), change({ discount_amount: 2501 }));
    expect(large.fields).toEqual([{ field: 'discount_amount', rule: 'max', params: { max: 25 } }]);
  });

  test('a change set cannot reduce an item’s amount below its number of returned or refunded units', () => {
    const items = [aLine(31, 1, { amount: 3, returned: 1, refunded: 2 })];
    expect(decideOne(shop({ items }), change({ lines: [{ item_id: 31, amount: 1 }] })).code).toBe('conflict');
    expect(decideOne(shop({ items }), change({ lines: [{ item_id: 31, amount: 2 }] })).status).toBe(200);
  });
});

describe('money in a change set', () => {
  const paid = (amount = 2760) => {
    const state = shop({ paid: amount });
    const payments = [
      aPayment(1, 7, { captured: 760, authorised: 760 }),
      aPayment(2, 7, { captured: amount - 760, authorised: amount - 760 }),
    ];
    return { ...state, payments: new Map(payments.map((payment) => [payment._id, payment])) };
  };

  test('a change set leaves the order’s payments unchanged (medusa issue 14984)', () => {
    const { state } = decideOne(paid(), change({ lines: [{ product_id: 3, amount: 1 }] }));
    expect(balanceOf(orderIn(state))).toMatchObject({ paid: 2760, due: 805, payment_status: 'part_paid' });
    expect(state.payments.get(2)?.state).toBe('captured');
  });

  test('an order is overpaid after a change set makes it cheaper, and changing the order back refunds nothing (vendure issue 4013)', () => {
    const cheaper = decideOne(paid(), change({ lines: [{ item_id: 31, amount: 1 }] }));
    expect(balanceOf(orderIn(cheaper.state))).toMatchObject({ due: -1150, payment_status: 'overpaid' });
    const back = decideOne(cheaper.state, change({ lines: [{ item_id: 31, amount: 2 }] }));
    expect(balanceOf(orderIn(back.state))).toMatchObject({ paid: 2760, credited: 0, due: 0 });
    expect([...back.state.payments.values()].flatMap(({ refunds }) => refunds)).toEqual([]);
  });

  test('after a change set makes a paid order more expensive, only the difference is due, and the next payment pays it (medusa issue 13068)', () => {
    const edited = decideOne(paid(), change({ lines: [{ product_id: 3, amount: 1 }] }));
    expect(edited.data).toMatchObject({ money: { due_before: 0, due_after: 8.05 } });
    const { state } = decideOne(edited.state, command('payments.create', { params: { order: 7 }, body: {} }));
    expect(state.payments.get(3)).toMatchObject({ captured: 805 });
    expect(balanceOf(orderIn(state))).toMatchObject({ paid: 3565, due: 0, payment_status: 'paid' });
  });

  test('money that the shop owes the customer after a change set stays owed after the next change set and can be refunded (medusa issue 11645)', () => {
    const cheaper = decideOne(paid(), change({ lines: [{ item_id: 31, amount: 1 }] }));
    const edited = decideOne(cheaper.state, change({ notes: 'Ring twice' }));
    expect(edited.data).toMatchObject({ money: { due_before: -11.5, due_after: -11.5 } });
    const refund = command('payments.refund', { params: { payment: 2 }, body: { amount: 1150 } });
    const { status, state } = decideOne(edited.state, refund);
    expect(status).toBe(200);
    expect(balanceOf(orderIn(state))).toMatchObject({ paid: 1610, credited: 0, due: 0 });
  });

  test('a change set with a discount and the option `refund: due` refunds what the shop then owes, although the request names no payment (vendure issue 3535)', () => {
    const { state } = decideOne(paid(), change({ discount_amount: 600, refund: 'due' }));
    expect(balanceOf(orderIn(state))).toMatchObject({ paid: 2185, due: 0 });
    expect(state.payments.get(2)).toMatchObject({ refunded: 575, state: 'part_refunded' });
  });

  test('if the newest payment does not cover a change set’s refund, the previous payment refunds the difference (vendure issue 1753)', () => {
    const discounted = decideOne(paid(), change({ discount_amount: 600, refund: 'due' }));
    const smaller = change({ lines: [{ item_id: 31, amount: 0 }], refund: 'due' });
    const { data, state } = decideOne(discounted.state, smaller);
    expect(data).toMatchObject({ money: { due_after: 0, refunded: 17.48 } });
    const refunds = [1, 2].map((id) => state.payments.get(id)?.refunds.map(({ amount }) => amount));
    expect(refunds).toEqual([[323], [575, 1425]]);
  });

  test('a change set with the option `refund: due` refunds exactly what the shop owes, from the newest payment first', () => {
    const { data, state, work } = decideOne(
      paid(),
      change({ lines: [{ item_id: 31, amount: 0 }], refund: 'due', reason: 'Sold out' }),
    );
    expect(balanceOf(orderIn(state))).toEqual({
      paid: 460,
      credited: 0,
      due: 0,
      payment_status: 'part_refunded',
    });
    expect((data as { money: unknown }).money).toEqual({ due_before: 0, due_after: 0, refunded: 23 });
    expect(state.payments.get(2)).toMatchObject({ refunded: 2000, state: 'refunded' });
    expect(state.payments.get(1)).toMatchObject({ refunded: 300, state: 'part_refunded' });
    expect(state.payments.get(1)?.refunds[0]).toMatchObject({ reason: 'Sold out', lines: null });
    expect(typesOf(work)).toEqual([
      'orders.order.updated.v2',
      'orders.payment.updated.v1',
      'orders.payment.updated.v1',
    ]);
  });

  test('a refund by a change set never uses a payment of another order', () => {
    const state = paid();
    state.payments.set(3, aPayment(3, 8, { captured: 5000, authorised: 5000 }));
    const after = decideOne(state, change({ lines: [{ item_id: 31, amount: 1 }], refund: 'due' })).state;
    expect([2, 3].map((id) => after.payments.get(id)?.refunded)).toEqual([1150, 0]);
  });
});

test('a change set cannot reduce an item’s units so far that the discount exceeds the price, and the error states the smallest possible number of units', () => {
  const items = [
    aLine(31, 1, { amount: 2 }),
    aLine(32, 2, { main_price: 500, amount: 3, discount_amount: 700 }),
  ];
  const { fields } = decideOne(shop({ items }), change({ lines: [{ item_id: 32, amount: 1 }] }));
  expect(fields).toEqual([{ field: 'lines.0.amount', rule: 'min', params: { min: 2 } }]);
});

describe('the undo of a change set', () => {
  test('undoing a change set restores the order and the stock, with the ids, sequence and creating commands of its items', () => {
    const before = shop({
      items: [
        aLine(31, 1, { amount: 2, main_price: 1000, held: 2, created_by_command: 'maker' }),
        aLine(32, 2, { main_price: 500, discount_amount: 100, held: 1 }),
      ],
      manufacturing_price: 2100,
    });
    const sent = change({
      lines: [
        { item_id: 31, amount: 0 },
        { product_id: 3, amount: 1 },
      ],
      discount_amount: 300,
      address_id: 2,
      notes: 'Ring twice',
    });
    const done = decideOne(before, sent);
    const undone = undo(done, sent.id);
    expect(errorsOf(undone)).toEqual([]);
    expect(shown(orderIn(undone.state))).toEqual(shown(orderIn(before)));
    for (const product of [1, 2, 3]) expect(stockIn(undone.state, product)).toEqual(stockIn(before, product));
    const again = undo(undone, (undone.data as { _id: string })._id);
    expect(errorsOf(again)).toEqual([]);
    expect(shown(orderIn(again.state))).toEqual(shown(orderIn(done.state)));
  });

  test('undoing a change set is rejected after a later order change, after a refund by the change set, or if stock is missing', () => {
    const sent = change({ lines: [{ item_id: 31, amount: 1 }] });
    const done = decideOne(shop(), sent);
    const later = decideOne(
      done.state,
      command('payments.create', { params: { order: 7 }, body: { amount: 1 } }),
    );
    expect(
      errorsOf(
        undo(
          {
            state: later.state,
            work: { ...later.work, ledger: [...done.work.ledger, ...later.work.ledger] },
          },
          sent.id,
        ),
      ),
    ).toEqual(['changed_since']);
    const sold = { ...done.state, inventory: new Map([...done.state.inventory, [1, stockOf(1, 0, 1)]]) };
    expect(errorsOf(undo({ ...done, state: sold }, sent.id))).toEqual(['out_of_stock']);
    const paid = { ...shop({ paid: 2760 }), payments: new Map([[1, aPayment(1, 7, { captured: 2760 })]]) };
    const refunding = change({ lines: [{ item_id: 31, amount: 1 }], refund: 'due' });
    expect(errorsOf(undo(decideOne(paid, refunding), refunding.id))).toEqual(['conflict']);
  });

  test('undoing a change set that replaced the address data copied into the order restores the former address data', () => {
    const copy = { ...anOrder(7).address, city: 'Zarqa' };
    const done = [1, 2].map((id) => {
      const sent = change({ address_id: id });
      return { sent, ...decideOne(shop({ address: copy }), sent) };
    });
    expect(done.map(({ state }) => orderIn(state).address.city)).toEqual(['Amman', 'Aqaba']);
    for (const { sent, ...ran } of done) {
      const { state } = undo(ran, sent.id);
      expect(orderIn(state)).toMatchObject({ address_id: 1, address: copy });
    }
  });

  test('a change set that repeats the order’s address id does not copy the address if it now belongs to another customer', () => {
    const state = adding(shop(), { addresses: [anAddress(1, 2, { line1: '2 Hill Road' })] });
    const done = decideOne(state, change({ address_id: 1 }));
    expect([done.status, done.work.writes]).toEqual([200, []]);
  });

  test('undoing a change set that gave the order another address id restores the former id, even if both addresses have the same text', () => {
    const before = adding(shop(), { addresses: [anAddress(2, 1)] });
    const sent = change({ address_id: 2 });
    const { state } = undo(decideOne(before, sent), sent.id);
    expect(orderIn(state)).toMatchObject({ address_id: 1, address: { id: 1 } });
  });

  test('undoing a change set that added an item records the item’s deletion, so that a redelivery of the change set is recognised', () => {
    const sent = change({ lines: [{ product_id: 3, amount: 1 }] });
    const undone = undo(decideOne(shop(), sent), sent.id);
    const kinds = [...undone.state.deletions.values()].map(({ kind, id }) => [kind, id]);
    expect(kinds).toEqual([['order_items', 41]]);
  });

  test('undoing a change set is rejected if the operation’s stored data no longer contain the order’s former items', () => {
    const sent = change({ lines: [{ item_id: 31, amount: 1 }] });
    const done = decideOne(shop(), sent);
    const bulkChunks = [...done.state.bulkChunks.values()].map(({ former: _former, ...chunk }) => chunk);
    const state = adding(done.state, { bulkChunks });
    expect(errorsOf(undo({ ...done, state }, sent.id))).toEqual(['conflict']);
  });

  test('undoing any change set restores the order and its stock, and the order’s money fields match its items throughout', () => {
    const line = fc.oneof(
      fc.record({ item_id: fc.constantFrom(31, 32), amount: fc.nat({ max: 4 }) }),
      fc.record({ product_id: fc.constantFrom(1, 2, 3), amount: fc.integer({ min: 1, max: 4 }) }),
    );
    const bodies = fc.record(
      {
        lines: fc.uniqueArray(line, {
          maxLength: 4,
          selector: (one) => ('item_id' in one ? one.item_id : -Math.random()),
        }),
        discount_amount: fc.nat({ max: 3000 }),
        notes: fc.constantFrom('a', 'b', null),
        address_id: fc.constantFrom(1, 2),
      },
      { requiredKeys: [] },
    );
    const stocks = fc.tuple(fc.option(fc.nat({ max: 5 })), fc.option(fc.nat({ max: 5 })));
    fc.assert(
      fc.property(bodies, stocks, (body, stock) => {
        const before = shop({}, stock);
        const sent = change(body);
        const done = decideOne(before, sent);
        if (done.code !== undefined) {
          expect(done.work.writes).toEqual([]);
          return;
        }
        expect(wrongFigures(orderIn(done.state))).toEqual([]);
        if (orderIn(done.state).version === 1) return;
        const undone = undo(done, sent.id);
        expect(errorsOf(undone)).toEqual([]);
        expect(shown(orderIn(undone.state))).toEqual(shown(orderIn(before)));
        for (const product of [1, 2, 3])
          expect(stockIn(undone.state, product)).toEqual(stockIn(before, product));
      }),
      { numRuns: 300 },
    );
  });
});
