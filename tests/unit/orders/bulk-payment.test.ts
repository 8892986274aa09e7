import { describe, expect, test } from '@jest/globals';
import { orderWrites } from '#shared/contracts/endpoints/orders.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import {
  chunkCommand,
  chunkId,
  chunkSize,
  isFinal,
  shownProducts,
  type BulkChunk,
  type BulkOperation,
} from '#shared/engine/decide/bulk-operation.ts';
import { recordOfRow } from '#shared/engine/decide/ledger-row.ts';
import { bulkErrorMessage } from '#services/gateway/commands/operation-resource.ts';
import { orderPaymentFindings, paymentFindings } from '#services/orders/audit/payment-findings.ts';
import { balanceOf, storedStatusOf } from '#services/orders/payments/balance.ts';
import type { Order, Payment } from '#services/orders/records/tables.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import {
  adding,
  aLine,
  anOrder,
  aPayment,
  aUser,
  command,
  decide,
  stockOf,
  typesOf,
  world,
  type Ran,
  type Records,
} from '../support/orders-world.ts';

type Asked = Partial<NonNullable<Parameters<typeof command<'orders.bulk-update'>>[1]>['body']>;

/** A shop in which bulk work runs to its end. It keeps all ledger rows, so that the work can be undone. */
class Shop {
  state: Ran['state'];
  works: Ran['work'][] = [];
  readonly currencyDecimals: number;

  constructor(records: Records, currencyDecimals = 2) {
    this.state = world({ users: [aUser(1)], ...records });
    this.currencyDecimals = currencyDecimals;
  }

  run(sent: Command): Ran {
    const { currencyDecimals } = this;
    const ran = decide(this.state, [{ command: sent, keepsInbox: false }], { currencyDecimals });
    const rows = ran.work.ledger.map((row) => [row._id, { ...row, ...recordOfRow(row) }] as const);
    this.state = { ...ran.state, ledgerRows: new Map([...ran.state.ledgerRows, ...rows]) };
    this.works.push(ran.work);
    return ran;
  }

  bulk(sent: Command): BulkOperation {
    const { ends } = this.run(sent);
    for (let at = this.operation(sent.id); !isFinal(at.status); at = this.operation(sent.id)) {
      const { type, work, undoes, next_chunk: index } = at;
      const { ids, expected = [], source } = this.chunk(sent.id, index);
      const body = {
        operation: sent.id,
        type,
        index,
        ids,
        ...(work !== undefined && { work }),
        ...(undoes !== undefined && {
          undoes: { versions: expected, ...(source !== undefined && { source }) },
        }),
      };
      this.run({ ...sent, id: chunkId(sent.id, index), type: chunkCommand, body });
    }
    expect(ends[0]?.status).toBe(202);
    return this.operation(sent.id);
  }

  update(asked: Asked, ids = [...this.state.orders.keys()]): BulkOperation {
    return this.bulk(command('orders.bulk-update', { body: { ids, ...asked } }));
  }

  followUp(type: 'undo' | 'apply', { _id: operation }: BulkOperation, fields: object = {}): BulkOperation {
    const sent = command('orders.update', { body: { operation, ...fields } as never });
    return this.bulk({ ...sent, type: `orders.bulk-${type}` });
  }

  operation(id: string): BulkOperation {
    return found(this.state.bulk.get(id));
  }

  private chunk(id: string, index: number): BulkChunk {
    return found(this.state.bulkChunks.get(chunkId(id, index)));
  }

  order(id = 7): Order {
    return found(this.state.orders.get(id));
  }

  get payments(): Payment[] {
    return [...this.state.payments.values()];
  }

  /** The writes of the last command. */
  get last(): Ran['work'] {
    return found(this.works.at(-1));
  }

  expectSound(): void {
    for (const order of this.state.orders.values()) {
      const own = this.payments.filter(({ order_id: of }) => of === order._id);
      const document = { ...order, payment_status: storedStatusOf(order) ?? undefined };
      expect([...own.flatMap(paymentFindings), ...orderPaymentFindings(document, own)]).toEqual([]);
    }
  }
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('The record is missing');
  return record;
}

const byCard = { payment: { method: 2 } } as const;
const counts = ({ counts: { changed, unchanged, refused } }: BulkOperation) => ({
  changed,
  unchanged,
  refused,
});

describe('marking orders as paid in bulk', () => {
  test('marking orders as paid in bulk records a captured payment of the due amount for each order, with events and ledger rows', () => {
    const shop = new Shop({
      orders: [anOrder(7, { total: 2500 }), anOrder(8, { total: 900, paid: 400 })],
      payments: [aPayment(1, 8, { amount: 400, authorised: 400, captured: 400 })],
      counters: [{ _id: 'payments', version: 1 }],
    });
    const operation = shop.update(byCard);
    expect([operation.type, counts(operation)]).toEqual([
      'orders.bulk-payment',
      { changed: 2, unchanged: 0, refused: 0 },
    ]);
    expect(operation.sums).toEqual({ total: 34, paid: 30, stock: 0, products: [] });
    expect(shop.payments.slice(1)).toMatchObject([
      { _id: 2, order_id: 7, provider: 'manual', method: 2, captured: 2500, state: 'captured' },
      { _id: 3, order_id: 8, provider: 'manual', method: 2, captured: 500, state: 'captured' },
    ]);
    expect(new Set(shop.payments.slice(1).map(({ created_by_command: by }) => by)).size).toBe(2);
    expect(shop.order()).toMatchObject({ version: 2, payment_method: 1 });
    expect(balanceOf(shop.order())).toEqual({ paid: 2500, credited: 0, due: 0, payment_status: 'paid' });
    expect(shop.last.events.map(({ draft }) => [draft.type, draft.subject])).toEqual([
      ['orders.order.updated.v2', 'orders/7'],
      ['orders.payment.created.v1', 'payments/2'],
      ['orders.order.updated.v2', 'orders/8'],
      ['orders.payment.created.v1', 'payments/3'],
    ]);
    const via = { type: 'orders.bulk-payment', operation_id: operation._id };
    expect(shop.last.ledger).toMatchObject([
      { _id: 'orders/7:0000000002', changes: [{ field: 'paid', from: null, to: 2500 }], via },
      { _id: 'payments/2:0000000001', kind: 'created', via },
      { _id: 'orders/8:0000000002', changes: [{ field: 'paid', from: 400, to: 900 }], via },
      { _id: 'payments/3:0000000001', kind: 'created', via },
    ]);
    shop.expectSound();
  });

  test.each<[string, Partial<Order>]>([
    ['a paid order', { paid: 1250 }],
    ['an overpaid order', { paid: 2000 }],
    ['a free order', { total: 0 }],
    ['a cancelled order', { status: 'cancelled' }],
  ])('marking orders as paid in bulk leaves %s unchanged, because nothing is due', (_name, values) => {
    const shop = new Shop({ orders: [anOrder(7, values)] });
    expect(counts(shop.update(byCard))).toEqual({ changed: 0, unchanged: 1, refused: 0 });
    expect([shop.payments, shop.order().version]).toEqual([[], 1]);
  });

  test.each([0, 3])(
    'marking orders as paid in bulk records exactly the due amount in a currency with %d decimals',
    (decimals) => {
      const shop = new Shop({ orders: [anOrder(7, { total: 12_345 })] }, decimals);
      expect(shop.update(byCard).sums).toMatchObject({ paid: 12_345 / 10 ** decimals });
      expect(shop.payments).toMatchObject([{ amount: 12_345, captured: 12_345 }]);
      const [event] = shop.last.events.filter(({ draft }) => draft.type === 'orders.payment.created.v1');
      expect(event?.draft.data).toMatchObject({ amount: 12_345 / 10 ** decimals });
    },
  );

  test('marking orders as paid in bulk rejects an order if its payments would exceed the largest amount that the API can show exactly', () => {
    const shop = new Shop({ orders: [anOrder(7, { total: 100, authorised: 99_999_999_999_999 })] });
    const operation = shop.update(byCard);
    expect(operation.errors).toEqual([
      { id: 7, code: 'validation_failed', params: { field: 'payment', rule: 'max', max: '0' } },
    ]);
    expect([shop.payments, shop.order().version]).toEqual([[], 1]);
  });
});

describe('marking orders as paid and changing their status in one bulk operation', () => {
  test('a bulk operation that sets orders’ status and records their payments raises each order’s version only once', () => {
    const shop = new Shop({ orders: [anOrder(7)] });
    shop.update({ ...byCard, status: 'confirmed' });
    expect(shop.order()).toMatchObject({ version: 2, status: 'confirmed', paid: 1250 });
    expect(typesOf(shop.last)).toEqual(['orders.order.status-changed.v2', 'orders.payment.created.v1']);
    const fields = shop.last.ledger[0]?.changes?.map(({ field }) => field);
    expect(fields?.sort()).toEqual(['paid', 'status']);
    shop.expectSound();
  });

  test('a bulk operation with a status and a payment changes only the status if the order is already paid, and only the payments if the order already has this status', () => {
    const shop = new Shop({ orders: [anOrder(7, { paid: 1250 }), anOrder(8, { status: 'confirmed' })] });
    expect(counts(shop.update({ ...byCard, status: 'confirmed' }))).toMatchObject({ changed: 2 });
    expect(shop.order(7)).toMatchObject({ status: 'confirmed', paid: 1250 });
    expect(shop.order(8)).toMatchObject({ status: 'confirmed', paid: 1250 });
    expect(shop.payments.map(({ order_id: of }) => of)).toEqual([8]);
  });

  test('a bulk operation with a status and a payment records no payment for an order that may not change to this status', () => {
    const shop = new Shop({ orders: [anOrder(7, { status: 'delivered' })] });
    const operation = shop.update({ ...byCard, status: 'confirmed' });
    expect(operation.errors).toMatchObject([{ id: 7, code: 'illegal_transition' }]);
    expect([shop.payments, shop.order().version]).toEqual([[], 1]);
  });

  test('a bulk operation that cancels an order records no payment, because nothing is due afterwards', () => {
    const shop = new Shop({ orders: [anOrder(7)] });
    shop.update({ ...byCard, status: 'cancelled' });
    expect(shop.order()).toMatchObject({ version: 2, status: 'cancelled' });
    expect([shop.payments, balanceOf(shop.order()).due]).toEqual([[], 0]);
  });

  test('a bulk status change without a payment has the operation type orders.bulk-update and assigns no payment ids', () => {
    const shop = new Shop({ orders: [anOrder(7)] });
    expect(shop.update({ status: 'confirmed' })).toMatchObject({
      type: 'orders.bulk-update',
      sums: { total: 12.5, stock: 0, products: [] },
    });
    expect(shop.state.counters.size).toBe(0);
  });
});

describe('rehearsing, applying and undoing payments in bulk', () => {
  test('a dry run of bulk payments records no payment and assigns no payment id, and applying the dry run makes the changes that it showed', () => {
    const shop = new Shop({ orders: [anOrder(7), anOrder(8)] });
    const rehearsal = shop.update({ ...byCard, status: 'confirmed', dry_run: true });
    expect([shop.payments, shop.order().version, shop.state.counters.size]).toEqual([[], 1, 0]);
    const rows = shop.state.bulkPreviews.get(chunkId(rehearsal._id, 0))?.rows;
    expect(rows?.map(({ _id }) => _id)).toEqual(['orders/7:0000000002', 'orders/8:0000000002']);
    expect(rows?.[0]?.changes).toContainEqual({ field: 'paid', from: null, to: 1250 });
    const applied = shop.followUp('apply', rehearsal);
    expect(applied.sums).toEqual(rehearsal.sums);
    expect(shop.payments.map(({ _id, order_id: of }) => [_id, of])).toEqual([
      [1, 7],
      [2, 8],
    ]);
    shop.followUp('undo', applied);
    expect(shop.payments.map(({ state }) => state)).toEqual(['voided', 'voided']);
  });

  test('an undo of bulk payments voids only the payments that the undone operation recorded', () => {
    const shop = new Shop({
      orders: [anOrder(7, { total: 2500, paid: 1000 })],
      payments: [aPayment(1, 7)],
      counters: [{ _id: 'payments', version: 1 }],
    });
    const done = shop.update({ ...byCard, status: 'confirmed' });
    const undone = shop.followUp('undo', done);
    expect([counts(undone), undone.sums]).toEqual([
      { changed: 1, unchanged: 0, refused: 0 },
      { total: 25, paid: -15, stock: 0, products: [] },
    ]);
    expect(shop.payments).toMatchObject([
      { _id: 1, version: 1, state: 'captured' },
      { _id: 2, version: 2, state: 'voided', amount: 1500, authorised: 1500, captured: 0 },
    ]);
    expect(shop.order()).toMatchObject({ version: 3, status: 'pending', paid: 1000 });
    expect(typesOf(shop.last)).toEqual(['orders.order.status-changed.v2', 'orders.payment.updated.v1']);
    expect(shop.last.ledger.map(({ _id, kind, as }) => [_id, kind, as])).toEqual([
      ['orders/7:0000000003', 'restored', 1],
      ['payments/2:0000000002', 'changed', undefined],
    ]);
    shop.expectSound();
  });

  test('undoing the undo of bulk payments records a new payment of the same amount, and a third undo voids the new payment', () => {
    const line = aLine(1, 1, { amount: 2, held: 2 });
    const order = anOrder(7, { status: 'shipped', items: [line] });
    const shop = new Shop({ orders: [order], inventory: [stockOf(1, 3, 2)] });
    const done = shop.update({ ...byCard, status: 'delivered' });
    const undone = shop.followUp('undo', done);
    const redone = shop.followUp('undo', undone);
    expect(shop.payments).toMatchObject([
      { _id: 1, state: 'voided' },
      { _id: 2, state: 'captured', method: 2, captured: 1250 },
    ]);
    expect(shop.last.ledger.map(({ kind }) => kind)).toEqual(['restored', 'created']);
    expect(shop.order()).toMatchObject({ status: 'delivered', paid: 1250 });
    shop.followUp('undo', redone);
    expect(shop.payments.map(({ state }) => state)).toEqual(['voided', 'voided']);
    expect(shop.order()).toMatchObject({ status: 'shipped', paid: 0, version: 5 });
    expect(shop.state.inventory.get(1)).toMatchObject({ stock: 3, held: 2 });
    shop.expectSound();
  });

  test('an undo of bulk payments does not void a payment that a later command changed, and reports the payment’s order as changed_since', () => {
    const shop = new Shop({ orders: [anOrder(7)] });
    const done = shop.update(byCard);
    shop.run(command('payments.refund', { params: { payment: 1 }, body: { amount: 100 } }));
    const undone = shop.followUp('undo', done);
    expect(undone.errors).toMatchObject([{ id: 7, code: 'changed_since' }]);
    expect(shop.payments).toMatchObject([{ state: 'part_refunded', captured: 1250 }]);
  });

  test('an undo of bulk payments rejects an order if the payment that the operation recorded for it is missing', () => {
    const shop = new Shop({ orders: [anOrder(7)] });
    const done = shop.update(byCard);
    shop.state = { ...shop.state, payments: new Map([[1, aPayment(1, 7, { captured: 1250 })]]) };
    expect(shop.followUp('undo', done).errors).toMatchObject([{ id: 7, code: 'conflict' }]);
    expect(shop.order()).toMatchObject({ version: 2, paid: 1250 });
  });

  test('an undo of bulk payments rejects an order if the payment that the operation recorded for it can no longer be voided', () => {
    const shop = new Shop({ orders: [anOrder(7)] });
    const done = shop.update(byCard);
    const [recorded] = shop.payments;
    const refunded = { ...found(recorded), state: 'part_refunded', refunded: 100 } as const;
    shop.state = adding(shop.state, { payments: [refunded] });
    expect(shop.followUp('undo', done).errors).toMatchObject([{ id: 7, code: 'conflict' }]);
    expect(shop.payments).toEqual([refunded]);
  });

  test('a bulk status change can still be undone after a later bulk payment of the same order was recorded and undone', () => {
    const shop = new Shop({ orders: [anOrder(7)] });
    const moved = shop.update({ status: 'confirmed' });
    shop.followUp('undo', shop.update(byCard));
    expect(counts(shop.followUp('undo', moved))).toMatchObject({ changed: 1 });
    expect(shop.order()).toMatchObject({ status: 'pending', paid: 0 });
  });
});

test('if undoing a bulk cancellation needs more stock than available, the error states the product and the numbers of requested and available units', () => {
  const line = aLine(1, 1, { amount: 2, held: 2 });
  const shop = new Shop({
    orders: [anOrder(7, { status: 'confirmed', items: [line] })],
    inventory: [stockOf(1, 0, 2)],
  });
  const cancelled = shop.update({ status: 'cancelled' });
  shop.state = adding(shop.state, { inventory: [stockOf(1, 1)] });
  const [error] = shop.followUp('undo', cancelled).errors;
  expect(error?.code).toBe('out_of_stock');
  expect(bulkErrorMessage(found(error), 'en')).toBe(
    'There is not enough of Product 1: 2 requested, 1 available.',
  );
});

test.each([
  ['pending', 'cancelled', 'a line that was placed before its product’s stock was counted', [0, 3], 5],
  ['delivered', 'returned', 'products whose stock is not counted any more', [2, 1], null],
  ['delivered', 'returned', 'two lines of one product, from which units came back', [1, 2], 5],
] as const)(
  'undoing bulk work that moved an order from %s to %s gives each line its units from stock again, also after a redo: %s',
  (from, to, _case, units, stock) => {
    const items = units.map((held, index) => aLine(31 + index, 1, { amount: 3, held }));
    const reserved = from === 'pending' ? 3 : 0;
    const shop = new Shop({
      orders: [anOrder(7, { status: from, items })],
      inventory: [stockOf(1, stock, reserved)],
    });
    const seen = () => {
      const record = found(shop.state.inventory.get(1));
      return { held: shop.order().items.map(({ held }) => held), stock: [record.stock, record.held] };
    };
    const before = seen();
    const moved = shop.update({ status: to });
    const after = { held: [0, 0], stock: [stock === null ? null : stock + 3, 0] };
    expect(seen()).toEqual(after);
    const undone = shop.followUp('undo', moved);
    expect(seen()).toEqual(before);
    const redone = shop.followUp('undo', undone);
    expect(seen()).toEqual(after);
    shop.followUp('undo', redone);
    expect(seen()).toEqual(before);
  },
);

test('undoing a bulk cancellation after undoing the deletion of the order gives each line its units from stock again', () => {
  const items = [0, 3].map((held, index) => aLine(31 + index, 1, { amount: 3, held }));
  const shop = new Shop({ orders: [anOrder(7, { items })], inventory: [stockOf(1, 5, 3)] });
  const cancelled = shop.update({ status: 'cancelled' });
  const deleted = shop.bulk(command('orders.bulk-delete', { body: { ids: [7] } }));
  shop.followUp('undo', deleted);
  shop.followUp('undo', cancelled);
  expect(shop.order().items.map(({ held }) => held)).toEqual([0, 3]);
  expect(shop.state.inventory.get(1)).toMatchObject({ stock: 5, held: 3 });
});

test('a dry run of an undo in several chunks refuses the same orders for missing stock as the real undo', () => {
  // Each product is in two orders of the first chunk. The order of the second chunk contains the last product again.
  const productOf = (id: number) => Math.ceil(Math.min(id, chunkSize) / 2);
  const ids = Array.from({ length: chunkSize + 1 }, (_, index) => index + 1);
  const last = productOf(chunkSize);
  const stock = (product: number) => stockOf(product, 0, product === last ? 3 : 2);
  const shop = new Shop({
    orders: ids.map((id) =>
      anOrder(id, { status: 'confirmed', items: [aLine(id, productOf(id), { held: 1 })] }),
    ),
    inventory: Array.from({ length: last }, (_, index) => stock(index + 1)),
  });
  const cancelled = shop.update({ status: 'cancelled' });
  shop.state = adding(shop.state, { inventory: [stockOf(last, 2)] });
  const seen = ({ counts, errors, sums }: BulkOperation) => ({ counts, errors, sums });
  const rehearsed = seen(shop.followUp('undo', cancelled, { dry_run: true }));
  expect(rehearsed.errors).toMatchObject([{ id: chunkSize + 1, code: 'out_of_stock' }]);
  expect(rehearsed).toEqual(seen(shop.followUp('undo', cancelled)));
  // Each of the 500 reserved units counts, but the stored list of products is short.
  expect([rehearsed.sums?.stock, rehearsed.sums?.products.length]).toEqual([-chunkSize, shownProducts]);
});

test('a request for a bulk update of orders must contain a valid status, a valid payment, or both', () => {
  const { body, check } = orderWrites['orders.bulk-update'];
  const errorsOf = (fields: Record<string, unknown>) => {
    const sent = { ids: [1], ...fields };
    const { value, errors } = validate<object>(body, sent, { currencyDecimals: 2, timeZone: 'UTC' });
    return [...errors, ...(check?.(value, sent) ?? [])].map(({ field, rule }) => `${field} ${rule}`);
  };
  expect(errorsOf({ payment: { method: '2' } })).toEqual([]);
  expect(errorsOf({ payment: null, status: 'confirmed' })).toEqual([]);
  expect(errorsOf({ payment: { method: 1 }, status: 'confirmed' })).toEqual([]);
  expect(errorsOf({})).toEqual(['status required']);
  expect(errorsOf({ payment: null })).toEqual(['status required']);
  expect(errorsOf({ payment: {} })).toEqual(['payment.method required']);
  expect(errorsOf({ payment: { method: 9 } })).toEqual(['payment.method in']);
  expect(errorsOf({ payment: 1 })).toEqual(['payment object']);
  expect(errorsOf({ payment: { method: 1 }, status: 'rejected' })).toEqual(['reject_reason required']);
});
