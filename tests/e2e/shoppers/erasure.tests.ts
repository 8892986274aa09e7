import { beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';

import type { Erasure } from '#services/orders/records/tables.ts';
import { orderColumn, personalOrderFields } from '#shared/contracts/endpoints/order-fields.ts';
import { userExportSchema } from '#shared/contracts/endpoints/user-export.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { eventually } from '../../support/eventually.ts';
import type { Caller } from '../../support/caller.ts';
import { waiting } from '../support/bulk-operation.ts';
import { expectConforms } from '../support/json-schema.ts';
import { uniqueWord, type Shopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Address, BulkCounts, Cart, Operation, Order, Product, User } from '../../support/resources.ts';
import { searchEverywhere, type Found } from '../support/searched-places.ts';
import { callers, failEachTime, make, store } from './external-store.ts';

/** Personal fields of orders that a shopper sets at checkout. */
const fieldsOfCheckout = personalOrderFields.filter((name) => name in orderColumn('checkout'));
const wordsOfCheckout = Object.fromEntries(fieldsOfCheckout.map((name) => [name, uniqueWord()]));

/** A unique word for each field that can hold personal data. */
const words = {
  ...wordsOfCheckout,
  subject: uniqueWord('auth0'),
  name: uniqueWord(),
  email: uniqueWord(),
  phone: phoneNumber(),
  formerName: uniqueWord(),
  street: uniqueWord(),
  line2: uniqueWord(),
  label: uniqueWord(),
  addressPhone: phoneNumber(),
  formerStreet: uniqueWord(),
  note: uniqueWord(),
  noteOfDeleted: uniqueWord(),
  reason: uniqueWord(),
  bulkReason: uniqueWord(),
  rehearsedReason: uniqueWord(),
  parkedStreet: uniqueWord(),
  parkedName: uniqueWord(),
  givenNotes: uniqueWord(),
  paymentReference: uniqueWord(),
  paymentNote: uniqueWord(),
  refundReason: uniqueWord(),
  referenceOfDeleted: uniqueWord(),
  changedNotes: uniqueWord(),
  changeReason: uniqueWord(),
  returnReason: uniqueWord(),
  returnRefusal: uniqueWord(),
};
type UserExport = Shown<typeof userExportSchema>;
const all = Object.values(words);

let shopper: Caller;
let user: User;
let product: Product;
let orders: Record<'rejected' | 'delivered' | 'deleted' | 'movedInBulk' | 'given', Order>;
let paymentOfDeleted: { id: number };
let deletion: Operation<BulkCounts>;
let before: Found;
let erased: string;

/** Words of a second customer. Some orders changed from one of the two customers to the other. */
const othersWords = {
  name: uniqueWord(),
  email: uniqueWord(),
  street: uniqueWord(),
  note: uniqueWord(),
  notes: uniqueWord(),
  takenNotes: uniqueWord(),
};
let taken: Order;

function phoneNumber(): string {
  return String(Math.floor(1e11 + Math.random() * 9e11));
}

/** Creates every kind of data that a person can leave in a store. */
async function plant(): Promise<void> {
  const { admin } = callers;
  await make.newWebhook({ types: ['*'] });
  shopper = callers.withToken(await store.token(words.subject, 'client'));
  product = await make.newProduct({ stock: 100 });
  const body = { name: words.formerName, email: `${words.email}@example.com`, phone: words.phone };
  user = (await shopper.put<User>('/api/client/me', body, { 'idempotency-key': 'me' })).data;
  await shopper.put('/api/client/me', { name: words.name });
  const street = { line1: words.formerStreet, line2: words.line2, label: words.label };
  const place = { city: 'Amman', country: 'JO', phone: words.addressPhone };
  const { data: address } = await shopper.post<Address>('/api/client/addresses', { ...street, ...place });
  await shopper.put(`/api/client/addresses/${address.id}`, { line1: words.street });

  const checkOut = async (key: string) => {
    await shopper.post<Cart>('/api/client/cart/items', { product_id: product.id, amount: 1 });
    const asked = { payment_method: 1, address_id: address.id, ...wordsOfCheckout };
    return (await shopper.post<Order>('/api/client/orders/checkout', asked, { 'idempotency-key': key })).data;
  };
  const [rejected, delivered, deleted, movedInBulk, given] = [
    await checkOut('1'),
    await checkOut('2'),
    await checkOut('3'),
    await checkOut('4'),
    await checkOut('5'),
  ] as [Order, Order, Order, Order, Order];
  orders = { rejected, delivered, deleted, movedInBulk, given };
  const at = ({ id }: Order) => `/api/admin/orders/${id}`;
  await admin.post(`${at(rejected)}/notes`, { text: words.note });
  await admin.post(`${at(deleted)}/notes`, { text: words.noteOfDeleted });
  const changes = { notes: words.changedNotes, reason: words.changeReason };
  await admin.post(`${at(rejected)}/changes`, changes);
  await admin.put(at(rejected), { status: 'rejected', reject_reason: words.reason });
  for (const status of ['confirmed', 'preparing', 'shipped']) await admin.put(at(delivered), { status });
  const lines = [{ item_id: delivered.items[0]?.id, amount: 1, reason: words.returnReason }];
  const { data: back } = await admin.post<{ id: number }>(`${at(delivered)}/returns`, { lines });
  await admin.put(`/api/admin/returns/${back.id}`, { status: 'refused', reason: words.returnRefusal });
  const payment = { amount: 1, reference: words.paymentReference, note: words.paymentNote };
  const { data: paid } = await admin.post<{ id: number }>(`${at(delivered)}/payments`, payment);
  await admin.post(`/api/admin/payments/${paid.id}/refund`, { amount: 0.5, reason: words.refundReason });
  const expected = { amount: 1, capture: false, reference: words.referenceOfDeleted };
  paymentOfDeleted = (await admin.post<{ id: number }>(`${at(deleted)}/payments`, expected)).data;
  const inBulk = { ids: [movedInBulk.id], status: 'rejected' };
  const rehearsed = { ...inBulk, reject_reason: words.rehearsedReason, dry_run: true };
  await admin.put('/api/admin/orders/bulk-update', rehearsed, waiting);
  await admin.put('/api/admin/orders/bulk-update', { ...inBulk, reject_reason: words.bulkReason }, waiting);
  const ids = [deleted.id];
  await admin.post('/api/admin/orders/bulk-delete', { ids, dry_run: true }, waiting);
  deletion = (await admin.post<Operation<BulkCounts>>('/api/admin/orders/bulk-delete', { ids }, waiting))
    .data;
  // An order that now belongs to the second customer.
  const other = await plantAnother();
  await admin.put(at(given), { notes: words.givenNotes });
  await admin.put(at(given), { user_id: other.user.id, address_id: other.address.id });
  await admin.put(at(given), { notes: othersWords.notes });
  await admin.post(`${at(given)}/notes`, { text: othersWords.note });
  // An order of the second customer that now belongs to the user.
  taken = await make.newOrder({ notes: othersWords.takenNotes }, other);
  await admin.put(at(taken), { user_id: user.id, address_id: address.id });
  await admin.put(at(taken), { status: 'cancelled' });
  const search = encodeURIComponent(`${words.email}@example.com`);
  const views = [
    { name: `Orders of ${words.phone}`, list: 'orders' },
    { name: 'Theirs', list: 'orders', query: `search=${search}` },
    { name: 'All', list: 'orders' },
  ];
  await admin.put('/api/admin/settings/views', { views });
  // Two rejected writes. Their stored error responses list the record's changes, which contain personal data.
  const stale = { 'if-match': '"0-en"' };
  expectRefusal(
    await admin.put(`/api/admin/users/${user.id}`, { phone: null }, stale),
    'precondition_failed',
  );
  expectRefusal(await admin.put(at(rejected), { notes: 'x' }, stale), 'precondition_failed');
  await shopper.post<Cart>('/api/client/cart/items', { product_id: product.id, amount: 2 });
  await park('parked-client', (headers) =>
    shopper.put(`/api/client/addresses/${address.id}`, { line1: words.parkedStreet }, headers),
  );
  await park('parked-admin', (headers) =>
    admin.put(`/api/admin/users/${user.id}`, { name: words.parkedName }, headers),
  );
  const parked = async () =>
    (await admin.get<Operation[]>('/api/admin/operations?filters[status]=parked')).page.data.length === 2;
  await eventually('two parked commands', parked, 120_000);
}

async function plantAnother(): Promise<Shopper> {
  const other = await make.newShopper();
  const { admin } = callers;
  const person = { name: othersWords.name, email: `${othersWords.email}@example.com` };
  await admin.put(`/api/admin/users/${other.user.id}`, person);
  await admin.put(`/api/admin/addresses/${other.address.id}`, { line1: othersWords.street });
  return other;
}

async function park(requestId: string, send: (headers: Record<string, string>) => Promise<unknown>) {
  failEachTime(requestId);
  await send({ 'x-request-id': requestId, prefer: 'respond-async' });
}

const erase = () =>
  callers.admin.send('DELETE', `/api/admin/users/${user.id}`, {
    json: { reason: 'Asked for by letter' },
    headers: { 'idempotency-key': 'erase' },
  });

async function erasure(): Promise<Erasure | null> {
  const connection = await mongoose.createConnection(store.servers.mongodbUri).asPromise();
  try {
    const database = connection.getClient().db(`${store.namespace}_orders`);
    return await database.collection<Erasure>('erasures').findOne({ _id: user.id });
  } finally {
    await connection.close();
  }
}

const wordsIn = (found: Found) => [...new Set([...found.values()].flat())].sort();

function nameOf(word: string): string {
  return Object.entries(words).find(([, value]) => value === word)?.[0] ?? word;
}

function table(had: Found, has: Found, seconds: number): string {
  const places = [...new Set([...had.keys(), ...has.keys()])].sort();
  const rows = places.map((place) => {
    const found = (had.get(place) ?? []).map(nameOf);
    return `| ${place} | ${found.length} | ${has.get(place)?.length ?? 0} |`;
  });
  return `${rows.join('\n')}\n${all.length} words, first round done after ${seconds} s\n`;
}

describe('the erasure of a user', () => {
  beforeAll(plant, 180_000);

  test('erasing a user with an open order returns 409 and lists the order', async () => {
    const problem = expectRefusal(await callers.admin.delete(`/api/admin/users/${user.id}`), 'conflict');
    const { id, order_number: number } = orders.delivered;
    expect(problem).toMatchObject({ orders: [{ id, order_number: number, status: 'shipped' }] });
    expect(problem.message).toContain(number);
    await callers.admin.put(`/api/admin/orders/${id}`, { status: 'delivered' });
  });

  test('the export of a user contains all the user’s data except in failed writes that wait for an admin, and no other customer’s data', async () => {
    const path = `/api/admin/users/${user.id}/export`;
    const answer = await callers.admin.get<UserExport>(path);
    expect(answer.header('content-disposition')).toBe(`attachment; filename="user-${user.id}.json"`);
    expectConforms(userExportSchema, answer.data);
    const left = Object.entries(words).filter(([, word]) => !answer.text.includes(word));
    // The body of a parked command is only in a queue of RabbitMQ, which the export does not read.
    expect(left.map(([name]) => name).sort()).toEqual(['parkedName', 'parkedStreet']);
    const others = Object.entries(othersWords).filter(([, word]) => answer.text.includes(word));
    expect(others).toEqual([]);
    const { data } = answer;
    const { rejected, delivered, movedInBulk, deleted, given } = orders;
    const ids = [rejected, delivered, movedInBulk, taken].map(({ id }) => id);
    expect(data.orders.map(({ order }) => order.id)).toEqual(ids);
    expect(data.former_records.map(({ subject, record }) => [subject, record === null])).toEqual([
      [`orders/${deleted.id}`, false],
      [`payments/${paymentOfDeleted.id}`, false],
      [`orders/${given.id}`, true],
    ]);
    expect(data.cart).toEqual([{ product_id: product.id, amount: 2 }]);
    expect(data.operations.filter(({ status }) => status === 'parked')).toHaveLength(1);
    expectRefusal(await callers.auditor.get(path), 'forbidden');
  });

  test('before an erasure, a search finds all personal words of the user in the stored data, but none of them in the logs', async () => {
    before = await searchEverywhere(store, all);
    expect(wordsIn(before)).toEqual([...all].sort());
    const logs = [...before].filter(([place]) => place.startsWith('log of'));
    expect(logs.flatMap(([place, found]) => found.map((word) => `${place}: ${word}`))).toEqual([]);
  });

  test('after an erasure, a search of all stored data and logs finds none of the user’s personal words', async () => {
    const { data: asked } = await callers.admin.get<Order>(`/api/admin/orders/${orders.rejected.id}`);
    const read = await callers.admin.get<Order>(`/api/admin/orders/${orders.rejected.id}`);
    const answer = await erase();
    expect(answer.status).toBe(204);
    erased = new Date().toISOString();
    await eventually(
      'the first round of the erasure',
      async () => ((await erasure())?.rounds ?? 0) > 0,
      60_000,
    );
    const seconds = (Date.now() - Date.parse(erased)) / 1000;
    const after = await eventually('the erased words to leave the search texts', async () => {
      const found = await searchEverywhere(store, all);
      return found.get('orders.order_texts')?.length === 0 ? found : null;
    });
    const left = [...after].flatMap(([place, found]) => found.map((word) => `${place}: ${nameOf(word)}`));
    expect(left).toEqual([]);
    if (process.env['SHOW_PLACES'] === '1') process.stderr.write(table(before, after, seconds));

    const shown = await callers.admin.get<Order>(`/api/admin/orders/${orders.rejected.id}`);
    expect(shown.data).toMatchObject({
      total: asked.total,
      items: asked.items,
      status: 'rejected',
      ...Object.fromEntries(personalOrderFields.map((name) => [name, null])),
      user: { id: user.id, name: 'Deleted customer' },
      address: { label: null, line1: '', line2: null, city: 'Amman', country: 'JO', phone: null },
    });
    expect(shown.header('etag')).not.toBe(read.header('etag'));
    const { data: saved } = await callers.admin.get<{ views: object[] }>('/api/admin/settings/views');
    expect(saved.views).toEqual([{ name: 'All', list: 'orders', query: null }]);
  });

  test('an erased user’s token reads no data and cannot write', async () => {
    expectRefusal(await shopper.get('/api/client/me'), 'not_found');
    for (const path of ['orders', 'addresses'])
      expect((await shopper.get(`/api/client/${path}`)).data).toEqual([]);
    expectRefusal(await shopper.get(`/api/client/orders/${orders.delivered.id}`), 'not_found');
    expect((await shopper.get<Cart>('/api/client/cart')).data.items).toEqual([]);
    const line = { product_id: product.id, amount: 1 };
    expectRefusal(await shopper.post('/api/client/cart/items', line), 'forbidden');
  });

  test('a retry with an erased user’s token gets 403 and not the stored response', async () => {
    const asked = { payment_method: 1, address_id: orders.rejected.address_id, ...wordsOfCheckout };
    for (const notes of [wordsOfCheckout['notes'], 'x']) {
      const again = await shopper.post(
        '/api/client/orders/checkout',
        { ...asked, notes },
        { 'idempotency-key': '1' },
      );
      expectRefusal(again, 'forbidden');
    }
    const body = { name: words.formerName, email: `${words.email}@example.com`, phone: words.phone };
    expectRefusal(await shopper.put('/api/client/me', body, { 'idempotency-key': 'me' }), 'forbidden');
    expect((await erase()).status).toBe(204);
  });

  test('the event feed and the timelines record an erasure', async () => {
    const { data: events } = await callers.admin.get<{ type: string; subject: string }[]>(
      '/api/admin/events?after=0&limit=5000',
    );
    const eventTypes = events.filter(({ subject }) => subject === `users/${user.id}`).map(({ type }) => type);
    expect(eventTypes.slice(-2)).toEqual(['orders.user.deleted.v2', 'orders.user.erased.v2']);
    const timeline = await callers.admin.get<{ kind: string; changes: Record<string, object> }[]>(
      `/api/admin/orders/${orders.rejected.id}/timeline`,
    );
    expect(timeline.page.data[0]).toMatchObject({ kind: 'erased', changes: { 'user.name': {}, notes: {} } });
    const own = await callers.admin.get<{ kind: string }[]>(`/api/admin/users/${user.id}/timeline`);
    expect(own.page.data[0]).toMatchObject({ kind: 'erased', reason: 'Asked for by letter' });
  });

  test('an undo that restores an erased user’s order restores no personal data', async () => {
    const undone = await callers.admin.post<Operation<BulkCounts>>(
      `/api/operations/${deletion.id}/undo`,
      {},
      waiting,
    );
    expect(undone.data.result).toMatchObject({ changed: 1 });
    const { data: back } = await callers.admin.get<Order>(`/api/admin/orders/${orders.deleted.id}`);
    expect(back).toMatchObject({ user: { name: 'Deleted customer' }, notes: null });
    expect(wordsIn(await searchEverywhere(store, all))).toEqual([]);
  });

  test('an erasure discards the user’s parked commands, which failed and waited for an admin', async () => {
    const { data } = (await callers.admin.get<Operation[]>('/api/admin/operations?filters[status]=parked'))
      .page;
    expect(data).toEqual([]);
  });
});
