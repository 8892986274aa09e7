import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { ReturnState } from '#shared/contracts/endpoints/return-states.ts';
import { returnFindings, orderReturnFindings } from '#services/orders/audit/payment-findings.ts';
import { lineFigures } from '#services/orders/orders/line-shares.ts';
import { balanceOf, sumsOf } from '#services/orders/payments/balance.ts';
import {
  closedWithOrder,
  hasReturnTexts,
  movedReturn,
  reopenedWithOrder,
  returnResource,
  withoutReturnTexts,
} from '#services/orders/returns/return.ts';
import type { Order, OrderReturn } from '#services/orders/records/tables.ts';
import {
  aLine,
  anOrder,
  aPayment,
  adding,
  aReturn,
  aReturnLine,
  aUser,
  command,
  decideOne,
  now,
  orderIn,
  recordsPut,
  restored,
  typesOf,
  stockOf,
  world,
  type Ran,
} from '../support/orders-world.ts';

type State = Ran['state'];

const delivered = '2026-04-20T10:00:00.000Z';

const announce = (lines: object[], of = 7) =>
  command('returns.create', {
    params: { order: of },
    body: { lines } as OrdersCommands['returns.create']['body'],
  });
const ask = (lines: object[], more: { as?: number; at?: string } = {}) =>
  command('own-returns.create', {
    params: { order: 7 },
    body: { lines } as OrdersCommands['own-returns.create']['body'],
    as: 1,
    at: now,
    ...more,
  });
const move = (to: ReturnState, body: object = {}, id = 1) =>
  command('returns.update', { params: { return: id }, body: { status: to, ...body } });
const withdraw = (as = 1) =>
  command('own-returns.withdraw', { params: { order: 7, return: 1 }, body: {}, as });

/**
 * A delivered and paid order at 10 % tax: 3 units at 10.00 with a discount of 1.00, and 1 unit at 5.00 of a product without
 * counted stock.
 */
function shop(values: Partial<Order> = {}): State {
  const items = [
    aLine(31, 1, { amount: 3, main_price: 1000, discount_amount: 100, held: 3 }),
    aLine(32, 2, { main_price: 500 }),
  ];
  const order = anOrder(7, {
    figures: 'lines',
    tax_rate: { tax: 100_000, on: 1_000_000 },
    status: 'delivered',
    history: [{ at: delivered, by: 'admin:boss', from: 'shipped', to: 'delivered', reason: null }],
    items,
    main_price: 3500,
    discount_amount: 100,
    tax_amount: 340,
    total: 3740,
    paid: 3740,
    ...values,
  });
  return world({
    users: [aUser(1), aUser(2)],
    inventory: [stockOf(1, 5, order.status === 'shipped' ? 3 : 0)],
    orders: [order],
    payments: [aPayment(1, 7, { captured: 3740, authorised: 3740 })],
    counters: [{ _id: 'payments', version: 1 }],
  });
}

function returnIn(state: State, id = 1): OrderReturn {
  const record = state.returns.get(id);
  if (!record) throw new Error(`Return ${id} is missing`);
  return record;
}
const balance = (state: State) => balanceOf(orderIn(state));

describe('a new return', () => {
  test('a shopper can request a return, and the shop can approve the request', () => {
    const asked = decideOne(shop(), ask([{ item_id: 31, amount: 2, reason: 'Too small' }]));
    expect([asked.status, asked.location]).toEqual([201, '/api/client/orders/7/returns/1']);
    expect(asked.data).toEqual({
      id: 1,
      order_id: 7,
      status: 'requested',
      lines: [{ item_id: 31, amount: 2, received: null, reason: 'Too small' }],
      refund: null,
      history: [{ at: now, from: null, to: 'requested' }],
      created_at: now,
      updated_at: now,
    });
    expect(orderIn(asked.state)).toMatchObject({ open_returns: 1, version: 2 });
    const approved = decideOne(asked.state, move('approved'));
    expect([approved.status, returnIn(approved.state).status]).toEqual([200, 'approved']);
  });

  test('a return that staff register is approved at once, even if the order has only been shipped', () => {
    const { status, location, state } = decideOne(
      shop({ status: 'shipped' }),
      announce([{ item_id: 32, amount: 1 }]),
    );
    expect([status, location, returnIn(state).status]).toEqual([201, '/api/admin/returns/1', 'approved']);
  });

  test('the returned units of an item, in all its returns together, never exceed the ordered amount', () => {
    const first = decideOne(shop(), ask([{ item_id: 31, amount: 2 }]));
    const second = decideOne(first.state, ask([{ item_id: 31, amount: 2 }]));
    expect(second.fields).toEqual([{ field: 'lines.0.amount', rule: 'max', params: { max: 1 } }]);
    const withdrawn = decideOne(first.state, withdraw());
    expect(decideOne(withdrawn.state, ask([{ item_id: 31, amount: 3 }])).status).toBe(201);
    expect(decideOne(shop(), ask([{ item_id: 99, amount: 1 }])).fields).toEqual([
      { field: 'lines.0.item_id', rule: 'exists' },
    ]);
  });

  test.each<[string, Partial<Order>, string]>([
    ['pending', { status: 'pending' }, 'delivered'],
    ['shipped', { status: 'shipped' }, 'delivered'],
    ['returned', { status: 'returned' }, 'delivered'],
  ])('a shopper cannot request a return of an order that is %s', (state, values, allowed) => {
    const { code, fields } = decideOne(shop(values), ask([{ item_id: 31, amount: 1 }]));
    expect([code, fields]).toEqual([
      'illegal_transition',
      [{ field: 'status', rule: 'wrong_state', params: { state, allowed } }],
    ]);
  });

  test('a shopper can request a return until the end of the return period’s last local day, but never if the shop allows 0 days', () => {
    const on = (day: string, returnDays = 14) =>
      decideOne(shop(), ask([{ item_id: 31, amount: 1 }], { at: `${day}T23:59:59.999Z` }), { returnDays });
    expect(on('2026-05-04').status).toBe(201);
    expect(on('2026-05-05').fields).toEqual([
      { field: 'status', rule: 'return_period', params: { until: '2026-05-04' } },
    ]);
    expect(on('2026-05-04', 0).fields).toEqual([{ field: 'status', rule: 'no_returns' }]);
  });

  test.each<[string, Order['status'], string | undefined]>([
    ['does not start again if an undo reverts a move of the order to returned', 'returned', 'return_period'],
    ['does not start again if an undo restores a deleted delivered order', 'delivered', 'return_period'],
    ['starts again if a redo moves the order from shipped to delivered', 'shipped', undefined],
  ])('the return period of an order %s', (_case, from, rule) => {
    const step = { by: 'admin:boss', to: 'delivered' } as const;
    const history: Order['history'] = [
      { ...step, at: delivered, from: 'shipped', reason: null },
      { ...step, at: '2026-05-03T10:00:00.000Z', from, reason: 'undo' },
    ];
    const late = ask([{ item_id: 31, amount: 1 }], { at: '2026-05-05T00:00:00.000Z' });
    expect(decideOne(shop({ history }), late).fields?.[0]?.rule).toBe(rule);
  });

  test('a shopper can request a return of a delivered order whose time of delivery is unknown', () => {
    expect(decideOne(shop({ history: [] }), ask([{ item_id: 31, amount: 1 }])).status).toBe(201);
  });

  test('a return requested after the return period gets only the error about the period, even if its items are wrong too', () => {
    const late = ask([{ item_id: 99, amount: 1 }], { at: '2026-06-01T00:00:00.000Z' });
    expect(decideOne(shop(), late).fields?.map(({ rule }) => rule)).toEqual(['return_period']);
  });

  test('a return of an order in a wrong state gets only the error about the state, even if its items are wrong too', () => {
    const { fields } = decideOne(shop({ status: 'pending' }), announce([{ item_id: 99, amount: 1 }]));
    expect(fields?.map(({ rule }) => rule)).toEqual(['wrong_state']);
  });

  test('if an item has more returned units than its amount, as release 0.6.0 could cause, no further unit can be returned', () => {
    const lines = [aReturnLine(31, { amount: 2, received: 2 })];
    const shrunk = shop({ items: [aLine(31, 1, { amount: 1, returned: 2 })] });
    const state = adding(shrunk, { returns: [aReturn(1, { status: 'closed', lines })] });
    expect(decideOne(state, announce([{ item_id: 31, amount: 1 }])).fields).toEqual([
      { field: 'lines.0.amount', rule: 'max', params: { max: 0 } },
    ]);
  });

  test('units in a return of one order do not reduce the number of units that can be returned of another order', () => {
    const other = aReturn(9, { order_id: 8, lines: [aReturnLine(31, { amount: 3 })] });
    const state = adding(shop(), { returns: [other] });
    expect(decideOne(state, announce([{ item_id: 31, amount: 3 }])).status).toBe(201);
  });

  test('a return that staff register belongs to the customer of its order', () => {
    const { state } = decideOne(shop({ user_id: 2 }), announce([{ item_id: 31, amount: 1 }]));
    expect(returnIn(state).user_id).toBe(2);
  });

  test('a shopper can withdraw only their own return, and only under the URL of its order', () => {
    const outcome = (values: Partial<OrderReturn>, ifMatch: number | null = null) => {
      const state = adding(shop(), { returns: [aReturn(1, { status: 'requested', ...values })] });
      const { status, code } = decideOne(state, { ...withdraw(), ifMatch });
      return status ?? code;
    };
    expect(outcome({ order_id: 8 })).toBe('not_found');
    expect(outcome({ user_id: 2 })).toBe('not_found');
    expect(outcome({}, 7)).toBe('precondition_failed');
    expect(outcome({}, 1)).toBe(200);
  });

  test('requesting or withdrawing a return publishes an event about the return and one about the order, whose number of open returns changes', () => {
    const asked = decideOne(shop(), ask([{ item_id: 31, amount: 1 }]));
    expect(typesOf(asked.work)).toEqual(['orders.return.created.v1', 'orders.order.updated.v2']);
    const withdrawn = decideOne(asked.state, withdraw());
    expect(typesOf(withdrawn.work)).toEqual(['orders.return.updated.v1', 'orders.order.updated.v2']);
    expect(orderIn(withdrawn.state)).toMatchObject({ open_returns: 0 });
    const approved = decideOne(asked.state, move('approved', { reason: 'Fine' }));
    expect(typesOf(approved.work)).toEqual(['orders.return.updated.v1']);
    expect(returnIn(approved.state).history.map(({ to, reason }) => [to, reason])).toEqual([
      ['requested', null],
      ['approved', 'Fine'],
    ]);
  });

  test('the event of a requested return names the shopper by user id, because a token’s `sub` claim may be a name', () => {
    const caller = { area: 'client', subject: 'layla', userId: 1 } as const;
    const asked = decideOne(shop(), { ...ask([{ item_id: 31, amount: 1 }]), caller });
    const byOf = ({ work }: Pick<Ran, 'work'>) => work.events[0]?.draft.data['by'];
    expect(byOf(asked)).toEqual({ area: 'client', subject: '1' });
    expect(byOf(decideOne(asked.state, move('approved')))).toEqual({ area: 'admin', subject: 'boss' });
  });

  test('a shopper can read the reasons of a return that they requested, but not reasons that staff wrote', () => {
    const lines = [aReturnLine(31, { reason: 'Broken' })];
    const step = { at: now, from: null, to: 'requested', reason: null } as const;
    const shown = (by: string, area: 'admin' | 'client') =>
      returnResource(aReturn(1, { lines, history: [{ ...step, by }] }), { area, decimals: 2 }).lines;
    expect(shown('client:1', 'client')).toMatchObject([{ reason: 'Broken' }]);
    expect(shown('admin:boss', 'client')).toMatchObject([{ reason: null }]);
    expect(shown('admin:boss', 'admin')).toMatchObject([{ reason: 'Broken' }]);
  });

  test('requests for a return of another shopper’s order, and withdrawals of such a return, fail as not_found', () => {
    expect(decideOne(shop(), ask([{ item_id: 31, amount: 1 }], { as: 2 })).code).toBe('not_found');
    const { state } = decideOne(shop(), ask([{ item_id: 31, amount: 1 }]));
    expect(decideOne(state, withdraw(2)).code).toBe('not_found');
  });

  test('a return that is approved can no longer be withdrawn', () => {
    const asked = decideOne(shop(), ask([{ item_id: 31, amount: 1 }]));
    const approved = decideOne(asked.state, move('approved'));
    expect(decideOne(approved.state, withdraw()).code).toBe('illegal_transition');
  });
});

describe('receiving the goods of a return', () => {
  const approved = (lines: object[], values: Partial<Order> = {}) =>
    decideOne(shop(values), announce(lines)).state;

  test('receiving a return puts its units back into stock, reduces what the customer must pay by their price, and refunds this amount', () => {
    const { status, state, work } = decideOne(approved([{ item_id: 31, amount: 2 }]), move('received'));
    expect(status).toBe(200);
    const figure = lineFigures(orderIn(shop())).get(31) ?? 0;
    expect(figure).toBe(3190);
    const share = Math.round((figure * 2) / 3);
    expect(returnIn(state)).toMatchObject({
      status: 'received',
      refund: share,
      lines: [{ received: 2, restock: true, uncounted: 0 }],
    });
    expect(orderIn(state).items[0]).toMatchObject({ amount: 3, returned: 2, refunded: 2, held: 1 });
    expect(state.inventory.get(1)).toMatchObject({ stock: 7, held: 0 });
    expect(balance(state)).toEqual({
      paid: 3740 - share,
      credited: share,
      due: 0,
      payment_status: 'part_refunded',
    });
    expect(state.payments.get(1)?.refunds[0]).toMatchObject({ amount: share, return_id: 1, lines: null });
    expect(typesOf(work)).toEqual([
      'orders.return.updated.v1',
      'orders.order.updated.v2',
      'orders.payment.updated.v1',
    ]);
  });

  test('receiving a return of an unpaid order refunds nothing, but reduces the amount that is due', () => {
    const state = { ...approved([{ item_id: 32, amount: 1 }], { paid: 0 }), payments: new Map() };
    const after = decideOne(state, move('received'));
    expect(balance(after.state)).toMatchObject({
      paid: 0,
      credited: 550,
      due: 3190,
      payment_status: 'unpaid',
    });
  });

  test('returned units that cannot be sold again count as lost, and the row in the change ledger shows their number', () => {
    const { state, work } = decideOne(
      approved([{ item_id: 31, amount: 2 }]),
      move('received', { lines: [{ item_id: 31, restock: false }] }),
    );
    expect(state.inventory.get(1)).toMatchObject({ stock: 5, held: 0, lost: 2 });
    const moved = work.ledger.find(({ _id }) => _id.startsWith('orders/'))?.stock;
    expect(moved).toEqual([
      {
        product_id: 1,
        version: 2,
        stock: { from: 5, to: 5 },
        held: { from: 0, to: 0 },
        lost: { from: 0, to: 2 },
      },
    ]);
  });

  test('returned units of a shipped order are no longer reserved, whether they can be sold again or not', () => {
    const state = approved([{ item_id: 31, amount: 2 }], { status: 'shipped' });
    const back = decideOne(state, move('received'));
    expect(back.state.inventory.get(1)).toMatchObject({ stock: 7, held: 1 });
    const lost = decideOne(state, move('received', { lines: [{ item_id: 31, restock: false }] }));
    expect(lost.state.inventory.get(1)).toMatchObject({ stock: 5, held: 1, lost: 2 });
  });

  test('if returned units were never taken from counted stock, the stock does not change and the return shows the number of these units', () => {
    const { state } = decideOne(approved([{ item_id: 32, amount: 1 }]), move('received'));
    expect(returnIn(state).lines[0]).toMatchObject({ received: 1, uncounted: 1 });
    expect(orderIn(state).items[1]).toMatchObject({ returned: 1, held: 0 });
    expect(state.inventory.get(1)).toMatchObject({ stock: 5 });
  });

  test('staff may receive fewer units than a return has, and the missing units can then be registered in a new return', () => {
    const { state } = decideOne(
      approved([{ item_id: 31, amount: 3 }]),
      move('received', { lines: [{ item_id: 31, received: 1 }] }),
    );
    expect(orderIn(state).items[0]).toMatchObject({ returned: 1 });
    expect(decideOne(state, announce([{ item_id: 31, amount: 3 }])).fields).toEqual([
      { field: 'lines.0.amount', rule: 'max', params: { max: 2 } },
    ]);
    const tooMany = decideOne(
      approved([{ item_id: 31, amount: 2 }]),
      move('received', { lines: [{ item_id: 31, received: 3 }] }),
    );
    expect(tooMany.fields).toEqual([{ field: 'lines.0.received', rule: 'max', params: { max: 2 } }]);
  });

  test('staff can set the refund of a received return to any amount, up to what the customer paid', () => {
    const state = approved([{ item_id: 31, amount: 1 }]);
    const none = decideOne(state, move('received', { refund: 0 }));
    expect(balance(none.state)).toMatchObject({ paid: 3740, credited: 0 });
    const more = decideOne(state, move('received', { refund: 2000 }));
    expect(balance(more.state)).toMatchObject({ paid: 1740, credited: 2000 });
    expect(decideOne(state, move('received', { refund: 3741 })).fields).toEqual([
      { field: 'refund', rule: 'max', params: { max: 37.4 } },
    ]);
  });

  test('if a unit was refunded before its return, receiving the unit neither refunds it nor reduces the due amount again', () => {
    const lines = [{ item_id: 31, amount: 1 }];
    const refund = command('payments.refund', { params: { payment: 1 }, body: { lines } });
    const refunded = decideOne(shop(), refund);
    const announced = decideOne(refunded.state, announce(lines));
    const { state } = decideOne(announced.state, move('received'));
    expect(sumsOf(orderIn(state))).toEqual(sumsOf(orderIn(refunded.state)));
    expect(returnIn(state)).toMatchObject({ refund: 0 });
  });

  test('units in an open return cannot be removed from their order item, and once the return is received, the item’s other unit can be removed', () => {
    const state = approved([{ item_id: 31, amount: 2 }]);
    const change = (amount: number, of: State) =>
      decideOne(of, command('order-items.update', { params: { order_item: 31 }, body: { amount } }));
    expect(change(1, state).code).toBe('conflict');
    const remove = command('order-items.delete', { params: { order_item: 31 }, body: {} });
    expect(decideOne(state, remove).code).toBe('conflict');
    const received = decideOne(state, move('received'));
    const shrunk = change(2, received.state);
    expect(orderIn(shrunk.state).items[0]).toMatchObject({ amount: 2, returned: 2, held: 0 });
    expect(shrunk.state.inventory.get(1)).toMatchObject({ stock: 8, held: 0 });
  });

  test('receiving a return refunds only those units that were not refunded before the return', () => {
    const refunded = decideOne(
      shop(),
      command('payments.refund', { params: { payment: 1 }, body: { lines: [{ item_id: 31, amount: 1 }] } }),
    );
    const announced = decideOne(refunded.state, announce([{ item_id: 31, amount: 3 }]));
    const { state } = decideOne(announced.state, move('received'));
    expect(sumsOf(orderIn(state))).toMatchObject({ credited: 3190, paid: 550 });
  });

  test('when the last units of an order are received as a return, the order’s status also changes to returned', () => {
    const { state, work } = decideOne(
      approved([
        { item_id: 31, amount: 3 },
        { item_id: 32, amount: 1 },
      ]),
      move('received'),
    );
    expect(orderIn(state)).toMatchObject({ status: 'returned', paid: 0, credited: 3740, open_returns: 1 });
    expect(orderIn(state).history.at(-1)).toMatchObject({ from: 'delivered', to: 'returned' });
    expect(balance(state)).toMatchObject({ due: 0, payment_status: 'refunded' });
    expect(state.inventory.get(1)).toMatchObject({ stock: 8, held: 0 });
    expect(typesOf(work)).toContain('orders.order.status-changed.v2');
    const closed = decideOne(state, move('closed'));
    expect([returnIn(closed.state).status, orderIn(closed.state).open_returns]).toEqual(['closed', 0]);
  });

  test('setting an order to returned by hand closes its open returns', () => {
    const { state } = decideOne(
      approved([{ item_id: 31, amount: 1 }]),
      command('orders.update', { params: { order: 7 }, body: { status: 'returned' } }),
    );
    expect(returnIn(state)).toMatchObject({ status: 'closed' });
    expect(orderIn(state)).toMatchObject({ status: 'returned', open_returns: 0 });
    expect(state.inventory.get(1)).toMatchObject({ stock: 8 });
  });

  test('an order keeps the status delivered until all of its units have been returned', () => {
    const items = [aLine(31, 1, { amount: 3, held: 3 }), aLine(32, 1, { amount: 2, held: 2 })];
    const part = [
      { item_id: 31, amount: 1 },
      { item_id: 32, amount: 1 },
    ];
    const { state } = decideOne(approved(part, { items }), move('received'));
    expect(orderIn(state).status).toBe('delivered');
  });

  test('receiving a return pays back only the refund set for the return, even if the shop owes the customer more', () => {
    const before = approved([{ item_id: 31, amount: 1 }], { paid: 4740 });
    const { state } = decideOne(before, move('received', { refund: 500 }));
    expect(balance(state)).toMatchObject({ paid: 4240, credited: 500, due: -1000 });
  });

  test('receiving a return refunds nothing if the customer still owes more than the returned goods are worth', () => {
    const payments = [aPayment(1, 7, { captured: 1000 })];
    const before = adding(approved([{ item_id: 31, amount: 1 }], { paid: 1000 }), { payments });
    const { state } = decideOne(before, move('received'));
    expect(balance(state)).toMatchObject({ paid: 1000, credited: 1063, due: 1677 });
    expect(state.payments.get(1)?.refunds).toEqual([]);
  });

  test('if fewer units are received than were refunded before, nothing is refunded and the item keeps its number of refunded units', () => {
    const lines = [{ item_id: 31, amount: 2 }];
    const refund = command('payments.refund', { params: { payment: 1 }, body: { lines } });
    const refunded = decideOne(shop(), refund);
    const announced = decideOne(refunded.state, announce([{ item_id: 31, amount: 1 }]));
    const { state } = decideOne(announced.state, move('received'));
    expect(returnIn(state).refund).toBe(0);
    expect(orderIn(state).items[0]).toMatchObject({ refunded: 2, returned: 1 });
  });

  test('if staff set no refund for a received return, the refund is at most the amount that the customer has paid for the order', () => {
    const lower = approved([{ item_id: 31, amount: 3 }], { credited: 3000, paid: 740 });
    expect(returnIn(decideOne(lower, move('received')).state).refund).toBe(740);
  });

  test('a refund for returned goods never uses a payment of another order', () => {
    const other = aPayment(2, 8, { captured: 9000, authorised: 9000 });
    const before = adding(approved([{ item_id: 31, amount: 1 }]), { payments: [other] });
    const { state } = decideOne(before, move('received'));
    expect([1, 2].map((id) => state.payments.get(id)?.refunded)).toEqual([1063, 0]);
  });

  test('if an item was removed from the order, receiving a return of the item changes no stock and refunds nothing', () => {
    const before = approved([{ item_id: 31, amount: 1 }]);
    const gone = { ...orderIn(before), items: orderIn(before).items.slice(1) };
    const { state } = decideOne(adding(before, { orders: [gone] }), move('received'));
    expect(returnIn(state)).toMatchObject({ refund: 0, lines: [{ received: 0, restock: null }] });
    expect(state.inventory.get(1)).toMatchObject({ stock: 5 });
  });

  test('the reason for receiving a return is stored in the return and in every ledger row that receiving the return writes', () => {
    const { state, work } = decideOne(
      approved([{ item_id: 31, amount: 1 }]),
      move('received', { reason: 'Scratched' }),
    );
    expect(returnIn(state).history.at(-1)).toMatchObject({ to: 'received', reason: 'Scratched' });
    expect(work.ledger.map(({ reason }) => reason)).toEqual(work.ledger.map(() => 'Scratched'));
  });

  test('receiving an item that is not in the return is rejected with an error for that line', () => {
    const state = approved([{ item_id: 31, amount: 1 }]);
    expect(decideOne(state, move('received', { lines: [{ item_id: 32, received: 1 }] })).fields).toEqual([
      { field: 'lines.0.item_id', rule: 'exists' },
    ]);
  });

  test('receiving a return of an order in preparation gets an error about the order’s state, but a closed return gets only the error about its own status', () => {
    const before = approved([{ item_id: 31, amount: 1 }]);
    const back = adding(before, { orders: [{ ...orderIn(before), status: 'preparing' }] });
    expect(decideOne(back, move('received')).fields?.map(({ rule }) => rule)).toEqual(['wrong_state']);
    const state = adding(back, { returns: [{ ...returnIn(back), status: 'closed' }] });
    expect(decideOne(state, move('received')).fields?.map(({ rule }) => rule)).toEqual([
      'illegal_transition',
    ]);
  });

  test('a shipped order’s return stays open when the order is delivered, and is closed when the order is set to returned', () => {
    const announced = decideOne(shop({ status: 'shipped' }), announce([{ item_id: 31, amount: 1 }]));
    const moveOrder = (state: State, status: Order['status']) =>
      decideOne(state, command('orders.update', { params: { order: 7 }, body: { status } })).state;
    const arrived = moveOrder(announced.state, 'delivered');
    expect([orderIn(arrived).open_returns, returnIn(arrived).status]).toEqual([1, 'approved']);
    const returned = moveOrder(arrived, 'returned');
    expect([orderIn(returned).open_returns, returnIn(returned).status]).toEqual([0, 'closed']);
  });

  test('setting a return to its current status changes nothing, but is rejected if the request also contains a refund or lines', () => {
    const { state } = decideOne(approved([{ item_id: 31, amount: 1 }]), move('received'));
    const again = decideOne(state, move('received'));
    expect([again.status, again.work.writes]).toEqual([200, []]);
    expect(decideOne(state, move('received', { refund: 100 })).code).toBe('illegal_transition');
    expect(decideOne(state, move('received', { lines: [{ item_id: 31 }] })).code).toBe('illegal_transition');
  });

  test('setting an order to returned closes only its open returns, and undoing this change reopens only the returns that it closed', () => {
    const refused = aReturn(1, { status: 'refused', lines: [aReturnLine(31)] });
    const own = [refused, aReturn(2), aReturn(3, { status: 'requested' })];
    const closed = closedWithOrder(own, { by: move('closed'), now });
    expect(closed.map(({ _id, status }) => [_id, status])).toEqual([
      [2, 'closed'],
      [3, 'closed'],
    ]);
    const back = (returns: OrderReturn[], at: string) =>
      reopenedWithOrder(returns, { at, by: move('closed'), now }).map(({ _id, status }) => [_id, status]);
    expect(back([refused, ...closed], now)).toEqual([
      [2, 'approved'],
      [3, 'requested'],
    ]);
    expect(back(closed, delivered)).toEqual([]);
    const byHand = movedReturn(aReturn(4, { status: 'received' }), {
      to: 'closed',
      reason: null,
      by: move('closed'),
      now,
    });
    expect(back([byHand], now)).toEqual([]);
  });

  test('undoing an order’s change to the status returned reopens the order’s return, and undoing this undo closes the return', () => {
    const moveOrder = (state: State) =>
      decideOne(state, command('orders.update', { params: { order: 7 }, body: { status: 'returned' } }));
    const undone = (state: State, row: unknown) => {
      const { changes, events } = restored(state, row);
      const after = { orders: recordsPut(changes, 'orders'), returns: recordsPut(changes, 'returns') };
      return { after, state: adding(state, after), events: events.map(({ type }) => type) };
    };
    const moved = moveOrder(approved([{ item_id: 31, amount: 1 }]));
    const back = undone(moved.state, moved.work.ledger[0]);
    expect([back.after.orders[0]?.open_returns, back.after.returns[0]?.status]).toEqual([1, 'approved']);
    expect(back.after.orders[0]?.history.at(-1)).toEqual({
      at: now,
      by: 'admin:boss',
      from: 'returned',
      to: 'delivered',
      reason: 'undo',
    });
    expect(back.events).toEqual(
      expect.arrayContaining(['orders.order.status-changed.v2', 'orders.return.updated.v1']),
    );
    const revert = {
      ...moved.work.ledger[0],
      changes: [{ field: 'status', from: 'returned', to: 'delivered' }],
    };
    const { after } = undone(back.state, revert);
    expect(after.orders[0]).toMatchObject({ status: 'returned', open_returns: 0 });
    expect(after.returns.map(({ status, history }) => [status, history.at(-1)?.by])).toEqual([
      ['closed', 'admin:boss'],
    ]);
    const without = moveOrder(shop());
    expect(undone(without.state, without.work.ledger[0]).after).toMatchObject({
      orders: [expect.not.objectContaining({ open_returns: expect.anything() })],
      returns: [],
    });
  });

  test('the event about a received return contains the refunded amount', () => {
    const { work } = decideOne(approved([{ item_id: 31, amount: 1 }]), move('received'));
    const event = work.events.find(({ draft }) => draft.type === 'orders.return.updated.v1');
    expect(event?.draft.data).toMatchObject({ status: 'received', refund: 10.63 });
  });

  test('after an erasure, a return keeps its units and the customer’s id, but no reasons that people wrote', () => {
    const steps = ['order_returned', 'Too small'].map((reason) => ({
      at: now,
      by: 'client:layla',
      from: null,
      to: 'requested' as const,
      reason,
    }));
    const written = aReturn(1, { lines: [aReturnLine(31, { amount: 2, reason: 'Broken' })], history: steps });
    const erased = withoutReturnTexts(written, 1);
    expect(erased.lines).toEqual([aReturnLine(31, { amount: 2 })]);
    expect(erased.history.map(({ by, reason }) => [by, reason])).toEqual([
      ['client:1', 'order_returned'],
      ['client:1', null],
    ]);
    expect([hasReturnTexts(written), hasReturnTexts(erased)]).toEqual([true, false]);
  });

  test('a status change that a return does not allow is rejected, and the error lists the allowed statuses', () => {
    const asked = decideOne(shop(), ask([{ item_id: 31, amount: 1 }])).state;
    expect(decideOne(asked, move('received')).fields?.[0]?.params).toEqual({
      from: 'requested',
      to: 'received',
      allowed: 'approved, refused',
    });
    expect(decideOne(asked, move('withdrawn')).code).toBe('illegal_transition');
  });

  test('an order with an open return cannot be deleted, and its customer cannot be erased', () => {
    const state = { ...approved([{ item_id: 31, amount: 1 }], { paid: 0 }), payments: new Map() };
    expect(decideOne(state, command('orders.delete', { params: { order: 7 }, body: {} })).code).toBe(
      'conflict',
    );
    const erase = command('users.delete', { params: { user: 1 }, body: { reason: 'Asked' } });
    expect(decideOne(state, erase).code).toBe('conflict');
    const refused = decideOne(state, move('refused'));
    const deleted = decideOne(refused.state, command('orders.delete', { params: { order: 7 }, body: {} }));
    expect([deleted.status, deleted.state.returns.size]).toEqual([204, 0]);
  });
});

test('after any sequence of commands, the returned units, the stock and the money of an order agree with its returns', () => {
  const lines = fc.uniqueArray(
    fc.record({ item_id: fc.constantFrom(31, 32), amount: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, maxLength: 2, selector: ({ item_id: id }) => id },
  );
  const received = fc.record(
    {
      refund: fc.nat({ max: 2000 }),
      lines: fc.constantFrom(
        [],
        [{ item_id: 31, received: 1, restock: false }],
        [{ item_id: 31, received: 0 }, { item_id: 32 }],
      ),
    },
    { requiredKeys: [] },
  );
  const id = fc.integer({ min: 1, max: 4 });
  const steps = fc.oneof(
    lines.map((some) => announce(some)),
    lines.map((some) => ask(some)),
    fc.tuple(id, received).map(([one, body]) => move('received', body, one)),
    fc
      .tuple(id, fc.constantFrom<ReturnState>('approved', 'refused', 'closed'))
      .map(([one, to]) => move(to, {}, one)),
    fc.constant(withdraw()),
    fc
      .nat({ max: 500 })
      .map((amount) => command('payments.refund', { params: { payment: 1 }, body: { amount: amount + 1 } })),
    fc.constant(
      command('payments.refund', { params: { payment: 1 }, body: { lines: [{ item_id: 31, amount: 1 }] } }),
    ),
    fc
      .nat({ max: 900 })
      .map((amount) => command('payments.create', { params: { order: 7 }, body: { amount: amount + 1 } })),
    fc
      .integer({ min: 1, max: 3 })
      .map((amount) => command('order-items.update', { params: { order_item: 31 }, body: { amount } })),
    fc
      .constantFrom('delivered', 'returned')
      .map((status) => command('orders.update', { params: { order: 7 }, body: { status } })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('shipped', 'delivered'),
      fc.array(steps, { maxLength: 15 }),
      (status, sent) => {
        let state = shop({ status: status as Order['status'] });
        for (const each of sent) state = decideOne(state, each).state;
        const order = orderIn(state);
        const returns = [...state.returns.values()];
        expect(returns.flatMap(returnFindings)).toEqual([]);
        expect(orderReturnFindings(order, returns, [...state.payments.values()])).toEqual([]);
        const { stock = 0, held = 0, lost = 0 } = state.inventory.get(1) ?? {};
        const line = order.items[0];
        const out = order.status === 'returned' ? 0 : (line?.held ?? 0);
        expect((stock ?? 0) + lost + out).toBe(8);
        expect(held).toBe(order.status === 'shipped' ? line?.held : 0);
        const { paid, credited } = sumsOf(order);
        expect(paid).toBeGreaterThanOrEqual(0);
        const refunded = [...state.payments.values()].flatMap(({ refunds }) => refunds);
        const byReturns = returns.reduce((sum, { refund }) => sum + (refund ?? 0), 0);
        const byHand = refunded.filter(({ return_id: of }) => of === null);
        expect(credited).toBeGreaterThanOrEqual(byReturns);
        expect(credited).toBeLessThanOrEqual(byReturns + byHand.reduce((sum, { amount }) => sum + amount, 0));
      },
    ),
    { numRuns: 400 },
  );
});
