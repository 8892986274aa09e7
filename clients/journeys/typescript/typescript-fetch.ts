/**
 * An example program that uses the main parts of the API, with the client that openapi-generator's `typescript-fetch`
 * generates.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  AdminProductsApi,
  AdminSubscriptionsApi,
  ClientAddressesApi,
  ClientCartApi,
  ClientOrdersApi,
  ClientProductsApi,
  Configuration,
  OperationsApi,
  ProblemFromJSON,
  ResponseError,
} from '../generated/typescript-fetch/index.js';

const { STORE_URL: basePath = '', ADMIN_TOKEN = '', CLIENT_TOKEN = '' } = process.env;
const admin = new Configuration({ basePath, accessToken: ADMIN_TOKEN });
const shopper = new Configuration({ basePath, accessToken: CLIENT_TOKEN });
const adminProducts = new AdminProductsApi(admin);
const shopProducts = new ClientProductsApi(shopper);

async function pages(): Promise<string> {
  const first = await adminProducts.productsList({ paginate: 'true', perPage: 5 });
  const { total, lastPage } = first.meta ?? {};
  let count = 0;
  let cursor: string | null | undefined;
  do {
    const page = await adminProducts.productsList({
      paginate: 'cursor',
      perPage: 5,
      ...(cursor && { cursor }),
    });
    count += page.data.length;
    cursor = page.meta?.nextCursor;
  } while (cursor);
  return `${first.data.length} of ${total} products on page 1 of ${lastPage}; ${count} by cursor`;
}

async function languages(): Promise<string> {
  const { data } = await shopProducts.shopProductsList();
  const product = data[0]?.id ?? 0;
  const english = await shopProducts.shopProductsRead({ product });
  const arabic = await shopProducts.shopProductsRead({ product, acceptLanguage: 'ar' });
  return `${english.data.name} · ${arabic.data.name}`;
}

async function refusal(): Promise<string> {
  const en = { name: 'x', description: 'Too short a name' };
  const refused = adminProducts.productsCreate({ productsCreateBody: { price: -1, en, ar: en } });
  const error = await refused.then(
    () => null,
    (why: unknown) => why,
  );
  if (!(error instanceof ResponseError)) throw new Error('It was not refused');
  const { status, code, errors = {} } = ProblemFromJSON(await error.response.json());
  const fields = Object.entries(errors).map(([field, [message]]) => `${field}: ${message}`);
  return `${status} ${code}: ${fields.join(' ')}`;
}

async function operation(): Promise<string> {
  const accepted = await new AdminSubscriptionsApi(admin).subscriptionsBulkUpdate({
    subscriptionsBulkUpdateBody: { ids: [1, 2], status: 'active' },
    prefer: 'respond-async',
  });
  const operations = new OperationsApi(admin);
  for (;;) {
    const { data } = await operations.operationsRead({ id: accepted.data.id });
    const { status, progress } = data;
    if (!['unknown', 'queued', 'running'].includes(status))
      return `${status}: ${progress.done} of ${progress.total} done`;
    await sleep(100);
  }
}

async function checkout(): Promise<string> {
  const products = await shopProducts.shopProductsList();
  const addresses = await new ClientAddressesApi(shopper).ownAddressesList();
  await new ClientCartApi(shopper).cartAdd({
    cartAddBody: { productId: products.data[0]?.id ?? 0, amount: 1 },
  });
  const order = () =>
    new ClientOrdersApi(shopper).ordersCheckoutRaw({
      ordersCheckoutBody: { addressId: addresses.data[0]?.id ?? 0, paymentMethod: 1 },
      idempotencyKey: key,
    });
  const key = randomUUID();
  const placed = await order();
  const again = await order();
  const { id, orderNumber } = (await placed.value()).data;
  if (id !== (await again.value()).data.id) throw new Error('The second answer is of another order');
  const replayed = again.raw.headers.get('Idempotency-Replayed');
  return `${placed.raw.status} ${orderNumber}; the same key again: the same order, replayed ${replayed}`;
}

for (const step of [pages, languages, refusal, operation, checkout])
  console.log(`${step.name.padEnd(10)} ${await step()}`);
