import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { mongo } from 'mongoose';
import { runAudit } from '#shared/engine/audit/run-audit.ts';
import { rowId, undoReason, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { cleanFormerTimelines, cleanOwnTimelines } from '#services/orders/erasure/storage/clean-ledger.ts';
import { cleanBulkWork, cleanRehearsals } from '#services/orders/erasure/storage/clean-kept-data.ts';
import { cleanOrders } from '#services/orders/erasure/storage/clean-orders.ts';
import { cleanSearch } from '#services/orders/erasure/storage/erasure-rounds.ts';
import type { Cart, Erasure, Order, Payment } from '#services/orders/records/tables.ts';
import { orders } from '#services/orders/service.ts';
import { command } from '../../unit/support/orders-world.ts';
import { discardParked, openErasingOrders, type ErasingOrders } from '../support/erasing-orders.ts';
import { auditWithoutPauses } from '../support/own-orders.ts';

/**
 * Orders of Layla that were transferred to Omar. The first order still exists, and the second one was deleted
 * afterwards.
 */
const [layla, omar, ghost] = [1, 2, 3];
const [living, deleted, unrelated] = [1, 2, 4];
const names: Readonly<Record<number, string>> = { [layla]: 'layla', [omar]: 'omar', [ghost]: 'ghost' };

let own: ErasingOrders;
let db: mongo.Db;
let does: ErasingOrders['does'];

beforeEach(async () => {
  own = await openErasingOrders();
  ({ db, does } = own);
  await does(command('inventory.set', { params: { product: 1 }, body: { stock: 20 } }));
  for (const [id, name] of Object.entries(names)) {
    await does(command('users.create', { body: { name, email: `${name}@example.com` } }));
    const place = { user_id: Number(id), line1: `street of ${name}`, city: 'Amman', country: 'JO' };
    await does(command('addresses.create', { body: place }));
  }
  for (const customer of [layla, layla, ghost, ghost]) await checkOut(customer);
  for (const order of [living, deleted]) {
    await changes(order, layla);
    await update(order, { user_id: omar, address_id: omar });
    await changes(order, omar);
  }
  await does(command('orders.delete', { params: { order: deleted } }));
  // Omar also gets the address whose id equals the id of the unrelated order.
  const second = { user_id: layla, line1: 'second street of layla', city: 'Zarqa', country: 'JO' };
  await does(
    command('addresses.create', { body: second }),
    command('addresses.update', { params: { address: unrelated }, body: { user_id: omar } }),
  );
  await deletesAddress(layla);
});
afterEach(() => own.close());

const caller = (user: number) => ({ area: 'client' as const, subject: names[user] ?? '', userId: user });
const update = (order: number, body: object) => does(command('orders.update', { params: { order }, body }));

async function checkOut(user: number): Promise<void> {
  await does(
    command('cart.add', { caller: caller(user), body: { product_id: 1, amount: 2 } }),
    command('orders.checkout', { caller: caller(user), body: { payment_method: 1, address_id: user } }),
  );
}

/** The shopper adds an address and deletes it. */
async function deletesAddress(user: number): Promise<void> {
  const place = { line1: 'a room', city: 'Amman', country: 'JO' };
  await does(command('own-addresses.create', { caller: caller(user), body: place }));
  const params = { address: await db.collection('addresses').countDocuments() };
  await does(command('own-addresses.delete', { caller: caller(user), params }));
}

/**
 * Bulk work on these orders: its reason names a customer, and its undo was refused because the customer has changed an order.
 * Also a rehearsal of this work, and an operator's request whose objections name the customer.
 */
async function bulkWork(id: string, [order = 0]: readonly number[], name: string): Promise<void> {
  const stores = (collection: string, document: object) => db.collection(collection).insertOne(document);
  const error = { id: order, code: 'changed_since', params: { by: `client:${name}`, at: '2026-05-01' } };
  const asked = { status: 'rejected', reject_reason: `${name} moved` };
  const changes = [{ field: 'reject_reason', from: null, to: `${name} moved` }];
  const row = { _id: rowId(`orders/${order}`, 99), at: '2026-05-01', kind: 'status_changed', changes };
  const ended = { status: 'failed', undoes: 'x', errors: [error], errors_total: 1 };
  await stores('bulk_operations', { _id: id, ...ended, asked });
  await stores('bulk_operations', { _id: `${id}-rehearsed`, status: 'succeeded', errors: [], asked });
  await stores('bulk_chunks', { _id: `${id}-rehearsed:0`, ids: [order], errors: [] });
  await stores('bulk_chunks', { _id: `${id}:0`, ids: [order], errors: [error] });
  await stores('bulk_previews', { _id: `${id}:0`, rows: [row] });
  const objection = `version 3 by client:${name} at 2026-05-01`;
  const objections = [{ code: 'record_changed_since', params: { changes: objection }, detail: objection }];
  await stores('parked_requests', { _id: id, state: 'objections', detail: objection, objections });
}

/** Staff and the customer leave texts about the customer on their order. */
async function changes(order: number, user: number): Promise<void> {
  const name = names[user] ?? '';
  if (user === layla)
    for (const status of ['confirmed', 'preparing', 'shipped', 'delivered'] as const)
      await update(order, { status });
  await update(order, { notes: `notes of ${name}` });
  const expected = { amount: 1, capture: false, reference: `reference of ${name}` };
  await does(command('payments.create', { params: { order }, body: expected }));
  const { items } = (await db.collection<Order>('orders').findOne({ _id: order })) as Order;
  const lines = [{ item_id: items[0]?.id ?? 0, amount: 1, reason: `reason of ${name}` }];
  await does(command('own-returns.create', { caller: caller(user), params: { order }, body: { lines } }));
  const params = { order, return: await db.collection('returns').countDocuments() };
  await does(command('own-returns.withdraw', { caller: caller(user), params }));
}

async function exported(user: number): Promise<{ text: string; former: string[] }> {
  const text = await own.exported(user);
  const { data } = JSON.parse(text) as { data: { former_records: { subject: string }[] } };
  return { text, former: data.former_records.map(({ subject }) => subject) };
}

test('if an order was reassigned to another customer, neither customer’s data export contains texts that belong to the other customer', async () => {
  const texts = ['notes', 'reference', 'reason'];
  for (const [user, other] of [
    [layla, omar],
    [omar, layla],
  ] as const) {
    const { text } = await exported(user);
    const count = (name = '') => texts.map((kind) => text.split(`${kind} of ${name}`).length > 1);
    expect([user, count(names[user]), count(names[other])]).toEqual([
      user,
      [true, true, true],
      [false, false, false],
    ]);
  }
});

test('a customer’s data export contains the reason of a bulk change only if the customer owned the order at that time, also for a deleted order', async () => {
  const passing = { _id: /^orders/, changes: { $elemMatch: { field: 'user_id', from: layla } } };
  const last = await db.collection<LedgerRow>('ledger').findOne(passing, { sort: { at: -1 } });
  const passed = Date.parse(last?.at ?? '');
  const times = { [layla]: passed - 60_000, [omar]: passed };
  for (const [user, at] of Object.entries(times)) {
    const reason = `reason for ${names[Number(user)] ?? ''}`;
    const work = { _id: `given-${user}`, dry_run: false, created_at: new Date(at).toISOString() };
    await db
      .collection<{ _id: string }>('bulk_operations')
      .insertOne({ ...work, asked: { status: 'rejected', reject_reason: reason } } as never);
    const chunk = { _id: `given-${user}:0`, ids: [living, deleted], errors: [] };
    await db.collection<{ _id: string }>('bulk_chunks').insertOne(chunk);
  }
  const reasons = [];
  for (const user of [layla, omar]) {
    const { data } = JSON.parse((await exported(user)).text) as { data: { bulk_reasons: unknown[] } };
    reasons.push(data.bulk_reasons);
  }
  const orders = [living, deleted];
  expect(reasons).toEqual([
    [{ id: `given-${layla}`, dry_run: false, reason: 'reason for layla', orders }],
    [{ id: `given-${omar}`, dry_run: false, reason: 'reason for omar', orders }],
  ]);
});

test('a customer’s data export lists each record of a deleted order only once, even if the order was deleted twice', async () => {
  const rows = db.collection<LedgerRow>('ledger');
  const last = await rows.findOne({
    _id: { $gt: `orders/${deleted}:`, $lt: `orders/${deleted};` },
    kind: 'deleted',
  });
  if (!last) throw new Error('The order was not deleted');
  await rows.insertOne({ ...last, _id: rowId(`orders/${deleted}`, 99) });
  const { former } = await exported(omar);
  expect(former).toHaveLength(new Set(former).size);
  expect(former).toContain(`orders/${deleted}`);
});

async function erase(user: number): Promise<void> {
  await own.erase(user);
  await cleanAgain(user);
}

async function cleanAgain(user: number): Promise<void> {
  const ofTimelines = [cleanOrders, cleanSearch, cleanOwnTimelines, cleanFormerTimelines];
  await own.clean(user, [...ofTimelines, discardParked, cleanRehearsals, cleanBulkWork]);
  await db.collection<Erasure>('erasures').updateOne({ _id: user }, { $set: { rounds: 1 } });
}

async function audited(section: 'erasures' | 'orders' = 'erasures'): Promise<unknown[]> {
  const sections = orders.sections({ keepsBaselines: false }).filter(({ name }) => name === section);
  const options = { settleMs: 0, judges: orders.repairs };
  return (await runAudit(sections, auditWithoutPauses(own), options)).findings;
}

test('the audit does not compare the cart of a customer with orders that other customers checked out and staff reassigned to this customer', async () => {
  const firstOfGhost = 3;
  await update(firstOfGhost, { user_id: omar, address_id: omar });
  const placed = db.collection<Order>('orders').find({ user_id: omar }, { projection: { cart_version: 1 } });
  expect(await placed.toArray()).toEqual([living, firstOfGhost].map((_id) => ({ _id, cart_version: 1 })));
  expect(await audited('orders')).toEqual([]);
  const cart = { _id: omar, version: 1, items: [], updated_at: '' };
  await db.collection<Cart>('carts').insertOne(cart);
  expect(await audited('orders')).toEqual([]);
});

/** The shoppers that an order's history and ledger rows name as authors. A deleted order's history is in its last ledger row. */
async function authorsOf(order: number): Promise<{ history: string[]; rows: string[] }> {
  const rows = await db
    .collection<LedgerRow>('ledger')
    .find({ _id: { $gt: `orders/${order}:`, $lt: `orders/${order};` } })
    .sort({ _id: 1 })
    .toArray();
  const living = await db.collection<Order>('orders').findOne({ _id: order });
  const last = living ?? (rows.findLast((row) => row.last)?.last as unknown as Order);
  const shoppers = rows.flatMap(({ by }) => (by?.area === 'client' ? by.subject : []));
  return {
    history: last.history.map(({ by }) => by).filter((by) => by.startsWith('client:')),
    rows: [...new Set(shoppers)],
  };
}

const timelines = ['orders', 'payments', 'returns', 'ledger'];
const kept = ['deletions', 'bulk_operations', 'bulk_chunks', 'bulk_previews', 'parked_requests'];
const stored = async () =>
  JSON.stringify(
    await Promise.all([...timelines, ...kept].map((name) => db.collection(name).find().toArray())),
  );

test('erasing the second customer of a reassigned order removes this customer’s texts and keeps the actions and texts of the first customer', async () => {
  await bulkWork('first', [deleted], 'omar');
  await erase(omar);
  for (const order of [living, deleted])
    expect([order, await authorsOf(order)]).toEqual([
      order,
      { history: ['client:layla'], rows: ['layla', String(omar)] },
    ]);
  const left = await stored();
  expect(left).not.toMatch(/(notes|reference|reason) of omar|omar moved|client:omar/);
  const work = await db.collection<{ _id: string }>('bulk_operations').find().sort({ _id: 1 }).toArray();
  // The undo would write no reason, so only the rehearsal of the work itself is marked.
  const asked = { status: 'rejected', reject_reason: '—' };
  expect(work).toEqual([
    expect.not.objectContaining({ text_erased: true }),
    expect.objectContaining({ text_erased: true }),
  ]);
  expect(work).toMatchObject([{ asked }, { asked }]);
  for (const kind of ['notes', 'reference', 'reason']) expect(left).toContain(`${kind} of layla`);
  const payments = db.collection<Payment>('payments').find({ order_id: living }).sort({ _id: 1 });
  expect((await payments.toArray()).map(({ reference }) => reference)).toEqual(['reference of layla', null]);
  expect(await audited()).toEqual([]);
  // A subject that is as long as the user id that should replace it.
  const planted = { $set: { 'by.subject': 'x' } };
  await db.collection('ledger').updateOne({ _id: /^orders/, 'by.subject': String(omar) }, planted);
  expect(await audited()).toMatchObject([{ rule: 'person-not-erased', subject: `users/${omar}` }]);
});

test('after an erasure of the second customer of an address, each repetition of the clean-up keeps what the address was while the first customer had it', async () => {
  const address = { _id: { $gt: 'addresses/1:', $lt: 'addresses/1;' } };
  const change = (body: object) => does(command('addresses.update', { params: { address: 1 }, body }));
  await change({ line1: 'new street of layla' });
  await change({ user_id: omar, line1: 'street of omar, too' });
  await erase(omar);
  await cleanAgain(omar);
  const rows = await db.collection<LedgerRow>('ledger').find(address).sort({ _id: 1 }).toArray();
  expect(rows.map(({ changes }) => changes)).toEqual([
    undefined,
    [{ field: 'line1', from: 'street of layla', to: 'new street of layla' }],
    [{ field: 'user_id', from: layla, to: omar }, { field: 'line1' }],
    undefined,
  ]);
  expect((await exported(layla)).former).toContain('addresses/1');
  expect(await audited()).toEqual([]);
});

test('erasing the second customer of a reassigned order also removes texts that staff wrote since then on the first customer’s payments and returns', async () => {
  const order = 3;
  const idOf = async (kind: string): Promise<number> => {
    const found = await db.collection<Payment>(kind).findOne({ order_id: order });
    return found?._id ?? 0;
  };
  for (const status of ['confirmed', 'preparing', 'shipped', 'delivered'] as const)
    await update(order, { status });
  const paid = { amount: 2, reference: 'reference of ghost' };
  await does(command('payments.create', { params: { order }, body: paid }));
  const payment = await idOf('payments');
  const refund = (reason: string) =>
    does(command('payments.refund', { params: { payment }, body: { amount: 1, reason } }));
  await refund('refund of ghost');
  const { items } = (await db.collection<Order>('orders').findOne({ _id: order })) as Order;
  const lines = [{ item_id: items[0]?.id ?? 0, amount: 1, reason: 'reason of ghost' }];
  await does(command('own-returns.create', { caller: caller(ghost), params: { order }, body: { lines } }));

  await update(order, { user_id: omar, address_id: omar });
  await refund('refund of omar');
  const refused = { status: 'refused' as const, reason: 'refusal of omar' };
  await does(command('returns.update', { params: { return: await idOf('returns') }, body: refused }));
  expect(await stored()).toMatch(/refund of omar.*refusal of omar/);
  await erase(omar);
  const left = await stored();
  expect(left).not.toMatch(/(refund|refusal) of omar/);
  for (const text of ['reference', 'refund', 'reason']) expect(left).toContain(`${text} of ghost`);
  const rows = await db
    .collection<LedgerRow>('ledger')
    .find({ _id: /^payments/ })
    .toArray();
  expect(JSON.stringify(rows)).toContain('refund of ghost');
  expect(await audited()).toEqual([]);
});

test('erasing the first customer of reassigned orders removes this customer from these orders, and changes no unrelated order', async () => {
  await bulkWork('second', [living], 'layla');
  const records = db.collection<Order>('orders');
  await records.updateOne({ _id: living }, { $set: { 'history.1.reason': undoReason } });
  await erase(layla);
  for (const order of [living, deleted])
    expect([order, await authorsOf(order)]).toEqual([
      order,
      { history: [`client:${layla}`], rows: [String(layla), 'omar'] },
    ]);
  expect(await stored()).not.toContain('layla');
  expect((await records.findOne({ _id: living }))?.history[1]?.reason).toBe(undoReason);
  expect((await authorsOf(unrelated)).history).toEqual(['client:ghost']);
  const erasure = await db.collection<Erasure>('erasures').findOne({ _id: layla });
  expect(erasure?.given_orders?.toSorted()).toEqual([living, deleted]);
  expect(await audited()).toEqual([]);
});
