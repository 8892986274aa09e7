import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  adminOperationsList,
  adminOrdersBulkUpdate,
  adminOrdersList,
  adminOrdersRead,
  adminOrdersUpdate,
  adminSubscriptionsCreate,
  adminSubscriptionsDelete,
  adminSubscriptionsRead,
  createClient,
  followOperation,
  NotFound,
  operationsReport,
  OutOfStock,
  PreconditionFailed,
  shopCartAdd,
  shopCartRead,
  shopOrdersCheckout,
  shopOrdersList,
  shopOrdersRead,
  shopProductsList,
  ValidationFailed,
  type BulkOperation,
  type Client,
} from '#clients/typescript/src/main.ts';
import { sharedStore } from '../../support/store-access.ts';
import { newProduct, newShopper } from '../support/records.ts';

const store = sharedStore();
const admin = createClient({ baseUrl: store.url, token: () => store.adminToken() });

let shopper: Awaited<ReturnType<typeof newShopper>>;
let client: Client;
beforeEach(async () => {
  shopper = await newShopper();
  client = createClient({ baseUrl: store.url, token: () => store.clientToken(shopper.user.id) });
});

async function order() {
  const { id } = await newProduct();
  await shopCartAdd({ client, body: { product_id: id, amount: 2 } });
  return shopOrdersCheckout({ client, body: { payment_method: 1, address_id: shopper.address.id } });
}

describe('a shopper', () => {
  test('the cart is empty after the TypeScript client has placed an order', async () => {
    const placed = await order();
    expect(placed).toMatchObject({ status: 'pending', items: [{ amount: 2 }] });
    expect(await shopOrdersRead({ client, path: { order: placed.id } })).toEqual(placed);
    expect(await shopCartRead({ client })).toEqual({ items: [], items_total: 0 });
  });

  test('two checkouts of the TypeScript client with the same idempotency key place only one order', async () => {
    const { id } = await newProduct();
    await shopCartAdd({ client, body: { product_id: id, amount: 1 } });
    const body = { payment_method: 1, address_id: shopper.address.id } as const;
    const first = shopOrdersCheckout({ client, body });
    const headers = { 'Idempotency-Key': first.idempotencyKey };
    expect((await shopOrdersCheckout({ client, body, headers })).id).toBe((await first).id);
  });

  test('if a product lacks stock, a checkout with the TypeScript client throws OutOfStock, which lists the product and its stock', async () => {
    const { id } = await newProduct({ stock: 1 });
    await shopCartAdd({ client, body: { product_id: id, amount: 5 } });
    const refused = await shopOrdersCheckout({
      client,
      body: { payment_method: 1, address_id: shopper.address.id },
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OutOfStock);
    expect((refused as OutOfStock).products).toEqual([
      expect.objectContaining({ product_id: id, requested: 5, available: 1 }),
    ]);
  });

  test('a TypeScript client set to Arabic gets Arabic names and Arabic validation errors', async () => {
    const arabic = createClient({
      baseUrl: store.url,
      token: await store.clientToken(shopper.user.id),
      language: 'ar',
    });
    const { id, ar } = await newProduct();
    const { data } = await shopProductsList({ client: arabic, query: { search: ar.name } });
    expect(data.find((product) => product.id === id)).toMatchObject({ name: ar.name });
    const refused = await shopCartAdd({ client: arabic, body: { product_id: 0, amount: 1 } }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ValidationFailed);
    expect((refused as ValidationFailed).fields['product_id']?.[0]).toMatch(/\p{Script=Arabic}/u);
  });
});

describe('a list', () => {
  test('iterating a list with the TypeScript client yields each order once: with cursors, with page numbers and without pagination', async () => {
    const placed = [await order(), await order(), await order()].map(({ id }) => id);
    for (const paginate of ['cursor', 'true', 'false'] as const) {
      const query = { paginate, per_page: 2, filters: { user_id: shopper.user.id } };
      const seen: number[] = [];
      for await (const { id } of adminOrdersList({ client: admin, query })) seen.push(id);
      expect(seen).toEqual(expect.arrayContaining(placed));
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  test('a page that the TypeScript client reads by its number has the total number of records in its meta object', async () => {
    await order();
    await order();
    const page = await shopOrdersList({ client, query: { per_page: 1 } }).page(2);
    expect(page.data).toHaveLength(1);
    expect(page.meta).toMatchObject({ current_page: 2, per_page: 1, total: 2 });
  });

  test('a list that the TypeScript client reads has a meta object only if the response is paginated', async () => {
    const all = await adminOrdersList({ client: admin, query: { filters: { user_id: shopper.user.id } } });
    expect(all.meta).toBeUndefined();
    const { meta } = await adminOperationsList({ client: admin, query: { per_page: 1 } });
    expect(meta.per_page).toBe(1);
  });
});

describe('an operation', () => {
  const body = {
    price: 3,
    en: { name: 'Later', description: 'Soon.' },
    ar: { name: 'لاحقًا', description: 'قريبًا.' },
  };

  test('awaiting an asynchronous write of the TypeScript client returns the created record once the write is finished', async () => {
    const headers = { Prefer: 'respond-async' };
    const created = await adminSubscriptionsCreate({ client: admin, body, headers });
    expect(created).toMatchObject({ price: 3, en: { name: 'Later' } });
    const path = { subscription: created.id };
    await adminSubscriptionsDelete({ client: admin, path, headers });
    await expect(adminSubscriptionsRead({ client: admin, path })).rejects.toBeInstanceOf(NotFound);
  });

  test('awaiting a failed operation in the TypeScript client throws the error of the failed write', async () => {
    const operation = await adminOrdersUpdate({
      client: admin,
      path: { order: 999_999 },
      body: { status: 'confirmed' },
      headers: { Prefer: 'respond-async' },
    }).operation();
    await expect(operation.done()).rejects.toBeInstanceOf(NotFound);
  });

  test('the TypeScript client reads the progress, the result and the report of a bulk operation, with one report entry per record', async () => {
    const ids = [(await order()).id, (await order()).id, 999_999];
    const operation = await adminOrdersBulkUpdate({
      client: admin,
      body: { ids, status: 'confirmed' },
      headers: { Prefer: 'respond-async' },
    }).operation();
    const seen: string[] = [];
    for await (const { status } of operation.progress()) seen.push(status);
    expect(seen.at(-1)).toBe('partly_succeeded');
    const done = await operation.done();
    expect(done).toMatchObject({ status: 'partly_succeeded', result: { changed: 2, not_found: 1 } });
    const report = operationsReport({ client: admin, path: { id: done.id } });
    const reported: number[] = [];
    for await (const { id } of report) reported.push(id);
    expect(reported.sort()).toEqual([...ids].sort());
    expect((await report).map(({ id }) => id).sort()).toEqual(reported);
    const again = await followOperation<BulkOperation>({ client: admin, id: done.id });
    expect(await again.done()).toEqual(done);
  });
});

test.each(['wait=30', 'respond-async'])(
  'an update of the TypeScript client with Prefer: %s and an outdated If-Match header throws PreconditionFailed, which has the changed fields and the current tag',
  async (Prefer) => {
    const { id } = await order();
    const { etag } = await adminOrdersRead({ client: admin, path: { order: id } }).withResponse();
    const change = (notes: string, tag: string | null | undefined) =>
      adminOrdersUpdate({
        client: admin,
        path: { order: id },
        body: { notes },
        headers: { 'If-Match': tag ?? '', Prefer },
      });
    await change('first', etag);
    const refused = await change('second', etag).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PreconditionFailed);
    const { changes, etag: current } = refused as PreconditionFailed;
    expect(changes.flatMap(({ fields }) => fields)).toContain('notes');
    expect(await change('second', current)).toMatchObject({ notes: 'second' });
  },
);
