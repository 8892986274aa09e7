import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newIdempotencyKey, createClient } from '#clients/typescript/src/main.ts';
import * as panel from '#clients/typescript/recipes/admin-panel.ts';
import { buyingTakesStock } from '#clients/typescript/recipes/against-npm-start.ts';
import { checkOut } from '#clients/typescript/recipes/checkout.ts';
import * as integrator from '#clients/typescript/recipes/integrator.ts';
import * as app from '#clients/typescript/recipes/shoppers-app.ts';
import { sharedStore } from '../../support/store-access.ts';
import { admin, clientOf } from '../support/callers.ts';
import { fillCart, newOrder, newProduct, newShopper, readOrder } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';

const store = sharedStore();
const adminClient = createClient({ baseUrl: store.url, token: () => store.adminToken() });

let shopper: Awaited<ReturnType<typeof newShopper>>;
let token: string;
beforeEach(async () => {
  shopper = await newShopper();
  token = await store.clientToken(shopper.user.id);
});

const ordersOfShopper = async () => (await clientOf(shopper.user.id).get<Order[]>('/api/client/orders')).data;

test('the sample checkout in the TypeScript client’s README places an order and logs its number and total', async () => {
  while ((await newProduct()).id < 3);
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await checkOut(store.url, token);
  const [order] = await ordersOfShopper();
  expect(log.mock.calls).toEqual([[order?.order_number, order?.total]]);
  log.mockRestore();
});

describe('a shopper’s app', () => {
  const kept = () => {
    let order: app.PendingOrder | null = null;
    return { get: () => order, set: (value: app.PendingOrder | null) => void (order = value) };
  };

  test('the sample shop app in the TypeScript client’s README shows the products it finds in the shopper’s language', async () => {
    const product = await newProduct();
    const client = app.shopOf(store.url, async () => token, 'ar');
    expect(await app.search(client, product.en.name)).toEqual([
      { id: product.id, name: product.ar.name, price: 12.5 },
    ]);
  });

  test('the sample shop app in the TypeScript client’s README places only one order for three concurrent attempts to order', async () => {
    const client = app.shopOf(store.url, async () => token, 'en');
    const memory = kept();
    await fillCart(shopper.client, await newProduct());
    const presses = [1, 2, 3].map(() => app.placeOrder(client, shopper.address.id, memory));
    const answers = await Promise.all(presses);
    expect(new Set(answers.map((order) => ('id' in order ? order.id : order))).size).toBe(1);
    expect(await ordersOfShopper()).toHaveLength(1);
    expect(memory.get()).toBeNull();
  });

  test('the sample shop app in the TypeScript client’s README shows which product lacks stock, or why an address is invalid', async () => {
    const client = app.shopOf(store.url, async () => token, 'ar');
    const scarce = await newProduct({ stock: 1 });
    await fillCart(shopper.client, scarce, 4);
    expect(await app.placeOrder(client, shopper.address.id, kept())).toEqual([`${scarce.id}: 1`]);
    expect(await app.placeOrder(client, 999_999, kept())).toEqual([
      expect.stringMatching(/\p{Script=Arabic}/u),
    ]);
  });
});

describe('an admin panel', () => {
  test('the sample admin panel in the TypeScript client’s README shows a page of pending orders and the number of all pending orders', async () => {
    const { id } = await newOrder();
    const { rows, total } = await panel.pendingOrders(adminClient, 1);
    expect(rows.map((order) => order.id)).toContain(id);
    expect(total).toBeGreaterThanOrEqual(rows.length);
  });

  test('the sample admin panel in the TypeScript client’s README does not overwrite a colleague’s change to an order', async () => {
    const { id } = await newOrder();
    const opened = await panel.openOrder(adminClient, id);
    await admin.put(`/api/admin/orders/${id}`, { notes: 'theirs' });
    const saved = await panel.saveNotes(adminClient, { id, etag: opened.etag }, 'mine');
    expect(saved).toMatchObject({ changes: [expect.objectContaining({ fields: ['notes'] })] });
    expect((await readOrder(id)).notes).toBe('theirs');
    const again = 'etag' in saved ? (saved.etag ?? '') : '';
    expect(await panel.saveNotes(adminClient, { id, etag: again }, 'mine')).toMatchObject({ notes: 'mine' });
  });

  test('the sample admin panel in the TypeScript client’s README shows the progress and result when it confirms several orders', async () => {
    const ids = [(await newOrder()).id, (await newOrder()).id];
    const shown: number[] = [];
    const done = await panel.confirmAll(adminClient, ids, (part) => void shown.push(part));
    expect(shown.at(-1)).toBe(1);
    expect(done.result).toMatchObject({ changed: 2 });
    expect(done.lines).toHaveLength(2);
    expect((await panel.comeBackTo(adminClient, done.id)).result).toEqual(done.result);
  });
});

describe('an integration job', () => {
  const client = integrator.jobClient(store.url, () => store.adminToken());

  test('the sample integration job in the TypeScript client’s README reads all orders of a day by ascending id', async () => {
    const made = [(await newOrder()).id, (await newOrder()).id];
    const seen: number[] = [];
    const today = new Date().toISOString().slice(0, 10);
    for await (const { id } of integrator.ordersOf(client, today)) seen.push(id);
    expect(seen).toEqual(expect.arrayContaining(made));
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test('the sample integration job in the TypeScript client’s README creates one product when it imports an article twice with different prices', async () => {
    const article = { number: newIdempotencyKey(), price: 4, name: 'Imported' };
    const id = await integrator.importProduct(client, article);
    expect(await integrator.importProduct(client, { ...article, price: 5 })).toBe(id);
  });

  test('the sample integration job in the TypeScript client’s README reads only order events and saves its position in the event feed', async () => {
    let cursor: string | undefined = '0';
    const kept = { get: () => cursor, set: (next: string) => (cursor = next) };
    const made = await newOrder();
    const enough = new AbortController();
    const seen: string[] = [];
    const handle = (event: { subject: string }) => {
      seen.push(event.subject);
      if (event.subject === `orders/${made.id}`) enough.abort(new Error('enough'));
      return Promise.resolve();
    };
    const readAll = () => Promise.resolve();
    const followed = integrator.followOrders(client, kept, { handle, readAll }, enough.signal);
    await expect(followed).rejects.toThrow('enough');
    expect(seen.every((subject) => subject.startsWith('orders/'))).toBe(true);
    expect(cursor).not.toBe('0');
  });

  test('the sample integration job in the TypeScript client’s README ships an order and logs why another order cannot be shipped', async () => {
    const lines: string[] = [];
    const { id } = await newOrder({ status: 'preparing' });
    expect(await integrator.ship(client, id, (line) => void lines.push(line))).toBe(true);
    const pending = await newOrder();
    expect(await integrator.ship(client, pending.id, (line) => void lines.push(line))).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/^order \d+: illegal_transition \(.+\)$/)]);
  });
});

test('the sample test in the TypeScript client’s README passes: it buys a product in a running store and reads the reduced stock', async () => {
  const tokens = { admin: await store.adminToken(), client: token };
  expect(await buyingTakesStock(store.url, tokens)).toEqual({ total: 19, stock: 3, held: 2 });
});
