import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Command } from '#shared/contracts/kit/define.ts';
import { finalStates, orderStates } from '#shared/contracts/endpoints/order-states.ts';
import type { PaymentStatus } from '#shared/contracts/endpoints/payment-states.ts';
import { paymentFindings, orderPaymentFindings } from '#services/orders/audit/payment-findings.ts';
import { ordersHandlers } from '#services/orders/handlers.ts';
import { orderResource } from '#services/orders/orders/order-resource.ts';
import { lineFigures, shareOfUnits, spread } from '#services/orders/orders/line-shares.ts';
import { balanceOf, sumsOf } from '#services/orders/payments/balance.ts';
import { ordersLayout } from '#services/orders/store/layout.ts';
import type { Order, Payment } from '#services/orders/records/tables.ts';
import {
  aLine,
  anOrder,
  aPayment,
  aUser,
  aheadOfStore,
  command,
  decide,
  decideOne,
  now,
  orderIn,
  recordsPut,
  restored,
  typesOf,
  world,
  type Ran,
  units,
} from '../support/orders-world.ts';

type State = Ran['state'];

const record = (body = {}, of = 7) => command('payments.create', { params: { order: of }, body });
const capture = (payment: number, body = {}) => command('payments.capture', { params: { payment }, body });
const voidIt = (payment: number) => command('payments.void', { params: { payment }, body: {} });
const refund = (payment: number, body: object) =>
  command('payments.refund', { params: { payment }, body: body });
const shop = (...orders: Order[]) => world({ users: [aUser(1)], orders });

function paymentIn(state: State, id: number): Payment {
  const payment = state.payments.get(id);
  if (!payment) throw new Error(`Payment ${id} is missing`);
  return payment;
}
const balance = (state: State, id = 7) => balanceOf(orderIn(state, id));

describe('recording a payment', () => {
  test('a payment without an amount records the due amount with the order’s payment method, and raises the order’s version', () => {
    const { status, location, data, state, work } = decideOne(
      shop(anOrder(7, { total: 2500, payment_method: 4 })),
      record(),
    );
    expect([status, location]).toEqual([201, '/api/admin/payments/1']);
    expect(data).toMatchObject({
      amount: 25,
      captured: 25,
      method: 4,
      state: 'captured',
      provider: 'manual',
    });
    expect(balance(state)).toEqual({ paid: 2500, credited: 0, due: 0, payment_status: 'paid' });
    expect(orderIn(state)).toMatchObject({ version: 2, updated_at: now });
    expect(typesOf(work)).toEqual(['orders.payment.created.v1', 'orders.order.updated.v2']);
    expect(work.ledger.map(({ _id, changes }) => [_id, changes])).toEqual([
      ['payments/1:0000000001', undefined],
      ['orders/7:0000000002', [{ field: 'paid', from: null, to: 2500 }]],
    ]);
  });

  test('an authorised payment counts as paid only after it is captured, and capturing a part of the amount releases the rest', () => {
    const expected = decideOne(shop(anOrder(7, { total: 2500 })), record({ amount: 2000, capture: false }));
    expect(balance(expected.state)).toMatchObject({ paid: 0, due: 2500, payment_status: 'authorised' });
    const captured = decideOne(expected.state, capture(1, { amount: 1500 }));
    expect(captured.data).toMatchObject({ state: 'captured', authorised: 20, captured: 15 });
    expect(balance(captured.state)).toMatchObject({ paid: 1500, due: 1000, payment_status: 'part_paid' });
    expect(sumsOf(orderIn(captured.state)).authorised).toBe(0);
  });

  test.each<[string, Partial<Order>]>([
    ['a free order', { total: 0 }],
    ['a cancelled order', { status: 'cancelled' }],
    ['a paid order', { paid: 1250 }],
  ])('recording a payment for %s requires an amount, because nothing is due', (_name, values) => {
    const { code, fields } = decideOne(shop(anOrder(7, values)), record());
    expect([code, fields]).toEqual(['validation_failed', [{ field: 'amount', rule: 'nothing_due' }]]);
    expect(decideOne(shop(anOrder(7, values)), record({ amount: 1 })).status).toBe(201);
  });

  test.each(['paid', 'authorised', 'refunded'])(
    'a payment is rejected if it would make an order’s sum, including the %s amount, too large to be shown exactly',
    (sum) => {
      const most = 99_999_999_999_999;
      const { fields } = decideOne(shop(anOrder(7, { [sum]: most - 1 })), record({ amount: 2 }));
      expect(fields).toEqual([{ field: 'amount', rule: 'max', params: { max: 0.01 } }]);
    },
  );

  test.each([
    ['paid', 'pending', 0],
    ['unpaid', 'cancelled', 0],
    ['unpaid', 'pending', 1],
  ] as const)(
    'an order without payments has the payment status %s if the order is %s and costs %i',
    (status, state, total) => {
      expect(balanceOf(anOrder(7, { status: state, total })).payment_status).toBe(status);
    },
  );
});

describe('a payment in the wrong state', () => {
  const states: [
    Payment['state'],
    { capture: string[] | null; void: string[] | null; refund: string[] | null },
  ][] = [
    ['authorised', { capture: null, void: null, refund: ['captured', 'voided'] }],
    ['captured', { capture: ['part_refunded', 'refunded', 'voided'], void: null, refund: null }],
    [
      'part_refunded',
      { capture: ['part_refunded', 'refunded'], void: ['part_refunded', 'refunded'], refund: null },
    ],
    ['refunded', { capture: [], void: [], refund: [] }],
    ['voided', { capture: [], void: [], refund: [] }],
  ];
  test.each(states)(
    'a payment in the state %s rejects each forbidden command, and the error lists the states to which the payment can change',
    (state, allowed) => {
      const payment = aPayment(1, 7, { state });
      const before = world({ orders: [anOrder(7, { paid: 1000 })], payments: [payment] });
      const commands = { capture: capture(1), void: voidIt(1), refund: refund(1, { amount: 1 }) };
      for (const [name, sent] of Object.entries(commands)) {
        const { code, status, extra } = decideOne(before, sent);
        const expected = allowed[name as keyof typeof commands];
        if (expected === null) expect([name, status]).toEqual([name, 200]);
        else expect([name, code, extra?.['allowed']]).toEqual([name, 'illegal_transition', expected]);
      }
    },
  );

  test('capturing more than the authorised amount is rejected, and the error states the highest possible amount', () => {
    const before = world({
      orders: [anOrder(7)],
      payments: [aPayment(1, 7, { state: 'authorised', captured: 0 })],
    });
    const { fields } = decideOne(before, capture(1, { amount: 1001 }));
    expect(fields).toEqual([{ field: 'amount', rule: 'max', params: { max: 10 } }]);
  });
});

describe('a refund', () => {
  const paid = (values: Partial<Order> = {}) =>
    decideOne(shop(anOrder(7, { total: 3000, ...values })), record()).state;

  test('a refund of a paid order also reduces what the customer must pay by the same amount, so that nothing becomes due again', () => {
    const { data, state } = decideOne(paid(), refund(1, { amount: 1000, reason: 'Broken' }));
    expect(data).toMatchObject({
      state: 'part_refunded',
      refunded: 10,
      refunds: [{ id: 1, amount: 10, lines: null, reason: 'Broken', at: now, by: 'admin:boss' }],
    });
    expect(balance(state)).toEqual({ paid: 2000, credited: 1000, due: 0, payment_status: 'part_refunded' });
    const whole = decideOne(state, refund(1, { amount: 2000 })).state;
    expect(balance(whole)).toEqual({ paid: 0, credited: 3000, due: 0, payment_status: 'refunded' });
  });

  test('a refund first pays back what the shop owes to the customer, and only the rest reduces what the customer must pay for the order', () => {
    const cheaper = decideOne(
      paid(),
      command('orders.update', { params: { order: 7 }, body: { total: 2500 } }),
    );
    expect(balance(cheaper.state)).toMatchObject({ due: -500, payment_status: 'overpaid' });
    const { state } = decideOne(cheaper.state, refund(1, { amount: 800 }));
    expect(balance(state)).toMatchObject({ paid: 2200, credited: 300, due: 0 });
  });

  test('a cancelled order with a captured payment is overpaid until the payment is refunded, and then nothing is due', () => {
    const move = command('orders.update', { params: { order: 7 }, body: { status: 'cancelled' } });
    const cancelled = decideOne(paid(), move).state;
    expect(balance(cancelled)).toMatchObject({ due: -3000, payment_status: 'overpaid' });
    const { state } = decideOne(cancelled, refund(1, { amount: 3000 }));
    expect(balance(state)).toEqual({ paid: 0, credited: 0, due: 0, payment_status: 'refunded' });
  });

  test('editing an order after its payment does not change the payment (medusa issue 14984)', () => {
    const body = { product_id: 1, amount: 3 } as never;
    const state = paid({ items: [aLine(5, 1, { amount: 2, main_price: 1500 })] });
    for (const edit of [
      command('orders.update', { params: { order: 7 }, body: { total: 100 } }),
      command('order-items.update', { params: { order_item: 5 }, body }),
      command('order-items.delete', { params: { order_item: 5 } }),
    ]) {
      const after = decideOne(state, edit).state;
      expect(paymentIn(after, 1)).toBe(paymentIn(state, 1));
      expect(sumsOf(orderIn(after)).paid).toBe(3000);
    }
  });

  test('captured money can still be refunded after a change of the order’s total (medusa issue 10491)', () => {
    const edit = command('orders.update', { params: { order: 7 }, body: { total: 0 } });
    const { status, state } = decideOne(decideOne(paid(), edit).state, refund(1, { amount: 3000 }));
    expect(status).toBe(200);
    expect(balance(state)).toMatchObject({ paid: 0, credited: 0, due: 0 });
  });

  test('if a refund is redelivered after its stored outcome expired, the money is refunded only once', () => {
    const sent = { ...aheadOfStore(refund(1, { amount: 1000 })), ifMatch: 1 };
    const { state } = decideOne(paid(), sent);
    const again = decideOne(state, sent);
    expect([again.status, again.work.writes]).toEqual([200, []]);
  });

  test('a refund above the captured amount is rejected, and the error states the highest possible amount (vendure issue 2912)', () => {
    const part = decideOne(paid(), refund(1, { amount: 2000 })).state;
    const { code, fields } = decideOne(part, refund(1, { amount: 1001 }));
    expect([code, fields]).toEqual([
      'validation_failed',
      [{ field: 'amount', rule: 'max', params: { max: 10 } }],
    ]);
  });

  test('the event of a refund contains the amount and the lines, but not the reason (saleor issue 13781)', () => {
    const state = paid({ items: [aLine(5, 1, { amount: 2, main_price: 1500 })] });
    const lines = [{ item_id: 5, amount: 1 }];
    const { work } = decideOne(state, refund(1, { lines, reason: 'Broken' }));
    const event = work.events.find(({ draft }) => draft.type === 'orders.payment.updated.v1');
    expect(event?.draft.data).toMatchObject({
      refunded: 15,
      refunds: [{ id: 1, amount: 15, lines, at: now }],
    });
    expect(JSON.stringify(event?.draft)).not.toContain('Broken');
  });
});

describe('a refund of lines', () => {
  const items = [
    aLine(5, 1, { amount: 3, main_price: 333 }),
    aLine(6, 2, { amount: 2, main_price: 500, discount_amount: 1 }),
  ];
  const following = { figures: 'lines', tax_rate: { tax: 15, on: 100 }, items } as const;
  const order = anOrder(7, {
    ...following,
    items,
    main_price: 1999,
    discount_amount: 1,
    tax_amount: 300,
    total: 2298,
  });
  const paid = decideOne(shop(order), record()).state;

  test('refunding all units of an order line, one by one or together, refunds exactly its price plus its share of tax', () => {
    const figures = lineFigures(order);
    expect([...figures.values()].reduce((sum, figure) => sum + figure, 0)).toBe(order.total);
    const one = { lines: [{ item_id: 5, amount: 1 }] };
    const { state, ends } = decide(paid, [refund(1, one), refund(1, one), refund(1, one)]);
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(paymentIn(state, 1).refunded).toBe(figures.get(5));
    const all = decideOne(paid, refund(1, { lines: [{ item_id: 5, amount: 3 }] })).state;
    expect(paymentIn(all, 1).refunded).toBe(figures.get(5));
    const twice = {
      lines: [
        { item_id: 5, amount: 2 },
        { item_id: 5, amount: 1 },
      ],
    };
    expect(paymentIn(decideOne(paid, refund(1, twice)).state, 1).refunded).toBe(figures.get(5));
  });

  test('units of an order line that were refunded from one payment cannot be refunded again from another payment of the order', () => {
    const parts = decide(shop(order), [record({ amount: 1000 }), record()]).state;
    const { state } = decideOne(parts, refund(1, { lines: [{ item_id: 5, amount: 2 }] }));
    const { fields } = decideOne(state, refund(2, { lines: [{ item_id: 5, amount: 2 }] }));
    expect(fields).toEqual([{ field: 'lines.0.amount', rule: 'max', params: { max: 1 } }]);
  });

  test('a refund of another order’s line, or of more units than the line has, is rejected with an error for each wrong line', () => {
    const lines = [
      { item_id: 6, amount: 3 },
      { item_id: 9, amount: 1 },
    ];
    const { fields } = decideOne(paid, refund(1, { lines }));
    expect(fields).toEqual([
      { field: 'lines.0.amount', rule: 'max', params: { max: 2 } },
      { field: 'lines.1.item_id', rule: 'exists' },
    ]);
  });

  test('a refund of order lines that exceeds what is left of the payment is rejected, and the error states the highest possible amount', () => {
    const part = decideOne(shop(order), record({ amount: 100 })).state;
    const { fields } = decideOne(part, refund(1, { lines: [{ item_id: 6, amount: 2 }] }));
    expect(fields).toMatchObject([{ field: 'lines', rule: 'lines_exceed', params: { max: 1 } }]);
  });

  test('a refund request with an incomplete or invalid line gets no additional error about the refund’s sum', () => {
    const { check } = ordersHandlers(units, { taxRate: 0, returnDays: 14 })['payments.refund'];
    for (const lines of [[{ item_id: 6 }], [null], [undefined]]) {
      const found = check?.(paid, refund(1, { lines: lines as never }) as never);
      expect([lines, Array.isArray(found)]).toEqual([lines, false]);
    }
  });

  test('the refundable amounts of an order’s lines add up to the order’s total, even if the total is not computed from the lines', () => {
    const given = anOrder(7, { items, figures: 'given', total: 1000 });
    const figures = lineFigures(given);
    expect([...figures]).toEqual([
      [5, 500],
      [6, 500],
    ]);
    const free = items.map((item) => ({ ...item, main_price: 0, discount_amount: 0 }));
    expect([...lineFigures({ ...given, items: free }).values()]).toEqual([600, 400]);
  });

  test('the shares of an amount divided among order lines add up exactly, and each is rounded by less than one minor unit', () => {
    const entry = fc.record({
      id: fc.integer({ min: 1, max: 50 }),
      weight: fc.integer({ min: 0, max: 10 ** 14 }),
    });
    const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 20, selector: ({ id }) => id });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), entries, (amount, all) => {
        const total = all.reduce((sum, { weight }) => sum + weight, 0);
        const parts = spread(amount, all);
        const sum = [...parts.values()].reduce((left, part) => left + BigInt(part), 0n);
        expect(sum).toBe(total === 0 ? 0n : BigInt(amount));
        for (const { id, weight } of all) {
          const exact = total === 0 ? 0 : (amount * weight) / total;
          expect(Math.abs((parts.get(id) ?? 0) - exact)).toBeLessThan(1.1);
        }
      }),
    );
    const units = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), units, units, (figure, amount, cut) => {
        const at = Math.min(cut, amount);
        const parts = [
          shareOfUnits(figure, { amount }, { from: 0, to: at }),
          shareOfUnits(figure, { amount }, { from: at, to: amount }),
        ] as const;
        expect(parts[0] + parts[1]).toBe(figure);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

/** Computes the sums and the status from the payments alone, as the contract describes them. */
function restated(order: Order, payments: readonly Payment[], credited: number) {
  const captured = payments.reduce((sum, payment) => sum + payment.captured, 0);
  const refunded = payments.reduce((sum, payment) => sum + payment.refunded, 0);
  const isFinal = finalStates.includes(order.status);
  const owed = isFinal ? 0 : order.total - credited;
  const paid = captured - refunded;
  const due = owed - paid;
  const status = (): PaymentStatus => {
    if (captured === 0) {
      if (payments.some(({ state }) => state === 'authorised')) return 'authorised';
      return !isFinal && owed <= 0 ? 'paid' : 'unpaid';
    }
    const rules: [PaymentStatus, boolean][] = [
      ['refunded', paid === 0],
      ['overpaid', due < 0],
      ['part_refunded', refunded > 0],
      ['part_paid', due > 0],
    ];
    return rules.find(([, fits]) => fits)?.[0] ?? 'paid';
  };
  return { paid, credited, due, payment_status: status() };
}

describe.each([0, 2, 3])('in a currency of %d decimals', (currencyDecimals) => {
  test('after any sequence of commands, an order’s payment sums match its payments, and no refund makes the customer owe anything', () => {
    const amount = fc.integer({ min: 1, max: 5000 });
    const which = fc.integer({ min: 1, max: 4 });
    const lines = fc.array(
      fc.record({ item_id: fc.constantFrom(5, 6), amount: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, maxLength: 3 },
    );
    const sent: fc.Arbitrary<Command> = fc.oneof(
      fc.record({ amount, capture: fc.boolean() }, { requiredKeys: [] }).map((body) => record(body)),
      fc.tuple(which, fc.record({ amount }, { requiredKeys: [] })).map(([id, body]) => capture(id, body)),
      which.map(voidIt),
      fc.tuple(which, amount).map(([id, of]) => refund(id, { amount: of })),
      fc.tuple(which, lines).map(([id, of]) => refund(id, { lines: of })),
      fc
        .integer({ min: 0, max: 6000 })
        .map((total) => command('orders.update', { params: { order: 7 }, body: { total } })),
      fc
        .constantFrom(...orderStates.filter((state) => state !== 'rejected'))
        .map((status) => command('orders.update', { params: { order: 7 }, body: { status } })),
    );
    const items = [aLine(5, 1, { amount: 3, main_price: 700 }), aLine(6, 2, { amount: 2, main_price: 950 })];
    const { documents = {} } = ordersLayout({} as never, 0);
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 14 }), (commands) => {
        let state = shop(anOrder(7, { items, total: 4000, figures: 'given' }));
        let credited = 0;
        for (const each of commands) {
          const before = restated(orderIn(state), [...state.payments.values()], credited);
          const ran = decideOne(state, each, { currencyDecimals });
          if (each.type === 'payments.refund' && ran.status === 200) {
            const of = paymentIn(ran.state, Number(each.params['payment'])).refunds.at(-1)?.amount ?? 0;
            credited += Math.max(0, of - Math.max(0, -before.due));
          }
          state = ran.state;
          const order = orderIn(state);
          const payments = [...state.payments.values()];
          const after = restated(order, payments, credited);
          expect(balanceOf(order)).toEqual(after);
          if (each.type === 'payments.refund') expect(after.due).toBeLessThanOrEqual(Math.max(before.due, 0));
          for (const { refunded, captured, authorised } of payments) {
            expect(refunded).toBeLessThanOrEqual(captured);
            expect(captured).toBeLessThanOrEqual(authorised);
          }
          const document = documents.orders?.(order) as Order;
          expect([...payments.flatMap(paymentFindings), ...orderPaymentFindings(document, payments)]).toEqual(
            [],
          );
          const view = { area: 'client', language: 'en', decimals: currencyDecimals } as const;
          expect(orderResource(order, view).due).toBe(after.due / 10 ** currencyDecimals);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('an order without payments stores no payment status, so that a checkout does not write to the index of payment statuses', () => {
  const { documents = {} } = ordersLayout({} as never, 0);
  expect(Object.keys(documents.orders?.(anOrder(7)) ?? {})).not.toContain('payment_status');
  const { state } = decideOne(shop(anOrder(7)), record({ amount: 1, capture: false }));
  expect(documents.orders?.(orderIn(state))).toMatchObject({ payment_status: 'authorised' });
});

describe('deleting an order with payments', () => {
  const remove = command('orders.delete', { params: { order: 7 } });

  test('deleting an order with a captured payment is rejected, and the error says to refund or void the payments first', () => {
    const { state } = decideOne(shop(anOrder(7)), record());
    const { code, work } = decideOne(state, remove);
    const [result] = work.results;
    const outcome = result?.kind === 'decided' ? result.outcome : null;
    const sentence = outcome && 'problem' in outcome ? outcome.problem.detail : null;
    expect([code, sentence]).toEqual([
      'conflict',
      '12.5 is paid for the order TEST-7. Refund or void its payments, then delete it.',
    ]);
  });

  test('if an order is deleted, its payments are deleted too, and undoing the deletion restores them', () => {
    const made = decide(shop(anOrder(7)), [
      record({ reference: 'R1' }),
      voidIt(1),
      record({ capture: false }),
    ]);
    const gone = decideOne(made.state, remove);
    expect([gone.status, gone.state.payments.size]).toEqual([204, 0]);
    const [row, ...others] = gone.work.ledger;
    expect(row).toMatchObject({ _id: 'orders/7:0000000005', with: others.map(({ _id }) => _id) });
    expect(others.map(({ _id }) => _id)).toEqual(['payments/1:0000000003', 'payments/2:0000000002']);
    const kept = others.map((one) => [one._id, { ...one, version: 1 }] as const);
    const state = { ...gone.state, ledgerRows: new Map(kept) };
    const { fate, changes } = restored(state, row);
    expect(fate).toBe('changed');
    expect(recordsPut(changes, 'orders').map(({ history }) => history.at(-1))).toEqual([
      { at: now, by: 'admin:boss', from: 'pending', to: 'pending', reason: 'undo' },
    ]);
    expect(recordsPut(changes, 'payments').map(({ _id, version, state: at }) => [_id, version, at])).toEqual([
      [1, 4, 'voided'],
      [2, 3, 'authorised'],
    ]);
  });

  test('undoing an order’s deletion is rejected if another order’s number differs only in letter case', () => {
    const gone = decideOne(shop(anOrder(7, { order_number: 'AB-12' })), remove);
    const restoredBeside = (number: string) => {
      const orders = new Map([[8, anOrder(8, { order_number: number })]]);
      return restored({ ...gone.state, orders }, gone.work.ledger[0]);
    };
    const params = { sentence: 'order_number_taken', number: 'AB-12' };
    expect(restoredBeside('ab-12')).toMatchObject({ fate: 'refused', error: { code: 'conflict', params } });
    expect(restoredBeside('AB-13')).toMatchObject({ fate: 'changed' });
  });
});

test('the audit reports orders whose stored sum or status of payments differs from their payments, and payments with impossible amounts', () => {
  const order = { ...anOrder(7, { paid: 900 }), payment_status: 'part_paid' };
  expect(orderPaymentFindings(order, [aPayment(1, 7)])).toMatchObject([
    { rule: 'order-payments-differ', detail: expect.stringContaining('paid is 900') },
  ]);
  expect(orderPaymentFindings({ ...order, paid: 1000 }, [aPayment(1, 7)])).toEqual([]);
  expect(
    orderPaymentFindings({ ...order, paid: 1000, payment_status: 'paid' }, [aPayment(1, 7)]),
  ).toMatchObject([{ rule: 'payment-status-differs', repair: { kind: 'payment-status', id: 7 } }]);
  const wrong = aPayment(1, 7, { captured: 1001, refunded: 1002 });
  expect(paymentFindings(wrong)).toMatchObject([{ rule: 'payment-unsound' }]);
});
