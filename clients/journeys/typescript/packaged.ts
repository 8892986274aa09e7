/** An example program that uses the main parts of the API, with this repository's TypeScript client as it is published. */
import {
  adminProductsCreate,
  adminProductsList,
  adminSubscriptionsBulkUpdate,
  createClient,
  operationsReport,
  shopAddressesList,
  shopCartAdd,
  shopOrdersCheckout,
  shopProductsList,
  shopProductsRead,
  ValidationFailed,
} from '../../typescript/src/main.ts';

const { STORE_URL: baseUrl = '', ADMIN_TOKEN, CLIENT_TOKEN } = process.env;
const admin = createClient({ baseUrl, token: ADMIN_TOKEN });
const shopper = createClient({ baseUrl, token: () => String(CLIENT_TOKEN) });
const arabicShopper = createClient({ baseUrl, token: CLIENT_TOKEN, language: 'ar' });

async function pages(): Promise<string> {
  const products = adminProductsList({ client: admin, query: { per_page: 5 } });
  const { data, meta } = await products.page(1);
  let count = 0;
  for await (const { id } of products) count += id > 0 ? 1 : 0;
  return `${data.length} of ${meta.total} products on page 1 of ${meta.last_page}; ${count} by cursor`;
}

async function firstProduct(): Promise<number> {
  for await (const { id } of shopProductsList({ client: shopper })) return id;
  throw new Error('There are no products');
}

async function languages(): Promise<string> {
  const path = { product: await firstProduct() };
  const english = await shopProductsRead({ client: shopper, path });
  const arabic = await shopProductsRead({ client: arabicShopper, path });
  return `${english.name} · ${arabic.name}`;
}

async function refusal(): Promise<string> {
  const en = { name: 'x', description: 'Too short a name' };
  const error: unknown = await adminProductsCreate({ client: admin, body: { price: -1, en, ar: en } }).catch(
    (why: unknown) => why,
  );
  if (!(error instanceof ValidationFailed)) throw new Error('It was not refused');
  const fields = Object.entries(error.fields).map(([field, [message]]) => `${field}: ${message}`);
  return `${error.status} ${error.code}: ${fields.join(' ')}`;
}

async function operation(): Promise<string> {
  const taken = await adminSubscriptionsBulkUpdate({
    client: admin,
    headers: { Prefer: 'respond-async' },
    body: { ids: [1, 2], status: 'active' },
  }).operation();
  for await (const { status } of taken.progress()) if (status === 'failed') throw new Error('It failed');
  const { id, status, progress } = await taken.done();
  const ids: number[] = [];
  for await (const line of operationsReport({ client: admin, path: { id } })) ids.push(line.id);
  if (ids.join() !== '1,2') throw new Error(`The report lists ${ids.join()}`);
  return `${status}: ${progress.done} of ${progress.total} done`;
}

async function checkout(): Promise<string> {
  const { data: addresses } = await shopAddressesList({ client: shopper });
  await shopCartAdd({ client: shopper, body: { product_id: await firstProduct(), amount: 1 } });
  const body = { address_id: addresses[0]?.id ?? 0, payment_method: 1 } as const;
  const write = shopOrdersCheckout({ client: shopper, body });
  const placed = await write.withResponse();
  const headers = { 'Idempotency-Key': write.idempotencyKey };
  const again = await shopOrdersCheckout({ client: shopper, body, headers }).withResponse();
  if (placed.data.id !== again.data.id) throw new Error('The second answer is of another order');
  const replayed = again.headers.get('Idempotency-Replayed');
  return `${placed.status} ${placed.data.order_number}; the same key again: the same order, replayed ${replayed}`;
}

for (const step of [pages, languages, refusal, operation, checkout])
  console.log(`${step.name.padEnd(10)} ${await step()}`);
