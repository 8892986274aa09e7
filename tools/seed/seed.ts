import { currencyDecimals } from '#shared/contracts/kit/money.ts';
import { createApiClient, RequestError, type ApiClient, type Resource } from './api-client.ts';
import type { UserKind } from '#shared/platform/process/provider-tokens.ts';
import type { DataDir } from '../local-stack/data-dir.ts';
import type { Say } from '../local-stack/progress.ts';
import { addresses, products, subscriptions, users } from './seed-data.ts';

interface SeedOptions {
  url: string;
  adminToken: string;
  currency: string;
  /** The token of the first user, the shopper. */
  clientToken: string;
  userKind: UserKind;
  dataDir: Pick<DataDir, 'kept' | 'keep' | 'secret'>;
  say: Say;
}

/** Fills an empty store once, through the public API. A later call completes an aborted run. */
export async function seedOnce(options: SeedOptions): Promise<void> {
  const { url, currency, adminToken, clientToken, userKind, dataDir, say } = options;
  if (dataDir.kept('seeded') === 'yes') return;
  const admin = createApiClient(url, adminToken);
  const isHalfDone = dataDir.kept('seeded') === 'begun';
  if (isHalfDone || (await admin.count('/api/admin/products')) === 0) {
    dataDir.keep('seeded', 'begun');
    const seeding = dataDir.secret('seed');
    const once = (name: string) => `seed-${seeding}-${name}`;
    // Some currencies have no decimals.
    const decimals = currencyDecimals(currency);
    const price = (amount: number) => Number(amount.toFixed(decimals));
    // Creates the records of each resource in the sequence of the seed data, because carts and orders refer to the resulting ids.
    await Promise.all([seedUsers(admin, once, userKind), seedProducts(admin, once, price)]);
    await seedOrders(admin, createApiClient(url, clientToken), { once, price });
    say(
      `Seeded ${products.length} products, ${subscriptions.length} subscriptions, ${users.length} users and their orders.`,
    );
  }
  dataDir.keep('seeded', 'yes');
}

/** Like `seedOnce`, but reports a failure instead of throwing, because the store also works without sample records. */
export async function trySeeding(options: SeedOptions): Promise<void> {
  await seedOnce(options).catch((error: unknown) => {
    options.say(
      `The sample records are incomplete: ${(error as Error).message} ` +
        'The store runs without the others. npm start tries again at its next start, unless it has the option --no-seed.',
    );
  });
}

type Once = (name: string) => string;
type Price = (amount: number) => number;

async function seedUsers(admin: ApiClient, once: Once, userKind: UserKind): Promise<void> {
  for (const [i, user] of users.entries()) {
    // The external ids equal the users' ids. So a client token means the same user, whether it contains our ids or a provider's
    // ids.
    const body = userKind === 'id' ? user : { ...user, external_id: String(i + 1) };
    await admin.write('POST', '/api/admin/users', once(`user-${i}`), body);
  }
  for (const [i, { user, ...address }] of addresses.entries()) {
    await admin.write('POST', '/api/admin/addresses', once(`address-${i}`), {
      user_id: user + 1,
      ...address,
    });
  }
}

async function seedProducts(admin: ApiClient, once: Once, price: Price): Promise<void> {
  const ids: number[] = [];
  for (const [i, { stock: _stock, ...product }] of products.entries()) {
    const prices = { price: price(product.price), manufacturing_price: price(product.manufacturing_price) };
    const body = { ...product, ...prices };
    const { id } = await admin.write('POST', '/api/admin/products', once(`product-${i}`), body);
    ids.push(id);
  }
  for (const [i, subscription] of subscriptions.entries()) {
    const body = { ...subscription, price: price(subscription.price) };
    await admin.write('POST', '/api/admin/subscriptions', once(`subscription-${i}`), body);
  }
  const stocked = products.map(({ stock }, i) =>
    admin.write('PUT', `/api/admin/inventory/${ids[i]}`, once(`stock-${i}`), { stock }),
  );
  await Promise.all(stocked);
}

async function seedOrders(
  admin: ApiClient,
  shopper: ApiClient,
  { once, price }: { once: Once; price: Price },
): Promise<void> {
  const move = (order: Resource, status: string) =>
    admin.write('PUT', `/api/admin/orders/${order.id}`, once(`order-${order.id}-${status}`), { status });

  const received = await checkout(shopper, once, 'received', { 1: 2, 9: 1 }, 'Leave it with the neighbours');
  for (const status of ['confirmed', 'preparing', 'shipped', 'delivered']) await move(received, status);
  const regretted = await checkout(shopper, once, 'regretted', { 10: 1 });
  await shopper.write('POST', `/api/client/orders/${regretted.id}/cancel`, once('cancel'));
  const underway = await checkout(shopper, once, 'underway', { 3: 2, 11: 1 });
  for (const status of ['confirmed', 'preparing', 'shipped']) await move(underway, status);
  await checkout(shopper, once, 'waiting', { 4: 1, 6: 2 }, 'Ring twice');

  const line = (product: number, amount: number) => ({
    product_id: product,
    amount,
    main_price: price(products[product - 1]?.price ?? 0),
  });
  const byPhone = {
    user_id: 2,
    address_id: 3,
    payment_method: 1,
    status: 'confirmed',
    items: [line(2, 2), line(7, 1)],
  };
  const imported = { user_id: 3, address_id: 4, payment_method: 2, status: 'delivered', items: [line(5, 3)] };
  const refused = {
    user_id: 4,
    address_id: 5,
    payment_method: 4,
    status: 'rejected',
    items: [line(8, 30)],
    reject_reason: 'More than we can deliver before the feast',
  };
  for (const [name, order] of Object.entries({ byPhone, imported, refused })) {
    const total = order.items.reduce((sum, item) => sum + item.amount * item.main_price, 0);
    await admin.write('POST', '/api/admin/orders', once(name), { ...order, total: price(total) });
  }
  // The examples in the OpenAPI document refund, capture and void these payments.
  const pay = (name: string, order: Resource, body: object) =>
    admin.write('POST', `/api/admin/orders/${order.id}/payments`, once(`payment-${name}`), body);
  await pay('received', underway, { amount: price(10), reference: 'Terminal 0042' });
  await pay('expected', underway, { method: 4, capture: false, reference: 'Transfer 4711' });
  await pay('by-mistake', underway, { amount: price(5) });
  // The examples in the OpenAPI document change the status of the first of these returns, and withdraw the second.
  for (const { id } of (received as Resource & { items: Resource[] }).items)
    await shopper
      .write('POST', `/api/client/orders/${received.id}/returns`, once(`return-${id}`), {
        lines: [{ item_id: id, amount: 1, reason: 'Not as pictured' }],
      })
      .catch(leaveOutReturn);
  await fillCart(shopper, once, 'now', { 1: 1, 8: 1 });
}

/** The store refuses the return if RETURN_DAYS is 0, or if an earlier start delivered the order more than RETURN_DAYS ago. */
function leaveOutReturn(error: unknown): void {
  if (!(error instanceof RequestError && error.status === 422)) throw error;
}

type Basket = Readonly<Record<number, number>>;

async function checkout(
  shopper: ApiClient,
  once: Once,
  name: string,
  basket: Basket,
  notes: string | null = null,
): Promise<Resource> {
  await fillCart(shopper, once, name, basket);
  const body = { payment_method: 1, address_id: 1, notes };
  return shopper.write('POST', '/api/client/orders/checkout', once(`checkout-${name}`), body);
}

async function fillCart(shopper: ApiClient, once: Once, name: string, basket: Basket): Promise<void> {
  for (const [product, amount] of Object.entries(basket)) {
    const body = { product_id: Number(product), amount };
    await shopper.write('POST', '/api/client/cart/items', once(`cart-${name}-${product}`), body);
  }
}
